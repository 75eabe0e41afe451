#include <math.h>
#include <string.h>

#include "model/beam.h"
#include "system/carry.h"
#include "system/crowding_follow.h"
#include "system/events.h"
#include "system/inputs.h"
#include "system/parts.h"
#include "system/share.h"
#include "system/user/asleep.h"
#include "system/user/levels.h"
#include "system/user/memo.h"
#include "system/user/root.h"
#include "system/user/user.h"
#include "system/workspace.h"

static const SarProblemOps mechanism_ops = {
    .residual = sar_workspace_residual,
    .jacobian = sar_workspace_jacobian,
    .magnitude = sar_workspace_magnitude,
    .position = sar_workspace_position,
    .velocity = sar_workspace_velocity,
    .acceleration = sar_workspace_acceleration,
    .by_time = sar_workspace_by_time,
    .reset = sar_workspace_reset,
    .accept = sar_workspace_accept,
    .refresh = sar_workspace_refresh,
    .roots = sar_workspace_roots,
    .settle = sar_workspace_settle,
    .continues = sar_workspace_continues,
    .activity = sar_workspace_activity,
    .foresee = sar_workspace_foresee,
    .explain = sar_workspace_explain,
    .enclose_step = sar_workspace_enclose_step,
    .enclose_roots = sar_workspace_enclose_roots,
    .root = sar_workspace_root,
    .enclose_root = sar_workspace_enclose_root,
};

/* A state is measured against its own size, but not against less than this, in whatever unit it has. */
#define LEAST_STATE 1e-3

static double own_scale(double start) { return start != 0 ? fabs(start) : 1; }

/* Numerics, section 4: lengths against L, angles against a radian, other numbers against their own size. */
static double coordinate_weight(const SarSystem *s, const SarUserUnknown *coordinate) {
  if (coordinate->scale > 0) return 1 / coordinate->scale;
  switch (coordinate->kind) {
    case SAR_KIND_LENGTH: return 1 / s->length;
    case SAR_KIND_ANGLE: return 1;
    case SAR_KIND_NUMBER: break;
  }
  return 1 / own_scale(coordinate->start);
}

/* All nodes of a beam together weigh as order + 1 bodies in the mean of squares that errors are judged by, each as the
 * length that is lumped there: a finer mesh does not change the steps. The square of the factor of a body. */
static double node_share(const SarSystem *s, int32_t body) {
  int32_t element = s->bodies[body].element;
  const SarModelElement *node = &s->model->elements[element];
  const struct SarBeam *beam = node->beam;
  if (beam) return (beam->order + 1) * beam->share[node->number] / beam->length;
  if (s->bodies[body].tie) element = s->ties[s->bodies[body].tie - 1].element;
  return 1.0 / (1 + s->places[element].ties.count); /* a modal body and its interfaces together: as one */
}

/* The amplitudes of a modal body belong together: the displacement is made of all of them. Other coordinates stand
 * alone. */
static int32_t coordinates_with(const SarSystem *s, int32_t first) {
  const SarUserUnknown *all = s->user->coordinates;
  int32_t end = first + 1;
  while (all[first].scale > 0 && end < s->ncoords && all[end].element == all[first].element) end++;
  return end - first;
}

/* The sum of the squares of a block is that of one point, however many numbers it takes to say it: modes that are added
 * and do nothing must not dilute the errors of others. */
static double sum_shares(const SarSystem *s) {
  double count = 0;
  for (int32_t b = 0; b < s->nbodies; b++) count += 6 * node_share(s, b);
  for (int32_t i = 0, n; i < s->ncoords; i += n) {
    n = coordinates_with(s, i);
    count += n < SAR_BLOCK_NUMBERS ? n : SAR_BLOCK_NUMBERS;
  }
  return count;
}

/* The weight of all coordinates of a block: the root of the mean of the squares of their own. */
static double block_weight(const SarSystem *s, int32_t first, int32_t count) {
  double sum = 0;
  if (count == 1) return coordinate_weight(s, &s->user->coordinates[first]);
  for (int32_t i = first; i < first + count; i++) {
    double own = coordinate_weight(s, &s->user->coordinates[i]);
    sum += own * own;
  }
  return sqrt(sum / count);
}

/* Two blocks per body: three plain numbers, one quaternion. Then those of the scalar coordinates. */
static bool make_blocks(SarWorkspace *m) {
  int32_t nb = m->system->nbodies, nc = m->system->ncoords, next = 2 * nb;
  SarBlock *blocks = SAR_NEW(m->arena, 2 * nb + nc + 1, SarBlock);
  double *weight = SAR_NEW(m->arena, 6 * nb + nc + 1, double), *share = SAR_NEW(m->arena, 2 * nb + nc + 1, double);
  if (!blocks || !weight || !share) return false;
  double mean = nb + nc > 0 ? (6.0 * nb + nc) / sum_shares(m->system) : 1;
  bool equal = mean == 1; /* neither beams nor modal bodies */
  for (int32_t b = 0; b < nb; b++) {
    share[2 * b] = share[2 * b + 1] = node_share(m->system, b);
    double factor = equal ? 1 : sqrt(mean * share[2 * b]);
    blocks[2 * b] = (SarBlock){SAR_BLOCK_PLAIN, 7 * b, 6 * b, 3};
    blocks[2 * b + 1] = (SarBlock){SAR_BLOCK_ROTATION, 7 * b + 3, 6 * b + 3, 1};
    for (int32_t i = 0; i < 6; i++) weight[6 * b + i] = factor * (i < 3 ? 1 / m->system->length : 1);
  }
  for (int32_t i = 0, n; i < nc; i += n, next++) {
    n = coordinates_with(m->system, i);
    blocks[next] = (SarBlock){SAR_BLOCK_PLAIN, 7 * nb + i, 6 * nb + i, n};
    share[next] = 1;
    double own = sqrt(mean) * block_weight(m->system, i, n);
    for (int32_t k = i; k < i + n; k++) weight[6 * nb + k] = own;
  }
  m->problem.blocks = blocks;
  m->problem.nblocks = next;
  m->problem.nrotations = nb;
  m->problem.weight = weight;
  m->problem.share = equal ? NULL : share;
  m->problem.length = m->system->length;
  return true;
}

/* A state is the rate of a driven coordinate: rad/s against 1/s, m/s against L/s would need a time; its own size
 * serves. */
static bool make_state_weights(SarWorkspace *m) {
  double *weight = SAR_NEW(m->arena, m->system->nstates + 1, double);
  if (!weight) return false;
  for (int32_t i = 0; i < m->system->nrelations; i++) {
    const SarRelationRow *row = &m->system->relations[i];
    if (row->state >= 0) weight[row->state] = row->rotation ? 1 : 1 / m->system->length;
  }
  for (int32_t i = m->system->nmotion_states; i < m->system->nstates; i++) {
    double scale = m->system->user->states[i - m->system->nmotion_states].scale;
    weight[i] = scale > 0 ? 1 / scale : -1 / LEAST_STATE; /* without: against the largest value so far */
  }
  m->problem.weight_x = weight;
  return true;
}

static bool make_user_arrays(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  if (!u) return true;
  m->leaves = SAR_NEW(m->arena, u->nleaves + 1, double);
  m->outputs = SAR_NEW(m->arena, u->most_outputs + 1, double);
  m->actions = SAR_NEW(m->arena, u->residual.noutputs + 1, double);
  m->work = SAR_NEW(m->arena, 1, int64_t);
  m->masses = SAR_NEW(m->arena, 3 * (size_t)u->masses.noutputs + 1, double);
  m->ends = u->nwatched ? SAR_NEW(m->arena, 2 * (size_t)u->nleaves, double) : NULL;
  if (u->nwatched && !m->ends) return false;
  m->user_slots = SAR_NEW(m->arena, 3 * (size_t)u->jacobian.nentries + 1, int32_t);
  for (int32_t i = 0; m->leaves && i < m->system->model->nparameters; i++) {
    const SarCarried *carried = m->system->carried;
    m->leaves[u->first[SAR_SYMBOL_PARAMETER] + i] =
        carried ? carried->parameters[i] : m->system->model->parameters[i].value;
  }
  if (m->leaves) sar_workspace_set_mode(m, SAR_MODE_DYNAMICS);
  for (int32_t i = 0; m->leaves && i < u->ninputs; i++) {
    m->leaves[u->first[SAR_SYMBOL_INPUT] + i] = u->inputs[i].value;
  }
  return m->leaves && m->outputs && m->actions && m->work && m->masses && m->user_slots &&
         sar_workspace_make_paths(m) && sar_user_make_roots(m) && sar_user_make_levels(m) && sar_user_make_asleep(m) &&
         sar_user_make_memos(m);
}

static bool make_arrays(SarWorkspace *m) {
  const SarSystem *s = m->system;
  SarArena *arena = m->arena;
  m->kin = SAR_NEW(arena, s->nbodies + 1, SarKin);
  m->before = SAR_NEW(arena, s->nbodies + 1, SarKin);
  m->stop = SAR_NEW(arena, 1, SarStop);
  m->force = SAR_NEW(arena, 6 * s->nbodies + 6 + s->ncoords, double);
  m->scratch = SAR_NEW(arena, s->scratch + 1, double);
  m->turns = SAR_NEW(arena, s->nturns + 1, SarTurn);
  m->turn_starts = SAR_NEW(arena, s->nturns + 1, double);
  m->followed = SAR_NEW(arena, s->nturns + 1, int32_t);
  m->read = SAR_NEW(arena, s->ncoordinates + 1, bool);
  m->body_slots = SAR_NEW(arena, s->nbodies + 1, SarBodySlots);
  m->point_slots = SAR_NEW(arena, s->npoints + 1, SarPointSlots);
  m->dot1_slots = SAR_NEW(arena, s->ndot1s + 1, SarDot1Slots);
  m->scalar_slots = SAR_NEW(arena, s->nscalars + 1, SarPairSlots);
  m->term_slots = SAR_NEW(arena, s->nterms + 1, SarPairSlots);
  m->law_slots = SAR_NEW(arena, s->nlaws + 1, SarPairSlots);
  m->force_slots = SAR_NEW(arena, s->nforces + 1, SarPairSlots);
  m->tie_slots = SAR_NEW(arena, s->ntie_slots + 1, int32_t);
  m->part_slots = SAR_NEW(arena, s->npart_slots + 1, int32_t);
  m->part_scratch = SAR_NEW(arena, (size_t)s->part_rows + 3 * s->part_size + 1, double);
  m->part_space = SAR_NEW(arena, s->part_space + 1, double);
  m->part_kept = SAR_NEW(arena, s->npart_kept + 1, double);
  m->activity = SAR_NEW(arena, 1, uint64_t);
  m->part_memory = SAR_NEW(arena, sar_parts_memory(s) + 1, double);
  m->part_rest = SAR_NEW(arena, s->part_rows + 6, double);
  m->state_slot = SAR_NEW(arena, s->nstates + 1, int32_t);
  m->velocity_state = SAR_NEW(arena, s->nrelations + 1, int32_t);
  m->carried = SAR_NEW(arena, s->nposition + 1, bool);
  m->dropped_diagonal = SAR_NEW(arena, s->nposition + 1, int32_t);
  if (!m->kin || !m->before) return false;
  m->kin[s->nbodies].A = sar_mat3_identity();
  return m->stop && m->force && m->scratch && m->turns && m->turn_starts && m->followed && m->read && m->body_slots &&
         m->point_slots && m->dot1_slots && m->scalar_slots && m->term_slots && m->law_slots && m->force_slots &&
         m->tie_slots && m->part_slots && m->part_scratch && m->part_space && m->part_kept && m->part_memory &&
         m->activity && m->part_rest && m->state_slot && m->velocity_state && m->carried && m->dropped_diagonal;
}

static void mark_read(SarWorkspace *m) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nterms; i++) m->read[s->terms[i].coordinate] = true;
  for (int32_t i = 0; i < s->nlaws; i++) m->read[s->laws[i].coordinate] = true;
  for (int32_t i = 0; s->user && i < s->user->nturns; i++) m->read[s->user->turns[i]] = true;
}

SarStatus sar_workspace_create(SarContext *context, const SarSystem *s, const bool *carried, bool regularised,
                               SarWorkspace **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  SarWorkspace *m = arena ? SAR_NEW(arena, 1, SarWorkspace) : NULL;
  if (!m) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  m->arena = arena;
  m->system = s;
  m->loads = 1;
  m->problem.ops = &mechanism_ops;
  m->problem.context = context;
  m->problem.n = (SarSizes){.nq = sar_system_nq(s),
                            .nv = sar_system_nv(s),
                            .np = s->nposition,
                            .nn = s->nvelocity,
                            .nx = s->nstates,
                            .nz = s->nalgebraic,
                            .nroots = s->user ? s->user->nroots : 0};
  m->problem.forces_of_state = !s->user || !s->user->coupled;
  m->problem.affine = !s->user || (!s->user->coupled && !s->user->curved && s->user->nstates == 0);
  m->problem.touches = sar_parts_touch(s);
  m->problem.approximate = sar_parts_are_approximate(s);
  m->problem.roots = s->user ? s->user->root : NULL;
  if (regularised) m->constraint_diagonal = SAR_NEW(arena, s->nposition + s->nvelocity + 1, int32_t);
  SarStatus status = (!regularised || m->constraint_diagonal) && make_arrays(m) && make_user_arrays(m) &&
                             make_blocks(m) && make_state_weights(m)
                         ? SAR_OK
                         : SAR_NO_MEMORY;
  if (status == SAR_OK) {
    for (int32_t i = 0; i < s->nposition; i++) {
      m->carried[i] = !carried || carried[i];
      m->ndropped += !m->carried[i];
    }
    m->problem.carried = m->carried;
    status = sar_crowding_create(m);
    if (status == SAR_OK) status = sar_workspace_make_pattern(m);
  } else {
    sar_report_no_memory(context);
  }
  if (status == SAR_OK) {
    mark_read(m);
    sar_workspace_follow(m, true);
    if (s->carried && s->nturns) memcpy(m->turn_starts, s->carried->turns, (size_t)s->nturns * sizeof *m->turn_starts);
    sar_workspace_start(m, sar_system_begin(s), s->q0, s->v0);
    *out = m;
  } else {
    sar_workspace_destroy(&m);
  }
  return status;
}

void sar_workspace_destroy(SarWorkspace **mechanism) {
  if (!mechanism || !*mechanism) return;
  SarArena *arena = (*mechanism)->arena;
  sar_crowding_destroy(*mechanism);
  sar_share_destroy(*mechanism);
  sar_arena_destroy(&(*mechanism)->pattern_arena);
  sar_arena_destroy(&arena);
  *mechanism = NULL;
}

void sar_workspace_follow(SarWorkspace *m, bool all) {
  const SarSystem *s = m->system;
  m->nfollowed = 0;
  for (int32_t i = 0; i < s->ncoordinates; i++) {
    if (s->coordinates[i].turns >= 0 && (all || m->read[i])) m->followed[m->nfollowed++] = i;
  }
}

/* A driven angle starts where its function says, be it turns away. */
static void start_driven_turns(SarWorkspace *m, double t) {
  const SarSystem *s = m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    if (row->level != SAR_LEVEL_POSITION || !row->function || row->nterms != 1) continue;
    const SarTerm *term = &s->terms[row->term];
    int32_t turns = s->coordinates[term->coordinate].turns;
    double f[3];
    sar_workspace_function(m, row, t, f);
    if (turns >= 0) m->turns[turns].value = f[0] / term->coefficient;
  }
}

void sar_workspace_start(SarWorkspace *m, double t, const double *q, const double *v) {
  for (int32_t i = 0; i < m->system->nturns; i++) m->turns[i] = (SarTurn){t, m->turn_starts[i], 0};
  start_driven_turns(m, t);
  SarPoint at = {.t = t, .q = q, .v = v, .x = m->system->x0, .z = m->system->z0};
  sar_workspace_place(m, q, v);
  sar_parts_remember(m, &at, true, NULL);
  const SarCarried *carried = m->system->carried;
  if (carried && carried->remembers && t == carried->t) {
    memcpy(m->part_memory, carried->memory, (size_t)sar_parts_memory(m->system) * sizeof *m->part_memory);
  }
  sar_workspace_accept(&m->problem, &at);
  sar_workspace_settle(&m->problem, &at);
}

void sar_workspace_reset(SarProblem *p, const SarPoint *at) {
  sar_workspace_start((SarWorkspace *)p, at->t, at->q, at->v);
}

void sar_workspace_copy_memory(SarWorkspace *m, const SarWorkspace *from) {
  memcpy(m->turns, from->turns, (size_t)m->system->nturns * sizeof *m->turns);
  memcpy(m->turn_starts, from->turn_starts, (size_t)m->system->nturns * sizeof *m->turn_starts);
  memcpy(m->part_memory, from->part_memory, (size_t)sar_parts_memory(m->system) * sizeof *m->part_memory);
  const SarUser *u = m->system->user;
  if (!u) return;
  memcpy(m->leaves + u->first[SAR_SYMBOL_PARAMETER], from->leaves + u->first[SAR_SYMBOL_PARAMETER],
         (size_t)sar_user_remembered(u) * sizeof *m->leaves);
  memcpy(m->asleep, from->asleep, (size_t)u->nroots * sizeof *m->asleep);
  memcpy(m->live, from->live, (size_t)u->nleaves * sizeof *m->live);
}

/* Of the bodies as they are placed. */
static void note_turns(SarWorkspace *m, double t) {
  for (int32_t i = 0; i < m->nfollowed; i++) {
    SarCoordinateValue value = sar_workspace_coordinate(m, m->followed[i], t);
    m->turns[m->system->coordinates[m->followed[i]].turns] = (SarTurn){t, value.y, value.rate};
  }
}

void sar_workspace_accept_turns(SarWorkspace *m, double t, const double *q) {
  if (!m->nfollowed) return;
  sar_workspace_place(m, q, NULL);
  note_turns(m, t);
}

bool sar_workspace_accept_alike(SarWorkspace *m, const SarWorkspace *other) {
  if (sar_parts_remembers(m) || m->crowding) return false;
  memcpy(m->turns, other->turns, (size_t)m->system->nturns * sizeof *m->turns);
  return true;
}

void sar_workspace_accept_near(SarWorkspace *m, const SarWorkspace *other, const SarPoint *at) {
  if (!m->nfollowed && !sar_parts_remembers(m)) return;
  sar_workspace_place(m, at->q, at->v);
  sar_parts_remember(m, at, false, other);
  note_turns(m, at->t);
}

void sar_workspace_accept(SarProblem *p, const SarPoint *at) { sar_workspace_accept_near((SarWorkspace *)p, NULL, at); }
