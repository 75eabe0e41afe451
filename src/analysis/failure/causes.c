#include "analysis/failure/causes.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/step_report.h"
#include "analysis/failure/probe.h"
#include "analysis/poses/singular.h"
#include "analysis/touching/touching.h"
#include "base/numbers.h"
#include "element/force/law.h"
#include "system/names.h"

#define STORY 4096
#define SMALLEST_TOLERANCE 1e-12 /* below, rounding of positions over h^2 is larger */
#define VIOLATED 1e-6            /* over L: a constraint that does not hold */
#define MUCH_ENERGY 1e6          /* times what the mechanism could have by its own weights and springs */
#define NEARER 0.1               /* times the smallest singular value at the start */
#define LARGE_WAY 0.5            /* rad, or of the model's length, per fixed step */
#define STEPS_PER_PERIOD 10      /* of the fastest spring, with a fixed step */
#define TORN 1e-3                /* over L: a constraint that has been lost, not one that drifts */
#define AHEAD 2                  /* fixed steps that are looked ahead, ... */
#define LOOKS 24                 /* ... at so many poses, ... */
#define NARROWER 40              /* ... and the nearest to a singular one is sought by so many sections */
#define SECTION 0.7              /* times the width before */
#define MET 1e-3                 /* times the smallest singular value at the last good state: a singular pose */
#define POLE_AHEAD 1e3           /* last steps, or smallest ones, that a pole is looked for ahead, ... */
#define POLE_NEAR 1e-6           /* ... but within so much of the run: nothing finite changes much there */
#define WIDER 4.0                /* times the window before */
#define TOUCHES_SOON 0.1         /* of the model's length: a gap that may close within an attempt */
#define SUNK 0.5                 /* of the smaller body: a touch that deep is too soft */
#define OWN_MIN_STEP 1e3         /* times the smallest bound: min_step is the user's choice */

/* A cause with the evidence for it. score 0: no evidence; 1: certain. */
typedef struct Cause {
  double score;
  int32_t order;   /* in the table: decides between equal scores */
  int32_t element; /* in the model, -1: none */
  char what[720], remedy[240];
} Cause;

typedef void CauseFunction(const SarFailure *f, Cause *cause);

static void SAR_PRINTF(4, 5) tell(Cause *cause, double score, const char *remedy, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(cause->what, sizeof cause->what, format, arguments);
  va_end(arguments);
  snprintf(cause->remedy, sizeof cause->remedy, "%s", remedy);
  cause->score = score;
}

static const char *name_of(const SarFailure *f, int32_t element) {
  return sar_system_element(f->system, element)->name;
}

static const SarAttemptRecord *last_attempt(const SarFailure *f) { return sar_limits_attempt(f->limits, 0); }

static SarOutcome last_outcome(const SarFailure *f) {
  const SarAttemptRecord *last = last_attempt(f);
  return last ? last->outcome : SAR_OUTCOME_NOT_CONVERGED;
}

/* The longest step that failed at the last good state, as far as it is remembered. */
static double longest_failed(const SarFailure *f) {
  double longest = 0;
  for (int32_t back = 0; back < SAR_ATTEMPTS; back++) {
    const SarAttemptRecord *attempt = sar_limits_attempt(f->limits, back);
    if (!attempt || attempt->outcome == SAR_OUTCOME_ACCEPTED || attempt->t != f->view->t1) break;
    longest = fmax(longest, attempt->step);
  }
  return longest;
}

/* How far a body goes within so many fixed steps: rotation in rad, or displacement over the model's length. */
static double way(const SarFailure *f, int32_t b, bool rotation, double steps) {
  int32_t i = 6 * b + (rotation ? 3 : 0);
  double h = steps * f->options->fixed_step;
  double size = h * sar_norm(sar_axpy(h / 2, sar_vec3_load(f->view->a + i), sar_vec3_load(f->view->v + i)));
  return rotation ? size : size / sar_system_length(f->system);
}

/* The same of the body that goes farthest. */
static double farthest(const SarFailure *f, double steps) {
  double largest = 0;
  for (int32_t b = 0; b < sar_system_bodies(f->system); b++) {
    largest = fmax(largest, fmax(way(f, b, true, steps), way(f, b, false, steps)));
  }
  return largest;
}

/* ---- forces and motions that jump ---- */

static void tell_strange(const SarFailure *f, const SarSuspect *s, Cause *cause) {
  const SarModelElement *element = sar_system_element(f->system, s->element);
  bool motion = element->class->section == SAR_SECTION_MOTIONS;
  const char *kind = motion ? (s->value % 2 ? "the rate of the motion" : "the motion") : "the force";
  cause->element = s->element;
  switch (s->kind) {
    case SAR_NOTHING_STRANGE: break;
    case SAR_NOT_A_NUMBER:
      tell(cause, s->by_time ? 1 : 0.87,
           "keep its expression away from divisions by zero, roots and logarithms of negative numbers",
           "%s `%s` is %s from t = %.12g s on", kind, element->name, isnan(s->after) ? "not a number" : "infinite",
           s->t);
      break;
    case SAR_UNBOUNDED:
      tell(cause, s->by_time ? 0.97 : 0.86,
           "look for a division by zero in its expression; let the denominator not pass through zero",
           "%s `%s` grows without bound at t = %.12g s", kind, element->name, s->t);
      break;
    case SAR_JUMPS:
      tell(cause, 0.95, "let it change over a short time instead, e.g. by tanh((t - t0)/width)",
           "%s `%s` jumps at t = %.12g s, from %.6g to %.6g", kind, element->name, s->t, s->before, s->after);
      break;
  }
}

/* Steps that are chosen shrink with the distance to a pole and become too small before they reach it: it lies some of
 * them ahead, how many depends on the method and the tolerance. The windows become wider until it is in one of them. */
static void pole_ahead(const SarFailure *f, const SarProbe *probe, double d, SarSuspect *suspect) {
  const SarAttemptRecord *last = last_attempt(f);
  if (f->options->fixed_step > 0 || !last) return;
  double farthest_window = fmin(POLE_AHEAD * fmax(last->step, 1e-14 * f->options->end), POLE_NEAR * f->options->end);
  while (d < farthest_window) {
    SarSuspect wide;
    d *= WIDER;
    if (sar_probe_search(f->context, probe, d, &wide) != SAR_OK) return;
    if (wide.kind == SAR_UNBOUNDED || wide.kind == SAR_NOT_A_NUMBER) {
      *suspect = wide;
      return;
    }
  }
}

static void strange_element(const SarFailure *f, Cause *cause) {
  const SarStepView *view = f->view;
  SarPoint at = sar_step_point(view);
  SarProbe probe;
  SarSuspect suspect;
  if (sar_probe_create(f->context, f->start->m, &at, &probe) != SAR_OK) return;
  probe.begin = 0;
  probe.end = f->options->end;
  double rounding = 64 * DBL_EPSILON * fabs(at.t);
  double d = fmax(fmax(longest_failed(f), rounding), DBL_MIN);
  if (sar_probe_search(f->context, &probe, d, &suspect) == SAR_OK) {
    if (suspect.kind == SAR_NOTHING_STRANGE) pole_ahead(f, &probe, d, &suspect);
    tell_strange(f, &suspect, cause);
  }
  sar_probe_free(&probe);
}

/* ---- constraints ---- */

static void tell_singular(const SarSingular *pose, double score, const char *where, Cause *cause) {
  char others[SAR_SINGULAR_OTHERS];
  sar_singular_others(pose, others);
  cause->element = pose->element;
  tell(cause, score,
       "keep the mechanism away from this pose (limit a motion, change a length), or pass it with less speed",
       "the mechanism %s a singular pose (lock-up or dead point): `%s` (%s) says almost the same as the other "
       "constraints there%s, and `%s` gains a freedom (%s); smallest singular value %.2g",
       where, pose->joint, pose->equation, others, pose->body_name, pose->direction, pose->value);
}

/* Where the motion of the last good state leads. */
typedef struct Ahead {
  SarProbe probe;
  SarSingularProbe *singular;
} Ahead;

/* The smallest singular value s seconds later; infinite: not known. */
static double value_ahead(const Ahead *ahead, double s, SarSingular *pose) {
  sar_probe_place(&ahead->probe, s);
  bool known = sar_singular_at(ahead->singular, ahead->probe.at.t + s, ahead->probe.q, pose) == SAR_OK;
  return known && pose->joint && pose->body_name ? pose->value : INFINITY;
}

/* The pose nearest to a singular one, by samples and then by sections around the best of them; returns when. */
static double nearest_ahead(const Ahead *ahead, double longest, SarSingular *pose) {
  double width = longest / LOOKS, best = 0, least = INFINITY;
  for (int32_t k = 0; k <= LOOKS; k++) {
    double value = value_ahead(ahead, k * width, pose);
    if (value < least) least = value, best = k * width;
  }
  for (int32_t k = 0; k < NARROWER; k++) {
    width *= SECTION;
    double sides[2] = {fmax(0, best - width), best + width};
    for (int i = 0; i < 2; i++) {
      double value = value_ahead(ahead, sides[i], pose);
      if (value < least) least = value, best = sides[i];
    }
  }
  value_ahead(ahead, best, pose);
  return best;
}

/* A fixed step does not come near a singular pose before it fails there; but where the motion leads is known, as long
 * as it is not too far away. */
static void singular_pose_ahead(const SarFailure *f, Cause *cause) {
  SarPoint at = sar_step_point(f->view);
  double steps = AHEAD;
  Ahead ahead = {.singular = NULL};
  SarSingular now, pose;
  if (!(f->options->fixed_step > 0)) return;
  while (!(farthest(f, steps) <= LARGE_WAY) && steps > DBL_EPSILON) steps *= SECTION;
  if (sar_probe_create(f->context, f->start->m, &at, &ahead.probe) != SAR_OK) return;
  if (sar_singular_create(f->context, f->start->m, &ahead.singular) == SAR_OK) {
    double here = value_ahead(&ahead, 0, &now), s = nearest_ahead(&ahead, steps * f->options->fixed_step, &pose);
    if (isfinite(here) && pose.value <= MET * here) {
      char where[64];
      snprintf(where, sizeof where, "comes, about %.2g s later, to", s);
      tell_singular(&pose, 0.75, where, cause);
    }
  }
  sar_singular_destroy(&ahead.singular);
  sar_probe_free(&ahead.probe);
}

/* A pose that is much nearer to a singular one than the start was, or leads to one. */
static void singular_pose(const SarFailure *f, Cause *cause) {
  static const struct { double value, score; } levels[] = {{1e-6, 0.9}, {1e-4, 0.85}, {1e-2, 0.6}};
  SarSingular now, then;
  if (sar_singular_diagnose(f->context, f->start->m, f->view->t1, f->view->q, &now) != SAR_OK) return;
  if (sar_singular_diagnose(f->context, f->start->m, f->start->t, f->start->q, &then) != SAR_OK) return;
  if (!now.joint || !now.body_name) return;
  for (size_t i = 0; i < sizeof levels / sizeof *levels && cause->score == 0; i++) {
    bool near = now.value <= levels[i].value && now.value < NEARER * then.value;
    if (near) tell_singular(&now, levels[i].score, "is at or near", cause);
  }
  if (cause->score == 0) singular_pose_ahead(f, cause);
}

/* The row of largest |phi| over L among those that are carried, or those that are not; -1: none above `largest`, which
 * becomes that size. */
static int32_t violated_row(const SarFailure *f, bool carried, double *largest) {
  const SarWorkspace *m = f->start->m;
  int32_t np = m->problem.n.np, worst = -1;
  double *phi = calloc((size_t)np + 1, sizeof *phi);
  bool known = phi && m->problem.ops->position(&m->problem, f->view->t1, f->view->q, phi) == SAR_OK;
  for (int32_t i = 0; known && i < np; i++) {
    double size = fabs(phi[i]) / sar_system_length(f->system);
    if (m->carried[i] == carried && size > *largest) *largest = size, worst = i;
  }
  free(phi);
  return worst;
}

/* Methods that only stabilise their constraints go on where these cannot be satisfied any more. */
static void torn_joint(const SarFailure *f, Cause *cause) {
  double largest = TORN;
  int32_t worst = violated_row(f, true, &largest);
  if (worst < 0) return;
  SarCulpritName name = sar_culprit_name(f->system, f->start->m->problem.n.nv + worst);
  cause->element = name.index;
  tell(
      cause, 0.9, "`sarrus check` finds lock-up positions on the way; if there are none, give a smaller fixed step",
      "the constraints no longer hold: `%s` (%s) is off by %.2g of the model's length; the run has gone past a pose in "
      "which the mechanism locks, or its steps are unstable",
      name.element, name.equation, largest);
}

static void contradiction(const SarFailure *f, Cause *cause) {
  double largest = VIOLATED;
  int32_t worst = f->start->m->ndropped > 0 ? violated_row(f, false, &largest) : -1;
  if (worst < 0) return;
  SarCulpritName name = sar_culprit_name(f->system, f->start->m->problem.n.nv + worst);
  cause->element = name.index;
  tell(cause, 0.8, "replace this joint by one that leaves that direction free, or correct the geometry",
       "the redundant constraint `%s` (%s) contradicts the others: it is violated by %.3g of the model's length",
       name.element, name.equation, largest);
}

/* ---- motion ---- */

static double kinetic_energy(const SarSystem *s, int32_t b, const double *v) {
  const SarBody *body = sar_system_body(s, b);
  SarVec3 velocity = sar_vec3_load(v + 6 * b), w = sar_vec3_load(v + 6 * b + 3);
  return body->mass * sar_dot(velocity, velocity) / 2 + sar_dot(w, sar_mul(&body->inertia, w)) / 2;
}

static void blow_up(const SarFailure *f, Cause *cause) {
  const SarSystem *s = f->system;
  double then = 0, largest = 0, span = f->options->end - f->start->t, g = sar_norm(sar_system_gravity(s)),
         L = sar_system_length(s);
  int32_t worst = -1;
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    then += kinetic_energy(s, b, f->start->v) + sar_system_body(s, b)->mass * (g * L + L * L / (span * span));
    double now = kinetic_energy(s, b, f->view->v);
    if (now > largest) largest = now, worst = b;
  }
  SarPoint begin = sar_start_point(f->start);
  SarEnergies energies;
  if (sar_workspace_energy(f->start->m, &begin, &energies) == SAR_OK && g == 0) then += fabs(energies.potential);
  if (worst < 0 || !(largest > MUCH_ENERGY * then)) return;
  cause->element = sar_system_body(s, worst)->element;
  char times[64] = "infinitely many times";
  if (isfinite(largest / then)) snprintf(times, sizeof times, "%.2g times", largest / then);
  tell(
      cause, fmin(0.88, 0.6 + 0.02 * log10(largest / then)),
      "look for a force that feeds energy in: a negative stiffness or damping, a law with the wrong sign",
      "the motion grows without bound: the kinetic energy of `%s` is %s what the mechanism could have from its weights "
      "and its start",
      name_of(f, cause->element), times);
}

/* ---- stiff elements ---- */

/* 1/m of what a coordinate moves. */
static double mobility(const SarSystem *s, const SarCoordinate *y, const SarGradient *g) {
  double sum = 0;
  const int32_t body[2] = {y->a, y->b};
  const SarVec3 turn[2] = {g->a, g->b};
  for (int i = 0; i < 2; i++) {
    if (body[i] == sar_system_ground(s)) continue;
    const SarBody *b = sar_system_body(s, body[i]);
    if (b->mass > 0) sum += sar_dot(g->d, g->d) / b->mass;
    SarMat3 inverse = sar_mat3_inverse(&b->inertia);
    double spin = sar_dot(turn[i], sar_mul(&inverse, turn[i]));
    if (isfinite(spin)) sum += spin;
  }
  return sum;
}

static double law_frequency(const SarFailure *f, const SarLawForce *law) {
  const SarWorkspace *m = f->start->m;
  SarCoordinateValue y = sar_workspace_coordinate(m, law->coordinate, f->view->t1);
  SarLawValue value = sar_law_evaluate(&law->law, y.y, y.rate, f->view->t1, m->scratch);
  return sqrt(fmax(value.by_value, 0) * mobility(f->system, sar_system_coordinate(f->system, law->coordinate), &y.g));
}

/* Bushings: the largest diagonal entry of the stiffness over the mass or moment of inertia it moves. */
static double force_frequency(const SarFailure *f, const SarForce *force) {
  const SarSystem *s = f->system;
  const SarWorkspace *m = f->start->m;
  const int32_t body[2] = {force->a, force->b};
  SarLoadJacobian jacobian;
  double largest = 0;
  if (!force->class->jacobian) return 0;
  memset(&jacobian, 0, sizeof jacobian);
  if (force->class->jacobian(force->param, f->view->t1, &m->kin[force->a], &m->kin[force->b], &jacobian) != SAR_OK)
    return 0;
  for (int i = 0; i < 12; i++) {
    if (body[i / 6] == sar_system_ground(s)) continue;
    const SarBody *b = sar_system_body(s, body[i / 6]);
    double inertia = i % 6 < 3 ? b->mass : b->inertia.m[i % 3][i % 3];
    if (inertia > 0) largest = fmax(largest, fabs(jacobian.q[i][i]) / inertia);
  }
  return sqrt(largest);
}

static void stiff_element(const SarFailure *f, Cause *cause) {
  const SarSystem *s = f->system;
  double fastest = 0, h = f->options->fixed_step > 0 ? f->options->fixed_step : f->stats->largest_step;
  int32_t worst = -1;
  sar_workspace_place(f->start->m, f->view->q, f->view->v);
  for (int32_t e = 0; e < sar_system_model(s)->nelements; e++) {
    const SarPlace *place = sar_system_place(s, e);
    double frequency = 0;
    for (int32_t i = 0; i < place->laws.count; i++) {
      frequency = fmax(frequency, law_frequency(f, sar_system_law(s, place->laws.first + i)));
    }
    for (int32_t i = 0; i < place->forces.count; i++) {
      frequency = fmax(frequency, force_frequency(f, sar_system_force(s, place->forces.first + i)));
    }
    if (frequency > fastest && isfinite(frequency)) fastest = frequency, worst = e;
  }
  if (worst < 0) return;
  bool fixed = f->options->fixed_step > 0;
  double period = 6.283185307179586 / fastest;
  if (!(period < (fixed ? STEPS_PER_PERIOD : 1) * h)) return;
  cause->element = worst;
  tell(cause, fixed ? 0.7 : 0.3,
       fixed ? "give a fixed step of at most a tenth of that period, or let the tolerance choose the step (--tol)"
             : "check its stiffness and the masses it acts on; give a max_step of at most a tenth of that period",
       "`%s` is stiff: with the bodies it acts on it swings within %.3g s; the %s step is %.3g s", name_of(f, worst),
       period, fixed ? "fixed" : "largest", h);
}

/* ---- touches ---- */

/* The body whose equation ended the last attempt; -1: none did. */
static int32_t last_body(const SarFailure *f) {
  const SarAttemptRecord *last = last_attempt(f);
  return last && last->culprit >= 0 && last->culprit < 6 * sar_system_bodies(f->system) ? last->culprit / 6 : -1;
}

/* Of the body that attempts fail at, or of any, the touch with the shortest period. */
static void stiff_touch(const SarFailure *f, Cause *cause) {
  const SarUnits *u = &sar_system_model(f->system)->units;
  const SarAttemptRecord *last = last_attempt(f);
  SarPoint at = sar_step_point(f->view);
  double near = TOUCHES_SOON * sar_system_length(f->system);
  int32_t body = last_body(f);
  SarStiffTouch touch;
  char pair[SAR_TOUCH_NAME];
  if (!last || !sar_system_has_contacts(f->system)) return;
  bool own = body >= 0 && sar_stiffest_touch(f->start->m, &at, body, near, &touch);
  if (!own && !sar_stiffest_touch(f->start->m, &at, -1, near, &touch)) return;
  sar_touch_name(sar_system_model(f->system), &touch.names, pair);
  double h = f->options->fixed_step;
  bool soft = touch.depth > SUNK * touch.most_depth, coarse = h > 0 && touch.period < STEPS_PER_PERIOD * h;
  cause->element = touch.contact;
  tell(cause,
       !own     ? 0.25
       : soft   ? 0.94
       : coarse ? 0.91
                : 0.7,
       soft     ? "raise `stiffness` or `damping`: they are nearly through each other"
       : coarse ? "give a fixed step of at most a tenth of that period, or let the tolerance choose the step (--tol)"
                : "lower `stiffness`, or give the shapes a larger `radius`",
       "%s touch: %.3g %s deep, %s at %.3g %s/%s, stiffness %.3g %s/%s there, natural period %.2g %s; the last "
       "attempt was a step of %.2g %s",
       pair, touch.depth / u->length, u->length_name, touch.rate < 0 ? "parting" : "closing",
       fabs(touch.rate) * u->time / u->length, u->length_name, u->time_name, touch.stiffness * u->length / u->force,
       u->force_name, u->length_name, touch.period / u->time, u->time_name, last->step / u->time, u->time_name);
}

/* ---- settings ---- */

static void fixed_step_too_large(const SarFailure *f, Cause *cause) {
  double h = f->options->fixed_step, largest = LARGE_WAY;
  int32_t worst = -1;
  bool turns = false;
  for (int32_t i = 0; h > 0 && i < 2 * sar_system_bodies(f->system); i++) {
    double size = way(f, i / 2, i % 2 == 0, 1);
    if (size > largest) largest = size, worst = i / 2, turns = i % 2 == 0;
  }
  if (worst < 0) return;
  cause->element = sar_system_body(f->system, worst)->element;
  char remedy[160];
  snprintf(remedy, sizeof remedy, "give a fixed step of at most %.2g s, or let the tolerance choose the step (--tol)",
           0.1 * h / largest);
  tell(cause, turns && last_outcome(f) == SAR_OUTCOME_ROTATION ? 0.92 : 0.65, remedy,
       "the fixed step is too large: `%s` %s %.2g %s within one step of %.3g s", name_of(f, cause->element),
       turns ? "turns by" : "moves by", largest, turns ? "rad" : "of the model's length", h);
}

static void min_step_too_large(const SarFailure *f, Cause *cause) {
  double given = f->options->min_step, own = fmax(1e-14, 16 * DBL_EPSILON) * f->options->end;
  const SarAttemptRecord *last = last_attempt(f);
  if (f->options->fixed_step > 0 || !(given > OWN_MIN_STEP * own) || !last) return;
  char remedy[160];
  snprintf(remedy, sizeof remedy, "leave min_step out: the program's own is %.1g s", own);
  tell(cause, 0.93, remedy,
       "min_step forbids steps below %.3g s; the last attempt was %.3g s long and needed a shorter one", given,
       last->step);
}

static void tolerance_at_rounding(const SarFailure *f, Cause *cause) {
  const SarStepOptions *o = f->options;
  int64_t at_rounding =
      f->stats->floor_steps > f->stats->rounding_steps ? f->stats->floor_steps : f->stats->rounding_steps;
  double share = f->stats->steps > 0 ? (double)at_rounding / (double)f->stats->steps : 0;
  if (o->fixed_step > 0) return;
  if (o->tolerance < SMALLEST_TOLERANCE) {
    tell(cause, 0.9, "give a tolerance of 1e-10 or more",
         "the tolerance %.2g is below what rounding of positions allows (about %g)", o->tolerance, SMALLEST_TOLERANCE);
  } else if (share > 0.5 && last_outcome(f) == SAR_OUTCOME_ERROR) {
    tell(cause, 0.5, "give a larger tolerance, or place the model nearer to the origin",
         "rounding, not the tolerance, ended %.0f %% of the steps", 100 * share);
  }
}

/* ---- all ---- */

#define FOLLOWS 3 /* at most */

/* One line per cause. What follows from another cause is left out where there is more evidence for that one: at a
 * lock-up or under an infinite force velocities grow, too. */
static const struct {
  CauseFunction *find, *follows_from[FOLLOWS];
} table[] = {
    {.find = strange_element},
    {.find = singular_pose},
    {.find = torn_joint},
    {.find = contradiction},
    {.find = blow_up, .follows_from = {singular_pose, strange_element, torn_joint}},
    {.find = stiff_element},
    {.find = stiff_touch},
    {.find = fixed_step_too_large},
    {.find = min_step_too_large},
    {.find = tolerance_at_rounding},
};
#define CAUSES ((int32_t)(sizeof table / sizeof *table))

static void leave_out_consequences(Cause *causes) {
  for (int32_t i = 0; i < CAUSES; i++) {
    for (int32_t k = 0; k < CAUSES; k++) {
      bool follows = false;
      for (int j = 0; j < FOLLOWS; j++) follows = follows || table[k].find == table[i].follows_from[j];
      if (follows && causes[k].score > causes[i].score) causes[i].score = 0;
    }
  }
}

static int by_score(const void *first, const void *second) {
  const Cause *a = first, *b = second;
  if (a->score != b->score) return a->score < b->score ? 1 : -1;
  return a->order - b->order;
}

/* The error itself names the element and says why. */
static bool is_diagnosed(const SarContext *context) {
  for (int32_t i = sar_context_count(context) - 1; i >= 0; i--) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity == SAR_ERROR) return d->element != NULL;
  }
  return false;
}

static void note_causes(const SarFailure *f, Cause *causes) {
  for (int32_t i = 0; i < CAUSES; i++) {
    causes[i] = (Cause){.order = i, .element = -1};
    table[i].find(f, &causes[i]);
  }
  leave_out_consequences(causes);
  qsort(causes, CAUSES, sizeof *causes, by_score);
  for (int32_t i = 0; i < SAR_CAUSES_SHOWN && causes[i].score > 0; i++) {
    const SarModelElement *element = causes[i].element >= 0 ? sar_system_element(f->system, causes[i].element) : NULL;
    sar_note(f->context, f->status, element ? element->source : sar_nowhere(), element ? element->name : NULL,
             causes[i].remedy, "likely cause %d: %s", (int)i + 1, causes[i].what);
  }
  if (causes[0].score > 0 || is_diagnosed(f->context)) return;
  sar_note(
      f->context, f->status, sar_nowhere(), NULL,
      "look at the culprits above; try a smaller max_step, another tolerance, or end the run just before and look "
      "at the results there",
      "no likely cause was found: at the last good state no force or motion jumps, the constraints are independent "
      "and the velocities are moderate");
}

void sar_causes_explain(const SarFailure *failure) {
  if (failure->status >= 0 || failure->status <= SAR_INPUT) return;
  char *story = malloc(STORY);
  Cause *causes = calloc(CAUSES, sizeof *causes);
  if (story && causes) {
    sar_step_report_story(failure->limits, failure->system, story, STORY);
    sar_note(failure->context, failure->status, sar_nowhere(), NULL, NULL, "the last attempts:\n%s", story);
    note_causes(failure, causes);
  }
  free(story);
  free(causes);
}
