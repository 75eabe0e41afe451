/* Where what is shared stands in a pattern: found anew with every one. */
#include <stdlib.h>

#include "system/share.h"

/* Gradients of the rows. */
static void find_gradients(const SarWorkspace *m, SarShareSet *s) {
  for (int32_t row = 0; row < s->nrows; row++) {
    for (int32_t k = s->first[row]; k < s->first[row + 1]; k++) {
      s->from[k] = sar_pattern_find(&m->problem.pattern, m->problem.n.nv + s->row[row], s->coordinate[s->column[k]]);
    }
  }
}

/* Entries of the dynamics rows of a set in its own coordinates. local: by coordinate of the mechanism, -1 between uses.
 */
static bool find_curved(SarWorkspace *m, SarShareSet *s, int32_t *local) {
  const SarPattern *pattern = &m->problem.pattern;
  bool room = true;
  for (int32_t i = 0; i < s->ncoordinates; i++) local[s->coordinate[i]] = i;
  for (int pass = 0; pass < 2 && room; pass++) {
    s->ncurved = 0;
    for (int32_t i = 0; i < s->ncoordinates; i++) {
      for (int32_t k = pattern->column[s->coordinate[i]]; k < pattern->column[s->coordinate[i] + 1]; k++) {
        int32_t row = pattern->row[k];
        if (row >= m->problem.n.nv || local[row] < 0) continue;
        if (pass) s->curved[s->ncurved] = (SarShareCurve){local[row], i, k};
        s->ncurved++;
      }
    }
    if (!pass) s->curved = SAR_NEW(m->pattern_arena, s->ncurved + 1, SarShareCurve);
    room = s->curved != NULL;
  }
  for (int32_t i = 0; i < s->ncoordinates; i++) local[s->coordinate[i]] = -1;
  return room;
}

SarStatus sar_share_find_places(SarWorkspace *m) {
  SarShare *share = m->share;
  if (!share) return SAR_OK;
  int32_t nv = m->problem.n.nv, *local = malloc(((size_t)nv + 1) * sizeof *local);
  share->matrix = SAR_NEW(m->pattern_arena, m->problem.pattern.column[m->problem.pattern.ncolumns] + 1, double);
  bool room = local && share->matrix;
  for (int32_t i = 0; room && i < nv; i++) local[i] = -1;
  for (int32_t i = 0; room && i < share->nsets; i++) {
    find_gradients(m, &share->sets[i]);
    room = find_curved(m, &share->sets[i], local);
  }
  free(local);
  return room ? SAR_OK : sar_report_no_memory(m->problem.context);
}
