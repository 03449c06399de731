// Reading a file of right values.
#ifndef LOOKBACK_TESTS_ORACLE_JSON_H
#define LOOKBACK_TESTS_ORACLE_JSON_H

#include "check.h"

#include <jansson.h>

static inline json_t *member(const json_t *object, const char *name) {
    json_t *value = json_object_get(object, name);
    if (!value) fail_msg("no member %s", name);
    return value;
}

#endif
