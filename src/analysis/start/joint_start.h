/* Starts of joints: `start: {angle: 30 deg, angle_rate: 5}`.
 *
 * From the closed written pose the mechanism is led to the values along a path of small steps, as if motions drove it
 * there: so it stays on its branch, and angles are followed through their turns. In every step what hangs on a joint
 * goes along with it as a whole, so that other joints keep their coordinates, and then assembly closes what loops have
 * opened. Velocities are led in the same way, in one step. */
#ifndef SAR_ANALYSIS_JOINT_START_H
#define SAR_ANALYSIS_JOINT_START_H

#include "analysis/start/start.h"
#include "base/arena.h"
#include "base/rotation.h"

/* The mechanism with one more motion for each start (joint_start_trial.c). */
typedef struct SarStartTrial {
  SarArena *arena;
  SarContext *quiet; /* of compilation, which has said what it has to say before */
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
} SarStartTrial;

/* The time in which the trial goes from the written pose to the starts: none, beside anything that the model's own
 * motions and equations do meanwhile, which are to stay what they are at t = 0. A power of two: dividing by it rounds
 * nothing. */
#define SAR_START_WAY 0x1p-300

/* rates: motions that prescribe rates; else positions, from `now` (one for each start) at t = 0 to the start at the end
 * of SAR_START_WAY. */
SarStatus sar_start_trial_create(const SarStart *s, bool rates, const double *now, SarStartTrial *trial);
void sar_start_trial_destroy(SarStartTrial *trial);

/* The start that a row of a trial stands for, or null. */
const SarJointStart *sar_start_trial_start(const SarStart *s, const SarStartTrial *trial, int32_t row);

/* x goes to `to` + turn (x - from), or, where nothing turns, to x + shift. */
typedef struct SarStartMove {
  bool any, turns;
  SarQuat turn;
  SarVec3 from, to, shift;
} SarStartMove;

/* The velocity at r is speed + omega x (r - point). */
typedef struct SarStartField {
  bool any, turns;
  SarVec3 speed, omega, point;
} SarStartField;

/* Bodies that hang on joints (joint_start_tree.c). */
typedef struct SarStartTree {
  const SarSystem *system;
  int32_t *via;             /* by node: the joint that leads there; -1: none */
  int32_t *queue;           /* nodes, those nearer to the ground first */
  int32_t reached;          /* how many */
  int32_t *first, *next;    /* by node: the first start that moves it; by start: the next one; -1: none */
  bool *keeps, *keeps_rate; /* by node: it keeps its position; its velocity is written, or kept */
  SarStartMove *moves;      /* by node: how it moves */
  SarStartField *fields;    /* by node: what its velocity gets */
  int64_t visits;           /* of nodes, so far: what the time is proportional to */
} SarStartTree;

SarStatus sar_start_tree_create(const SarStart *s, SarStartTree *tree);
void sar_start_tree_destroy(SarStartTree *tree);

/* Moves what hangs on joints by ways[i] along the coordinate of start i, and turns its velocities with it. Bodies that
 * keep their position stay (joint_start_move.c). */
void sar_start_tree_move(SarStartTree *tree, const SarWorkspace *m, const double *ways, double *q, double *v);

/* Adds to what hangs on joints what the rates of the starts lack; bodies whose velocity was written keep it. */
void sar_start_tree_push(SarStartTree *tree, const SarWorkspace *m, const double *q, double *v);

/* s->q, s->v and the turns of s->all to where the starts say; s->closed is where the written pose was. */
SarStatus sar_start_lead_positions(SarStart *s);

/* s->v to the rates that the starts say. */
SarStatus sar_start_lead_rates(SarStart *s);

#endif
