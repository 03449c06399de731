#include "lesson/scene_parts.h"

const SceneKind SCENE_WORKED = {NULL, 0, NULL, NULL, NULL};
