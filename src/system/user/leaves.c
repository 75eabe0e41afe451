#include "system/user/leaves.h"

#include <string.h>

#include "expr/enclose.h"
#include "expr/lanes.h"
#include "system/user/user.h"

/* ---- what the programs read ---- */

static void copy(double *to, const double *from, int32_t count) {
  if (!count) return;
  if (from) {
    memcpy(to, from, (size_t)count * sizeof *to);
  } else {
    memset(to, 0, (size_t)count * sizeof *to);
  }
}

static void load_bodies(const SarWorkspace *m, const double *a, double *leaf) {
  for (int32_t b = 0; b < m->system->nbodies; b++, leaf += SAR_BODY_SYMBOLS) {
    const SarKin *k = &m->kin[b];
    sar_vec3_store(k->r, leaf + SAR_BODY_R);
    memcpy(leaf + SAR_BODY_AXES, &k->A, 9 * sizeof *leaf);
    sar_vec3_store(k->v, leaf + SAR_BODY_V);
    sar_vec3_store(k->w, leaf + SAR_BODY_W);
    copy(leaf + SAR_BODY_ACC, a ? a + 6 * b : NULL, 6);
  }
}

static void load_turns(const SarWorkspace *m, double t, double *leaf) {
  const SarUser *u = m->system->user;
  for (int32_t i = 0; i < u->nturns; i++) leaf[i] = sar_workspace_turns(m, u->turns[i], t);
}

void sar_user_load_as_it_is(const SarWorkspace *m, const SarPoint *at, bool turns) {
  const SarSystem *s = m->system;
  const SarUser *u = s->user;
  double *leaf = m->leaves;
  int32_t nb = s->nbodies, nc = u->ncoordinates;
  leaf[u->first[SAR_SYMBOL_TIME]] = at->t;
  if (turns) load_turns(m, at->t, leaf + u->first[SAR_SYMBOL_TURN]);
  load_bodies(m, at->a, leaf + u->first[SAR_SYMBOL_BODY]);
  copy(leaf + u->first[SAR_SYMBOL_Q], at->q ? at->q + 7 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_V], at->v ? at->v + 6 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_A], at->a ? at->a + 6 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_LAMBDA], at->lambda, s->nposition);
  copy(leaf + u->first[SAR_SYMBOL_MU], at->mu, s->nvelocity);
  copy(leaf + u->first[SAR_SYMBOL_X], at->x, s->nstates);
  copy(leaf + u->first[SAR_SYMBOL_XDOT], at->xdot, s->nstates);
  copy(leaf + u->first[SAR_SYMBOL_Z], at->z, u->nalgebraic);
}

/* ---- evaluation ---- */

static void run_batch(const SarUserBatch *batch, const double *leaves, double *scratch, double *outputs) {
  SarBinding bindings[SAR_LANES];
  sar_lanes_prepare(batch->program, scratch);
  for (int32_t first = 0; first < batch->count; first += SAR_LANES) {
    int32_t count = batch->count - first < SAR_LANES ? batch->count - first : SAR_LANES;
    for (int32_t k = 0; k < count; k++) {
      size_t i = (size_t)first + (size_t)k;
      bindings[k] = (SarBinding){batch->reads + i * (size_t)batch->nreads, batch->writes + i * (size_t)batch->nwrites,
                                 batch->constants + i * (size_t)batch->nconstants};
    }
    sar_lanes_evaluate(batch->program, bindings, count, leaves, scratch, outputs);
  }
}

/* The program of what is in no batch. */
static void run_rest(const SarUserProgram *program, const double *leaves, double *scratch, double *outputs) {
  SarBinding binding = {.writes = program->places};
  if (!program->places) {
    sar_program_evaluate(program->program, leaves, scratch, outputs);
    return;
  }
  sar_program_variables(program->program, &binding.reads);
  sar_program_constants(program->program, scratch);
  sar_program_evaluate_bound(program->program, &binding, leaves, scratch, outputs);
}

void sar_user_run_batches(const SarWorkspace *m, const SarUserProgram *program, double *scratch, double *outputs) {
  for (int32_t i = 0; i < program->nbatches; i++) {
    const SarUserBatch *batch = &program->batches[i];
    run_batch(batch, m->leaves, scratch, outputs);
    *m->work += (int64_t)batch->count * sar_program_operations(batch->program);
  }
}

void sar_user_evaluate(const SarWorkspace *m, const SarUserProgram *program, double *scratch, double *outputs) {
  if (program->program) {
    run_rest(program, m->leaves, scratch, outputs);
    sar_workspace_note_stop_in(m, program->program, scratch);
    *m->work += sar_program_operations(program->program);
  }
  sar_user_run_batches(m, program, scratch, outputs);
}

/* ---- matrix ---- */

static double weight_of(SarEntryWeight kind, const SarWeights *w) {
  switch (kind) {
    case SAR_ENTRY_A: return w->a;
    case SAR_ENTRY_V: return w->v;
    case SAR_ENTRY_Q: return w->q;
    case SAR_ENTRY_XDOT: return w->xdot;
    case SAR_ENTRY_X: return w->x;
    case SAR_ENTRY_VELOCITY_Q: return w->velocity_q;
    case SAR_ENTRY_ONE: break;
  }
  return 1;
}

void sar_user_add_entries(const SarSizes *n, const SarUserEntry *entries, int32_t nentries, const int32_t *slots,
                          const double *derivatives, const SarWeights *weights, SarUserRows *left_out, double *values) {
  for (int32_t i = 0; i < nentries; i++) {
    const SarUserEntry *entry = &entries[i];
    const double *at_output = derivatives + entry->output;
    const int32_t *slot = slots + 3 * (size_t)i;
    double w = weight_of(entry->weight, weights);
    if (w == 0 || (left_out && left_out(n, entry->row))) continue;
    if (!entry->rotation) {
      if (slot[0] >= 0) values[slot[0]] += w * sar_user_derivative(at_output[0]);
      continue;
    }
    const double g[3] = {sar_user_derivative(at_output[0]), sar_user_derivative(at_output[1]),
                         sar_user_derivative(at_output[2])};
    const double *turn = weights->rotation ? weights->rotation + 9 * (entry->column / 6) : NULL;
    for (int j = 0; j < 3; j++) {
      if (slot[j] < 0) continue;
      values[slot[j]] += w * (turn ? g[0] * turn[j] + g[1] * turn[3 + j] + g[2] * turn[6 + j] : g[j]);
    }
  }
}
