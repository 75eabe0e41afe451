/* What goes into one program is collected here, and numbered. */
#include <stdlib.h>
#include <string.h>

#include "expr/enclose.h"
#include "system/user/user.h"

int32_t sar_user_leaf(const SarSystem *s, const SarUser *u, int32_t symbol) {
  SarSymbolKind kind = sar_symbol_kind(symbol);
  int32_t index = sar_symbol_index(symbol);
  if (kind == SAR_SYMBOL_TURN) index = s->coordinates[index].read_turn - 1;
  return u->first[kind] + index;
}

bool sar_user_has_turns(const SarUser *u, const int32_t *leaves, int32_t count) {
  int32_t first = u->first[SAR_SYMBOL_TURN], end = first + u->nturns;
  for (int32_t i = 0; i < count; i++) {
    if (leaves[i] >= first && leaves[i] < end) return true;
  }
  return false;
}

/* What numbers of leaves are found with. */
typedef struct Leaves {
  const SarSystem *s;
  const SarUser *u;
} Leaves;

static int32_t leaf_of(void *self, int32_t symbol) {
  const Leaves *leaves = self;
  return sar_user_leaf(leaves->s, leaves->u, symbol);
}

void sar_user_renumber(const SarSystem *s, const SarUser *u, const SarProgram *program) {
  Leaves leaves = {s, u};
  sar_program_renumber(program, leaf_of, &leaves);
}

int32_t sar_user_row_index(const SarSystem *s, const SarUser *u, int32_t symbol) {
  int32_t index = sar_symbol_index(symbol), nv = 6 * s->nbodies + u->ncoordinates;
  switch (sar_symbol_kind(symbol)) {
    case SAR_SYMBOL_BODY: return 6 * (index / SAR_BODY_SYMBOLS) + index % SAR_BODY_SYMBOLS - SAR_BODY_ACC;
    case SAR_SYMBOL_A: return 6 * s->nbodies + index;
    case SAR_SYMBOL_LAMBDA: return nv + index;
    case SAR_SYMBOL_MU: return nv + s->nposition + index;
    case SAR_SYMBOL_X:
    case SAR_SYMBOL_XDOT: return nv + s->nposition + s->nvelocity + index;
    default: return nv + s->nposition + s->nvelocity + s->nstates + index; /* z */
  }
}

static void add_output(SarUserCollection *c, const SarExpr *f, int32_t target) {
  const SarExpr **output = sar_append(&c->outputs, &c->count, &c->capacity, sizeof *output);
  int32_t *of = sar_append(&c->targets, &c->ntargets, &c->targets_capacity, sizeof *of);
  c->no_memory |= !output || !of;
  if (output) *output = f;
  if (of) *of = target;
}

void sar_user_collect(SarUserCollection *c, const SarExpr *f, int32_t target) {
  c->no_memory |= !f;
  add_output(c, f, target);
}

void sar_user_collect_batched(SarUserCollection *c, int32_t target) { add_output(c, NULL, target); }

void sar_user_forget(SarUserCollection *c) {
  free(c->outputs);
  free(c->targets);
  free(c->entries);
  *c = (SarUserCollection){.s = c->s, .u = c->u, .owners = c->owners};
}

/* Puts the outputs that no batch computes in front; where they belong is remembered. How many there are. */
static int32_t part_outputs(SarUserCollection *c, SarArena *arena, const int32_t **places) {
  int32_t n = 0, *list = NULL;
  for (int32_t i = 0; i < c->count; i++) n += c->outputs[i] != NULL;
  *places = NULL;
  if (n == c->count) return n;
  *places = list = SAR_NEW(arena, n + 1, int32_t);
  n = 0;
  for (int32_t i = 0; list && i < c->count; i++) {
    if (!c->outputs[i]) continue;
    list[n] = i;
    c->outputs[n++] = c->outputs[i];
  }
  c->no_memory |= !list;
  return n;
}

/* What was collected, in the arena, and its program. */
static SarStatus settle(SarUserCollection *c, SarUserProgram *out) {
  SarArena *arena = c->s->arena;
  *out = (SarUserProgram){.noutputs = c->count,
                          .target = SAR_NEW(arena, c->count + 1, int32_t),
                          .entries = SAR_NEW(arena, c->nentries + 1, SarUserEntry),
                          .nentries = c->nentries};
  if (c->no_memory || !out->target || !out->entries) return sar_report_no_memory(c->s->context);
  if (c->count) memcpy(out->target, c->targets, (size_t)c->count * sizeof *out->target);
  if (c->nentries) memcpy(out->entries, c->entries, (size_t)c->nentries * sizeof *out->entries);
  int32_t n = part_outputs(c, arena, &out->places);
  if (c->no_memory) return sar_report_no_memory(c->s->context);
  return n ? sar_program_compile(c->s->context, arena, c->outputs, n, &out->program) : SAR_OK;
}

SarStatus sar_user_finish(SarUserCollection *c, SarUserProgram *out) {
  SarStatus status = settle(c, out);
  if (out->program) {
    const int32_t *leaves;
    sar_user_renumber(c->s, c->u, out->program);
    sar_system_need_scratch(c->s, out->program);
    int32_t count = sar_program_variables(out->program, &leaves);
    out->reads_turns = sar_user_has_turns(c->u, leaves, count);
  }
  if (c->count > c->u->most_outputs) c->u->most_outputs = c->count;
  sar_user_forget(c);
  return status;
}
