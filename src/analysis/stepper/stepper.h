/* A motion while it is being computed: the integrator with its start, the events and jumps on the way, and the rows
 * that are carried. A run (dynamics.c) goes through it step by step, and records and audits; sarrus/stepper.h gives it
 * to others, who read it where they like and change its inputs (interface.c).
 *
 *   make -> begin or load -> step -> (look) -> conclude -> step -> ... -> destroy
 *
 * Between step and conclude the step may be looked at: nothing that it ended on has acted yet. */
#ifndef SAR_ANALYSIS_STEPPER_H
#define SAR_ANALYSIS_STEPPER_H

#include "analysis/record/options.h"
#include "analysis/start/start.h"
#include "method/method.h"
#include "sarrus/stepper.h"

/* How often an event of the model has happened. Plain data. */
typedef struct SarEventTally {
  int64_t count;
  double last_time;
} SarEventTally;

/* Who looks on. All functions may be null. */
typedef struct SarStepperWatch {
  void *self;
  /* An event has happened. */
  SarStatus (*happened)(void *self, int32_t event, int32_t direction, double t);
  /* The end of the step, before what has fired there acts; and the point after it, which stands in the arrays. */
  SarStatus (*before)(void *self, double t);
  SarStatus (*after)(void *self, double t);
  /* An event has changed energies. */
  void (*exchanged)(void *self, const SarEnergies *before, const SarEnergies *after);
  /* The motion goes on from here, otherwise than it came. */
  SarStatus (*resumed)(void *self, const SarPoint *at);
  /* The integrator ends, because other rows are carried from now on. */
  void (*replaced)(void *self, const SarIntegrator *integrator);
} SarStepperWatch;

typedef struct SarStepperReading SarStepperReading;

struct SarStepper {
  SarContext *context;
  const SarSystem *system;
  SarRunPlan plan;
  SarStepperWatch watch;
  SarStart *start;
  SarStartChange change; /* what assembly has changed, before an equilibrium was looked for */
  SarIntegrator *integrator;
  int32_t mechanisms;                                      /* that were there so far: each has equations of its own */
  bool all_angles;                                         /* are followed: somebody may ask for them */
  double *memory, *q, *v, *x, *a, *lambda, *mu, *xdot, *z; /* a point inside a step; behind it the end of the step */
  double time;                                             /* end of the last step */
  bool concluded;                                          /* what the last step ended on has acted */
  SarEventTally *events;                                   /* one for each of the model */
  int64_t restarts, restart_factorisations; /* at events and jumps, and the saddle-point matrices that they took */
  double *gradient;                         /* nv: scratch of impacts */
  double *sides;                            /* scratch of jumps */
  double idle_time;                         /* of the last jump that changed nothing, ... */
  int32_t idle;                             /* ... and how many were before it, one right after the other */
  bool stopped;                             /* by an event */
  bool halted;                              /* and no phase follows */
  bool warned;                              /* of an event that may have been overlooked */
  double gap_limit;                         /* over L: what rows that are not carried may be violated by */
  struct SarSlave **fmus;                   /* instances of those of the model (fmus.h) */
  SarStepperReading *reading;               /* of who reads it from outside; null: nobody does */
};

/* ---- life (step.c) ---- */

/* Plans and assembles, with all warnings. `out` is set even where it fails, as far as it came, and must be destroyed.
 */
SarStatus sar_stepper_make(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                           SarStepper **out);
/* The integrator at rest in front of the first step. equations: somebody will ask for points inside steps. */
SarStatus sar_stepper_begin(SarStepper *s, bool equations, bool all_angles);
/* One step; why it failed, if so, is explained. */
SarStatus sar_stepper_step(SarStepper *s);

/* How far the worst of the rows that are not carried is from being satisfied. */
typedef struct SarRowGap {
  double size; /* over L */
  int32_t row;
} SarRowGap;
/* Acts where switching functions have fired at the end of the step, or picks the rows anew where the gap at its end is
 * too large. *restarted: by events or jumps. s->stopped: the motion is over. */
SarStatus sar_stepper_conclude(SarStepper *s, const SarRowGap *gap, bool *restarted);
/* The gap at the end of the step, for who does not know it. The arrays are used. */
void sar_stepper_gap(SarStepper *s, SarRowGap *gap);

/* ---- points (points.c) ---- */

SarStatus sar_stepper_make_arrays(SarStepper *s);
size_t sar_stepper_numbers(const SarStepper *s); /* of a point, which begins at s->memory */
/* The arrays as a point. */
SarPoint sar_stepper_point(const SarStepper *s, double t);
/* The end of the last step into them. */
void sar_stepper_take_end(SarStepper *s);
/* A point of the last step into them. */
void sar_stepper_interpolate(SarStepper *s, double t);
/* Projects them onto the constraints and solves for accelerations and reactions. *solved: false at a singular pose,
 * where accelerations and reactions are not to be used. */
SarStatus sar_stepper_refine(SarStepper *s, double t, bool *solved);
/* The same with other equations of the same mechanism. */
SarStatus sar_stepper_refine_with(SarStepper *s, SarEquations *e, double t, bool *solved);
/* The same with reactions of the rows that are carried alone: loads that redundant joints share are not spread. */
SarStatus sar_stepper_refine_carried(SarStepper *s, SarEquations *e, double t, bool *solved);
/* Projects them alone. *factored: the matrix of the constraints is that where they are now; false at a singular pose.
 */
SarStatus sar_stepper_project(SarStepper *s, double t, bool *factored);
/* The end of the last step with velocities that respect the constraints, and solved likewise, in a place of its own. */
SarStatus sar_stepper_solve_end(SarStepper *s, double t, SarPoint *out, bool *solved);

/* ---- events (events.c) ---- */

SarStatus sar_stepper_events(SarStepper *s, bool *restarted);
SarStatus sar_stepper_prepare_events(SarStepper *s);
/* What the events do that have fired at the end of a step, to the point in the arrays: all of them, in the order of the
 * file; several impacts together, after what events set. factored: the matrix of the constraints is that at this pose.
 * *acted: the motion is to go on otherwise than it came; false where FMUs have given what they gave before. */
SarStatus sar_stepper_act(SarStepper *s, const SarStepView *view, double t, bool factored, bool *acted);

/* ---- jumps (jump.c) ---- */

/* What the jumps at the end of a step do: they change the motion, or only the value of variables, or nothing. */
typedef enum SarJumpEffect { SAR_JUMP_ACTS, SAR_JUMP_SHOWN, SAR_JUMP_IDLE } SarJumpEffect;
/* The arrays hold the end of the step. Branches become those that are right there if that changes nothing. */
SarStatus sar_stepper_cross_jumps(SarStepper *s, double t, SarJumpEffect *effect);
SarStatus sar_stepper_prepare_jumps(SarStepper *s);
/* Jumps without effect may still show in variables: for a row their branches are settled, and then put back, so that
 * rows change nothing in the motion. */
bool sar_stepper_show_asleep(SarStepper *s, double t);
void sar_stepper_hide_asleep(SarStepper *s);

/* ---- bytes (archive.c) ---- */

/* Saves a stepper between two steps, which changes nothing in it. Loading takes the place of sar_stepper_begin, or of
 * all that was done since; equations and all_angles are as they were there. */
SarStatus sar_stepper_archive(SarStepper *s, SarArchive *archive);

/* Around archives: of which build they are, and whether they are whole. Open reports what is wrong; SAR_INPUT of what
 * is read from them then, too, is reported by sar_envelope_damaged. */
size_t sar_envelope_begin(SarArchive *archive);
void sar_envelope_end(SarArchive *archive, size_t inside);
SarStatus sar_envelope_open(SarContext *context, SarArchive *archive);
SarStatus sar_envelope_damaged(SarContext *context);

/* ---- reading (reading.c) ---- */

void sar_stepper_destroy_reading(SarStepperReading **reading);

#endif
