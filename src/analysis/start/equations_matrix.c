/* What equations have for one pattern of the mechanism: made, and made anew when that is another one. */
#include <stdlib.h>

#include "analysis/start/equations.h"

SarStatus sar_equations_make_solver(SarEquations *e) {
  const SarProblem *p = &e->m->problem;
  sar_linear_destroy(&e->linear);
  return sar_linear_create_of_part(e->context, p->linear ? p->linear : "auto", &p->pattern, p->index1, &p->partition,
                                   &e->linear);
}

SarStatus sar_equations_make_matrix(SarEquations *e) {
  const SarProblem *p = &e->m->problem;
  free(e->values);
  sar_null_space_destroy(&e->null);
  e->whole = e->nearby = false;
  e->generation = p->generation;
  e->values = calloc((size_t)p->pattern.column[p->pattern.ncolumns] + 1, sizeof *e->values);
  if (!e->values) return sar_report_no_memory(e->context);
  SAR_TRY(sar_equations_make_solver(e));
  return e->m->ndropped ? sar_null_space_create(e->context, e->m, &e->null) : SAR_OK;
}

SarStatus sar_equations_renew(SarEquations *e) {
  return e->generation == e->m->problem.generation ? SAR_OK : sar_equations_make_matrix(e);
}
