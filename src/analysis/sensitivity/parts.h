/* Inside the sensitivities of a run. */
#ifndef SAR_ANALYSIS_SENSITIVITY_PARTS_H
#define SAR_ANALYSIS_SENSITIVITY_PARTS_H

#include "analysis/sensitivity/sensitivity.h"
#include "base/arena.h"
#include "linear/linear.h"
#include "method/family/alpha.h"
#include "read/read.h"

/* The model with a parameter moved to one side. */
typedef struct SarTwin {
  double shift; /* of the parameter, as the file writes it */
  SarModel *model;
  SarSystem *system;
  SarStart *start;     /* a shell: the mechanism with the rows that the run carries, and its equations */
  SarStepper *stepper; /* a shell, too: its arrays are the displaced point, on which events act */
  SarColumnSet *columns;
  double *row;         /* columns there */
  double *rows;        /* of the equations there */
  double exchanged[2]; /* J: dissipated and put in around an event, since the motion was there (energies.c) */
} SarTwin;

/* A variation: theta (nv), dv (nv), dx (nx), u (n: a, lambda, mu, xdot, z), one behind the other. */
typedef struct SarVariation {
  double *theta, *v, *x, *u;
} SarVariation;

/* What a correction with an old matrix has told of it (broyden.c): n numbers each. */
typedef struct SarTold {
  double size; /* of `seen`; 0: nothing is known */
  double *seen, *more;
} SarTold;

/* How corrections with an old matrix shrink. */
typedef struct SarShrinking {
  double rate;        /* of two successive ones, ... */
  int32_t unmeasured; /* ... seen as many steps ago, ... */
  int64_t age;        /* ... when the matrix had served as many; 0: not yet */
} SarShrinking;

typedef struct SarVaried {
  const char *name;
  double value;
  SarTwin side[2]; /* value - shift, value + shift */
  SarVariation w;
  SarVariation first; /* what was guessed of it in this step */
  double *front;      /* the same in front of an event */
  double *by_itself;  /* n: how rows beside a kink change with the parameter at the point of the run, ... */
  bool known;         /* ... which is the one at hand (onesided.c) */
  SarTold told;
  SarShrinking shrinking;
  double moved;   /* what the last correction of a step has changed, relative to the variation so far */
  double delay;   /* of the event that the last step has ended on */
  double *delays; /* by root: of those that it has ended on together, ... */
  bool apart;     /* ... where these differ */
  bool stays;     /* its first side stands where the corrections of this step began */
  bool placed;    /* its sides stand where they are to be accepted */
  bool lost;      /* its sides are no neighbours of the motion any more: columns are NaN from here on */
  /* Of rows that are followed: how the end of the run and the time between two rows change. */
  double end, every;
} SarVaried;

/* How dissipated energy and work have changed so far, and how their powers do. */
typedef struct SarVariedEnergy {
  double sum[2], power[2];
} SarVariedEnergy;

/* What is integrated, at one time and for all parameters one behind the other: (psi, dv, dx), with psi the
 * displacements of positions in ground axes, and their rates. In ground axes psi' = R domega has no other term. */
typedef struct SarInstant {
  double t;
  double *y, *rate;
  double *u;               /* of nodes of formulas over several steps (multistep.c) */
  SarVariedEnergy *energy; /* by parameter; null: nobody asks for it */
} SarInstant;

/* What unknown accelerations do: velocities, and states by their rates, change by v times them, positions by q times.
 */
typedef struct SarGain {
  double v, q;
} SarGain;

/* A matrix and its factors. */
typedef struct SarVariationMatrix {
  SarLinear *linear;
  SarLinear *lent; /* its factors are those of the run at a point nearby; null: its own */
  double *values;
  double t;         /* it was made for, ... */
  SarGain c;        /* ... with this gain */
  SarRowLevel rows; /* of the constraints */
  bool factored;
  /* Backward errors of the first whole solution with these factors, and after refining it once; negative: not seen. The
   * same with the last factors of which it was seen. */
  double left, refined, usual;
} SarVariationMatrix;

#define SAR_INSTANTS 65 /* within one step of the run at most, its begin and end included */
#define SAR_STAGES 6
#define SAR_SIZES 3
#define SAR_PAST 7
#define SAR_FORMULA_OF_RUN (-1)

/* How well a matrix of other steps serves (corrector.c). */
typedef struct SarCorrector {
  int64_t steps, sum; /* that it has served since it was made, and the corrections that these took */
  bool replace;       /* a new one pays */
  int32_t wait, left; /* steps with a matrix each, after which an old one is tried again, and those that are left */
} SarCorrector;

/* What a formula over several steps takes of its nodes, the newest first, and of the rate there. */
typedef struct SarShares {
  int32_t count;
  double node[SAR_PAST], rate;
  const double *known; /* two numbers by parameter: what is known of sums of energies otherwise; null: that */
} SarShares;

/* A step at once (multistep.c, alpha.c): velocities and states are hat + c.v y', positions hat + (c.q/c.v) v, with hat
 * in x->hat, and what is predicted of y in x->trial. */
typedef struct SarStepFormula {
  int32_t order;
  bool begins;           /* there are not yet nodes enough for that order */
  double node[SAR_PAST]; /* times of the ends of steps before it, the newest first */
  double h;
  SarGain c;
  SarShares by; /* hat by the values there, and the rate at the newest */
} SarStepFormula;

/* What the formula of the alpha family carries from step to step (alpha.c): of accelerations and rates of states, count
 * * (nv + nx + 2) numbers each, powers the last. */
typedef struct SarVariedStars {
  bool used, of_run; /* of_run: the coefficients are those of the run */
  SarAlphaCoefficients c;
  double lag;              /* the step that they belong to; 0: they are rates of the motion */
  double *newest, *slope;  /* at the end of the last step, and what they have changed by in it, over its length */
  double *moved, *carried; /* for the running one: moved to its lag, and what is known of the next ones */
  double *bent;            /* count * nv: the second rates of positions in ground axes, by the newest */
  double *sums;            /* count * 2: what is known of the energies that the powers make */
} SarVariedStars;

/* Matrices beside kinks (onesided.c). */
typedef struct SarOneSided {
  bool used;         /* in this step */
  double until;      /* the time from which on both sides are past the last kink */
  bool known;        /* the matrices are those of the point at hand */
  double *values[3]; /* by unknowns, by rates, by positions */
  double *change;    /* scratch: 3 n + ny */
  int64_t entries;   /* that there is room for */
} SarOneSided;

/* Whether touches have begun or ended so far. */
typedef struct SarTouchWatch {
  bool known, said;
  uint64_t activity; /* at the end of the last step */
} SarTouchWatch;

#define SAR_ENERGY_COLUMNS 3

/* How the start changes: the energy that balances begin with, and what springs of friction hold. */
typedef struct SarStartEnergy {
  double total, held;
} SarStartEnergy;

/* Energies that are summed up along the run (energies.c). */
typedef struct SarVariedEnergies {
  bool asked, has_power;              /* their columns are recorded; there is more than events that changes them */
  int32_t column[SAR_ENERGY_COLUMNS]; /* energy.dissipated, .work, .balance; -1: not recorded */
  SarStartEnergy *start;              /* by parameter */
  SarVariedEnergy *stage[SAR_STAGES]; /* powers there */
  bool has_motions;                   /* some of them bring in power */
  double before[2];                   /* W: powers of the run in front of an event */
} SarVariedEnergies;

struct SarSensitivity {
  SarContext *context;
  SarContext *quiet; /* of the models that are moved: what is to be said of the model has been said */
  SarReadTree tree;  /* of their text */
  SarStepper *s;
  SarArena *arena;
  SarVaried *varied;
  int32_t count, ny, n; /* parameters; numbers of an instant for each; unknowns */
  int32_t ncolumns;

  SarWorkspace *m;              /* for which all that follows is made, ... */
  int32_t mechanisms;           /* ... the number of it (SarStepper), ... */
  int32_t generation;           /* ... and the pattern */
  SarEquations *equations;      /* for points on the constraints: those of the run are left alone */
  SarVariationMatrix step;      /* that of a step, ... */
  SarVariationMatrix index1;    /* ... that of accelerations, ... */
  SarVariationMatrix *matrix;   /* ... and the one of them that is in use */
  double ahead;                 /* within a step: its end, which the run has in its memory and the sides not yet */
  int32_t said;                 /* messages of the run up to what is done now (lost.c) */
  SarGain c;                    /* of the unknowns of this system */
  double *right;                /* of a system, and its solution */
  double *asked, *left, *terms; /* of refinement: the right-hand side, what is left of it, sums of absolute terms */
  double *before, *made;        /* the last correction with an old matrix: as that gave it, and what was made of it */
  double *memory;               /* behind the arrays that follow */
  double *rate_scratch;         /* nv + np + nn */
  double *gaps;                 /* 2 (2 np + nn): of the start */
  SarVariation mirror;          /* scratch: where the second side stands when the first one stays */
  double *modes;                /* branches of expressions that jump */
  double *roots, *other_roots;  /* values of switching functions */
  SarStepper kept, row;         /* arrays alone: points that stay while others are looked at */
  SarVariation along;           /* how the point in front of an event moves in time ... */
  SarVariation row_along;       /* ... and how a row does */
  bool approached;              /* it is the one in front of an event, whose delays are known */
  bool follows_rows;            /* derivatives of rows are those along their motion ... */
  double switched;              /* ... with the delay of an event at this time */
  bool fresh;                   /* the motion stands at its start, or behind an event: at the only instant */

  SarInstant instants[SAR_INSTANTS]; /* of the last step: [0] its begin, [last] its end */
  int32_t last;
  double *stage_rate[SAR_STAGES]; /* rates of stages, and what their values begin with */
  double *hat, *trial;
  double *largest;           /* by parameter: weighted positions, velocities and states so far */
  double fastest;            /* weighted velocity of the run so far, ... */
  double farthest;           /* ... and coordinate */
  double tolerance;          /* of the error of a step, relative to these; 0: steps are taken as they are */
  double proposed;           /* length of a step that is likely to be good enough; 0: not known */
  int32_t formula;           /* order of the formula over several steps, or whose it is; 0: there is none */
  bool ends_solved;          /* the points that steps end on satisfy the equations as the method leaves them */
  SarInstant past[SAR_PAST]; /* ends of steps, the newest first: y and u */
  int32_t npast;
  SarVariedStars stars;
  SarCorrector corrector;
  SarVariedEnergies energies;
  SarOneSided onesided;
  SarTouchWatch touches;
  double beside;            /* s: nearer to the last kink rows are not looked at */
  double from;              /* the first time in this step at which it may be looked at */
  double switching;         /* the last time in this step at which its end may be looked at; 0: any */
  bool passed, passed_said; /* the fixed step passes over what decays within it; that was said */
  bool rough;               /* rates at the end of the last step are those of a formula over several steps */
  bool anew;                /* rates at the end of the last step are to be solved for: something has switched there */
  SarSensitivityWork work;  /* but for the number of parameters */
};

/* ---- sides (twins.c) ---- */

SarStatus sar_twins_create(SarSensitivity *x, const char *name, SarVaried *out);
void sar_twins_destroy(SarVaried *varied);
/* The model with one parameter moved by a part of its value, or of 1 where that is zero. value, shift: what it was, and
 * by how much. */
SarStatus sar_twin_read(SarSensitivity *x, const char *name, double part, SarModel **model, SarSystem **system,
                        double *value, double *shift);
/* Mechanisms like the one of the run, with the memory of those before. */
SarStatus sar_twin_make(SarSensitivity *x, SarTwin *side);
/* Branches of expressions that jump, as they are in the run. */
void sar_twins_follow_modes(SarSensitivity *x);

/* The point displaced along a variation times the shift of the side, in the arrays of its stepper; delay: of the time.
 */
SarPoint sar_twin_place(const SarTwin *side, const SarPoint *at, const SarVariation *w, double delay);
/* In parts: its configuration; all else; and what a correction of velocities, or of unknowns, changes of it. */
void sar_twin_place_pose(const SarTwin *side, const SarPoint *at, const SarVariation *w);
void sar_twin_place_rates(const SarTwin *side, const SarPoint *at, const SarVariation *w);
void sar_twin_add_velocities(const SarTwin *side, const double *change);
void sar_twin_add_unknowns(const SarTwin *side, const double *change);

/* ---- the equations (equations.c) ---- */

/* Makes anew what belongs to another mechanism or pattern. */
SarStatus sar_sensitivity_renew(SarSensitivity *x);
void sar_variation_destroy_matrix(SarVariationMatrix *matrix);

/* The matrix at a point, with its factors, for solutions with theta + c.q da, dv + c.v da, dx + c.v dxdot in the place
 * of theta, dv and dx, and constraints of a level. c = 0: for u alone, with accelerations. */
SarStatus sar_variation_factor(SarSensitivity *x, const SarPoint *at, SarGain c, SarRowLevel rows);
SarStatus sar_variation_factor_accelerations(SarSensitivity *x, const SarPoint *at);
/* The same at a row of the run, whose factors serve where they are cheaper than own ones. */
SarStatus sar_variation_factor_row(SarSensitivity *x, const SarPoint *at);

/* Then, with what is known of theta, dv and dx: solves for u, and adds what they have of it. delay: of the time, which
 * is displaced likewise. All: of all parameters. */
SarStatus sar_variation_solve(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], SarVariation *w,
                              double delay);
SarStatus sar_variation_solve_all(SarSensitivity *x, const SarPoint *at);
/* The same with a matrix of accelerations (c = 0), where the sides stand there already, and u is zero. They stand there
 * afterwards, too. */
SarStatus sar_variation_solve_there(SarSensitivity *x, const SarPoint *at, SarVaried *varied);

/* Takes from theta and dv what violates the constraints, with the factors at hand. The sides stand there then. */
SarStatus sar_variation_project(SarSensitivity *x, const SarPoint *at, SarVaried *varied);
SarStatus sar_variation_project_all(SarSensitivity *x, const SarPoint *at);

/* Rotations in body axes become those in ground axes, or the other way round: nv numbers. */
void sar_variation_turn(const SarProblem *p, const double *q, bool into_body, const double *from, double *to);

/* Between an instant and the variations: y (ny numbers each), at a pose. */
void sar_variation_from_instant(SarSensitivity *x, const double *q, const double *y);
void sar_variation_to_instant(SarSensitivity *x, const double *q, double *y, double *rate);

/* The arrays of a variation in memory of ny + n numbers. */
static inline SarVariation sar_variation_in(const SarSensitivity *x, double *memory) {
  int32_t nv = x->m->problem.n.nv;
  return (SarVariation){memory, memory + nv, memory + 2 * nv, memory + x->ny};
}

/* A point of the run on the constraints, in the arrays of its stepper, with the multipliers of the carried rows. */
SarStatus sar_sensitivity_point(SarSensitivity *x, double t, SarPoint *out);

/* What is known of the variations in a stage (count * ny numbers): all but what unknowns do. Velocities and states are
 * hat + c.v y', positions hat + (c.q/c.v) v. */
void sar_variation_begin_stage(SarSensitivity *x, const SarPoint *at, SarGain c, const double *hat);

/* Of solutions: the rows with the opposite sign, in x->right; solves, in place, as exactly as rounding allows, or
 * for what corrects something that is nearly right; adds it to the variation; and what the pose says where that fails.
 */
SarStatus sar_variation_find_right(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w,
                                   double delay);
/* Those of one side where it stands, in side->rows. */
SarStatus sar_variation_find_rows(SarSensitivity *x, const SarTwin *side, const SarPoint *there);
/* The same as find_right after small corrections, by half of the work: the first side stays where the variation was at
 * first, and the second one goes as much further. And that point alone. */
SarStatus sar_variation_follow_right(SarSensitivity *x, const SarPoint *at, const SarVaried *varied);
SarPoint sar_variation_mirror(SarSensitivity *x, const SarPoint *at, const SarVaried *varied);
SarStatus sar_variation_solve_right(SarSensitivity *x);
SarStatus sar_variation_correct_right(SarSensitivity *x);
void sar_variation_take(const SarSensitivity *x, SarVariation *w);
SarStatus sar_variation_singular(const SarSensitivity *x, double t);

/* A stage of a formula: with y = hat + c y' (count * ny numbers) the variations at a point. project: onto the
 * constraints. */
SarStatus sar_variation_stage(SarSensitivity *x, const SarPoint *at, double c, const double *hat, bool project);

/* Room for an instant, unless there is. */
SarStatus sar_sensitivity_make_instant(SarSensitivity *x, SarInstant *instant);

/* ---- rates (rates.c) ---- */

/* At the begin of a step to t1, unless they are known. */
SarStatus sar_sensitivity_find_rates(SarSensitivity *x, SarInstant *begin, double t1);

/* ---- over a step (advance.c) ---- */

SarStatus sar_sensitivity_advance(SarSensitivity *x, double t0, double t1);

/* ---- with a matrix of other steps (corrector.c) ---- */

/* The end of a step of a formula, with constraints on positions: what is known of the variations stands in them, and in
 * their u what is guessed of the rest. */
SarStatus sar_corrector_solve(SarSensitivity *x, const SarPoint *at, SarGain c);
/* Whether the last correction was so small that the rows may follow it by one side. */
bool sar_corrector_may_follow(const SarSensitivity *x, int32_t parameter);
/* Puts the sides of a parameter where its variation is, or, where the first one may stay, as far apart: true. */
bool sar_corrector_place(SarSensitivity *x, const SarPoint *at, int32_t parameter, SarPoint there[2]);
/* The matrix with the pivots of its factors, and those of the other one. */
SarStatus sar_corrector_archive(SarSensitivity *x, SarArchive *archive);

/* ---- what corrections tell of an old matrix (broyden.c) ---- */

/* With another matrix nothing is known. */
void sar_broyden_forget(SarSensitivity *x);
/* The solution with the old matrix, in x->right, becomes the correction. */
void sar_broyden_correct(SarSensitivity *x, const SarTold *told);
/* From the correction before, and the solution that came next, in x->right. */
void sar_broyden_learn(const SarSensitivity *x, SarTold *told);
/* The rate at which corrections along the one that was learned from would shrink without that. */
double sar_broyden_rate(const SarSensitivity *x, const SarTold *told);
void sar_broyden_archive(SarSensitivity *x, SarArchive *archive);

/* ---- sizes (sizes.c) ---- */

/* How large what the unknowns in x->right change of positions and states is, over what the parameter has so far. */
double sar_sensitivity_change(const SarSensitivity *x, int32_t parameter);

/* The largest so far, by parameter. */
void sar_sensitivity_note_size(SarSensitivity *x, const double *y);
void sar_sensitivity_note_motion(SarSensitivity *x, const double *q, const double *v);
/* Whether the angles of its sides are near those of the run, whatever these have come through. */
bool sar_sensitivity_turns_alike(const SarSensitivity *x, int32_t parameter);
/* Whether the sides of a parameter are displaced as far as the mechanism is large. */
bool sar_sensitivity_is_far(const SarSensitivity *x, int32_t parameter);
/* How far its sides are displaced, over the length of the mechanism, or its largest velocity so far. */
double sar_sensitivity_displacement(const SarSensitivity *x, int32_t parameter);
/* How wrong y is, over what is allowed: the worst of positions, velocities and states of all parameters. */
double sar_sensitivity_error(const SarSensitivity *x, const double *error, const double *y);

/* ---- over a step at once (multistep.c) ---- */

/* *done: false where the step is to be taken otherwise. */
SarStatus sar_multistep_advance(SarSensitivity *x, double t0, double t1, bool *done);
/* The end of a step is one of the nodes of later ones; none before a start or a switch is. */
SarStatus sar_multistep_note(SarSensitivity *x, const SarInstant *end);
void sar_multistep_forget(SarSensitivity *x);
SarStatus sar_multistep_archive(SarSensitivity *x, SarArchive *archive);

/* ---- by the formula of the alpha family (alpha.c) ---- */

/* Of one parameter: accelerations, rates of states, and two powers, whose sums (energies.c) go with the velocities. */
static inline int64_t sar_stars_of_one(const SarSensitivity *x) { return x->m->problem.n.nv + x->m->problem.n.nx + 2; }
SarStatus sar_alpha_create(SarSensitivity *x);
/* Hats and gains of a step; predicted: by first order. Then, with the solution: what is carried on. */
SarStatus sar_alpha_begin(SarSensitivity *x, double t1, SarStepFormula *f);
void sar_alpha_end(SarSensitivity *x, const SarPoint *at, const SarStepFormula *f, const SarInstant *to);
/* The next step begins with the rates of the motion. */
void sar_alpha_forget(SarSensitivity *x);
void sar_alpha_archive(SarSensitivity *x, SarArchive *archive);

/* ---- rows that move (moving.c) ---- */

/* How the time of a row changes with a parameter: 0 where rows are not followed. */
double sar_sensitivity_row_delay(const SarSensitivity *x, const SarVaried *varied, double t);

/* ---- the motion in time (along.c) ---- */

/* How the motion goes on in time at a point, with the factors of accelerations there. moment: both sides are the run
 * itself, a moment before and after. */
SarStatus sar_sensitivity_find_along(SarSensitivity *x, const SarPoint *at, SarTwin moment[2], SarVariation *out);
/* How a root changes along a variation, and a delay of the time. */
SarStatus sar_sensitivity_find_slope(SarSensitivity *x, const SarPoint *at, const SarTwin side[2],
                                     const SarVariation *w, double delay, int32_t root, double *slope);

/* ---- rows beside a kink (onesided.c) ---- */

/* Room for the pattern at hand. */
SarStatus sar_onesided_create(SarSensitivity *x);
/* Whether a kink has the roots in x->roots and those in x->other_roots on both sides of it. */
bool sar_onesided_apart(const SarSensitivity *x);
/* Of x->right the rows that may have kinks. */
SarStatus sar_onesided_right(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w);
/* The next point is another one. */
void sar_onesided_forget(SarSensitivity *x);

/* ---- kinks (kinks.c) ---- */

bool sar_kinks_are_there(const SarProblem *p);
/* A step to t1 begins: whether it is to do with a kink. */
SarStatus sar_kinks_begin(SarSensitivity *x, double t0);
/* At the end of a step or of a part of it: whether sides lie on both sides of a kink which the run has not yet come to,
 * or has just left; then the step is to be solved again. */
SarStatus sar_kinks_look(SarSensitivity *x, const SarPoint *at, bool *again);

/* How far from the end of the last step, which stands on a kink, its rows are the same on both sides: x->beside. */
SarStatus sar_sensitivity_beside(SarSensitivity *x, double t1);

/* ---- energies that are summed up (energies.c): all but the first do nothing where nobody asks for them ---- */

void sar_energies_choose(SarSensitivity *x, const SarColumnSet *set);
SarStatus sar_energies_create(SarSensitivity *x);
/* The start of the run; and an instant that begins a step with rates that were solved for, at its point. Of both the
 * variations are known. */
SarStatus sar_energies_start(SarSensitivity *x, const SarPoint *at);
SarStatus sar_energies_begin(SarSensitivity *x, const SarPoint *at, SarInstant *begin);
/* A stage of the Runge-Kutta method at its point, and a part of a step with the weights of all stages. */
SarStatus sar_energies_stage(SarSensitivity *x, int stage, const SarPoint *at);
void sar_energies_part(SarSensitivity *x, const SarInstant *from, const double *weights, SarInstant *to);
/* The end of a step of a formula, at its point: with these shares of the past, and with c times the powers there. */
SarStatus sar_energies_end(SarSensitivity *x, const SarPoint *at, const SarShares *by, double c, SarInstant *end);
void sar_energies_copy(const SarSensitivity *x, const SarInstant *from, SarInstant *to);
/* In front of an event; a side comes to it with its delay; it moves on for a moment, between two events; the motion
 * goes on behind them, with the variations there. */
SarStatus sar_energies_approach(SarSensitivity *x, const SarPoint *before);
void sar_energies_reach(const SarSensitivity *x, SarTwin *side, double delay);
SarStatus sar_energies_drift(const SarSensitivity *x, SarTwin *side, double t, double moment);
SarStatus sar_energies_resume(SarSensitivity *x, const SarPoint *at);
/* Adds the derivatives of the sums to what a row has of its point. */
SarStatus sar_energies_row(SarSensitivity *x, const SarPoint *at, double *row);
/* After the nodes of formulas. */
void sar_energies_archive(SarSensitivity *x, SarInstant *now, SarArchive *archive);

/* ---- derivatives that end before the run does (lost.c) ---- */

#define SAR_ALL_PARAMETERS (-1)

/* What has come of something that is done for a parameter, or for all of them. Where it cannot be done, there are no
 * derivatives beyond: a warning says so, with what was reported since the last call of `listen`, and it is SAR_OK. What
 * the run itself cannot go on with stays what it is. */
SarStatus sar_sensitivity_bear(SarSensitivity *x, int32_t parameter, double t, SarStatus status);
void sar_sensitivity_listen(SarSensitivity *x);
/* The same for a reason that is known, "at t = 1 s ...". */
void sar_sensitivity_lose(SarSensitivity *x, int32_t parameter, const char *remedy, const char *why);
/* What is computed of lost ones along with the others becomes zero: it stays finite, and nobody sees it. */
void sar_sensitivity_forget_lost(SarSensitivity *x);
/* No derivatives are left. */
bool sar_sensitivity_is_over(const SarSensitivity *x);

/* ---- between the instants of the last step (between.c) ---- */

/* from + value (to - from) + slope[0] times the rate of `from` + slope[1] times the rate of `to`. */
typedef struct SarBetween {
  const SarInstant *from, *to;
  double value, slope[2];
} SarBetween;
SarBetween sar_sensitivity_between(const SarSensitivity *x, double t);
/* y there: count * ny numbers. */
void sar_sensitivity_interpolate(const SarSensitivity *x, double t, double *y);

#endif
