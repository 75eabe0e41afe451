/* Gauss-Seidel with projection: it needs no inverse of W, which is singular where several contacts hold one motion. */
#include "analysis/stepper/impact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS 100000 /* a few dozen are usual */
#define ENOUGH 1e-15  /* of the largest impulse */

SarStatus sar_impacts_create(SarContext *context, int32_t nv, int32_t most, SarImpacts *out) {
  size_t n = (size_t)most, row = (size_t)nv;
  *out = (SarImpacts){.nv = nv, .most = most, .gradient = calloc(n * (2 * row + n + 2) + 1, sizeof(double))};
  if (!out->gradient) return sar_report_no_memory(context);
  out->response = out->gradient + n * row;
  out->w = out->response + n * row;
  out->wanted = out->w + n * n;
  out->impulse = out->wanted + n;
  return SAR_OK;
}

void sar_impacts_release(SarImpacts *impacts) { free(impacts->gradient); }

SarStatus sar_impacts_add(SarImpacts *impacts, SarEquations *e, const double *gradient, double rate,
                          double restitution) {
  int32_t i = impacts->count;
  double *b = impacts->gradient + (size_t)i * (size_t)impacts->nv,
         *w = impacts->response + (size_t)i * (size_t)impacts->nv;
  memcpy(b, gradient, (size_t)impacts->nv * sizeof *b);
  SAR_TRY(sar_equations_response(e, b, w));
  impacts->wanted[i] = -(1 + restitution) * rate;
  impacts->count++;
  for (int32_t j = 0; j <= i; j++) {
    double sum = 0;
    for (int32_t k = 0; k < impacts->nv; k++)
      sum += impacts->gradient[(size_t)j * (size_t)impacts->nv + (size_t)k] * w[k];
    impacts->w[(size_t)i * (size_t)impacts->most + (size_t)j] =
        impacts->w[(size_t)j * (size_t)impacts->most + (size_t)i] = sum;
  }
  return SAR_OK;
}

/* One impulse from all others; the change of it. */
static double improve(SarImpacts *impacts, int32_t i) {
  const double *row = impacts->w + (size_t)i * (size_t)impacts->most;
  double left = impacts->wanted[i], before = impacts->impulse[i];
  for (int32_t j = 0; j < impacts->count; j++) left -= row[j] * impacts->impulse[j];
  double now = before + left / row[i];
  if (now * impacts->wanted[i] < 0) now = 0; /* it would pull */
  impacts->impulse[i] = now;
  return fabs(now - before);
}

void sar_impacts_solve(SarImpacts *impacts, double *v) {
  for (int32_t sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0, largest = 0;
    for (int32_t i = 0; i < impacts->count; i++) {
      change = fmax(change, improve(impacts, i));
      largest = fmax(largest, fabs(impacts->impulse[i]));
    }
    if (!(change > ENOUGH * largest)) break;
  }
  for (int32_t i = 0; i < impacts->count; i++) {
    const double *w = impacts->response + (size_t)i * (size_t)impacts->nv;
    for (int32_t k = 0; k < impacts->nv; k++) v[k] += impacts->impulse[i] * w[k];
  }
}
