#include "out/geometry.h"

#include "out/json.h"

static void put_vector(Json *j, const char *key, const PlaneArrow *arrow) {
    out_json_numbers(j, key, (double[]){arrow->x, arrow->y}, 2);
}

void out_geometry_playground(Str *out, const Plane *p, const PlaneResult *r) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.playground/1");
    put_vector(&j, "query", &p->query);
    out_json_number(&j, "length", p->tenths / 10.0);
    out_json_number(&j, "divisor", p->divisor);
    out_json_array(&j, "keys");
    for (int k = 0; k < p->count; k++) {
        out_json_object(&j, NULL);
        out_json_text(&j, "label", p->key[k].label);
        put_vector(&j, "vector", &p->key[k]);
        out_json_number(&j, "dot", r->dot[k]);
        out_json_number(&j, "score", r->score[k]);
        out_json_number(&j, "weight", r->weight[k]);
        out_json_end(&j);
    }
    out_json_end(&j);
    out_json_number(&j, "entropy_bits", r->entropy);
    out_json_end(&j);
}

void out_geometry_lab(Str *out, const Lab *lab, const LabResult *r) {
    static const char *const NAMES[] = {"divisor_off", "divisor_on"};
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.lab/1");
    out_json_integer(&j, "d", lab->d);
    out_json_integer(&j, "samples", LAB_SAMPLES);
    out_json_unsigned(&j, "seed", lab->seed);
    out_json_number(&j, "variance", r->variance);
    for (int divided = 1; divided >= 0; divided--) {
        out_json_object(&j, NAMES[divided]);
        out_json_number(&j, "entropy_bits", r->entropy[divided]);
        out_json_number(&j, "gradient", r->gradient[divided]);
        out_json_end(&j);
    }
    out_json_end(&j);
}
