/* Gauss-Seidel with projection: it needs no inverse of W, which is singular where several contacts hold one motion. */
#include "analysis/impact.h"

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

SarStatus sar_impacts_add(SarImpacts *x, SarEquations *e, const double *gradient, double rate, double restitution) {
  int32_t i = x->count;
  double *b = x->gradient + (size_t)i * (size_t)x->nv, *w = x->response + (size_t)i * (size_t)x->nv;
  memcpy(b, gradient, (size_t)x->nv * sizeof *b);
  SAR_TRY(sar_equations_response(e, b, w));
  x->wanted[i] = -(1 + restitution) * rate;
  x->count++;
  for (int32_t j = 0; j <= i; j++) {
    double sum = 0;
    for (int32_t k = 0; k < x->nv; k++) sum += x->gradient[(size_t)j * (size_t)x->nv + (size_t)k] * w[k];
    x->w[(size_t)i * (size_t)x->most + (size_t)j] = x->w[(size_t)j * (size_t)x->most + (size_t)i] = sum;
  }
  return SAR_OK;
}

/* One impulse from all others; the change of it. */
static double improve(SarImpacts *x, int32_t i) {
  const double *row = x->w + (size_t)i * (size_t)x->most;
  double left = x->wanted[i], before = x->impulse[i];
  for (int32_t j = 0; j < x->count; j++) left -= row[j] * x->impulse[j];
  double now = before + left / row[i];
  if (now * x->wanted[i] < 0) now = 0; /* it would pull */
  x->impulse[i] = now;
  return fabs(now - before);
}

void sar_impacts_solve(SarImpacts *x, double *v) {
  for (int32_t sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0, largest = 0;
    for (int32_t i = 0; i < x->count; i++) {
      change = fmax(change, improve(x, i));
      largest = fmax(largest, fabs(x->impulse[i]));
    }
    if (!(change > ENOUGH * largest)) break;
  }
  for (int32_t i = 0; i < x->count; i++) {
    const double *w = x->response + (size_t)i * (size_t)x->nv;
    for (int32_t k = 0; k < x->nv; k++) v[k] += x->impulse[i] * w[k];
  }
}
