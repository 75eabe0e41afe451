#include "method/event.h"

#include <float.h>
#include <math.h>

#define CLEAR 1e-10       /* of the values nearby: clearly not zero */
#define BLUR 4.0          /* times the value where a function fired: still the same crossing */
#define ROUNDING 1e-15    /* of the largest value so far */
#define TERMS 4.0         /* times the width of the bounds at a point: rounding of the terms of a function */
#define NOISE 1e-12       /* of it: a new start at the same place moves a function no further */
#define BEYOND 0.1        /* of the time allowed: so far beyond the crossing steps are aimed */
#define SECANT 1e-12      /* of the step: ends that are closer tell nothing of the slope */
#define STEEPER 4.0       /* changes of a slope that are believed */
#define CONVERGING 0.3    /* of the correction before: a larger one is not that of a smooth function */
#define WINDOW 0.25       /* of the step: attempts end so near the crossing on the interpolant, ... */
#define ROUGH_WINDOW 0.02 /* ... or so near where it is not a smooth function of the step's end */
#define MOST_REPEATS 6    /* three do, unless the function is tangential or rounding */
#define CROWD 50          /* firings one right after the other that are chattering */
#define REST 1e-6         /* of the span: without a change of sign, a kink that was left alone is watched again */
#define SHORT 0.1         /* of the step that was looked at: it was cut short, ... */
#define HOVERING 3        /* ... so often one right after the other by the same kink, ... */
#define LEFT_ALONE 8      /* ... which is left alone for so many steps then */
#define CROWD_GAP 1e-8    /* of the span: right after the other; below a thousandth of it one counts as five */
#define AT_ONCE 1e-5      /* of the span: the same for a function that has not been on its side since */
#define SHRINKING 5       /* firings that follow faster and faster, all that remain of them within ... */
#define REMAINING 1e-7    /* ... this part of the span, are chattering */
#define SUDDEN 1e-3       /* of the gap before: a gap that is so much shorter is no part of such a series */

bool sar_events_create(SarArena *arena, const SarProblem *problem, SarEvents *events) {
  const SarSizes *sizes = &problem->n;
  int32_t n = sizes->nroots, unknowns = sar_sizes_unknowns(sizes);
  *events = (SarEvents){.problem = problem, .n = n, .chattering = -1, .doubtful = -1, .shown = -1};
  if (n == 0) return true;
  double *reals = SAR_NEW(arena, 14 * n + unknowns + sizes->nq + sizes->nv + sizes->nx, double);
  int32_t *integers = SAR_NEW(arena, 12 * n + sizes->nv + sizes->nx + unknowns, int32_t);
  events->bounds = SAR_NEW(arena, n, SarEnclosure);
  events->over = SAR_NEW(arena, n, bool);
  events->harmless = SAR_NEW(arena, n, SarInterval);
  if (!reals || !integers || !events->bounds || !events->over || !events->harmless) return false;
  double **const arrays[] = {&events->value, &events->largest, &events->end,           &events->crossing,
                             &events->slope, &events->between, &events->at_end_before, &events->last,
                             &events->gap,   &events->blur,    &events->zero,          &events->rounding,
                             &events->since, &events->until};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++, reals += n) *arrays[k] = reals;
  events->unknowns = reals;
  events->state = events->unknowns + unknowns;
  events->side = integers;
  events->next_side = integers + n;
  events->fired = integers + 2 * n;
  events->sign = integers + 3 * n;
  events->crowd = integers + 4 * n;
  events->shrinking = integers + 5 * n;
  events->kinks = integers + 6 * n;
  events->tired = integers + 7 * n;
  events->fresh = integers + 8 * n;
  events->hovers = integers + 9 * n;
  events->idle = integers + 10 * n;
  events->rests = integers + 11 * n;
  events->readers = integers + 12 * n;
  for (int32_t i = 0; i < n; i++) events->last[i] = -INFINITY, events->gap[i] = INFINITY;
  SarInterpolated *p = &events->interpolated;
  p->q = events->state, p->v = p->q + sizes->nq, p->x = p->v + sizes->nv;
  p->a = events->unknowns, p->lambda = p->a + sizes->nv, p->mu = p->lambda + sizes->np;
  p->xdot = p->mu + sizes->nn, p->z = p->xdot + sizes->nx;
  return true;
}

SarStatus sar_events_evaluate(SarEvents *events, const SarPoint *at, double *values) {
  SAR_TRY(events->problem->ops->roots(events->problem, at, values));
  for (int32_t i = 0; i < events->n; i++) values[i] -= events->zero[i];
  events->counts.values += events->n;
  return SAR_OK;
}

double sar_events_value(SarEvents *events, const SarNode *from, const SarNode *to, int32_t root, double t) {
  const SarProblem *problem = events->problem;
  const SarInterpolated *p = &events->interpolated;
  const SarSizes *n = &problem->n;
  SarPoint at = {t, p->q, p->v, p->a, p->lambda, p->mu, p->x, p->xdot, p->z};
  if (!problem->ops->root) {
    sar_interpolate(problem, from, to, t, p);
    events->counts.numbers += n->nq + n->nv + n->nx + sar_sizes_unknowns(n);
    return sar_events_evaluate(events, &at, events->between) == SAR_OK ? events->between[root] : NAN;
  }
  double value;
  events->counts.numbers += sar_interpolate_reads(problem, from, to, t, &problem->reads[root], p);
  events->counts.values++;
  return problem->ops->root(problem, root, &at, &value) == SAR_OK ? value - events->zero[root] : NAN;
}

double sar_events_kink_reach(const SarEvents *events) {
  return events->problem->n.np > 0 ? SAR_EVENT_KINK : events->covered ? SAR_EVENT_FREE_KINK : SAR_EVENT_TIME;
}

bool sar_events_clear(const SarEvents *events, int32_t root, double value, double scale) {
  double blur = events->blur[root],
         zero = blur > 0 ? blur : CLEAR * scale;       /* what is meant as zero may be so far off */
  bool contact = events->problem->roots[root].returns; /* bodies that move together do not strike each other */
  double rounding = fmax(ROUNDING * events->largest[root], contact ? events->rounding[root] : 0);
  return fabs(value) > fmax(scale > 0 ? zero : 0, rounding);
}

int32_t sar_events_side(const SarEvents *events, int32_t root, double scale) {
  const SarRoot *r = &events->problem->roots[root];
  int32_t side = events->side[root];
  if (r->kind != SAR_ROOT_EVENT || r->direction == 0) return side;
  bool rests = side == 0 && scale == 0;
  bool contact = r->returns && side != -r->direction && events->largest[root] <= CLEAR * scale;
  return rests || contact ? -r->direction : side;
}

static bool is_asleep(const SarEvents *events, int32_t root) {
  return events->problem->asleep && events->problem->asleep[root];
}

bool sar_events_jumps(const SarEvents *events, int32_t root) {
  return events->problem->roots[root].kind == SAR_ROOT_JUMP && !is_asleep(events, root);
}

bool sar_events_counts(const SarEvents *events, int32_t root, int32_t side) {
  const SarRoot *r = &events->problem->roots[root];
  if (is_asleep(events, root) || r->kind == SAR_ROOT_TABLE) return false;
  bool endless = events->crowd[root] >= CROWD || events->hovers[root] < 0;
  if (r->kind == SAR_ROOT_KINK && endless) return false;
  return r->direction == 0 || r->direction == -side;
}

static int32_t sign_of(double x) { return (x > 0) - (x < 0); }

/* A function may have no value, as that of a kink in a branch which does not count here: then it has no side either. */
static SarStatus evaluate(SarEvents *events, const SarNode *node, double *values) {
  SarPoint at = sar_node_point(events->problem, node);
  return sar_events_evaluate(events, &at, values);
}

static void note_size(SarEvents *events, int32_t i) {
  if (isfinite(events->value[i])) events->largest[i] = fmax(events->largest[i], fabs(events->value[i]));
}

/* An event is on this side from here on: where rounding has left its value on the other one, that counts as zero. */
static void stand_on(SarEvents *events, int32_t i, int32_t side, double *value) {
  double whole = *value + events->zero[i];
  bool there = whole * side > 0 || !isfinite(whole);
  events->side[i] = side;
  events->zero[i] = there ? 0 : whole;
  *value = there ? whole : 0;
}

/* Clearly away from what counts as zero, which is zero then. */
static void forget_zero(SarEvents *events, int32_t i, double *value) {
  if (events->zero[i] == 0 || !(fabs(*value) > BLUR * fabs(events->zero[i]))) return;
  *value += events->zero[i];
  events->zero[i] = 0;
}

/* An event that has fired right here, where it had the value `before`, and where velocities and parameters have changed
 * since: it is on the side it went to, and back on the other one if that is what its impact does. Where it is now
 * somewhere else, its own action has moved it, and it is where it is. */
static void start_fired(SarEvents *events, int32_t i, int32_t sign, double before) {
  double value = events->value[i] + events->zero[i];
  bool moved = fabs(value) > fmax(BLUR * fabs(before), NOISE * events->largest[i]);
  events->blur[i] = 0;
  int32_t side = moved ? sign_of(value) : events->problem->roots[i].returns ? -sign : sign;
  stand_on(events, i, side, &events->value[i]);
  events->fresh[i] = !sar_events_clear(events, i, events->value[i], 0);
}

/* Another event has stopped this one on zero, or an ulp beyond, while it was coming back from the side that it cannot
 * leave: from here it may go either way, and the way that counts must not be missed. The same with bodies that touch
 * where the run begins, up to rounding. */
static void start_other(SarEvents *events, int32_t i) {
  int32_t side = events->side[i], direction = events->problem->roots[i].direction;
  double value = events->value[i];
  bool contact = events->problem->roots[i].returns && fabs(value) <= events->rounding[i];
  if (direction == 0 || side == -direction || (side == 0 && !contact)) return;
  if (contact || value * side < 0 || (value == 0 && events->zero[i] == 0))
    stand_on(events, i, -direction, &events->value[i]);
}

/* How far rounding alone may have moved the values: bounds at a single point are no sharper. */
static void note_rounding(SarEvents *events, const SarNode *node) {
  const SarProblem *p = events->problem;
  if (!p->ops->enclose_roots) return;
  SarPoint at = sar_node_point(p, node);
  p->ops->enclose_step(p, &at, &at);
  p->ops->enclose_roots(p, 0, 0, events->bounds);
  for (int32_t i = 0; i < events->n; i++) {
    double width = events->bounds[i].value.hi - events->bounds[i].value.lo;
    events->rounding[i] = isfinite(width) ? TERMS * width : 0;
  }
}

/* The branches were settled by the values at the start, so a jump is on the side where it stands. An event that was
 * carried over zero by another one keeps its side and fires in the next step. */
SarStatus sar_events_start(SarEvents *events, const SarNode *node, double span) {
  events->span = span;
  events->doubtful = -1;
  if (events->n == 0) return SAR_OK;
  for (int32_t k = 0; k < events->nfired; k++) {
    int32_t i = events->fired[k];
    events->at_end_before[i] = events->value[i] + events->zero[i];
    if (events->problem->roots[i].kind == SAR_ROOT_EVENT) continue;
    events->side[i] = 0;
    events->blur[i] = BLUR * fabs(events->value[i]);
  }
  SAR_TRY(evaluate(events, node, events->value));
  note_rounding(events, node);
  for (int32_t i = 0; i < events->n; i++) {
    SarRootKind kind = events->problem->roots[i].kind;
    forget_zero(events, i, &events->value[i]);
    note_size(events, i);
    if (kind == SAR_ROOT_EVENT) start_other(events, i);
    if (kind == SAR_ROOT_JUMP) events->side[i] = sign_of(events->value[i]);
    if (kind == SAR_ROOT_KINK && !(events->value[i] * events->side[i] > 0)) events->side[i] = 0;
  }
  for (int32_t k = 0; k < events->nfired; k++) {
    int32_t i = events->fired[k];
    bool event = events->problem->roots[i].kind == SAR_ROOT_EVENT;
    if (event) start_fired(events, i, events->sign[k], events->at_end_before[i]);
  }
  events->behind = events->nfired;
  events->nfired = 0;
  return SAR_OK;
}

SarStatus sar_events_settled(SarEvents *events, const SarNode *node) {
  SAR_TRY(evaluate(events, node, events->value));
  for (int32_t i = 0; i < events->n; i++) {
    if (events->problem->roots[i].kind != SAR_ROOT_JUMP) continue;
    events->side[i] = sign_of(events->value[i]);
    note_size(events, i);
  }
  for (int32_t k = 0; k < events->nfired; k++) {
    int32_t i = events->fired[k];
    if (events->problem->roots[i].kind != SAR_ROOT_JUMP) continue;
    events->crowd[i] = events->shrinking[i] = 0;
    if (events->chattering == i) events->chattering = -1;
  }
  return SAR_OK;
}

SarStatus sar_events_passed(SarEvents *events, const SarNode *node) {
  for (int32_t k = 0; k < events->nfired; k++) {
    int32_t i = events->fired[k];
    events->at_end_before[i] = events->value[i] + events->zero[i];
  }
  SAR_TRY(evaluate(events, node, events->value));
  for (int32_t k = 0; k < events->nfired; k++) {
    int32_t i = events->fired[k];
    if (events->problem->roots[i].kind != SAR_ROOT_EVENT) continue;
    start_fired(events, i, events->sign[k], events->at_end_before[i]);
    note_size(events, i);
  }
  return SAR_OK;
}

/* ---- aiming ---- */

static bool is_kink(const SarEvents *events, int32_t i) { return events->problem->roots[i].kind == SAR_ROOT_KINK; }

/* So far apart may crossings be that one step meets. */
static double reach(const SarEvents *events, const SarEventAim *aim, int32_t i) {
  bool kinks = is_kink(events, i) && is_kink(events, aim->root);
  return (kinks ? sar_events_kink_reach(events) : SAR_EVENT_TIME) * aim->step;
}

/* Does the function cross together with the first one? */
static bool together(const SarEvents *events, const SarEventAim *aim, int32_t i) {
  return i == aim->root || events->crossing[i] <= events->crossing[aim->root] + reach(events, aim, i);
}

/* Accelerations and multipliers of an index-3 system swing where the step changes: functions of them are no smooth
 * functions of the step's end, and no secant finds their zero. For those the interpolant must do: attempts stay near
 * it. */
SarStatus sar_events_correct(SarEvents *events, const SarNode *trial, SarEventAim *aim) {
  SAR_TRY(evaluate(events, trial, events->end));
  double tolerance = fmax(SAR_EVENT_TIME * aim->step, 4 * DBL_EPSILON * fabs(aim->t)), moved = aim->t - aim->tried;
  double further = -INFINITY; /* time to the last crossing of those together */
  for (int32_t i = 0; i < events->n; i++) {
    if (!together(events, aim, i) || events->slope[i] == 0) continue;
    double secant = (events->end[i] - events->at_end_before[i]) / moved;
    double change = secant / events->slope[i];
    if (fabs(moved) > SECANT * aim->step && change > 1 / STEEPER && change < STEEPER) events->slope[i] = secant;
    further = fmax(further, -events->end[i] / events->slope[i]);
    events->at_end_before[i] = events->end[i];
  }
  bool beyond = further < 0, /* on zero itself `floor` has not changed yet, and `sign` has a third value */
      close = further >= -tolerance, was_rough = aim->rough;
  aim->rough = was_rough || (fabs(further) > 10 * tolerance && fabs(further) > CONVERGING * aim->further);
  double next = aim->t + further + BEYOND * tolerance, crossing = events->crossing[aim->root];
  double window = (aim->rough ? ROUGH_WINDOW : WINDOW) * aim->step;
  next = fmin(fmax(next, crossing - window), crossing + window);
  next = fmin(fmax(next, aim->least), aim->t1);
  aim->further = fabs(further);
  aim->repeats++;
  aim->met = (beyond && close) || !isfinite(further) || next == aim->t || was_rough || aim->repeats >= MOST_REPEATS;
  aim->tried = aim->t;
  aim->early = aim->t == aim->least;
  if (!aim->met) aim->t = next;
  return SAR_OK;
}

bool sar_events_passed_another(const SarEvents *events, const SarEventAim *aim) {
  for (int32_t i = 0; i < events->n; i++) {
    int32_t side = events->side[i];
    bool left = side != 0 && events->end[i] * side < 0 && sar_events_clear(events, i, events->end[i], 0);
    bool ignored = events->over[i] || together(events, aim, i);
    if (left && !ignored && sar_events_counts(events, i, side)) return true;
  }
  return false;
}

/* ---- accepting ---- */

/* Is this a function that would fire for ever? Either at once after every step, as on a relay that its own switching
 * drives back, or in gaps that shrink by a factor, as with bounces, so that infinitely many end within a moment.
 * `at_once`: since it fired it has not been seen on its side, which may take a while to be seen. */
static void watch(SarEvents *events, int32_t i, double t, bool at_once) {
  double gap = t - events->last[i], ratio = gap / events->gap[i], span = events->span;
  at_once = at_once && gap <= AT_ONCE * span;
  if (gap > CROWD_GAP * span && !at_once) {
    events->crowd[i] = 0;
  } else {
    events->crowd[i] += gap > 1e-3 * CROWD_GAP * span && !at_once ? 1 : 5;
  }
  events->shrinking[i] = ratio < 1 && ratio > SUDDEN ? events->shrinking[i] + 1 : 0;
  events->gap[i] = gap;
  events->last[i] = t;
  bool ending = events->shrinking[i] >= SHRINKING && gap * ratio <= REMAINING * span * (1 - ratio);
  bool endless = ending || events->crowd[i] >= CROWD;
  if (endless && events->problem->roots[i].kind != SAR_ROOT_KINK && events->chattering < 0) events->chattering = i;
}

/* `blurred`: no step could be made to end on its zero, so values of this size tell nothing of its side. */
static void fire(SarEvents *events, int32_t i, double t, bool blurred, bool at_once) {
  int32_t old = events->side[i], now = sign_of(events->end[i]), sign = old != 0 ? -old : now;
  SarRootKind kind = events->problem->roots[i].kind;
  bool jump = kind == SAR_ROOT_JUMP; /* settled by its value, whatever that is */
  events->fired[events->nfired] = i;
  events->sign[events->nfired++] = sign;
  events->fresh[i] = 0;
  if (kind == SAR_ROOT_EVENT && !blurred) {
    stand_on(events, i, sign, &events->end[i]);
  } else {
    events->side[i] = jump && now == 0 ? sign : blurred && !jump ? 0 : now;
  }
  if (blurred) events->blur[i] = BLUR * fabs(events->end[i]);
  watch(events, i, t, at_once);
}

/* A function that was not aimed at: has it left its side on the way? The sides found on the interpolant belong to the
 * end of the step that was looked at, which is not where this one ends. */
static void pass(SarEvents *events, int32_t i, double t) {
  double value = events->end[i], scale = fmax(fabs(value), fabs(events->value[i]));
  int32_t side = events->side[i] = sar_events_side(events, i, scale);
  if (side == 0) {
    side = sar_events_clear(events, i, events->value[i], scale) ? sign_of(events->value[i]) : sign_of(value);
    if (sar_events_jumps(events, i)) side = 0; /* it will fire */
    events->side[i] = side;
  }
  if (!(value * side < 0) || !sar_events_clear(events, i, value, 0)) return;
  if (sar_events_counts(events, i, side) && !events->over[i]) {
    fire(events, i, t, false, false);
  } else {
    events->side[i] = -side;
  }
}

/* A kink that chattered is left alone until it has been on one side for a while. */
static void watch_again(SarEvents *events, int32_t i, double t) {
  if (events->crowd[i] < CROWD || events->problem->roots[i].kind != SAR_ROOT_KINK) return;
  if (events->value[i] * events->end[i] <= 0) events->last[i] = t;
  if (t - events->last[i] > REST * events->span) events->crowd[i] = 0;
}

/* A kink that cuts one step after the other short stays near zero, and what takes it there and back is the error of the
 * method, which so short steps make larger where there are constraints. */
static void watch_hovering(SarEvents *events, const SarEventAim *aim, bool shorter) {
  for (int32_t i = 0; i < events->n; i++) {
    int32_t *hovers = &events->hovers[i];
    *hovers = *hovers < 0 ? *hovers + 1 : shorter && is_kink(events, i) && together(events, aim, i) ? *hovers + 1 : 0;
    if (*hovers >= HOVERING) *hovers = -LEFT_ALONE;
  }
}

void sar_events_accept(SarEvents *events, const SarEventAim *aim, double t) {
  bool shorter = events->problem->n.np > 0 && aim->found && t - aim->t0 < SHORT * aim->step;
  watch_hovering(events, aim, shorter);
  events->nfired = 0;
  events->doubtful = aim->doubtful;
  for (int32_t i = 0; i < events->n; i++) {
    watch_again(events, i, t);
    if (!aim->found) {
      events->side[i] = events->next_side[i];
    } else if (together(events, aim, i)) {
      if (events->next_side[i] != 0) events->side[i] = events->next_side[i];
      double missed = events->slope[i] != 0 ? fabs(events->end[i] / events->slope[i]) : 0;
      bool left = events->end[i] * events->side[i] < 0;
      double allowed = left ? reach(events, aim, i) : SAR_EVENT_TIME * aim->step;
      bool far = missed > 2 * allowed + 16 * DBL_EPSILON * fabs(aim->t);
      fire(events, i, aim->t, far && !aim->early, events->fresh[i] && events->crossing[i] <= aim->t0);
    } else {
      pass(events, i, aim->t);
    }
    if (events->side[i] != 0) events->blur[i] = 0;
    events->value[i] = events->end[i];
    forget_zero(events, i, &events->value[i]);
    note_size(events, i);
    bool away = events->value[i] * events->side[i] > 0 && sar_events_clear(events, i, events->value[i], 0);
    if (away && events->zero[i] == 0) events->fresh[i] = 0;
  }
  events->behind = events->nfired;
  events->cut_short = shorter && events->nfired > 0;
  for (int32_t k = 0; k < events->nfired; k++)
    events->cut_short = events->cut_short && is_kink(events, events->fired[k]);
}

/* ---- checkpoints ---- */

static void archive_integers(SarArchive *archive, int32_t *list, int32_t n, int32_t least, int32_t most) {
  for (int32_t i = 0; i < n; i++) sar_archive_int(archive, &list[i], least, most);
}

void sar_events_archive(SarEvents *events, SarArchive *archive) {
  int32_t n = events->n;
  SAR_ARCHIVE(archive, events->span);
  if (n == 0) return;
  sar_archive_section(archive, "events");
  archive_integers(archive, events->side, n, -1, 1);
  sar_archive_reals(archive, events->value, n);
  sar_archive_reals(archive, events->largest, n);
  sar_archive_reals(archive, events->blur, n);
  sar_archive_reals(archive, events->rounding, n);
  sar_archive_reals(archive, events->zero, n);
  archive_integers(archive, events->fresh, n, 0, 1);
  sar_archive_reals(archive, events->last, n);
  sar_archive_reals(archive, events->gap, n);
  archive_integers(archive, events->crowd, n, 0, INT32_MAX);
  archive_integers(archive, events->shrinking, n, 0, INT32_MAX);
  archive_integers(archive, events->tired, n, 0, INT32_MAX);
  archive_integers(archive, events->hovers, n, -LEFT_ALONE, HOVERING);
  archive_integers(archive, events->idle, n, 0, SAR_EVENT_IDLE);
  archive_integers(archive, events->rests, n, -1, 1 << SAR_EVENT_IDLE);
  sar_archive_reals(archive, events->since, n);
  sar_archive_reals(archive, events->until, n);
  sar_archive_bytes(archive, events->harmless, (size_t)n * sizeof *events->harmless);
  sar_archive_int(archive, &events->turn, 0, (1 << SAR_EVENT_IDLE) - 1);
  sar_archive_int(archive, &events->shown, -1, n - 1);
  sar_archive_int(archive, &events->chattering, -1, n - 1);
  sar_archive_int(archive, &events->nfired, 0, n);
  sar_archive_int(archive, &events->behind, events->nfired, n);
  archive_integers(archive, events->fired, events->behind, 0, n - 1);
  archive_integers(archive, events->sign, events->nfired, -1, 1);
}
