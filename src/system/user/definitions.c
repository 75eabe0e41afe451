/* Variables that an expression defines, u - f = 0, in the order in which they follow from each other.
 *
 * Written out by their definitions they are known wherever the motion is: a run need not begin with a guess of them,
 * and switching functions can be followed inside of a step. Variables that speak of each other in a circle have no such
 * order: they stay what they are, unknowns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/user/classes.h"
#include "system/user/evaluate.h"
#include "system/user/run.h"

/* ---- order ---- */

typedef struct Graph {
  SarUserDefinitions *d;
  int32_t n;
  int32_t *edge;         /* 2 per edge: who is used, and the next edge of the same one used; -1: none */
  int32_t *first, *open; /* by variable: first edge; variables that it still waits for */
  int32_t user;          /* the variable whose expression is read */
  int32_t nedges, capacity;
  bool no_memory;
} Graph;

static void add_edge(void *self, int32_t symbol) {
  Graph *g = self;
  if (sar_symbol_kind(symbol) != SAR_SYMBOL_Z || g->no_memory || !g->d->of[sar_symbol_index(symbol)]) return;
  if (g->nedges == g->capacity) {
    int32_t larger = g->capacity ? 2 * g->capacity : 64;
    int32_t *edge = realloc(g->edge, 2 * (size_t)larger * sizeof *edge);
    g->no_memory = !edge;
    if (!edge) return;
    g->edge = edge;
    g->capacity = larger;
  }
  int32_t used = sar_symbol_index(symbol);
  g->edge[2 * g->nedges] = g->user;
  g->edge[2 * g->nedges + 1] = g->first[used];
  g->first[used] = g->nedges++;
  g->open[g->user]++;
}

/* Those that wait for nobody come first; who waits for one of a circle waits for ever. */
static void sort(Graph *g) {
  SarUserDefinitions *d = g->d;
  for (int32_t i = 0; i < g->n; i++) {
    if (d->of[i] && g->open[i] == 0) d->order[d->count++] = i;
  }
  for (int32_t k = 0; k < d->count; k++) {
    for (int32_t e = g->first[d->order[k]]; e >= 0; e = g->edge[2 * e + 1]) {
      if (--g->open[g->edge[2 * e]] == 0) d->order[d->count++] = g->edge[2 * e];
    }
  }
  for (int32_t i = 0; i < g->n; i++) {
    if (g->open[i] > 0) d->of[i] = NULL;
  }
}

static void find_expressions(const SarUser *u, int32_t *parts, SarUserDefinitions *d) {
  for (int32_t i = 0; i < u->nterms; i++) {
    const SarUserTerm *term = &u->terms[i];
    if (sar_symbol_kind(term->row) != SAR_SYMBOL_Z) continue;
    int32_t z = sar_symbol_index(term->row);
    bool explicit = term->f->operation == SAR_EXPR_SUBTRACT && sar_expr_is_variable(term->f->arguments[0]) == term->row;
    d->of[z] = parts[z]++ == 0 && explicit ? term->f->arguments[1] : NULL;
  }
}

bool sar_user_definitions(SarArena *arena, const SarUser *u, SarUserDefinitions *d) {
  int32_t n = u->nalgebraic;
  *d = (SarUserDefinitions){.of = SAR_NEW(arena, n + 1, const SarExpr *), .order = SAR_NEW(arena, n + 1, int32_t)};
  Graph g = {.d = d, .n = n, .first = calloc(2 * (size_t)n + 1, sizeof(int32_t))};
  bool ok = d->of && d->order && g.first;
  if (ok) {
    g.open = g.first + n;
    find_expressions(u, g.open, d);
    for (int32_t i = 0; i < n; i++) g.first[i] = -1, g.open[i] = 0;
    for (g.user = 0; g.user < n; g.user++) {
      if (d->of[g.user] && !sar_expr_each_variable(d->of[g.user], add_edge, &g)) g.no_memory = true;
    }
    ok = !g.no_memory;
    if (ok) sort(&g);
  }
  free(g.first);
  free(g.edge);
  return ok;
}

static const SarExpr *written_out(void *self, const SarExpr *node, const SarExpr *now) {
  const SarUserDefinitions *d = self;
  int32_t symbol = sar_expr_is_variable(node);
  if (symbol < 0 || sar_symbol_kind(symbol) != SAR_SYMBOL_Z || !d->of[sar_symbol_index(symbol)]) return now;
  return d->of[sar_symbol_index(symbol)];
}

bool sar_user_write_out(SarArena *arena, SarUserDefinitions *d, const SarExpr **f) {
  if (sar_symbols_content(*f) & SAR_HAS_VARIABLE) *f = sar_expr_rewrite(arena, *f, &(SarRewriter){written_out, d});
  return *f != NULL;
}

bool sar_user_write_definitions_out(SarArena *arena, SarUserDefinitions *d) {
  for (int32_t k = 0; k < d->count; k++) {
    if (!sar_user_write_out(arena, d, &d->of[d->order[k]])) return false;
  }
  return true;
}

/* ---- at work ---- */

static void collect(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  sar_user_collect(c, f, source->target);
}

SarStatus sar_user_make_definitions(SarUserCollection *c) {
  SarUser *u = c->u;
  SarArena *arena = u->symbols.arena;
  SarUserDefinitions d;
  SarUserClasses classes;
  if (!u->nalgebraic) return SAR_OK;
  SarUserSource *sources = SAR_NEW(arena, u->nalgebraic + 1, SarUserSource);
  bool ok = sources && sar_user_definitions(arena, u, &d) && sar_user_write_definitions_out(arena, &d);
  if (!ok) return sar_report_no_memory(c->s->context);
  for (int32_t k = 0; k < d.count; k++) {
    int32_t z = d.order[k];
    sources[k] = (SarUserSource){d.of[z], u->algebraic[z].element, 0, z};
  }
  SAR_TRY(sar_user_make_classes(c, sources, d.count, &classes));
  return sar_user_make_batches(c, &classes, collect, &u->definitions);
}

void sar_workspace_define(const SarWorkspace *m, const SarPoint *at, double *z) {
  const SarUser *u = m->system->user;
  if (!u || !u->definitions.noutputs) return;
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, &u->definitions, at);
  for (int32_t i = 0; i < u->definitions.noutputs; i++) {
    if (isfinite(values[i])) z[u->definitions.target[i]] = values[i];
  }
}
