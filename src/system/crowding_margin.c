#include "system/crowding_margin.h"

#include <math.h>
#include <string.h>

#include "system/crowding.h"

/* Margins (numerics of contacts, section 7): what a body travels in so many steps, within these parts of its size; and
 * whatever is hit by the fastest body may go as fast. */
#define STEPS_AHEAD 20
#define STEPS_WHEN_HIT 2
#define LEAST_MARGIN 0.01
#define MOST_MARGIN 0.5
#define FIRST_MARGIN 0.1 /* where no step has been made yet */
#define NEXT_STEPS 4     /* that must fit into what is left of a margin: steps grow, and bodies get faster */

void sar_crowding_measure(SarWorkspace *m) {
  const SarSystem *s = m->system;
  SarCrowding *c = m->crowding;
  for (int32_t k = 0; k < s->ncrowds; k++) {
    for (int32_t i = 0; i < s->crowds[k].model.count; i++) {
      const SarCrowdShape *shape = &s->crowds[k].shapes[i];
      if (shape->body == s->nbodies || shape->shape.class->unbounded) continue;
      double extent = sar_shape_extent(&shape->shape), off = sar_norm(shape->shape.at), size = 2 * (extent - off);
      double *least = &c->size[shape->body], *swing = &c->swing[shape->body];
      *swing = fmax(*swing, shape->shape.class->point ? off : extent);
      *least = *least > 0 ? fmin(*least, size) : size;
      c->far = c->far > 0 ? fmin(c->far, size / 2) : size / 2;
    }
  }
}

static double speed_of(const SarCrowding *c, int32_t b, const double *v) {
  return sar_norm(sar_vec3_load(v + 6 * b)) + c->swing[b] * sar_norm(sar_vec3_load(v + 6 * b + 3));
}

static double fastest(const SarWorkspace *m, const double *v) {
  const SarCrowding *c = m->crowding;
  double most = 0;
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    if (c->size[b] > 0) most = fmax(most, speed_of(c, b, v));
  }
  return most;
}

void sar_crowding_choose_margins(SarWorkspace *m, const double *q, const double *v) {
  SarCrowding *c = m->crowding;
  double most = v ? fastest(m, v) : 0, h = c->step;
  memcpy(c->q, q, 7 * (size_t)m->system->nbodies * sizeof *c->q);
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    double travel = v ? fmax(STEPS_AHEAD * h * speed_of(c, b, v), STEPS_WHEN_HIT * h * most) : 0;
    double least = (m->rest ? MOST_MARGIN : h > 0 ? LEAST_MARGIN : FIRST_MARGIN) * c->size[b];
    c->margin[b] = fmin(fmax(travel, least), MOST_MARGIN * c->size[b]);
  }
}

/* rad, at least the angle between two placements, and little more. */
static double angle_between(const double *a, const double *b) {
  double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sine = sqrt(fmax(0, 1 - cosine * cosine));
  return sine < 0.5 ? 2.1 * sine : 3.1416 * sine;
}

static double distance_gone(const SarCrowding *c, int32_t b, const double *q) {
  const double *from = c->q + 7 * b, *to = q + 7 * b;
  double gone = sar_norm(sar_sub(sar_vec3_load(to), sar_vec3_load(from)));
  return c->swing[b] > 0 ? gone + c->swing[b] * angle_between(from + 3, to + 3) : gone;
}

bool sar_crowding_is_left(const SarWorkspace *m, const double *q) {
  const SarCrowding *c = m->crowding;
  for (int32_t b = 0; c && b < m->system->nbodies; b++) {
    if (c->size[b] > 0 && distance_gone(c, b, q) > c->margin[b]) return true;
  }
  return false;
}

int32_t sar_crowding_runaway(const SarWorkspace *m, const double *q, double *gone) {
  const SarCrowding *c = m->crowding;
  int32_t body = -1;
  double most = 1;
  for (int32_t b = 0; c && b < m->system->nbodies; b++) {
    double way = c->size[b] > 0 ? distance_gone(c, b, q) : 0;
    if (!(way > most * c->margin[b])) continue;
    body = b;
    most = way / c->margin[b];
    *gone = way;
  }
  return body;
}

bool sar_crowding_is_due(const SarWorkspace *m, const SarPoint *at) {
  const SarCrowding *c = m->crowding;
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    if (!(c->size[b] > 0)) continue;
    double gone = distance_gone(c, b, at->q), next = NEXT_STEPS * c->step * speed_of(c, b, at->v);
    bool widest = c->margin[b] >= MOST_MARGIN * c->size[b]; /* a new list would have no more */
    if (gone > c->margin[b] / 2 || (!widest && gone + next > c->margin[b])) return true;
  }
  return false;
}
