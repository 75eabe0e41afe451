/* Who is painted before whom: for two solids whose outlines overlap the fronts are compared in the middle of the
 * overlap. What follows is a partial order, or nearly so: long solids may go round in a circle, which is cut at the
 * farthest one of those in it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/snapshot_solid.h"

#define CORNERS (2 * SAR_HULL)
#define SLIGHT 1e-6 /* overlap over the smaller outline, and differences of depth over the size, that do not count */

typedef struct Polygon {
  int32_t count;
  double p[CORNERS][2];
} Polygon;

/* Left of the line from a to b? */
static double side_of(const double a[2], const double b[2], const double p[2]) {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static void clip(const Polygon *in, const double a[2], const double b[2], Polygon *out) {
  out->count = 0;
  for (int32_t i = 0; i < in->count; i++) {
    const double *p = in->p[i], *q = in->p[(i + 1) % in->count];
    double u = side_of(a, b, p), v = side_of(a, b, q);
    if (u >= 0 && out->count < CORNERS) memcpy(out->p[out->count++], p, sizeof out->p[0]);
    if ((u < 0) == (v < 0) || out->count == CORNERS) continue;
    double part = u / (u - v);
    out->p[out->count][0] = p[0] + part * (q[0] - p[0]);
    out->p[out->count][1] = p[1] + part * (q[1] - p[1]);
    out->count++;
  }
}

/* Area, and the middle of it. */
static double area_of(const Polygon *polygon, double middle[2]) {
  double area = 0;
  middle[0] = middle[1] = 0;
  for (int32_t i = 0; i < polygon->count; i++) {
    const double *p = polygon->p[i], *q = polygon->p[(i + 1) % polygon->count], *o = polygon->p[0];
    double part = side_of(o, p, q) / 2;
    area += part;
    for (int32_t k = 0; k < 2; k++) middle[k] += part * (o[k] + p[k] + q[k]) / 3;
  }
  for (int32_t k = 0; k < 2; k++) middle[k] /= area;
  return area;
}

static void outline_of(const SarSolid *s, Polygon *out) {
  out->count = s->nhull;
  memcpy(out->p, s->hull, (size_t)s->nhull * sizeof s->hull[0]);
}

static bool overlap(const SarSolid *a, const SarSolid *b, double middle[2]) {
  for (int32_t k = 0; k < 2; k++) {
    if (a->low[k] >= b->high[k] || b->low[k] >= a->high[k]) return false;
  }
  Polygon first, second;
  double unused[2];
  outline_of(a, &first);
  double smaller = area_of(&first, unused);
  outline_of(b, &second);
  smaller = fmin(smaller, area_of(&second, unused));
  for (int32_t i = 0; i < b->nhull && first.count > 0; i++) {
    clip(&first, b->hull[i], b->hull[(i + 1) % b->nhull], &second);
    first = second;
  }
  return first.count > 2 && area_of(&first, middle) > SLIGHT * smaller;
}

/* A joint or spring is seen before the bodies that it ties together. ahead: how far these are before it. */
static bool is_mark_of(const SarSolid *mark, const SarSolid *other, double ahead) {
  bool its = other->body[0] == mark->body[0] || other->body[0] == mark->body[1] || other->body[1] == mark->body[0] ||
             other->body[1] == mark->body[1];
  return mark->mark && !other->mark && its && ahead <= mark->hidden;
}

int sar_solids_compare(const SarSolid *a, const SarSolid *b) {
  double middle[2];
  if (!overlap(a, b, middle)) return 0;
  double difference = sar_solid_front(a, middle[0], middle[1]) - sar_solid_front(b, middle[0], middle[1]);
  if (is_mark_of(a, b, -difference)) return 1;
  if (is_mark_of(b, a, difference)) return -1;
  double size = a->high[0] - a->low[0] + b->high[0] - b->low[0] + a->high[1] - a->low[1] + b->high[1] - b->low[1];
  return fabs(difference) <= SLIGHT * size ? 0 : difference > 0 ? 1 : -1;
}

typedef struct Pair {
  int32_t behind, before;
} Pair;

typedef struct Pairs {
  Pair *list;
  int32_t count, capacity;
} Pairs;

static SarStatus find_pairs(SarContext *context, const SarSolid *solids, int32_t count, Pairs *out) {
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = 0; k < i; k++) {
      int order = sar_solids_compare(&solids[i], &solids[k]);
      if (order == 0) continue;
      Pair *pair = sar_append(&out->list, &out->count, &out->capacity, sizeof *pair);
      if (!pair) return sar_report_no_memory(context);
      *pair = order > 0 ? (Pair){k, i} : (Pair){i, k};
    }
  }
  return SAR_OK;
}

/* What lies behind each solid: list[start[i]] ... */
typedef struct Order {
  const SarSolid *solids;
  int32_t count;
  int32_t *start, *list;
  int32_t *behind; /* how many of them are not painted; -1: it is painted itself */
  int32_t *seen;   /* by the search of this number */
} Order;

static bool make_order(const SarSolid *solids, int32_t count, const Pairs *pairs, Order *o) {
  *o = (Order){.solids = solids, .count = count};
  o->start = calloc((size_t)count + 2, sizeof *o->start);
  o->list = malloc(((size_t)pairs->count + 1) * sizeof *o->list);
  o->behind = calloc((size_t)count + 1, sizeof *o->behind);
  o->seen = calloc((size_t)count + 1, sizeof *o->seen);
  if (!o->start || !o->list || !o->behind || !o->seen) return false;
  for (int32_t i = 0; i < pairs->count; i++) o->behind[pairs->list[i].before]++;
  for (int32_t i = 0; i < count; i++) o->start[i + 1] = o->start[i] + o->behind[i];
  for (int32_t i = 0; i < pairs->count; i++) o->list[o->start[pairs->list[i].before]++] = pairs->list[i].behind;
  for (int32_t i = count; i > 0; i--) o->start[i] = o->start[i - 1];
  o->start[0] = 0;
  return true;
}

static void free_order(Order *o) {
  free(o->start);
  free(o->list);
  free(o->behind);
  free(o->seen);
}

/* The farthest of those behind a solid that are not painted. */
static int32_t farthest_behind(const Order *o, int32_t solid) {
  int32_t best = -1;
  for (int32_t i = o->start[solid]; i < o->start[solid + 1]; i++) {
    const int32_t k = o->list[i];
    if (o->behind[k] >= 0 && (best < 0 || o->solids[k].depth < o->solids[best].depth)) best = k;
  }
  return best;
}

/* Where something is behind each: from one to those behind it until a circle is closed. What merely lies before a
 * circle has to wait for it. */
static int32_t farthest_in_circle(const Order *o, int32_t from, int32_t search) {
  int32_t k = from;
  while (o->seen[k] != search) {
    o->seen[k] = search;
    k = farthest_behind(o, k);
  }
  int32_t best = k;
  for (int32_t i = farthest_behind(o, k); i != k; i = farthest_behind(o, i)) {
    if (o->solids[i].depth < o->solids[best].depth) best = i;
  }
  return best;
}

/* The next one to paint: nothing behind it is left, and of those the farthest. */
static int32_t choose(const Order *o, int32_t search) {
  int32_t best = -1, any = -1;
  for (int32_t i = 0; i < o->count; i++) {
    if (o->behind[i] < 0) continue; /* painted */
    if (any < 0 || o->solids[i].depth < o->solids[any].depth) any = i;
    if (o->behind[i] == 0 && (best < 0 || o->solids[i].depth < o->solids[best].depth)) best = i;
  }
  return best >= 0 ? best : farthest_in_circle(o, any, search);
}

SarStatus sar_solids_order(SarContext *context, const SarSolid *solids, int32_t count, int32_t *order) {
  Pairs pairs = {0};
  Order o = {0};
  SarStatus status = find_pairs(context, solids, count, &pairs);
  if (status == SAR_OK && !make_order(solids, count, &pairs, &o)) status = sar_report_no_memory(context);
  for (int32_t n = 0; status == SAR_OK && n < count; n++) {
    int32_t next = choose(&o, n + 1);
    order[n] = next;
    o.behind[next] = -1;
    for (int32_t i = 0; i < pairs.count; i++) {
      if (pairs.list[i].behind == next && o.behind[pairs.list[i].before] > 0) o.behind[pairs.list[i].before]--;
    }
  }
  free_order(&o);
  free(pairs.list);
  return status;
}
