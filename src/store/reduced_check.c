/* What must hold of every reduced body, whoever made it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "store/reduced.h"

/* As of rigid bodies: relative to the largest principal moment. */
#define TRIANGLE_TOLERANCE 1e-9
/* Pivots of a mass with ones on its diagonal. */
#define ROUNDING 1e-12

/* By Cholesky's method in place, lower triangle; each pivot must exceed `least`. */
static bool is_definite(int n, double *a, double least) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) a[j * n + j] -= a[j * n + k] * a[j * n + k];
    if (!(a[j * n + j] > least)) return false;
    a[j * n + j] = sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++) a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
  }
  return true;
}

/* Principal moments obey I1 + I2 >= I3 if and only if tr(J)/2 - J, the sum of m X X^T, has no negative eigenvalue. */
static bool is_of_a_body(const SarMat3 *j) {
  double a[9];
  const double trace = j->m[0][0] + j->m[1][1] + j->m[2][2];
  for (int i = 0; i < 9; i++) {
    a[i] = -j->m[i / 3][i % 3] / trace;
    if (i % 4 == 0) a[i] += 0.5 + TRIANGLE_TOLERANCE / 4; /* the largest moment is half of the trace, then */
  }
  return is_definite(3, a, 0);
}

/* The mass of the body at rest, [m 1, 0, psi; 0, j0, g0; psi^T, g0^T, 1], is positive definite if and only if what the
 * amplitudes leave of the first six rows is: [m 1 - psi psi^T, -psi g0^T; -g0 psi^T, j0 - g0 g0^T]. Its rows are
 * scaled. */
static bool has_definite_mass(const SarReduced *b) {
  double a[36], scale[6];
  for (int i = 0; i < 6; i++) scale[i] = 1 / sqrt(i < 3 ? b->mass : b->j0.m[i - 3][i - 3]);
  for (int i = 0; i < 6; i++) {
    const double *row = (i < 3 ? b->psi : b->g0) + (size_t)(i % 3) * (size_t)b->n;
    for (int j = 0; j <= i; j++) {
      const double *other = (j < 3 ? b->psi : b->g0) + (size_t)(j % 3) * (size_t)b->n;
      double sum = i < 3 ? (i == j ? b->mass : 0) : j < 3 ? 0 : b->j0.m[i - 3][j - 3];
      for (int32_t k = 0; k < b->n; k++) sum -= row[k] * other[k];
      a[6 * i + j] = scale[i] * scale[j] * sum;
    }
  }
  return is_definite(6, a, ROUNDING);
}

const char *sar_reduced_mass_fault(const SarReduced *body) {
  double j0[9];
  const double trace = body->j0.m[0][0] + body->j0.m[1][1] + body->j0.m[2][2];
  for (int i = 0; i < 9; i++) j0[i] = body->j0.m[i / 3][i % 3] / trace;
  if (!is_definite(3, j0, 0)) return "its inertia is not positive definite: a principal moment is negative or zero";
  if (!is_of_a_body(&body->j0)) {
    return "no body has its inertia: the largest principal moment is larger than the two others together";
  }
  if (has_definite_mass(body)) return NULL;
  return "its mass is not positive definite: shapes move more mass than the body has (mass, j0, psi, g0)";
}

bool sar_reduced_is_reserved(const char *name) {
  static const char *const columns[] = {"x",   "y",   "z",   "q0",  "q1",     "q2",     "q3",     "vx",
                                        "vy",  "vz",  "wx",  "wy",  "wz",     "ax",     "ay",     "az",
                                        "fx",  "fy",  "fz",  "tx",  "ty",     "tz",     "fx2",    "fy2",
                                        "fz2", "tx2", "ty2", "tz2", "alphax", "alphay", "alphaz", "modes"};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    if (strcmp(name, columns[i]) == 0) return true;
  }
  if (strncmp(name, "mode", 4) == 0 && name[4] && strspn(name + 4, "0123456789") == strlen(name + 4)) return true;
  return sar_text_is_reserved(name);
}
