/* What the engines from SUNDIALS share (cvode.c, ida.c): they choose their steps themselves, begin anew at the newest
 * node where they must, and count their own work. */
#ifndef SAR_METHOD_FAMILY_SUNDIALS_H
#define SAR_METHOD_FAMILY_SUNDIALS_H

#include "method/engine.h"

#define SAR_SUNDIALS_FAILURES 20 /* error tests and correctors in a step: as far down as other methods would go */

/* A solver's own counts, which begin anew with it. */
typedef struct SarSundialsCounts {
  long iterations, matrices, factorisations, errors, corrector;
} SarSundialsCounts;

typedef struct SarSundials {
  void *memory;      /* the solver */
  double least_rate; /* what velocities over L are measured against at least */
  double t;
  bool current;      /* its state, at the time t, is that of a node; if times agree, of the newest */
  SarStatus stopped; /* what a callback has said, when it said stop */
  SarSundialsCounts counts;
  char message[200]; /* the solver's last */
} SarSundials;

/* Kept for the report, if there is one: the library does not print. self: a SarSundials. */
void sar_sundials_keep_message(int code, const char *module, const char *function, char *message, void *self);

/* What a callback returns for a status. */
int sar_sundials_answer(SarSundials *s, SarStatus status);

/* Velocities are measured against the fastest so far, but at the first start at least against what its accelerations
 * lead to and one length per run. */
void sar_sundials_start(const SarIntegrator *integrator, SarSundials *s);
double sar_sundials_speed(const SarIntegrator *integrator, const SarSundials *s);

/* Weights of q from those of v: a quaternion changes by half the angle. Where counts (nv) is given, what does not count
 * has the weight `other` times as large; a quaternion counts if one of its directions does. */
void sar_sundials_position_weights(const SarIntegrator *integrator, double scale, const bool *counts, double other,
                                   double *weight);

/* The solver begins anew at the newest node: its first step, at most `longest`. */
double sar_sundials_begin(const SarIntegrator *integrator, SarSundials *s, double longest);

/* Steps of the solver: one, or when aiming as many as lead to t1. `step` sets the time to stop at and takes one; it
 * returns what the solver does: 0, > 0 at t1, < 0 failed. */
int sar_sundials_steps(SarIntegrator *integrator, SarSundials *s, double t1, int (*step)(void *engine, double t1));

/* What the solver has done since the last look, in the counts of the run; returns it. Attempts that it has repeated
 * itself are rejected ones. */
SarSundialsCounts sar_sundials_count(SarIntegrator *integrator, SarSundials *s, SarSundialsCounts now);

/* The end of SarFamily.advance after a failure, where the solver would have tried h next; returns the status. */
SarStatus sar_sundials_failed(SarIntegrator *integrator, SarSundials *s, double t1, double h, SarStatus status);

/* The report of a flag that nothing else is known of. */
SarStatus sar_sundials_report(const SarIntegrator *integrator, const SarSundials *s, const char *solver, int flag);

#endif
