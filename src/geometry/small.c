/* Gauss' elimination with the largest pivot of what is left. */
#include "geometry/small.h"

#include <math.h>

#define SINGULAR 1e-11 /* a pivot as small as this beside the largest: nothing holds this unknown */

typedef double Row[SAR_SMALL];
typedef double Right[SAR_SMALL_COLUMNS];

static void exchange(double *x, double *y) {
  double keep = *x;
  *x = *y, *y = keep;
}

/* Brings the largest of what is left to row and column k; its value. */
static double bring_pivot(int n, int columns, int k, Row *a, Right *b, int *order) {
  int row = k, column = k, keep = order[k];
  for (int i = k; i < n; i++) {
    for (int j = k; j < n; j++) {
      if (fabs(a[i][j]) > fabs(a[row][column])) row = i, column = j;
    }
  }
  for (int j = 0; j < n; j++) exchange(&a[k][j], &a[row][j]);
  for (int j = 0; j < columns; j++) exchange(&b[k][j], &b[row][j]);
  for (int i = 0; i < n; i++) exchange(&a[i][k], &a[i][column]);
  order[k] = order[column], order[column] = keep;
  return a[k][k];
}

bool sar_small_solve(int n, int columns, double a[SAR_SMALL][SAR_SMALL], double b[SAR_SMALL][SAR_SMALL_COLUMNS]) {
  int order[SAR_SMALL], rank = 0;
  double largest = 0;
  Right x[SAR_SMALL];
  for (int i = 0; i < n; i++) order[i] = i;
  for (; rank < n; rank++) {
    double pivot = bring_pivot(n, columns, rank, a, b, order);
    largest = fmax(largest, fabs(pivot));
    if (!(fabs(pivot) > SINGULAR * largest)) break;
    for (int i = rank + 1; i < n; i++) {
      double f = a[i][rank] / pivot;
      if (f == 0) continue;
      for (int j = rank + 1; j < n; j++) a[i][j] -= f * a[rank][j];
      for (int j = 0; j < columns; j++) b[i][j] -= f * b[rank][j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = 0; j < columns; j++) {
      double sum = b[i][j];
      for (int k = i + 1; k < rank; k++) sum -= a[i][k] * x[k][j];
      x[i][j] = i < rank ? sum / a[i][i] : 0;
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < columns; j++) b[order[i]][j] = x[i][j];
  }
  return rank == n;
}
