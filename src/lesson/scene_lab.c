#include "lesson/scene_parts.h"

const SceneKind SCENE_LAB = {NULL, 0, NULL, NULL, NULL};
