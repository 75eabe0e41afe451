/* Where switching functions leave their sides within a step: samples on the interpolant, then bracketing. */
#include <float.h>
#include <math.h>

#include "method/event.h"

#define JUMP_STEP 1e-3  /* of the step: where a jump that began on zero is settled anew */
#define LEAST_STEP 1e-6 /* of the step: shorter ones would only be rounding */
#define LEAST_KINK \
  1e-3 /* the same up to a kink with constraints: what the corrector has left of them goes into velocities */
#define NARROW 1e-13      /* of the step: width at which bracketing ends */
#define MOST_HALVINGS 100 /* iterations of it */
#define NEARBY 1e-4       /* of the step: over which slopes are taken, ... */
#define NEAR 1e-2         /* ... and of the time to the sample before */
#define DIPS 0.25         /* of the smallest sample: a parabola with a lower vertex is looked at */

/* A step that is being searched. */
typedef struct Search {
  SarEvents *events;
  const SarNode *from, *to;
  double h;
  int32_t count;
  double time[SAR_EVENT_SAMPLES];
} Search;

static double sampled(const Search *s, int32_t k, int32_t root) { return s->events->sample[k * s->events->n + root]; }

static double value_at(Search *s, int32_t root, double t) {
  SarStatus status = sar_events_between(s->events, s->from, s->to, t);
  return status == SAR_OK ? s->events->between[root] : NAN;
}

/* A point inside that cannot be evaluated is one that is not seen. */
static void take_samples(Search *s, bool first) {
  static const double early[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}, usual[] = {0.25, 0.5, 0.75};
  SarEvents *events = s->events;
  int32_t n = events->n;
  s->time[s->count++] = s->from->t;
  for (int k = 0; first && k < 6; k++) s->time[s->count++] = s->from->t + early[k] * s->h;
  for (int k = 0; k < 3; k++) s->time[s->count++] = s->from->t + usual[k] * s->h;
  s->time[s->count++] = s->to->t;
  for (int32_t k = 1; k + 1 < s->count; k++) {
    bool known = sar_events_between(events, s->from, s->to, s->time[k]) == SAR_OK;
    for (int32_t i = 0; i < n; i++) events->sample[k * n + i] = known ? events->between[i] : NAN;
  }
  for (int32_t i = 0; i < n; i++) {
    events->sample[i] = events->value[i];
    events->sample[(s->count - 1) * n + i] = events->end[i];
  }
}

/* The time in [a, b] at which the function reaches the other side: f(a) is on `side`, f(b) is not. Illinois. */
static double bracket(Search *s, int32_t root, int32_t side, double a, double fa, double b, double fb) {
  for (int k = 0; k < MOST_HALVINGS && b - a > fmax(NARROW * s->h, 2 * DBL_EPSILON * fabs(b)); k++) {
    double t = k % 3 == 2 ? (a + b) / 2 : b - fb * (b - a) / (fb - fa);
    if (!(t > a && t < b)) t = (a + b) / 2;
    double f = value_at(s, root, t);
    if (!isfinite(f)) f = fb;
    if (f * side > 0) {
      a = t, fa = f;
      fb /= 2;
    } else {
      if (f == 0) return t;
      b = t, fb = f;
      fa /= 2;
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
  double t0 = s->time[k - 2], t1 = s->time[k - 1], t2 = s->time[k];
  double f0 = side * sampled(s, k - 2, root), f1 = side * sampled(s, k - 1, root), f2 = side * sampled(s, k, root);
  if (!(f0 > 0 && f1 > 0 && f2 > 0)) return false;
  double d0 = (f1 - f0) / (t1 - t0), d1 = (f2 - f1) / (t2 - t1), curvature = (d1 - d0) / (t2 - t0);
  if (!(curvature > 0)) return false;
  double t = (t0 + t1) / 2 - d0 / (2 * curvature);
  if (!(t > t0 && t < t2)) return false;
  double lowest = f0 + (t - t0) * (d0 + curvature * (t - t1));
  if (lowest > DIPS * fmin(f0, fmin(f1, f2))) return false;
  double f = side * value_at(s, root, t);
  if (!(f < 0)) return false;
  found(s, root, side, t0, side * f0, t, side * f);
  return true;
}

static bool leaves(const Search *s, int32_t root, int32_t side, int32_t k) {
  double f = sampled(s, k, root);
  if (f == 0) return k > 0 && isfinite(sampled(s, k - 1, root)) && sampled(s, k - 1, root) != 0;
  return f * side < 0 && sar_events_clear(s->events, root, f, 0);
}

/* Follows one function through the samples; its side at the end. */
static int32_t follow(Search *s, int32_t root) {
  const SarEvents *events = s->events;
  bool jump = events->problem->roots[root].kind == SAR_ROOT_JUMP;
  int32_t side = events->side[root], here = -1; /* the last sample seen on the side */
  int32_t decided = 0;                          /* the first one */
  double scale = 0;
  for (int32_t k = 0; k < s->count; k++) {
    if (isfinite(sampled(s, k, root))) scale = fmax(scale, fabs(sampled(s, k, root)));
  }
  for (int32_t k = 0; k < s->count; k++) {
    double f = sampled(s, k, root);
    if (!isfinite(f)) continue;
    if (side == 0) {
      if (!sar_events_clear(events, root, f, scale)) continue;
      if (jump && k > 0) { /* the branches were chosen on zero, which need not be right for this side */
        events->crossing[root] = isfinite(sampled(s, 0, root)) ? s->from->t + JUMP_STEP * s->h : s->time[k];
        return 0;
      }
      side = f > 0 ? 1 : -1;
      decided = k;
    }
    bool counts = sar_events_counts(events, root, side);
    if (counts && k > decided + 1 && dips(s, root, side, k)) return side;
    if (f * side > 0) here = k;
    if (!leaves(s, root, side, k)) continue;
    if (counts) {
      if (here >= 0) {
        found(s, root, side, s->time[here], sampled(s, here, root), s->time[k], f);
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

SarStatus sar_events_look(SarEvents *events, const SarNode *from, const SarNode *to, bool first, double least_step,
                          SarEventAim *aim) {
  Search search = {.events = events, .from = from, .to = to, .h = to->t - from->t};
  *aim = (SarEventAim){
      .root = -1, .t = INFINITY, .t0 = from->t, .t1 = to->t, .step = search.h, .tried = NAN, .further = INFINITY};
  SarPoint at = sar_node_point(events->problem, to);
  SAR_TRY(events->problem->ops->roots(events->problem, &at, events->end));
  take_samples(&search, first);
  for (int32_t i = 0; i < events->n; i++) {
    events->crossing[i] = INFINITY;
    events->slope[i] = 0;
    events->next_side[i] = follow(&search, i);
    if (!(events->crossing[i] < aim->t)) continue;
    aim->t = events->crossing[i];
    aim->root = i;
  }
  aim->found = aim->root >= 0;
  bool kink = aim->found && events->problem->roots[aim->root].kind == SAR_ROOT_KINK && events->problem->n.np > 0;
  aim->least = fmin(from->t + fmax((kink ? LEAST_KINK : LEAST_STEP) * search.h, least_step), to->t);
  aim->t = fmin(fmax(aim->t, aim->least), to->t);
  return SAR_OK;
}
