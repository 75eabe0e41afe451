/* Between which bodies the constraint rows act: the graph of joints as the equations see it. */
#include <stdlib.h>

#include "system/ask.h"
#include "system/user/user.h"

typedef struct List {
  SarRowPair *pairs; /* null while they are counted */
  int32_t count;
} List;

static void put(List *list, int32_t row, int32_t a, int32_t b) {
  if (list->pairs) list->pairs[list->count] = (SarRowPair){row, a, b};
  list->count++;
}

/* A row in symbols may read anything: it holds each body and each scalar coordinate in it against the ground. */
static void put_equations(const SarSystem *s, List *list) {
  const SarUser *u = s->user;
  int32_t nv = sar_system_nv(s), end = nv + s->nposition + s->nvelocity, bodies = 6 * s->nbodies;
  for (int32_t i = 0; u && i < u->jacobian.nentries; i++) {
    const SarUserEntry *entry = &u->jacobian.entries[i];
    if (entry->row < nv || entry->row >= end || entry->column >= nv) continue;
    int32_t node = entry->column < bodies ? entry->column / 6 : s->nbodies + 1 + entry->column - bodies;
    put(list, entry->row - nv, node, s->nbodies);
  }
}

/* Beside the pair of its scalar rows: each coordinate moves the node against its body. */
static void put_ties(const SarSystem *s, List *list) {
  for (int32_t i = 0; i < s->nties; i++) {
    const SarTie *tie = &s->ties[i];
    for (int32_t k = 0; k < 6 * tie->n; k++) {
      put(list, tie->row + k / tie->n, s->nbodies + 1 + tie->coordinate + k % tie->n, tie->body);
    }
  }
}

static void put_all(const SarSystem *s, List *list) {
  for (int32_t i = 0; i < s->npoints; i++) {
    for (int32_t k = 0; k < 3; k++) put(list, s->points[i].row + k, s->points[i].a, s->points[i].b);
  }
  for (int32_t i = 0; i < s->ndot1s; i++) put(list, s->dot1s[i].row, s->dot1s[i].a, s->dot1s[i].b);
  for (int32_t i = 0; i < s->nscalars; i++) put(list, s->scalars[i].row, s->scalars[i].a, s->scalars[i].b);
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *r = &s->relations[i];
    int32_t row = r->level == SAR_LEVEL_POSITION ? r->row : s->nposition + r->row;
    for (int32_t k = r->term; k < r->term + r->nterms; k++) {
      const SarCoordinate *y = &s->coordinates[s->terms[k].coordinate];
      put(list, row, y->a, y->b);
    }
  }
  put_ties(s, list);
  put_equations(s, list);
}

SarStatus sar_system_row_pairs(SarContext *context, const SarSystem *system, SarRowPair **out, int32_t *count) {
  List list = {0};
  put_all(system, &list);
  list.pairs = *out = calloc((size_t)list.count + 1, sizeof **out);
  if (!list.pairs) return sar_report_no_memory(context);
  list.count = 0;
  put_all(system, &list);
  *count = list.count;
  return SAR_OK;
}
