/* Where switching functions leave their sides within a step: samples on the interpolant, where bounds on the functions
 * ask for them, then bracketing. */
#include <float.h>
#include <math.h>

#include "method/event.h"
#include "method/overlook.h"

#define JUMP_STEP 1e-3         /* of the step: where a jump that began on zero is settled anew */
#define LEAST_STEP 1e-10       /* of the step: crossings are met no better */
#define LEAST_CONSTRAINED 1e-6 /* the same with constraints: shorter ones would only be rounding */
#define NARROW 1e-13           /* of the step: width at which bracketing ends */
#define MOST_HALVINGS 100      /* iterations of it */
#define NEARBY 1e-4            /* of the step: over which slopes are taken, ... */
#define NEAR 1e-2              /* ... and of the time to the sample before */
#define DIPS 0.25              /* of the smallest sample: a parabola with a lower vertex is looked at */

#define TYPICAL_ERROR 0.15 /* of the square of the step times the change of an acceleration */
#define OWN_ERROR 3        /* over the tolerance: of what a kink may be passed over with, in its own coordinates */
#define NO_ERROR 1e-3      /* the same: nothing shows there */
#define FEW 16             /* kinks in one step that read the same as others, and are met whatever shows */

/* looking closer */
#define COARSE 0.25         /* of the step: samples that must do where nothing bounds a function */
#define NARROWEST 1e-9      /* of the step: what happens within is not told apart */
#define SLACK 1e-8          /* of the largest value: a function that passes zero by less only touches it, ... */
#define SLACK_OF_TIME 1e-12 /* ... for all that the integration knows; time is known better */
#define MOST_SAMPLES 64     /* that one function may ask for ... */
#define FEW_SAMPLES 8       /* ... or one between zeros, ... */
#define TIRED_SAMPLES 4     /* ... or a kink that has stayed near zero ... */
#define TIRED 3             /* ... for so many steps */
#define SHORTEST 0.05       /* of the step: shorter ones would not help to see more */
#define MOST_SHORTENED 3    /* times that a step is made shorter to see more, ... */
#define MOST_SHOWS 4        /* ... or to see what a table does */

/* A step that is being searched, for one function after the other. */
typedef struct Search {
  SarEvents *events;
  const SarNode *from, *to;
  double h;
  bool bounds;   /* the problem knows some */
  bool first;    /* sides may be open: samples near the beginning */
  int32_t root;  /* the function that is looked at, ... */
  int32_t count; /* ... and its samples in the order of time */
  double time[SAR_EVENT_SAMPLES], value[SAR_EVENT_SAMPLES];
  int32_t spent;   /* samples that it has asked for, ... */
  int32_t between; /* ... and those between zeros */
  double earliest; /* crossing found so far: nobody asks for what comes after it */
  int32_t leader;  /* the function that crosses there; -1: none */
  double unseen;   /* a function could not be followed beyond this time, ... */
  int32_t blind;   /* ... this one */
} Search;

static double value_at(Search *s, double t) { return sar_events_value(s->events, s->from, s->to, s->root, t); }

/* ---- samples ---- */

static void put(Search *s, int32_t k, double t, double value) {
  for (int32_t i = s->count; i > k; i--) s->time[i] = s->time[i - 1], s->value[i] = s->value[i - 1];
  s->time[k] = t;
  s->value[k] = value;
  s->count++;
}

/* A point inside that cannot be evaluated is one that is not seen. */
static void sample_inside(Search *s, int32_t k, double t) { put(s, k, t, value_at(s, t)); }

/* Without bounds the functions are looked at in a few places; near the beginning where their sides are open. */
static void take_samples(Search *s) {
  static const double early[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}, usual[] = {0.25, 0.5, 0.75};
  s->count = 0;
  put(s, 0, s->from->t, s->events->value[s->root]);
  for (int k = 0; s->first && k < 6; k++) sample_inside(s, s->count, s->from->t + early[k] * s->h);
  for (int k = 0; (s->first || !s->bounds) && k < 3; k++) sample_inside(s, s->count, s->from->t + usual[k] * s->h);
  put(s, s->count, s->to->t, s->events->end[s->root]);
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

/* Values of the function that is looked at which are no clear departure from zero. */
static double touching(const Search *s) { return s->bounds ? slack_of(s, s->root, 0) : 0; }

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
static int32_t allowance(const Search *s) {
  bool kink = s->events->problem->roots[s->root].kind == SAR_ROOT_KINK;
  return kink && s->events->tired[s->root] >= TIRED ? TIRED_SAMPLES : MOST_SAMPLES;
}

static void give_up(Search *s, double t) {
  bool kink = s->events->problem->roots[s->root].kind == SAR_ROOT_KINK;
  if (kink || (s->blind >= 0 && s->unseen <= t)) return;
  s->unseen = t;
  s->blind = s->root;
}

/* As a difference from what counts as zero. */
static SarEnclosure shifted(const Search *s, SarEnclosure e) {
  double zero = s->events->zero[s->root];
  if (zero != 0) e.value = sar_interval_sub(e.value, sar_interval_point(zero));
  return e;
}

/* Bounds from sample k to the next. Those of the whole step are known. */
static SarEnclosure bounds_of(Search *s, int32_t k) {
  SarEvents *events = s->events;
  const SarProblemOps *ops = events->problem->ops;
  double t0 = s->from->t, a = (s->time[k] - t0) / s->h, b = fmin((s->time[k + 1] - t0) / s->h, 1);
  if (s->count == 2) return shifted(s, events->bounds[s->root]);
  SarEnclosure e;
  ops->enclose_root(events->problem, s->root, a, b, &e);
  events->counts.bounds++;
  return shifted(s, e);
}

/* Zero at both samples, as far as anybody can tell, and on one side between them: the samples do not tell on which. A
 * table with its knots at round numbers is looked at there, in steps of round lengths. */
static bool is_between_zeros(const Search *s, int32_t k, const SarEnclosure *e) {
  const SarEvents *events = s->events;
  double touch = touching(s), reach = fmax(e->value.hi, -e->value.lo);
  bool zeros = fabs(s->value[k]) <= touch && fabs(s->value[k + 1]) <= touch;
  return zeros && isfinite(reach) && reach > fmax(touch, events->rounding[s->root]);
}

/* Does the part of the step from sample k to the next need a look inside? */
static bool is_doubtful(Search *s, int32_t k) {
  const SarEvents *events = s->events;
  double a = s->time[k], b = s->time[k + 1], width = (b - a) / s->h;
  bool narrow = width <= NARROWEST || b - a <= 8 * DBL_EPSILON * fabs(b);
  if (narrow) return false;
  SarEnclosure e = bounds_of(s, k);
  if (is_seen(s, s->root, s->value[k], s->value[k + 1], &e, width)) {
    bool look = s->between < FEW_SAMPLES && s->count < SAR_EVENT_SAMPLES && is_between_zeros(s, k, &e);
    s->between += look;
    return look;
  }
  if (!sar_events_counts(events, s->root, 1) && !sar_events_counts(events, s->root, -1)) return false; /* left alone */
  if (s->spent >= allowance(s) || s->count == SAR_EVENT_SAMPLES) {
    give_up(s, a);
    return false;
  }
  s->spent++;
  return true;
}

/* Does it certainly leave its side between two samples, and not only touch zero? Then nobody asks what comes after. */
static bool is_left(const Search *s, int32_t k) {
  const SarEvents *events = s->events;
  double fa = s->value[k], fb = s->value[k + 1];
  if (fabs(fb) <= touching(s)) return false;
  int32_t side = events->side[s->root];
  bool leaves = fa * side > 0 && fb * side < 0 && sar_events_counts(events, s->root, side);
  return leaves && sar_events_clear(events, s->root, fb, 0);
}

/* More samples where the bounds do not exclude that the function crosses zero twice between two of them: halves, the
 * first one first, so that the first crossing is found however many there are. */
static void look_closer(Search *s) {
  SarEvents *events = s->events;
  s->spent = s->between = 0;
  for (int32_t k = 0; k + 1 < s->count && s->time[k] <= s->earliest;) {
    if (is_doubtful(s, k)) {
      sample_inside(s, k + 1, (s->time[k] + s->time[k + 1]) / 2);
    } else if (is_left(s, k++)) {
      break;
    }
  }
  bool all = s->spent >= allowance(s);
  events->tired[s->root] = all ? events->tired[s->root] + (events->tired[s->root] < TIRED) : 0;
}

/* ---- crossings ---- */

/* The time in [a, b] at which the function reaches the other side: f(a) is on `side`, f(b) is not. False position with
 * the Illinois rule: the value at an end that stays twice is halved; every third time the middle. */
static double bracket(Search *s, int32_t side, double a, double fa, double b, double fb) {
  int32_t moved = 0; /* the end that was moved last */
  for (int k = 0; k < MOST_HALVINGS && b - a > fmax(NARROW * s->h, 2 * DBL_EPSILON * fabs(b)); k++) {
    double t = k % 3 == 2 ? (a + b) / 2 : b - fb * (b - a) / (fb - fa);
    if (!(t > a && t < b)) t = (a + b) / 2;
    double f = value_at(s, t);
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

/* Where crossings count as one with that of another function, at most. */
static double reach_of(const Search *s) { return sar_events_kink_reach(s->events) * s->h; }

static void crosses_at(Search *s, double t, double slope) {
  s->events->crossing[s->root] = t;
  s->events->slope[s->root] = slope;
  if (!(t < s->earliest)) return;
  s->earliest = t;
  s->leader = s->root;
}

/* The function crosses between a and b. Where is only asked if no other one has crossed before. */
static void found(Search *s, int32_t side, double a, double fa, double b, double fb) {
  double last = s->earliest + reach_of(s);
  if (a > last) return;
  if (b > last) {
    double f = value_at(s, last);
    if (f * side > 0) return;
    if (isfinite(f)) b = last, fb = f;
  }
  double t = bracket(s, side, a, fa, b, fb), before = t - fmin(NEARBY * s->h, NEAR * (t - a));
  double slope = (value_at(s, t) - value_at(s, before)) / (t - before);
  crosses_at(s, t, slope * side < 0 ? slope : (fb - fa) / (b - a));
}

/* A function that comes near zero between three samples may have crossed it twice. True: it has, and that is found. */
static bool dips(Search *s, int32_t side, int32_t k) {
  double t0 = s->time[k - 2], t1 = s->time[k - 1], t2 = s->time[k];
  double f0 = side * s->value[k - 2], f1 = side * s->value[k - 1], f2 = side * s->value[k];
  if (!(f0 > 0 && f1 > 0 && f2 > 0)) return false;
  double d0 = (f1 - f0) / (t1 - t0), d1 = (f2 - f1) / (t2 - t1), curvature = (d1 - d0) / (t2 - t0);
  if (!(curvature > 0)) return false;
  double t = (t0 + t1) / 2 - d0 / (2 * curvature);
  if (!(t > t0 && t < t2)) return false;
  double lowest = f0 + (t - t0) * (d0 + curvature * (t - t1));
  if (lowest > DIPS * fmin(f0, fmin(f1, f2))) return false;
  double f = side * value_at(s, t);
  if (!(f < -touching(s))) return false;
  found(s, side, t0, side * f0, t, side * f);
  return true;
}

/* Does it come back to its side from here without having been clearly off it? */
static bool only_touches(const Search *s, int32_t side, int32_t k) {
  double slack = touching(s);
  while (k + 1 < s->count && fabs(s->value[k]) <= slack) k++;
  return s->value[k] * side > 0;
}

/* Rounding alone does not leave a side, unless it comes from clearly on it. */
static bool leaves(const Search *s, int32_t side, int32_t k) {
  double f = s->value[k], before = k > 0 ? s->value[k - 1] : NAN;
  if (f == 0) return isfinite(before) && sar_events_clear(s->events, s->root, before, 0);
  if (!(f * side < 0)) return false;
  return sar_events_clear(s->events, s->root, f, 0) ||
         (before * side > 0 && sar_events_clear(s->events, s->root, before, 0));
}

/* Follows the function through its samples; its side at the end. */
static int32_t follow(Search *s) {
  const SarEvents *events = s->events;
  int32_t root = s->root;
  bool jump = sar_events_jumps(events, root);
  int32_t side, here = -1; /* the last sample seen on the side */
  int32_t decided = 0;     /* the first one */
  double scale = 0;
  for (int32_t k = 0; k < s->count; k++) {
    if (isfinite(s->value[k])) scale = fmax(scale, fabs(s->value[k]));
  }
  side = sar_events_side(events, root, scale);
  for (int32_t k = 0; k < s->count; k++) {
    double f = s->value[k];
    if (!isfinite(f)) continue;
    if (side == 0) {
      if (!sar_events_clear(events, root, f, scale)) continue;
      if (jump && k > 0) { /* the branches were chosen on zero, which need not be right for this side */
        crosses_at(s, isfinite(s->value[0]) ? s->from->t + JUMP_STEP * s->h : s->time[k], 0);
        return 0;
      }
      side = f > 0 ? 1 : -1;
      decided = k;
    }
    bool counts = sar_events_counts(events, root, side);
    if (counts && k > decided + 1 && dips(s, side, k)) return side;
    if (f * side > 0 && (!events->fresh[root] || sar_events_clear(events, root, f, 0))) here = k;
    if (!leaves(s, side, k) || only_touches(s, side, k)) continue;
    if (counts) {
      if (here >= 0) {
        found(s, side, s->time[here], s->value[here], s->time[k], f);
      } else { /* it is there already */
        crosses_at(s, s->from->t, (events->end[root] - events->value[root]) / s->h);
      }
      return side;
    }
    if (f != 0) side = -side;
  }
  return side;
}

/* On its side at both ends, and never off it between them: most functions, in most steps. */
static bool stays(const Search *s) {
  const SarEvents *events = s->events;
  int32_t root = s->root, side = events->side[root];
  double f0 = events->value[root], f1 = events->end[root];
  if (!s->bounds || side == 0 || events->fresh[root] || !(f0 * side > 0) || !(f1 * side > 0)) return false;
  SarEnclosure whole = shifted(s, events->bounds[root]);
  return sar_events_side(events, root, fmax(fabs(f0), fabs(f1))) == side && is_seen(s, root, f0, f1, &whole, 1);
}

static void look_at(Search *s, int32_t root) {
  SarEvents *events = s->events;
  s->root = root;
  if (stays(s)) {
    events->tired[root] = 0;
    events->next_side[root] = events->side[root];
    return;
  }
  take_samples(s);
  if (s->bounds) look_closer(s);
  events->next_side[root] = follow(s);
}

/* ---- kinks that are a set ---- */

/* A kink that shows: on one side where the step begins, on the other one where it ends. */
static bool shows(const SarEvents *events, int32_t i) {
  int32_t side = events->side[i];
  bool kink = events->problem->roots[i].kind == SAR_ROOT_KINK && sar_events_counts(events, i, side);
  bool left = kink && side != 0 && events->value[i] * side > 0 && events->end[i] * side < 0;
  return left && sar_events_clear(events, i, events->value[i], 0) && sar_events_clear(events, i, events->end[i], 0);
}

/* The error of the step in the coordinates that the function reads, by themselves, over the tolerance: in the mean over
 * a large mechanism it may be lost, and what a contact does to its own body must be as exact as if there were no other.
 */
static double own_error(const Search *s, int32_t i) {
  const SarEvents *events = s->events;
  const SarReads *reads = events->problem->reads ? &events->problem->reads[i] : NULL;
  double sum = 0, size = TYPICAL_ERROR * s->h * s->h / events->tolerance;
  int32_t count = 0;
  for (int32_t k = 0; reads && k < reads->nblocks; k++) {
    const SarBlock *block = &reads->blocks[k].block;
    int32_t n = block->kind == SAR_BLOCK_ROTATION ? 3 : block->count;
    for (int32_t j = block->v; j < block->v + n; j++) {
      double error = size * events->weight[j] * (s->to->u[j] - s->from->u[j]);
      sum += error * error;
    }
    count += n;
  }
  return count > 0 ? sqrt(sum / count) : 0;
}

/* What follows from the time alone may do anything to any coordinate. */
static bool is_covered(const Search *s, int32_t i) {
  return !s->events->problem->roots[i].of_time && own_error(s, i) <= OWN_ERROR;
}

/* Notes what a function reads, `change` 1: as one more reader, -1: as one less, 0: nothing. How many of those noted
 * before read the same, at most; where it is not known what it reads, all of them. */
static int32_t count_readers(const SarEvents *events, int32_t i, int32_t change) {
  const SarSizes *n = &events->problem->n;
  const SarReads *reads = events->problem->reads ? &events->problem->reads[i] : NULL;
  int32_t most = 0, *states = events->readers + n->nv, *others = states + n->nx;
  if (!reads) return INT32_MAX;
  for (int32_t k = 0; k < reads->nblocks + reads->nstates + reads->nothers; k++) {
    int32_t state = k - reads->nblocks, other = state - reads->nstates;
    int32_t *count = state < 0   ? &events->readers[reads->blocks[k].block.v]
                     : other < 0 ? &states[reads->states[state]]
                                 : &others[reads->others[other]];
    if (*count > most) most = *count;
    *count += change;
  }
  return most;
}

/* Of the kinks that show those which read the same as another one are met: a force may begin with the one and end with
 * the other, and what it does between them shows at neither end of the step. Where there are many, those are whose
 * coordinates show nothing at all: what begins to touch in a crowd does. The others are in front of the list then;
 * their number. */
static int32_t meet_pairs(Search *s, int32_t *kinks, int32_t count) {
  int32_t alone = 0;
  for (int32_t k = 0; k < count; k++) (void)count_readers(s->events, kinks[k], 1);
  for (int32_t k = 0; k < count; k++) {
    int32_t kink = kinks[k];
    if (count_readers(s->events, kink, 0) > 1) continue;
    kinks[k] = kinks[alone];
    kinks[alone++] = kink;
  }
  for (int32_t k = 0; k < count; k++) (void)count_readers(s->events, kinks[k], -1);
  bool few = count - alone <= FEW;
  for (int32_t k = alone; k < count; k++) {
    int32_t kink = kinks[k];
    if (few || own_error(s, kink) <= NO_ERROR) {
      look_at(s, kink);
      continue;
    }
    kinks[k] = kinks[alone];
    kinks[alone++] = kink;
  }
  return alone;
}

/* Whether both read something in common, the time included. */
static bool share(const SarEvents *events, int32_t i, int32_t j) {
  const SarRoot *roots = events->problem->roots;
  if (roots[i].of_time || roots[j].of_time || !events->problem->reads) return true;
  (void)count_readers(events, i, 1);
  bool same = count_readers(events, j, 0) > 0;
  (void)count_readers(events, i, -1);
  return same;
}

/* Whether the step is one from a kink, or a new start, to the next crossing, and its method sees the forces at both
 * ends alone: these may be zero while they are not between. Then half of it is to be taken first. */
static bool may_hide_a_pulse(const Search *s, const SarEventAim *aim) {
  const SarEvents *events = s->events;
  const SarRoot *roots = events->problem->roots;
  bool event = roots[aim->root].kind == SAR_ROOT_EVENT;
  if (!events->ends_only || aim->halved || event) return false;
  if (sar_overlook_rests(events, aim->root, s->from->t)) return false;
  for (int32_t k = 0; k < events->behind; k++) {
    int32_t i = events->fired[k];
    if (roots[i].kind != SAR_ROOT_EVENT && share(events, i, aim->root)) return true;
  }
  return false;
}

/* Whether the function is still on its side at a time within the step. */
static bool is_there(Search *s, int32_t root, double t) {
  s->root = root;
  return t < s->to->t && value_at(s, t) * s->events->side[root] > 0;
}

/* Do kinks that show, `count` of them at the front of the list, lie at more than one place? Else the search ends with
 * the place they have. */
static bool are_several(Search *s, const int32_t *kinks, int32_t count) {
  const SarEvents *events = s->events;
  double reach = reach_of(s);
  for (int32_t k = 0; k < count; k++) {
    double before = s->earliest;
    if (k > 0 && is_there(s, kinks[k], before + reach)) return true;
    look_at(s, kinks[k]);
    if (k > 0 && events->crossing[kinks[k]] < before - reach) return true;
  }
  return false;
}

/* A method of second order whose errors are controlled makes no larger error in a step over a kink than in others: what
 * jumps are third derivatives of the motion, which its estimate is made of. A single one is met all the same, which
 * costs little; several in one step are passed over together, else there would be as many steps as kinks. */
static void look_at_kinks(Search *s, int32_t *kinks, int32_t count) {
  SarEvents *events = s->events;
  double earliest = s->earliest;
  int32_t leader = s->leader, before = 0;
  for (int32_t k = 0; k < count; k++) { /* those that come before the step has to end anyway */
    if (!(earliest < INFINITY) || !is_there(s, kinks[k], earliest)) kinks[before++] = kinks[k];
  }
  if (!are_several(s, kinks, before)) return;
  for (int32_t k = 0; k < before; k++) {
    int32_t i = kinks[k];
    events->over[i] = true;
    events->crossing[i] = INFINITY;
    events->next_side[i] = -events->side[i];
  }
  s->earliest = earliest;
  s->leader = leader;
}

/* ---- the whole ---- */

/* Not to cross there, but to see more of this function. */
static void ask_for_shorter(SarEventAim *aim, double t, int32_t root) {
  aim->found = false;
  aim->shorten = true;
  aim->t = t;
  aim->root = root;
}

/* Where the next attempt has to end, if this one does not do. */
static void take_aim(Search *s, double least_step, SarEventAim *aim) {
  const SarEvents *events = s->events;
  double t0 = s->from->t, t1 = s->to->t;
  aim->root = s->leader;
  aim->found = aim->root >= 0;
  bool kink = aim->found && events->problem->roots[aim->root].kind == SAR_ROOT_KINK;
  double least = events->problem->n.np == 0 ? LEAST_STEP : LEAST_CONSTRAINED;
  if (kink) least = fmax(least, sar_events_kink_reach(events));
  aim->least = fmin(t0 + fmax(least * s->h, least_step), t1);
  aim->t = fmin(fmax(s->earliest, aim->least), t1);
  double half = 0.5 * (t0 + aim->t);
  if (aim->found && half > aim->least && may_hide_a_pulse(s, aim)) {
    sar_overlook_half(s->events, aim->root);
    ask_for_shorter(aim, half, aim->root);
    aim->halved = true;
    return;
  }
  if (s->blind < 0 || (aim->found && aim->t <= s->unseen)) return;
  if (aim->shortened < MOST_SHORTENED && s->unseen >= fmax(t0 + SHORTEST * s->h, aim->least)) {
    ask_for_shorter(aim, s->unseen, s->blind);
    aim->shortened++;
  } else {
    aim->doubtful = s->blind;
  }
}

/* A step that passes by a value of a table, before the crossing on which it is to end, is to end on it, once: whether
 * that matters the error test says. Several may hide behind each other. */
static void show_tables(const Search *s, SarEventAim *aim) {
  if (!s->bounds || !s->events->controlled || aim->shows >= MOST_SHOWS) return;
  int32_t root = -1;
  double t = sar_overlook_search(s->events, s->from, s->to, aim->least, aim->t, aim->shows > 0, &root);
  if (root < 0) return;
  ask_for_shorter(aim, t, root);
  aim->shows++;
}

static void search_all(Search *s) {
  SarEvents *events = s->events;
  const SarProblem *p = events->problem;
  int32_t nkinks = 0;
  if (s->bounds) {
    SarPoint from = sar_node_point(p, s->from), to = sar_node_point(p, s->to);
    p->ops->enclose_step(p, &from, &to);
    p->ops->enclose_roots(p, 0, 1, events->bounds);
    events->counts.bounds += events->n;
  }
  for (int32_t i = 0; i < events->n; i++) {
    events->crossing[i] = INFINITY;
    events->slope[i] = 0;
    events->over[i] = false;
    if (p->roots[i].kind == SAR_ROOT_TABLE) continue;
    if (events->covered && shows(events, i) && is_covered(s, i)) {
      events->kinks[nkinks++] = i;
    } else {
      look_at(s, i);
    }
  }
  if (nkinks > 0) look_at_kinks(s, events->kinks, meet_pairs(s, events->kinks, nkinks));
}

SarStatus sar_events_look(SarEvents *events, const SarNode *from, const SarNode *to, bool first, double least_step,
                          SarEventAim *aim) {
  Search search = {.events = events,
                   .from = from,
                   .to = to,
                   .h = to->t - from->t,
                   .first = first,
                   .earliest = INFINITY,
                   .leader = -1,
                   .blind = -1};
  search.bounds = events->problem->ops->enclose_roots != NULL;
  *aim = (SarEventAim){.root = -1,
                       .t = INFINITY,
                       .t0 = from->t,
                       .t1 = to->t,
                       .step = search.h,
                       .tried = NAN,
                       .further = INFINITY,
                       .shortened = aim->shortened,
                       .shows = aim->shows,
                       .halved = aim->halved,
                       .doubtful = -1};
  SarPoint at = sar_node_point(events->problem, to);
  SAR_TRY(sar_events_evaluate(events, &at, events->end));
  search_all(&search);
  take_aim(&search, least_step, aim);
  show_tables(&search, aim);
  return SAR_OK;
}
