/* What is asked of the program on a random mechanism. */
#ifndef SAR_TESTS_RANDOM_JUDGE_H
#define SAR_TESTS_RANDOM_JUDGE_H

#include "random/mechanism.h"

typedef struct Verdict {
  char fault[512];       /* empty: nothing is wrong */
  char ended[512];       /* why the reference run came to no end, as it may: a mechanism can lock; empty: it did */
  bool doubtful;         /* the rank is not clear: not compared */
  int compared, refused; /* runs by other methods: compared with the reference; not taken on by the method */
} Verdict;

Verdict random_judge(const RandomMechanism *mechanism, const char *path);

#endif
