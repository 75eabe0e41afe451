/* Values of smooth tables that a step does not see. */
#include "method/overlook.h"

#include <math.h>

#define SEEN 0.1        /* of the range of the table: what an error test has to be shown */
#define MOST_SAMPLES 32 /* of one table in one step ... */
#define TIRED_SAMPLES 4 /* ... or, without bounds, where these have told nothing ... */
#define TIRED 3         /* ... for so many steps */
#define OVERLOOKED (-1) /* in `rests`: has a value that the ends of the last step that was looked at do not tell of */
#define NARROWEST 1e-6  /* of the step: what is shorter does nothing */
#define PATIENCE 0.5    /* of the time for which something has not mattered: it is left alone no longer */

typedef struct Look {
  SarEvents *events;
  const SarNode *from, *to;
  int32_t root, count, budget;
  bool tired;
  SarInterval seen; /* values that the ends of the step tell of */
  double time[MOST_SAMPLES + 2];
  bool doubtful[MOST_SAMPLES + 2]; /* the part from this sample to the next */
} Look;

static bool is_within(SarInterval inner, SarInterval outer) { return inner.lo >= outer.lo && inner.hi <= outer.hi; }

/* May there be more between the two times than the ends of the step tell? */
static bool is_doubtful(Look *l, double a, double b) {
  const SarProblem *p = l->events->problem;
  double t0 = l->from->t, h = l->to->t - t0;
  SarEnclosure e;
  if (b - a <= NARROWEST * h) return false;
  if (l->tired) return true;
  p->ops->enclose_root(p, l->root, (a - t0) / h, fmin((b - t0) / h, 1), &e);
  l->events->counts.bounds++;
  return !is_within(e.value, l->seen);
}

static void insert(Look *l, int32_t k, double t) {
  for (int32_t i = l->count; i > k; i--) l->time[i] = l->time[i - 1], l->doubtful[i] = l->doubtful[i - 1];
  l->time[k] = t;
  l->count++;
}

/* Halves every doubtful part once: parts of one length after those of twice that, so that tables whose bounds tell
 * nothing are looked at evenly. The first sample that the ends do not tell of, or infinity. */
static double look_closer(Look *l) {
  for (int32_t k = 0; k + 1 < l->count && l->budget > 0; k++) {
    if (!l->doubtful[k]) continue;
    double a = l->time[k], b = l->time[k + 1], middle = a + (b - a) / 2;
    double value = sar_events_value(l->events, l->from, l->to, l->root, middle);
    l->budget--;
    if (value < l->seen.lo || value > l->seen.hi) return middle;
    insert(l, k + 1, middle);
    l->doubtful[k] = is_doubtful(l, a, middle);
    l->doubtful[++k] = is_doubtful(l, middle, b);
  }
  return INFINITY;
}

static bool any_doubt(const Look *l) {
  for (int32_t k = 0; k + 1 < l->count; k++) {
    if (l->doubtful[k]) return true;
  }
  return false;
}

/* Values of a table that are like those which have not mattered. */
static SarInterval find_harmless(const SarEvents *events, int32_t root) {
  SarInterval known = events->harmless[root];
  double aside = fmax(known.hi - known.lo, SEEN * events->problem->roots[root].range);
  return (SarInterval){known.lo - aside, known.hi + aside};
}

/* The first value that is found which the ends of the step do not tell of; of a table that rests, which is not like
 * those that have not mattered. */
static double look_at(SarEvents *events, const SarNode *from, const SarNode *to, double until, int32_t root,
                      bool rests) {
  bool whole = until >= to->t;
  double f0 = events->value[root], f1 = whole ? events->end[root] : sar_events_value(events, from, to, root, until);
  double aside = SEEN * events->problem->roots[root].range;
  if (!isfinite(f0) || !isfinite(f1)) return INFINITY;
  SarInterval seen = {fmin(f0, f1) - aside, fmax(f0, f1) + aside};
  if (rests) {
    SarInterval harmless = find_harmless(events, root);
    seen = (SarInterval){fmin(seen.lo, harmless.lo), fmax(seen.hi, harmless.hi)};
  }
  int32_t *tired = &events->tired[root];
  if (is_within(events->bounds[root].value, seen)) {
    *tired = 0;
    return INFINITY;
  }
  Look l = {.events = events, .from = from, .to = to, .root = root, .count = 2, .seen = seen};
  l.tired = *tired >= TIRED;
  l.budget = l.tired ? TIRED_SAMPLES : MOST_SAMPLES;
  l.time[0] = from->t, l.time[1] = until, l.doubtful[0] = whole || is_doubtful(&l, from->t, until);
  double found = INFINITY;
  while (l.budget > 0 && found == INFINITY && any_doubt(&l)) found = look_closer(&l);
  *tired = l.budget > 0 || found < INFINITY ? 0 : *tired + (*tired < TIRED);
  return found;
}

/* The one that is shown is the one of which least is known: what has not mattered so often before will not again. */
double sar_overlook_search(SarEvents *events, const SarNode *from, const SarNode *to, double least, double until,
                           bool again, int32_t *root) {
  double shown = INFINITY;
  *root = -1;
  for (int32_t i = 0; i < events->n; i++) {
    const SarRoot *table = &events->problem->roots[i];
    if (table->kind != SAR_ROOT_TABLE || isinf(table->range)) continue;
    bool rests = (again && events->idle[i] > 0) || sar_overlook_rests(events, i, from->t);
    if (rests && is_within(events->bounds[i].value, find_harmless(events, i))) continue;
    double t = look_at(events, from, to, until, i, rests);
    bool found = t > least && t < until;
    if (found || !(again || rests)) events->rests[i] = found ? OVERLOOKED : 0;
    if (!found) continue;
    bool better = *root < 0 || events->idle[i] < events->idle[*root];
    if (better || (events->idle[i] == events->idle[*root] && t < shown)) shown = t, *root = i;
  }
  if (*root >= 0) events->shown = *root;
  return shown;
}

void sar_overlook_half(SarEvents *events, int32_t root) {
  events->rests[root] = OVERLOOKED;
  events->shown = root;
}

bool sar_overlook_rests(const SarEvents *events, int32_t root, double t) {
  return events->rests[root] > 0 && t < events->until[root];
}

void sar_overlook_wake(SarEvents *events) {
  for (int32_t i = 0; i < events->n; i++) events->idle[i] = events->rests[i] = 0;
}

/* All that rest for as long wake in the same step, so that one shorter step serves them all. */
static void rest(SarEvents *events, int32_t i, double t) {
  int32_t period = 1 << events->idle[i];
  SarInterval *harmless = &events->harmless[i], now = events->bounds[i].value;
  bool first = events->idle[i] == 0;
  if (first) events->since[i] = t;
  *harmless = first ? now : (SarInterval){fmin(harmless->lo, now.lo), fmax(harmless->hi, now.hi)};
  events->until[i] = t + PATIENCE * (t - events->since[i]);
  events->rests[i] = period - 1 - events->turn % period;
  events->idle[i] += events->idle[i] < SAR_EVENT_IDLE;
}

void sar_overlook_accept(SarEvents *events, bool idle, double t) {
  events->turn = (events->turn + 1) % (1 << SAR_EVENT_IDLE);
  for (int32_t i = 0; i < events->n; i++) {
    if (events->rests[i] >= 0) {
      events->rests[i] -= events->rests[i] > 0;
    } else if (idle) {
      rest(events, i, t);
    } else {
      events->rests[i] = 0;
    }
  }
  if (!idle && events->shown >= 0) events->idle[events->shown] = 0;
  events->shown = -1;
}
