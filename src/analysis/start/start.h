/* The start of every analysis: an assembled mechanism. Positions and velocities that satisfy the constraints, nearest
 * to what was written; the rows to carry; consistent accelerations and multipliers by an exact solve. */
#ifndef SAR_ANALYSIS_START_H
#define SAR_ANALYSIS_START_H

#include "analysis/start/assembly.h"
#include "analysis/start/equations.h"
#include "analysis/start/redundancy.h"

/* The end of remedies where joints contradict each other. */
#define SAR_LOOK_FOR_CURE "; `sarrus check MODEL --fix FIXED.yaml` looks for joints to change"

typedef struct SarStart {
  SarContext *context;
  const SarSystem *system;
  SarWorkspace *all; /* all rows carried, regularised: for assembly and rank; null once all rows are carried in m */
  SarWorkspace *m;   /* the rows that are carried */
  SarEquations *equations;
  SarRowSet rows;
  double *memory;
  double t;                                       /* when it is: 0, or where a phase before has stopped */
  double *q, *v, *x, *a, *lambda, *mu, *xdot, *z; /* consistent then */
  double position_error, velocity_error;          /* of what was written (system->q0, v0), over L */
  double position_left, velocity_left;            /* of q and v, over L */
  SarAssemblyWork work;                           /* what assembly did to get from q0 to q */
  int32_t degrees_of_freedom;
  int32_t extra_freedom; /* directions that open only at this pose, because it is singular */
  bool assembled;
  bool shares; /* some of the equations depend on how redundant joints share their loads: */
  bool *feels; /* by row, those; null: nobody has looked */
  /* Starts of joints move the mechanism after the written pose was closed (joint_start.h): that pose, and the
   * velocities, with the pose they belong to, of which the constraints then allow what they can. Without starts q, v0
   * and q0. */
  const double *closed, *begun_v, *begun_q;
  double *closed_room, *begun_room;
  const char *linear; /* the solver for all matrices; null: auto */
  const double *from; /* the pose to begin with, near which assembly stays; null: the written one */
} SarStart;

/* With errors reported: SAR_CANNOT_ASSEMBLE, SAR_CONFLICT, SAR_SINGULAR_SYSTEM. `out` is set even then, as far as it
 * came, and must be destroyed. */
SarStatus sar_start_create(SarContext *context, const SarSystem *system, SarStart **out);
/* With a linear solver of that name, which must outlive it. */
SarStatus sar_start_create_by(SarContext *context, const SarSystem *system, const char *linear, SarStart **out);
/* From the pose `from` (nq numbers) instead of the written one, and without looking for poses far from it: for trials
 * of models that differ little from one whose pose is known. */
SarStatus sar_start_create_near(SarContext *context, const SarSystem *system, const double *from, SarStart **out);
void sar_start_destroy(SarStart **start);

/* The consistent point. */
static inline SarPoint sar_start_point(const SarStart *s) {
  return (SarPoint){.t = s->t,
                    .q = s->q,
                    .v = s->v,
                    .a = s->a,
                    .lambda = s->lambda,
                    .mu = s->mu,
                    .x = s->x,
                    .xdot = s->xdot,
                    .z = s->z};
}

/* Picks the rows to carry anew at (t, q, v) and rebuilds mechanism and equations. *changed: whether the set is another
 * one. */
SarStatus sar_start_pick_rows(SarStart *s, double t, const double *q, const double *v, bool *changed);

/* Consistent accelerations, multipliers, rates and variables at a point, with the branches of expressions that jump
 * chosen as they are there. a ... z come in as a first guess. Where they cannot be found it is reported. */
SarStatus sar_start_solve(SarStart *s, double t, const double *q, const double *v, const double *x, double *a,
                          double *lambda, double *mu, double *xdot, double *z);

/* Which rows are carried, what the mechanism remembers, and the pivots of its equations. Loading rebuilds the mechanism
 * where the rows are others than at the start. */
SarStatus sar_start_archive(SarStart *s, SarArchive *archive);

/* Gives back what only assembly (and, without `output`, only output) needs, unless redundant rows may have to be picked
 * anew. */
void sar_start_release(SarStart *s, bool output);

/* One warning if forces, variables or states depend on reactions which redundant joints share in no determined way:
 * they get those of least norm (sharing.c). */
void sar_start_warn_sharing(const SarStart *s);

/* Names every redundant row in warnings. */
void sar_start_warn_redundant(const SarStart *s);

/* One warning if assembly moved a body by more than a little: the one that moved most. */
void sar_start_warn_moved(const SarStart *s);

/* One warning if the joints do not allow a velocity that was written: the body whose velocity is changed most, and the
 * joint or motion that changes it. Velocities that were not written count as open. */
SarStatus sar_start_warn_velocity(const SarStart *s);

/* What was changed most of the written pose and of written velocities. */
SarStartChange sar_start_change(const SarStart *s);

/* How far assembly moved one body; scalar coordinates follow the bodies. */
SarMoved sar_start_moved(const SarStart *s, int32_t body);

/* Reports which joints stay open at s->q (phi: all rows there), in which loop, and whether locks are the cause
 * (assembly_conflict.c). */
SarStatus sar_start_report_open(SarStart *s, double error, const double *phi);

/* The largest |Phi| / L over all rows, carried or not. */
double sar_start_position_error(const SarStart *s, const double *phi);

#endif
