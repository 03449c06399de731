#include "lesson/scene_parts.h"

const SceneKind SCENE_ROW = {NULL, 0, NULL, NULL, NULL};
