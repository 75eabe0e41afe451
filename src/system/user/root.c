#include "system/user/root.h"

#include <stdlib.h>

#include "expr/enclose.h"
#include "system/events.h"
#include "system/user/user.h"

/* Where a variable of the switching functions is found. */
typedef enum Kind {
  FROM_LEAF, /* parameters, inputs, branches */
  FROM_TIME,
  FROM_Q,
  FROM_V,
  FROM_A,
  FROM_AXES,
  FROM_TURN,
  FROM_X,
  FROM_XDOT,
  FROM_OTHER /* lambda, mu, z */
} Kind;

typedef struct Source {
  Kind kind;
  int32_t index; /* in the array of the point; of axes the entry, of a leaf the leaf, of a turn its number */
  int32_t body;  /* -1: it does not belong to one */
  int32_t state; /* -1: it is none; of others: their place among the unknowns */
} Source;

typedef struct Placed {
  const int32_t *bodies; /* whose axes are read */
  int32_t count;
} Placed;

typedef struct SarUserRoots {
  Source *source; /* by variable of the program */
  Placed *placed; /* by root */
  double *scratch;
} SarUserRoots;

/* ---- sources ---- */

static Source source_of_body(int32_t index) {
  int32_t b = index / SAR_BODY_SYMBOLS, k = index % SAR_BODY_SYMBOLS;
  if (k < SAR_BODY_AXES) return (Source){FROM_Q, 7 * b + k, b, -1};
  if (k < SAR_BODY_V) return (Source){FROM_AXES, k - SAR_BODY_AXES, b, -1};
  if (k < SAR_BODY_ACC) return (Source){FROM_V, 6 * b + k - SAR_BODY_V, b, -1};
  return (Source){FROM_A, 6 * b + k - SAR_BODY_ACC, b, -1};
}

static Source source_of(const SarSystem *s, int32_t leaf) {
  const SarUser *u = s->user;
  int kind = SAR_SYMBOL_KINDS - 1;
  while (kind > SAR_SYMBOL_TIME && leaf < u->first[kind]) kind--;
  int32_t i = leaf - u->first[kind], nb = s->nbodies, lambda = 6 * nb + u->ncoordinates, mu = lambda + s->nposition;
  switch ((SarSymbolKind)kind) {
    case SAR_SYMBOL_TIME: return (Source){FROM_TIME, 0, -1, -1};
    case SAR_SYMBOL_TURN: return (Source){FROM_TURN, i, -1, -1};
    case SAR_SYMBOL_BODY: return source_of_body(i);
    case SAR_SYMBOL_Q: return (Source){FROM_Q, 7 * nb + i, -1, -1};
    case SAR_SYMBOL_V: return (Source){FROM_V, 6 * nb + i, -1, -1};
    case SAR_SYMBOL_A: return (Source){FROM_A, 6 * nb + i, -1, -1};
    case SAR_SYMBOL_LAMBDA: return (Source){FROM_OTHER, lambda + i, -1, -1};
    case SAR_SYMBOL_MU: return (Source){FROM_OTHER, mu + i, -1, -1};
    case SAR_SYMBOL_X: return (Source){FROM_X, i, -1, i};
    case SAR_SYMBOL_XDOT: return (Source){FROM_XDOT, i, -1, i};
    case SAR_SYMBOL_Z: return (Source){FROM_OTHER, mu + s->nvelocity + s->nstates + i, -1, -1};
    default: return (Source){FROM_LEAF, leaf, -1, -1};
  }
}

/* ---- what a function reads ---- */

enum { READS_POINT = 1, READS_RATES = 2, READS_AXES = 4 }; /* of a body */

/* Lists that are filled for one function after the other; of[...]: by body, coordinate and state, what is read. */
typedef struct Gathering {
  const SarWorkspace *m;
  uint8_t *of_body, *of_coordinate, *of_state;
  int32_t *bodies, *coordinates, *states, *others;
  int32_t nbodies, ncoordinates, nstates, nothers;
} Gathering;

static void note(uint8_t *of, int32_t *list, int32_t *count, int32_t index, uint8_t what) {
  if (!of[index]) list[(*count)++] = index;
  of[index] |= what;
}

static void note_body(Gathering *g, int32_t body, uint8_t what) {
  if (body < g->m->system->nbodies) note(g->of_body, g->bodies, &g->nbodies, body, what); /* the ground stands */
}

static void note_turn(Gathering *g, int32_t turn) {
  const SarSystem *s = g->m->system;
  const SarCoordinate *y = &s->coordinates[s->user->turns[turn]];
  note_body(g, y->a, READS_POINT | READS_RATES | READS_AXES);
  note_body(g, y->b, READS_POINT | READS_RATES | READS_AXES);
}

static void note_source(Gathering *g, const Source *source) {
  int32_t nb = g->m->system->nbodies, velocity = source->kind == FROM_Q ? source->index - nb : source->index;
  switch (source->kind) {
    case FROM_LEAF:
    case FROM_TIME: break;
    case FROM_TURN: note_turn(g, source->index); break;
    case FROM_AXES: note_body(g, source->body, READS_AXES); break;
    case FROM_X:
    case FROM_XDOT: note(g->of_state, g->states, &g->nstates, source->state, 1); break;
    case FROM_OTHER: g->others[g->nothers++] = source->index; break;
    default:
      if (source->body < 0) {
        note(g->of_coordinate, g->coordinates, &g->ncoordinates, velocity - 6 * nb, 1);
      } else {
        bool rates = source->kind != FROM_Q && source->index % 6 >= 3;
        note_body(g, source->body, rates ? READS_RATES : READS_POINT);
      }
  }
}

static int32_t *keep(SarArena *arena, const int32_t *list, int32_t count) {
  int32_t *copy = SAR_NEW(arena, count + 1, int32_t);
  for (int32_t i = 0; copy && i < count; i++) copy[i] = list[i];
  return copy;
}

/* Writes down what was gathered, and forgets it. */
static bool write_down(Gathering *g, SarArena *arena, SarReads *reads, Placed *placed) {
  int32_t nb = g->m->system->nbodies, *bodies = SAR_NEW(arena, g->nbodies + 1, int32_t);
  SarReadBlock *blocks = SAR_NEW(arena, 2 * g->nbodies + g->ncoordinates + 1, SarReadBlock);
  *reads = (SarReads){.blocks = blocks,
                      .states = keep(arena, g->states, g->nstates),
                      .others = keep(arena, g->others, g->nothers),
                      .nstates = g->nstates,
                      .nothers = g->nothers};
  *placed = (Placed){.bodies = bodies};
  if (!bodies || !blocks || !reads->states || !reads->others) return false;
  for (int32_t k = 0; k < g->nbodies; k++) {
    int32_t b = g->bodies[k];
    SarBlock point = {SAR_BLOCK_PLAIN, 7 * b, 6 * b, 3}, turn = {SAR_BLOCK_ROTATION, 7 * b + 3, 6 * b + 3, 1};
    bool axes = g->of_body[b] & READS_AXES;
    if (g->of_body[b] & READS_POINT) blocks[reads->nblocks++] = (SarReadBlock){.block = point};
    if (axes || g->of_body[b] & READS_RATES) {
      blocks[reads->nblocks++] = (SarReadBlock){.block = turn, .turn = b, .rates = !axes};
    }
    if (axes) bodies[placed->count++] = b;
    g->of_body[b] = 0;
  }
  for (int32_t k = 0; k < g->ncoordinates; k++) {
    int32_t i = g->coordinates[k];
    blocks[reads->nblocks++] = (SarReadBlock){.block = {SAR_BLOCK_PLAIN, 7 * nb + i, 6 * nb + i, 1}};
    g->of_coordinate[i] = 0;
  }
  for (int32_t k = 0; k < g->nstates; k++) g->of_state[g->states[k]] = 0;
  g->nbodies = g->ncoordinates = g->nstates = g->nothers = 0;
  return true;
}

static bool gather_all(Gathering *g, SarArena *arena, const Source *source, SarReads *reads, Placed *placed) {
  const SarUser *u = g->m->system->user;
  bool ok = true;
  for (int32_t i = 0; ok && i < u->nroots; i++) {
    const SarSlice *slice = &u->root_slices[i];
    if (i > 0 && slice->variables == slice[-1].variables) { /* both are the whole program */
      reads[i] = reads[i - 1];
      placed[i] = placed[i - 1];
      continue;
    }
    for (int32_t k = 0; k < slice->nvariables; k++) note_source(g, &source[slice->variables[k]]);
    ok = write_down(g, arena, &reads[i], &placed[i]);
  }
  return ok;
}

static bool make_reads(SarWorkspace *m, const Source *source, int32_t nvariables, SarReads *reads, Placed *placed) {
  const SarSystem *s = m->system;
  size_t nb = (size_t)s->nbodies, nc = (size_t)s->user->ncoordinates, nx = (size_t)s->nstates;
  uint8_t *flags = calloc(nb + nc + nx + 1, sizeof *flags);
  int32_t *lists = calloc(nb + nc + nx + (size_t)nvariables + 1, sizeof *lists);
  Gathering g = {.m = m, .of_body = flags, .bodies = lists};
  bool ok = flags && lists;
  if (ok) {
    g.of_coordinate = flags + nb, g.of_state = flags + nb + nc;
    g.coordinates = lists + nb, g.states = g.coordinates + nc, g.others = g.states + nx;
    ok = gather_all(&g, m->arena, source, reads, placed);
  }
  free(flags);
  free(lists);
  return ok;
}

bool sar_user_make_roots(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  const SarProgram *program = u->roots.program;
  const int32_t *leaves;
  if (!u->nroots || !program) return true;
  int32_t nvariables = sar_program_variables(program, &leaves);
  SarUserRoots *roots = SAR_NEW(m->arena, 1, SarUserRoots);
  Source *source = SAR_NEW(m->arena, nvariables + 1, Source);
  SarReads *reads = SAR_NEW(m->arena, u->nroots, SarReads);
  Placed *placed = SAR_NEW(m->arena, u->nroots, Placed);
  double *scratch = SAR_NEW(m->arena, sar_program_scratch(program) + 1, double);
  if (!roots || !source || !reads || !placed || !scratch) return false;
  for (int32_t i = 0; i < nvariables; i++) source[i] = source_of(m->system, leaves[i]);
  sar_program_constants(program, scratch);
  *roots = (SarUserRoots){source, placed, scratch};
  m->root_sources = roots;
  m->problem.reads = reads;
  return make_reads(m, source, nvariables, reads, placed);
}

/* ---- its value ---- */

static double value_of(const SarWorkspace *m, const Source *source, const SarPoint *at) {
  int32_t i = source->index;
  switch (source->kind) {
    case FROM_LEAF: return m->leaves[i];
    case FROM_TIME: return at->t;
    case FROM_Q: return at->q[i];
    case FROM_V: return at->v[i];
    case FROM_A: return at->a[i];
    case FROM_AXES: return ((const double *)&m->kin[source->body].A)[i];
    case FROM_TURN: return sar_workspace_turns(m, m->system->user->turns[i], at->t);
    case FROM_X: return at->x[i];
    case FROM_XDOT: return at->xdot[i];
    case FROM_OTHER: break;
  }
  const SarSizes *n = &m->problem.n;
  int32_t mu = n->nv + n->np, z = mu + n->nn + n->nx;
  return i >= z ? at->z[i - z] : i >= mu ? at->mu[i - mu] : at->lambda[i - n->nv];
}

SarStatus sar_workspace_root(const SarProblem *p, int32_t root, const SarPoint *at, double *value) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUser *u = m->system->user;
  const SarUserRoots *roots = m->root_sources;
  const SarSlice *slice = &u->root_slices[root];
  const Placed *placed = &roots->placed[root];
  for (int32_t k = 0; k < placed->count; k++) sar_workspace_place_one(m, placed->bodies[k], at->q, at->v);
  for (int32_t k = 0; k < slice->nvariables; k++) {
    int32_t i = slice->variables[k];
    roots->scratch[i] = value_of(m, &roots->source[i], at);
  }
  *value = sar_slice_evaluate(u->roots.program, slice, root, roots->scratch);
  sar_workspace_note_stop_in(m, u->roots.program, roots->scratch);
  return SAR_OK;
}
