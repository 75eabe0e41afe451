/* What a summary says about trust: constraint drift, energy balance and momentum balance, taken at accepted steps, and
 * the balance of forces on every body, taken at output rows (numerics, section 5). */
#ifndef SAR_ANALYSIS_AUDIT_H
#define SAR_ANALYSIS_AUDIT_H

#include "analysis/audit/bending.h"
#include "analysis/audit/pull.h"
#include "analysis/audit/quadrature.h"
#include "analysis/audit/trust.h"
#include "analysis/record/recorder.h"

/* All from `forces` on is plain data: a copy of it is a copy of the audit. */
typedef struct SarAudit {
  double *rows;                      /* 2 np + nn numbers of scratch */
  SarBalance *balance;               /* scratch */
  bool placed;                       /* the caller says: the bodies stand at the end of the step */
  double mass, length;               /* of all bodies; L */
  double momentum_limit;             /* relative, above which the verdict is a warning; infinite: there is none */
  double position, velocity;         /* largest violations at the last point, over L; not kept in checkpoints */
  SarBalanceRecord forces;           /* on the bodies, at output rows */
  SarMomentumRecord momentum;        /* of all bodies */
  SarQuadrature quadrature;          /* of powers and impulses */
  bool quick;                        /* leaves momentum out: the run is for its speed */
  bool solves_ends;                  /* the method's own multipliers are of too low an order (trust.h) */
  double position_max, velocity_max; /* over L */
  double velocity_judged;            /* velocity_max without what rounding explains */
  int32_t position_row;              /* where position_max is */
  double speed_max;                  /* largest speed of a body: over L, or rad/s */
  double dropped_max;                /* |Phi|/L of rows that are not carried, at the last point */
  int32_t dropped_row;               /* the worst of them */
  bool started;
  double kinetic, potential, potential0, total0; /* potential0, total0: at the start */
  double held, held0;      /* J, in springs of friction: of what was dissipated, so that the balance does not see it */
  double dissipated, work; /* integrals up to the last accepted step */
  double power[3][2];      /* dissipation, work at begin, middle and end of the last step */
  double exchanged_max;    /* the largest of them */
  double balance_max, scale_max;
  double longest_step;  /* so far, s */
  double span;          /* of the run, s; 0: not known */
  SarPull pull;         /* of joints that keep things in touch */
  SarBending bending;   /* of modal bodies */
  double begin;         /* s, of what is looked at: a phase of a run may be */
  bool based;           /* the columns of energies go on ... */
  SarEnergyRecord base; /* ... where those of the phase before have ended */
  double floor;         /* of scale_max: smaller changes of energy are rounding, not motion */
} SarAudit;

SarStatus sar_audit_create(SarContext *context, const SarSystem *system, SarAudit **out);
void sar_audit_destroy(SarAudit **audit);

/* The first point. */
SarStatus sar_audit_start(SarAudit *audit, const SarWorkspace *m, const SarPoint *at);

/* From here on integrals are taken with care (quadrature.h), for a run of that length whose verdict has these limits,
 * relative, of the balances of energy and momentum. */
void sar_audit_be_careful(SarAudit *audit, const SarSystem *system, double span, double energy, double momentum);

/* The drift of an accepted step of length h: `at` its end, as the method left it. What rounding explains is measured,
 * but does not count where velocities are judged. */
void sar_audit_drift(SarAudit *audit, const SarWorkspace *m, const SarPoint *at, double h);

/* A step so short that its velocities and multipliers are rounding errors of positions, or its multipliers noise of the
 * corrector: events leave such steps. After sar_audit_drift. */
bool sar_audit_is_short(const SarAudit *audit, double t, double h);

/* An accepted step from t0 to `end`, whose middle is `middle` (read only where powers exist; null: nothing
 * is known there, powers go straight from end to end). inside: may be null, then nothing can
 * be solved. */
SarStatus sar_audit_step(SarAudit *audit, const SarWorkspace *m, double t0, const SarPoint *middle, const SarPoint *end,
                         const SarInside *inside);

/* Energies at a point inside the last step: integrals by the parabola through the three powers. fraction: (t - t0)/h.
 */
SarStatus sar_audit_energy(const SarAudit *audit, const SarWorkspace *m, const SarPoint *at, double fraction, double h,
                           SarEnergyRecord *out);

/* An event changed energies at an instant. Kinetic energy that is lost is dissipated, that comes in is work; so is
 * potential energy, where parameters change. */
void sar_audit_exchange(SarAudit *audit, const SarEnergies *before, const SarEnergies *after);
/* The same, added to two numbers. */
void sar_audit_share_exchange(const SarEnergies *before, const SarEnergies *after, double *dissipated, double *work);

/* The run goes on from here, at the same time: velocities, forces and parameters may be others now. Momentum that an
 * impact brought in counts as an impulse from outside. */
SarStatus sar_audit_resume(SarAudit *audit, const SarWorkspace *m, const SarPoint *at);

void sar_audit_archive(SarAudit *audit, const SarSystem *system, SarArchive *archive);

/* The row that was just recorded. solved: its accelerations and reactions satisfy the equations (they do not in raw
 * output and at singular poses); else it is counted only. Nothing is recorded: nothing is done. */
SarStatus sar_audit_row(SarAudit *audit, const SarWorkspace *m, const SarPoint *at, const SarRecorder *recorder,
                        bool solved);

/* Fills what the summary says about trust. audit may be null. */
void sar_audit_summarise(const SarAudit *audit, const SarSystem *system, SarRunSummary *out);

double sar_audit_balance(const SarAudit *audit); /* energy_balance_max, relative */

/* How much of energy_balance_max and momentum_balance_max the error of the integrals may be. */
SarDoubt sar_audit_doubt(const SarAudit *audit);

#endif
