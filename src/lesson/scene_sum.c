#include "lesson/scene_parts.h"

const SceneKind SCENE_SUM = {NULL, 0, NULL, NULL, NULL};
