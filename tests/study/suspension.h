/* Suspension parameters from noisy data, again and again. */
#ifndef SAR_TESTS_STUDY_SUSPENSION_H
#define SAR_TESTS_STUDY_SUSPENSION_H

#include <stdint.h>

typedef struct Coverage {
  int fits, together; /* how many there were; the truth was inside the joint region of 95 % */
  int each[3];        /* ... inside the interval of one parameter */
} Coverage;

/* Fits with noise of the seeds from `first` on. All of them have to converge. */
Coverage suspension_fits(uint64_t first, int count);

#endif
