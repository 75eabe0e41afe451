/* What the rows would be if bodies moved by the length of the model: forces of stiffness times length. Where all forces
 * vanish, at a spring that is as long as it likes to be, there is no other measure of what is left: it is rounding, and
 * so are the forces that it could be compared with. */
#include <math.h>
#include <string.h>

#include "analysis/static/rest.h"

#define PASSES 4 /* over the columns: variables that read others written behind them take one more each */

/* Positions are rounded by where bodies are, which may be far from the origin, beside L. */
static double distance(const SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  double L = p->length > 0 ? p->length : 1, far = 1;
  for (int32_t b = 0; b < sar_system_bodies(r->start->system); b++) {
    const double *at = r->start->q + (size_t)7 * (size_t)b;
    for (int i = 0; i < 3; i++) far = fmax(far, fabs(at[i]) / L);
  }
  return far;
}

/* How far the unknown of a column goes then: coordinates by their scale, states and variables by what their own row
 * says, multipliers not at all. */
static double way_of(const SarRest *r, int32_t c, double far) {
  const SarSizes *n = &r->start->m->problem.n;
  if (c < n->nv) return far / r->start->m->problem.weight[c];
  if (c < n->nv + n->np + n->nn || r->diagonal[c] < 0) return 0;
  double own = fabs(r->values[r->diagonal[c]]);
  return own > 0 ? r->reach[c] / own : 0;
}

void sar_rest_take_reach(SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t n = pattern->ncolumns;
  double far = distance(r);
  memset(r->reach, 0, (size_t)n * sizeof *r->reach);
  for (int pass = 0; pass < (p->n.nx + p->n.nz > 0 ? PASSES : 1); pass++) {
    for (int32_t c = 0; c < n; c++) {
      double way = way_of(r, c, far);
      for (int32_t k = pattern->column[c]; way > 0 && k < pattern->column[c + 1]; k++) {
        int32_t row = pattern->row[k];
        if (row != c || row < p->n.nv) r->reach[row] = fmax(r->reach[row], fabs(r->values[k]) * way);
      }
    }
  }
}
