/* Where switching functions leave their sides within a step: samples on the interpolant, where bounds on the functions
 * ask for them, then bracketing. */
#include <float.h>
#include <math.h>

#include "method/event.h"

#define JUMP_STEP 1e-3         /* of the step: where a jump that began on zero is settled anew */
#define LEAST_STEP 1e-10       /* of the step: crossings are met no better */
#define LEAST_CONSTRAINED 1e-6 /* the same with constraints: shorter ones would only be rounding */
#define NARROW 1e-13           /* of the step: width at which bracketing ends */
#define MOST_HALVINGS 100      /* iterations of it */
#define NEARBY 1e-4            /* of the step: over which slopes are taken, ... */
#define NEAR 1e-2              /* ... and of the time to the sample before */
#define DIPS 0.25              /* of the smallest sample: a parabola with a lower vertex is looked at */

/* looking closer */
#define COARSE 0.25         /* of the step: samples that must do where nothing bounds a function */
#define NARROWEST 1e-9      /* of the step: what happens within is not told apart */
#define SLACK 1e-8          /* of the largest value: a function that passes zero by less only touches it, ... */
#define SLACK_OF_TIME 1e-12 /* ... for all that the integration knows; time is known better */
#define MOST_SAMPLES 64     /* that one function may ask for ... */
#define TIRED_SAMPLES 4     /* ... or a kink that has stayed near zero ... */
#define TIRED 3             /* ... for so many steps */
#define SHORTEST 0.05       /* of the step: shorter ones would not help to see more */
#define MOST_SHORTENED 3    /* times that a step is made shorter to see more */

/* A step that is being searched. Samples are kept in the order in which they were taken; `order` is that of time. */
typedef struct Search {
  SarEvents *events;
  const SarNode *from, *to;
  double h;
  bool bounds; /* the problem knows some */
  int32_t count;
  double taken[SAR_EVENT_SAMPLES];
  int32_t order[SAR_EVENT_SAMPLES];
  double unseen; /* a function could not be followed beyond this time, ... */
  int32_t blind; /* ... this one */
} Search;

static double time_of(const Search *s, int32_t k) { return s->taken[s->order[k]]; }

static double sampled(const Search *s, int32_t k, int32_t root) {
  return s->events->sample[s->order[k] * s->events->n + root];
}

static double value_at(Search *s, int32_t root, double t) {
  SarStatus status = sar_events_between(s->events, s->from, s->to, t);
  return status == SAR_OK ? s->events->between[root] : NAN;
}

/* ---- samples ---- */

static void put(Search *s, int32_t k, double t, const double *values) {
  int32_t n = s->events->n;
  for (int32_t i = s->count; i > k; i--) s->order[i] = s->order[i - 1];
  s->order[k] = s->count;
  s->taken[s->count] = t;
  for (int32_t i = 0; i < n; i++) s->events->sample[s->count * n + i] = values ? values[i] : NAN;
  s->count++;
}

/* A point inside that cannot be evaluated is one that is not seen. */
static void sample_inside(Search *s, int32_t k, double t) {
  bool known = sar_events_between(s->events, s->from, s->to, t) == SAR_OK;
  put(s, k, t, known ? s->events->between : NULL);
}

/* Without bounds the functions are looked at in a few places; near the beginning where their sides are open. */
static void take_samples(Search *s, bool first) {
  static const double early[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}, usual[] = {0.25, 0.5, 0.75};
  put(s, 0, s->from->t, s->events->value);
  for (int k = 0; first && k < 6; k++) sample_inside(s, s->count, s->from->t + early[k] * s->h);
  for (int k = 0; (first || !s->bounds) && k < 3; k++) sample_inside(s, s->count, s->from->t + usual[k] * s->h);
  put(s, s->count, s->to->t, s->events->end);
}

/* ---- bounds ---- */

/* The least value between fa and fb, `width` apart, of a function with these slopes. */
static double least_between(double fa, double fb, SarInterval rate, double width) {
  double x = (fb - fa - rate.hi * width) / (rate.lo - rate.hi);
  return fa + rate.lo * fmin(fmax(x, 0), width);
}

/* What has passed zero by no more has only touched it. */
static double slack_of(const Search *s, int32_t root, double scale) {
  double share = s->events->problem->roots[root].of_time ? SLACK_OF_TIME : SLACK;
  return share * fmax(s->events->largest[root], scale);
}

/* Can nothing happen between two samples but what they show? */
static bool is_seen(const Search *s, int32_t root, double fa, double fb, const SarEnclosure *e, double width) {
  bool bounded = sar_interval_is_finite(e->value), steady = sar_interval_is_finite(e->rate);
  if (!isfinite(fa) || !isfinite(fb) || (!bounded && !steady)) return width <= COARSE;
  if (e->rate.lo >= 0 || e->rate.hi <= 0) return true;
  SarInterval range = e->value;
  if (steady) {
    range.lo = fmax(range.lo, least_between(fa, fb, e->rate, width));
    range.hi = fmin(range.hi, -least_between(-fa, -fb, sar_interval_neg(e->rate), width));
  }
  double slack = slack_of(s, root, fmax(fabs(fa), fabs(fb)));
  if (fmax(s->events->largest[root], fmax(range.hi, -range.lo)) <= s->events->rounding[root])
    return true; /* it rests on zero */
  return (range.lo >= -slack && fmin(fa, fb) >= -slack) || (range.hi <= slack && fmax(fa, fb) <= slack);
}

/* A function that spends all it may, step after step, stays near zero. A kink may: the equations are continuous. */
static int32_t allowance(const Search *s, int32_t root) {
  bool kink = s->events->problem->roots[root].kind == SAR_ROOT_KINK;
  return kink && s->events->tired[root] >= TIRED ? TIRED_SAMPLES : MOST_SAMPLES;
}

static void give_up(Search *s, int32_t root, double t) {
  if (s->events->problem->roots[root].kind == SAR_ROOT_KINK || s->blind >= 0) return;
  s->unseen = t;
  s->blind = root;
}

/* Does the part of the step from sample k to the next need a look inside? */
static bool is_doubtful(Search *s, int32_t k) {
  SarEvents *events = s->events;
  double t0 = s->from->t, a = time_of(s, k), b = time_of(s, k + 1), width = (b - a) / s->h;
  bool narrow = width <= NARROWEST || b - a <= 8 * DBL_EPSILON * fabs(b), doubtful = false;
  if (narrow) return false;
  events->problem->ops->enclose_roots(events->problem, (a - t0) / s->h, fmin((b - t0) / s->h, 1), events->bounds);
  for (int32_t i = 0; i < events->n; i++) {
    if (events->zero[i] != 0) {
      events->bounds[i].value = sar_interval_sub(events->bounds[i].value, sar_interval_point(events->zero[i]));
    }
    if (is_seen(s, i, sampled(s, k, i), sampled(s, k + 1, i), &events->bounds[i], width)) continue;
    if (!sar_events_counts(events, i, 1) && !sar_events_counts(events, i, -1)) continue; /* it is left alone */
    if (events->spent[i] >= allowance(s, i) || s->count == SAR_EVENT_SAMPLES) {
      give_up(s, i, a);
      continue;
    }
    events->spent[i]++;
    doubtful = true;
  }
  return doubtful;
}

/* Does a function certainly leave its side between two samples? Then nobody asks what comes after. */
static bool is_left(const Search *s, int32_t k) {
  const SarEvents *events = s->events;
  for (int32_t i = 0; i < events->n; i++) {
    double fa = sampled(s, k, i), fb = sampled(s, k + 1, i);
    int32_t side = events->side[i];
    bool leaves = fa * side > 0 && fb * side < 0 && sar_events_counts(events, i, side);
    if (leaves && sar_events_clear(events, i, fb, 0)) return true;
  }
  return false;
}

/* More samples where the bounds do not exclude that a function crosses zero twice between two of them: halves, the
 * first one first, so that the first crossing is found however many there are. */
static void look_closer(Search *s) {
  SarEvents *events = s->events;
  SarPoint from = sar_node_point(events->problem, s->from), to = sar_node_point(events->problem, s->to);
  events->problem->ops->enclose_step(events->problem, &from, &to);
  for (int32_t i = 0; i < events->n; i++) events->spent[i] = 0;
  for (int32_t k = 0; k + 1 < s->count;) {
    if (is_doubtful(s, k)) {
      sample_inside(s, k + 1, (time_of(s, k) + time_of(s, k + 1)) / 2);
    } else if (is_left(s, k++)) {
      break;
    }
  }
  for (int32_t i = 0; i < events->n; i++) {
    bool all = events->spent[i] >= allowance(s, i);
    events->tired[i] = all ? events->tired[i] + (events->tired[i] < TIRED) : 0;
  }
}

/* ---- crossings ---- */

/* The time in [a, b] at which the function reaches the other side: f(a) is on `side`, f(b) is not. False position with
 * the Illinois rule: the value at an end that stays twice is halved; every third time the middle. */
static double bracket(Search *s, int32_t root, int32_t side, double a, double fa, double b, double fb) {
  int32_t moved = 0; /* the end that was moved last */
  for (int k = 0; k < MOST_HALVINGS && b - a > fmax(NARROW * s->h, 2 * DBL_EPSILON * fabs(b)); k++) {
    double t = k % 3 == 2 ? (a + b) / 2 : b - fb * (b - a) / (fb - fa);
    if (!(t > a && t < b)) t = (a + b) / 2;
    double f = value_at(s, root, t);
    if (!isfinite(f)) f = fb;
    if (f * side > 0) {
      a = t, fa = f;
      if (moved < 0) fb /= 2;
      moved = -1;
    } else {
      if (f == 0) return t;
      b = t, fb = f;
      if (moved > 0) fa /= 2;
      moved = 1;
    }
  }
  return b;
}

static void found(Search *s, int32_t root, int32_t side, double a, double fa, double b, double fb) {
  SarEvents *events = s->events;
  double t = bracket(s, root, side, a, fa, b, fb), before = t - fmin(NEARBY * s->h, NEAR * (t - a));
  double slope = (value_at(s, root, t) - value_at(s, root, before)) / (t - before);
  events->crossing[root] = t;
  events->slope[root] = slope * side < 0 ? slope : (fb - fa) / (b - a);
}

/* A function that comes near zero between three samples may have crossed it twice. True: it has, and that is found. */
static bool dips(Search *s, int32_t root, int32_t side, int32_t k) {
  double t0 = time_of(s, k - 2), t1 = time_of(s, k - 1), t2 = time_of(s, k);
  double f0 = side * sampled(s, k - 2, root), f1 = side * sampled(s, k - 1, root), f2 = side * sampled(s, k, root);
  if (!(f0 > 0 && f1 > 0 && f2 > 0)) return false;
  double d0 = (f1 - f0) / (t1 - t0), d1 = (f2 - f1) / (t2 - t1), curvature = (d1 - d0) / (t2 - t0);
  if (!(curvature > 0)) return false;
  double t = (t0 + t1) / 2 - d0 / (2 * curvature);
  if (!(t > t0 && t < t2)) return false;
  double lowest = f0 + (t - t0) * (d0 + curvature * (t - t1));
  if (lowest > DIPS * fmin(f0, fmin(f1, f2))) return false;
  double f = side * value_at(s, root, t);
  if (!(f < (s->bounds ? -slack_of(s, root, 0) : 0))) return false;
  found(s, root, side, t0, side * f0, t, side * f);
  return true;
}

/* Does it come back to its side from here without having been clearly off it? */
static bool only_touches(const Search *s, int32_t root, int32_t side, int32_t k) {
  double slack = s->bounds ? slack_of(s, root, 0) : 0;
  while (k + 1 < s->count && fabs(sampled(s, k, root)) <= slack) k++;
  return sampled(s, k, root) * side > 0;
}

/* Rounding alone does not leave a side, unless it comes from clearly on it. */
static bool leaves(const Search *s, int32_t root, int32_t side, int32_t k) {
  double f = sampled(s, k, root), before = k > 0 ? sampled(s, k - 1, root) : NAN;
  if (f == 0) return isfinite(before) && sar_events_clear(s->events, root, before, 0);
  if (!(f * side < 0)) return false;
  return sar_events_clear(s->events, root, f, 0) || (before * side > 0 && sar_events_clear(s->events, root, before, 0));
}

/* Follows one function through the samples; its side at the end. */
static int32_t follow(Search *s, int32_t root) {
  const SarEvents *events = s->events;
  bool jump = events->problem->roots[root].kind == SAR_ROOT_JUMP;
  int32_t side, here = -1; /* the last sample seen on the side */
  int32_t decided = 0;     /* the first one */
  double scale = 0;
  for (int32_t k = 0; k < s->count; k++) {
    if (isfinite(sampled(s, k, root))) scale = fmax(scale, fabs(sampled(s, k, root)));
  }
  side = sar_events_side(events, root, scale);
  for (int32_t k = 0; k < s->count; k++) {
    double f = sampled(s, k, root);
    if (!isfinite(f)) continue;
    if (side == 0) {
      if (!sar_events_clear(events, root, f, scale)) continue;
      if (jump && k > 0) { /* the branches were chosen on zero, which need not be right for this side */
        events->crossing[root] = isfinite(sampled(s, 0, root)) ? s->from->t + JUMP_STEP * s->h : time_of(s, k);
        return 0;
      }
      side = f > 0 ? 1 : -1;
      decided = k;
    }
    bool counts = sar_events_counts(events, root, side);
    if (counts && k > decided + 1 && dips(s, root, side, k)) return side;
    if (f * side > 0 && (!events->fresh[root] || sar_events_clear(events, root, f, 0))) here = k;
    if (!leaves(s, root, side, k) || only_touches(s, root, side, k)) continue;
    if (counts) {
      if (here >= 0) {
        found(s, root, side, time_of(s, here), sampled(s, here, root), time_of(s, k), f);
      } else { /* it is there already */
        events->crossing[root] = s->from->t;
        events->slope[root] = (events->end[root] - events->value[root]) / s->h;
      }
      return side;
    }
    if (f != 0) side = -side;
  }
  return side;
}

/* Where the next attempt has to end, if this one does not do. */
static void take_aim(Search *s, double least_step, SarEventAim *aim) {
  const SarEvents *events = s->events;
  double t0 = s->from->t, t1 = s->to->t;
  aim->found = aim->root >= 0;
  bool kink = aim->found && events->problem->roots[aim->root].kind == SAR_ROOT_KINK;
  double least = events->problem->n.np == 0 ? LEAST_STEP : kink ? SAR_EVENT_KINK : LEAST_CONSTRAINED;
  aim->least = fmin(t0 + fmax(least * s->h, least_step), t1);
  aim->t = fmin(fmax(aim->t, aim->least), t1);
  if (s->blind < 0 || (aim->found && aim->t <= s->unseen)) return;
  if (aim->shortened < MOST_SHORTENED && s->unseen >= fmax(t0 + SHORTEST * s->h, aim->least)) {
    aim->found = false;
    aim->shorten = true;
    aim->shortened++;
    aim->t = s->unseen;
    aim->root = s->blind;
  } else {
    aim->doubtful = s->blind;
  }
}

SarStatus sar_events_look(SarEvents *events, const SarNode *from, const SarNode *to, bool first, double least_step,
                          SarEventAim *aim) {
  Search search = {.events = events, .from = from, .to = to, .h = to->t - from->t, .blind = -1};
  search.bounds = events->problem->ops->enclose_roots != NULL;
  *aim = (SarEventAim){.root = -1,
                       .t = INFINITY,
                       .t0 = from->t,
                       .t1 = to->t,
                       .step = search.h,
                       .tried = NAN,
                       .further = INFINITY,
                       .shortened = aim->shortened,
                       .doubtful = -1};
  SarPoint at = sar_node_point(events->problem, to);
  SAR_TRY(sar_events_evaluate(events, &at, events->end));
  take_samples(&search, first);
  if (search.bounds) look_closer(&search);
  for (int32_t i = 0; i < events->n; i++) {
    events->crossing[i] = INFINITY;
    events->slope[i] = 0;
    events->next_side[i] = follow(&search, i);
    if (!(events->crossing[i] < aim->t)) continue;
    aim->t = events->crossing[i];
    aim->root = i;
  }
  take_aim(&search, least_step, aim);
  return SAR_OK;
}
