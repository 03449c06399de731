// A worked example as JSON (lookback.worked/1), as its own text format and as LaTeX.
#ifndef LOOKBACK_OUT_WORKED_H
#define LOOKBACK_OUT_WORKED_H

#include "attn/worked.h"

// tokens, X, W_Q, W_K, W_V, Q, K, V, S, scaled, masked (null where masked), A, out, entropy_bits, mask, divisor. With
// zero_after also row_sums and "zeroed_after_softmax": true; entropy_bits is then null for the rows that were zeroed.
void out_worked_json(Str *out, const Worked *w, const WorkedResult *r);

// The text format that worked_parse reads; reading it back gives w again, bit for bit.
void out_worked_file(Str *out, const Worked *w);

// A fragment for a document with amsmath: every matrix, what each is made of, numbers to three decimals.
void out_worked_latex(Str *out, const Worked *w, const WorkedResult *r);

#endif
