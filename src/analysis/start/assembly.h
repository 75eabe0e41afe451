/* Positions onto the constraints from a rough guess.
 *
 * Several ways, each tried only when the one before has failed: the direct one (Gauss-Newton steps of least
 * displacement), the damped one (Levenberg-Marquardt), the staged one (joint by joint along a spanning tree, then the
 * joints that close loops), and all of these again from perturbed poses. */
#ifndef SAR_ANALYSIS_ASSEMBLY_H
#define SAR_ANALYSIS_ASSEMBLY_H

#include "analysis/start/equations.h"
#include "sarrus/analysis.h"

#define SAR_ASSEMBLED 1e-9 /* largest |Phi|/L that counts as assembled */

/* The steps, with room for them. An unknown that is frozen keeps its value: the coordinates of a locked body, the
 * multiplier of a row that is left out. */
typedef struct SarAssembler {
  SarContext *context;
  SarWorkspace *m; /* all rows, regularised, so that dependent rows do no harm */
  SarLinear *linear;
  double *memory, *values, *rhs, *zero, *trial, *magnitude;
  double *unit;       /* n: of the unknowns in the matrix, powers of two */
  double *resistance; /* nbodies: weight of the body's displacement, as sar_body_weight has it without preferences */
  int32_t *diagonal;  /* where the diagonal of the scalar coordinates stands among the values */
  bool *frozen;       /* n flags, in the order of the unknowns */
  bool *locked;       /* nbodies flags: as sar_assembler_lock has set them */
  uint8_t *kept;      /* nbodies: bits of the single components that are to stay, besides */
  bool holds;         /* they stay bit for bit; or else they resist much more than others */
  bool follows;       /* angles keep their turns on the way, however far it is */
  int32_t n, iterations, most_iterations;
} SarAssembler;

SarStatus sar_assembler_create(SarContext *context, SarWorkspace *m, SarAssembler *a);
void sar_assembler_destroy(SarAssembler *a);

/* A locked body keeps its coordinates bit for bit; a row that is not active does not count. */
void sar_assembler_lock(SarAssembler *a, int32_t body, bool locked);
void sar_assembler_activate(SarAssembler *a, int32_t row, bool active);
static inline bool sar_assembler_is_active(const SarAssembler *a, int32_t row) {
  return !a->frozen[a->m->problem.n.nv + row];
}

/* Keeps all scalar coordinates where they are, or lets them go. */
void sar_assembler_lock_coordinates(SarAssembler *a, bool locked);

/* The same for amplitudes of modal bodies; false: there are none. */
bool sar_assembler_lock_amplitudes(SarAssembler *a, bool locked);

/* The weight of a velocity coordinate where displacements are to be small: w/L^2, w, or 1/scale^2 of a scalar one. */
double sar_assembler_weight(const SarAssembler *a, int32_t i);

/* Factorises the matrix of a step, damped by eps (of 1). SAR_SINGULAR is left to the caller. */
SarStatus sar_assembler_factor(SarAssembler *a, double t, const double *q, double eps);

/* rhs becomes the solution. */
void sar_assembler_solve(SarAssembler *a);

/* q (+) dq, where locked bodies stay. */
void sar_assembler_move(SarAssembler *a, const double *dq, double *q);

/* Largest |Phi|/L over the active rows. */
SarStatus sar_assembler_error(SarAssembler *a, double t, const double *q, double *error);

/* Moves q as far as the way gets; *error as above. SAR_OK also when it did not get to zero. */
SarStatus sar_assembler_direct(SarAssembler *a, double t, double *q, double *error);
SarStatus sar_assembler_damped(SarAssembler *a, double t, double *q, double *error);

/* What an assembly did. */
typedef struct SarAssemblyWork {
  SarAssemblyWay way;
  int32_t iterations, stages, restarts;
  bool exhausted; /* given up because of the work, not for want of further ways */
} SarAssemblyWork;

/* All ways, until one of them assembles; near: only those that stay near the written pose, direct and damped. q comes
 * in as the pose that was written and leaves as the assembled one, or as the one with the smallest error. */
SarStatus sar_assembler_run(SarAssembler *a, double t, double *q, bool near, double *error, SarAssemblyWork *work);

/* The staged way alone (assembly_staged.c). *count goes up with every stage. */
SarStatus sar_assembler_staged(SarAssembler *a, double t, double *q, double *error, int32_t *count);

/* Moves an assembled q along the constraints to where it is nearest to `written`. */
SarStatus sar_assembler_settle(SarAssembler *a, double t, const double *written, double *q);

/* Whether a joint of parallel axes has them opposed at q, though they were not at `written`. */
bool sar_joint_is_opposed(const SarSystem *s, int32_t element, const double *written, const double *q);

/* How far two poses are apart: weighted sum over the bodies of (translation / L)^2 + rotation^2. */
double sar_assembler_distance(const SarAssembler *a, const double *from, const double *to);

/* Bodies of the system that assembly may not move, and whether any body has a lock or a weight of its own. Interfaces
 * of modal bodies have neither: they follow, which costs next to nothing. */
bool sar_body_keeps_position(const SarSystem *s, int32_t body);
bool sar_body_keeps_velocity(const SarSystem *s, int32_t body);
#define SAR_FOLLOWING_WEIGHT 1e-3
double sar_body_weight(const SarSystem *s, int32_t body);
bool sar_system_has_preferences(const SarSystem *s);

/* Sets locks and weights as the model says. */
void sar_assembler_prefer(SarAssembler *a);

/* v onto the velocity constraints at q: the least change in the weighted norm, where velocities of locked bodies stay
 * as they are. So do single components that are to be kept, if all of them can. *error: largest rate over L that
 * remains; *worst: its row among position and velocity rows. */
SarStatus sar_assembler_velocity(SarAssembler *a, const double *q, double *v, const double *x, double *error,
                                 int32_t *worst);

/* Moves q onto Phi(t, q) = 0 by the direct way alone. */
SarStatus sar_assemble_position(SarContext *context, SarWorkspace *m, double t, double *q, double *error);

/* A direction of free motion at q: the part of a fixed pseudo-random direction, or of v if that is not zero, that
 * violates no constraint to first order; scaled to RMS 1 in weighted components. direction: nv; all zero if nothing can
 * move. */
SarStatus sar_free_direction(SarContext *context, SarWorkspace *m, double t, const double *q, const double *v,
                             double *direction);
SarStatus sar_assembler_free_direction(SarAssembler *a, double t, const double *q, const double *v, double *direction);

/* Numbers between -1 and 1 that are the same in every run. */
static inline double sar_next_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-52 - 1;
}

#endif
