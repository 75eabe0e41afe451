/* Which of the columns that differ one should look at first. */
#ifndef SAR_RESULT_COMPARE_RANK_H
#define SAR_RESULT_COMPARE_RANK_H

#include <stdint.h>

#include "sarrus/result.h"

/* Fills the shares and sorts by them, worst first. interval: the time from row to row, in time_unit ("": not known). */
void sar_compare_rank(SarColumnDifference *columns, int32_t count, const char *time_unit, double interval);

#endif
