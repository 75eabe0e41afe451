/* Loops among variables, found once: variables, and forces that are unknowns, whose equations speak of each other or of
 * themselves. A loop may have several solutions, or none: those whose matrix, of the equations by the variables of the
 * loop, is not constant are watched in a run (follow.c). */
#include <stdlib.h>
#include <string.h>

#include "system/user/user.h"

typedef struct Graph {
  const SarUser *u;
  int32_t n;              /* variables */
  int32_t *first, *next;  /* terms of a row: first by variable, next by term; -1: no more */
  int32_t *edge, *target; /* targets of variable i: target[edge[i] .. edge[i + 1] - 1] */
  int32_t nedges, capacity;
  int32_t *number, *low, *path, *stack; /* Tarjan: order of discovery from 1, 0: not yet; path and stack of variables */
  int32_t *at;                          /* next edge to look at */
  bool *on_stack, *own;                 /* own: the variable stands in its own equation */
  bool *tied;                           /* it answers to accelerations and the like, itself or through others */
  int32_t found, nstack;
  bool no_memory;
} Graph;

/* ---- edges ---- */

static void add_edge(void *self, int32_t symbol) {
  Graph *g = self;
  if (sar_symbol_kind(symbol) != SAR_SYMBOL_Z || g->no_memory) return;
  if (g->nedges == g->capacity) {
    int32_t larger = g->capacity ? 2 * g->capacity : 64;
    int32_t *target = realloc(g->target, (size_t)larger * sizeof *target);
    g->no_memory = !target;
    if (!target) return;
    g->target = target;
    g->capacity = larger;
  }
  g->target[g->nedges++] = sar_symbol_index(symbol);
}

/* Of u - f only f is looked at: most variables are defined so, and stand in no loop. */
static void add_edges(Graph *g, int32_t variable) {
  int32_t begin = g->nedges;
  g->edge[variable] = begin;
  for (int32_t k = g->first[variable]; k >= 0; k = g->next[k]) {
    const SarExpr *f = g->u->terms[k].f;
    bool defined = f->operation == SAR_EXPR_SUBTRACT &&
                   sar_expr_is_variable(f->arguments[0]) == sar_symbol(SAR_SYMBOL_Z, variable);
    if (!sar_expr_each_variable(defined ? f->arguments[1] : f, add_edge, g)) g->no_memory = true;
    uint32_t unknowns = SAR_HAS_ACCELERATION | SAR_HAS_MULTIPLIER | SAR_HAS_STATE_RATE;
    g->tied[variable] |= (sar_symbols_content(f) & unknowns) != 0;
  }
  for (int32_t i = begin; i < g->nedges; i++) g->own[variable] |= g->target[i] == variable;
}

static bool make_graph(Graph *g) {
  const SarUser *u = g->u;
  size_t n = (size_t)g->n + 1;
  int32_t *room = calloc(7 * n + (size_t)u->nterms + 1, sizeof *room);
  bool *flags = calloc(3 * n, sizeof *flags);
  g->first = room;
  g->on_stack = flags;
  if (!room || !flags) return false;
  g->edge = room + n, g->number = room + 2 * n, g->low = room + 3 * n, g->path = room + 4 * n;
  g->stack = room + 5 * n, g->at = room + 6 * n, g->next = room + 7 * n;
  g->own = flags + n;
  g->tied = flags + 2 * n;
  for (int32_t i = 0; i < g->n; i++) g->first[i] = -1;
  for (int32_t k = u->nterms - 1; k >= 0; k--) {
    if (sar_symbol_kind(u->terms[k].row) != SAR_SYMBOL_Z) continue;
    int32_t i = sar_symbol_index(u->terms[k].row);
    g->next[k] = g->first[i];
    g->first[i] = k;
  }
  for (int32_t i = 0; i < g->n; i++) add_edges(g, i);
  g->edge[g->n] = g->nedges;
  return !g->no_memory;
}

static void free_graph(Graph *g) {
  free(g->first);
  free(g->on_stack);
  free(g->target);
}

/* ---- loops ---- */

/* All terms of the row of a variable. */
static const SarExpr *row_of(const Graph *g, SarArena *arena, int32_t variable) {
  const SarExpr *sum = sar_expr_constant(arena, 0);
  for (int32_t k = g->first[variable]; k >= 0; k = g->next[k]) sum = sar_expr_add(arena, sum, g->u->terms[k].f);
  return sum;
}

static bool depends_on_loop(const SarExpr *f, const int32_t *z, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    if (sar_expr_depends_on(f, sar_symbol(SAR_SYMBOL_Z, z[i]))) return true;
  }
  return false;
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Its rows and its matrix into one program. */
static SarStatus add_loop(const Graph *g, SarUserCollection *c, const int32_t *members, int32_t n, bool tied) {
  SarUser *u = c->u;
  SarArena *arena = c->s->arena;
  SarUserLoop loop = {.z = SAR_NEW(arena, n, int32_t), .n = n, .linear = true};
  bool constant = true;
  if (!loop.z) return sar_report_no_memory(c->s->context);
  memcpy(loop.z, members, (size_t)n * sizeof *loop.z);
  qsort(loop.z, (size_t)n, sizeof *loop.z, compare);
  for (int32_t i = 0; i < n; i++) sar_user_collect(c, row_of(g, arena, loop.z[i]), i);
  for (int32_t k = 0; k < n * n && !c->no_memory; k++) {
    const SarExpr *f = c->outputs[k / n];
    const SarExpr *d = sar_expr_derivative(arena, f, sar_symbol(SAR_SYMBOL_Z, loop.z[k % n]));
    constant = constant && d && sar_expr_is_constant(d, NULL);
    loop.linear = loop.linear && d && !depends_on_loop(d, loop.z, n);
    sar_user_collect(c, d, n + k);
  }
  SAR_TRY(sar_user_finish(c, &loop.program));
  SarUserLoop *slot = sar_system_append(c->s, &u->loops, &u->nloops, &u->capacity[SAR_USER_LOOPS], sizeof *slot);
  if (!slot) return sar_report_no_memory(c->s->context);
  loop.watched = !constant && !tied;
  u->nwatched += loop.watched;
  *slot = loop;
  return SAR_OK;
}

static void discover(Graph *g, int32_t variable) {
  g->number[variable] = g->low[variable] = ++g->found;
  g->at[variable] = g->edge[variable];
  g->stack[g->nstack++] = variable;
  g->on_stack[variable] = true;
}

/* Whether one of the variables from stack[begin] on, or one they speak of, is tied; others are left before. */
static bool is_tied(const Graph *g, int32_t begin) {
  for (int32_t i = begin; i < g->nstack; i++) {
    int32_t v = g->stack[i];
    if (g->tied[v]) return true;
    for (int32_t k = g->edge[v]; k < g->edge[v + 1]; k++) {
      if (g->tied[g->target[k]]) return true;
    }
  }
  return false;
}

/* All edges of the variable have been followed: is it the first of a component? */
static SarStatus leave(Graph *g, SarUserCollection *c, int32_t variable) {
  if (g->low[variable] != g->number[variable]) return SAR_OK;
  int32_t begin = g->nstack;
  do g->on_stack[g->stack[--begin]] = false;
  while (g->stack[begin] != variable);
  int32_t n = g->nstack - begin;
  bool tied = is_tied(g, begin);
  for (int32_t i = begin; i < g->nstack; i++) g->tied[g->stack[i]] = tied;
  g->nstack = begin;
  bool loop = (n > 1 || g->own[variable]) && n <= SAR_LOOP_VARIABLES;
  return loop ? add_loop(g, c, g->stack + begin, n, tied) : SAR_OK;
}

/* Tarjan's strongly connected components, without recursion. */
static SarStatus search(Graph *g, SarUserCollection *c, int32_t root) {
  int32_t depth = 0;
  g->path[depth++] = root;
  discover(g, root);
  while (depth > 0) {
    int32_t v = g->path[depth - 1];
    if (g->at[v] < g->edge[v + 1]) {
      int32_t w = g->target[g->at[v]++];
      if (!g->number[w]) {
        g->path[depth++] = w;
        discover(g, w);
      } else if (g->on_stack[w] && g->number[w] < g->low[v]) {
        g->low[v] = g->number[w];
      }
      continue;
    }
    SAR_TRY(leave(g, c, v));
    depth--;
    if (depth > 0 && g->low[v] < g->low[g->path[depth - 1]]) g->low[g->path[depth - 1]] = g->low[v];
  }
  return SAR_OK;
}

SarStatus sar_user_find_loops(SarUserCollection *c) {
  Graph g = {.u = c->u, .n = c->u->nalgebraic};
  if (g.n == 0) return SAR_OK;
  SarStatus status = make_graph(&g) ? SAR_OK : sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < g.n && status == SAR_OK; i++) {
    if (!g.number[i]) status = search(&g, c, i);
  }
  free_graph(&g);
  return status;
}
