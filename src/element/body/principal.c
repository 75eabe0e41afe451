/* Principal moments by cyclic Jacobi rotations: for 3x3 as accurate as any method, also for moments that are equal or
 * nearly zero, and it converges quadratically: a handful of sweeps reaches rounding. */
#include "element/body/principal.h"

#include <math.h>
#include <string.h>

#define MAX_SWEEPS 30

static double off_diagonal(double a[3][3]) { return fabs(a[0][1]) + fabs(a[0][2]) + fabs(a[1][2]); }

/* a <- J^T a J with the rotation in the plane (p, q) that makes a[p][q] zero. */
static void rotate(double a[3][3], int p, int q) {
  if (a[p][q] == 0) return;
  int r = 3 - p - q;
  double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = copysign(1, ratio) / (fabs(ratio) + hypot(ratio, 1)), c = 1 / hypot(t, 1), s = t * c;
  double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
}

static void sort_pair(double *low, double *high) {
  if (*low <= *high) return;
  double swap = *low;
  *low = *high;
  *high = swap;
}

bool sar_principal_moments(const double tensor[3][3], double moment[3]) {
  double a[3][3];
  memcpy(a, tensor, sizeof a);
  bool diagonal = off_diagonal(a) == 0;
  for (int sweep = 0; sweep < MAX_SWEEPS && off_diagonal(a) > 0; sweep++) {
    rotate(a, 0, 1);
    rotate(a, 0, 2);
    rotate(a, 1, 2);
  }
  for (int i = 0; i < 3; i++) moment[i] = a[i][i];
  sort_pair(&moment[0], &moment[1]);
  sort_pair(&moment[1], &moment[2]);
  sort_pair(&moment[0], &moment[1]);
  return diagonal;
}
