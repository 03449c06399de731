// Work shared by a few threads that live no longer than it takes.
#ifndef LOOKBACK_MATH_SHARE_H
#define LOOKBACK_MATH_SHARE_H

enum { SHARE_MOST = 16 };

// Calls work(context, 0 … parts − 1), each in a thread of its own, part 0 in the caller's, and returns when all are
// done. parts ≤ SHARE_MOST. Starting a thread takes some ten microseconds: the parts should take longer.
void share_work(int parts, void (*work)(void *context, int part), void *context);

#endif
