// Writes JSON onto a Str: a line for each member of the outermost object, a line for each row of a matrix in it.
// (Named out_json_… because the plain json_… belongs to jansson, which reads JSON.)
//
//     Json j = out_json_to(&out);
//     out_json_object(&j, NULL);
//     out_json_text(&j, "schema", "lookback.pattern/1");
//     out_json_numbers(&j, "entropy_bits", bits, n);
//     out_json_end(&j); // and a newline behind the outermost
//
// key is the member's name inside an object, NULL inside an array and for the outermost value.
#ifndef LOOKBACK_OUT_JSON_H
#define LOOKBACK_OUT_JSON_H

#include "attn/tokens.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 16 };

typedef struct Json {
    Str *out; // borrowed
    int depth;
    struct {
        char close;         // the bracket that ends it
        bool filled, lines; // it holds something; something in it began a line
    } level[JSON_DEPTH_MAX];
} Json;

Json out_json_to(Str *out);

void out_json_object(Json *j, const char *key);
void out_json_array(Json *j, const char *key);
void out_json_end(Json *j); // closes what was opened last

// Nine significant digits; NaN and the infinities, which JSON has not, become null.
void out_json_number(Json *j, const char *key, double value);
void out_json_integer(Json *j, const char *key, int64_t value);
void out_json_unsigned(Json *j, const char *key, uint64_t value);
void out_json_bool(Json *j, const char *key, bool value);
void out_json_null(Json *j, const char *key);

// Any bytes: controls are escaped, a byte that is not UTF-8 becomes U+FFFD.
void out_json_bytes(Json *j, const char *key, const char *bytes, size_t len);
void out_json_text(Json *j, const char *key, const char *text);

// An array of the texts of the tokens.
void out_json_tokens(Json *j, const char *key, const Tokens *t);

// An array of n numbers on one line.
void out_json_numbers(Json *j, const char *key, const double *values, int n);

// rows × cols numbers whose rows lie stride apart, as an array of arrays.
void out_json_matrix(Json *j, const char *key, const double *values, int rows, int cols, int stride);

#endif
