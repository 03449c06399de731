#include "lesson/scene_parts.h"

const SceneKind SCENE_PLAY = {NULL, 0, NULL, NULL, NULL};
