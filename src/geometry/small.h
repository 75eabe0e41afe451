/* Linear systems of a few unknowns. */
#ifndef SAR_GEOMETRY_SMALL_H
#define SAR_GEOMETRY_SMALL_H

#include <stdbool.h>

enum { SAR_SMALL = 6, SAR_SMALL_COLUMNS = 12 }; /* at most */

/* Solves a x = b for so many right-hand sides; x is left in b, a is used up. Unknowns that nothing holds become zero;
 * false: there were some. */
bool sar_small_solve(int n, int columns, double a[SAR_SMALL][SAR_SMALL], double b[SAR_SMALL][SAR_SMALL_COLUMNS]);

#endif
