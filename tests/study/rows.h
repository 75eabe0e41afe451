/* A small table for tests: two parameters, two responses, rows that are all different. */
#ifndef SAR_TESTS_STUDY_ROWS_H
#define SAR_TESTS_STUDY_ROWS_H

#include "study/table.h"

#define ROWS_PARAMETERS 2
#define ROWS_RESPONSES 2
#define ROWS_CURVES 3

/* Static texts and arrays. */
SarStudyHead rows_head(void);

typedef struct RowsNumbers {
  double parameters[ROWS_PARAMETERS], responses[ROWS_RESPONSES], gradient[ROWS_PARAMETERS * ROWS_RESPONSES];
  double curves[ROWS_CURVES], curves_by[ROWS_CURVES * ROWS_PARAMETERS];
  char message[64];
} RowsNumbers;

/* The result of a run; every third one has failed, every fourth has a gradient and curves. It points into `numbers`. */
SarJobResult rows_result(int64_t run, RowsNumbers *numbers);
/* Checks that it is that of its run, bit for bit; also_curves: what a table does not hold. */
void rows_check(const SarJobResult *result, bool gradient, bool curves);

#endif
