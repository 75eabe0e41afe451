/* The columns of a header by elements. Elements with the same quantities in the same units are of one kind: a chain of
 * a thousand links has three or four kinds, and what describes its columns need not be longer than that of one link. */
#ifndef SAR_RESULT_COLUMN_RUNS_H
#define SAR_RESULT_COLUMN_RUNS_H

#include "result/sink.h"

/* Consecutive columns of one element. */
typedef struct SarColumnRun {
  int32_t first, count;
  int32_t kind;
} SarColumnRun;

typedef struct SarColumnRuns {
  SarColumnRun *runs;
  int32_t *kinds; /* the first run of each kind */
  uint64_t *sums; /* of what makes a kind, to find it quickly */
  int32_t nruns, nkinds;
} SarColumnRuns;

/* A run has at most `most` columns. False: no memory. Free in either case. */
bool sar_column_runs_create(const SarSinkHeader *header, int32_t most, SarColumnRuns *out);
void sar_column_runs_free(SarColumnRuns *runs);

#endif
