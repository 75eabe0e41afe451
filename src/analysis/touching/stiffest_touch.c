#include <math.h>

#include "analysis/touching/touching.h"

#define SHALLOW 0.01 /* of the smaller body: touches that are open are judged as if they were this deep */

typedef struct Search {
  const SarSystem *system;
  int32_t element; /* of the body; -1: any */
  SarStiffTouch *out;
} Search;

static void see(const SarSeenTouch *touch, void *self) {
  Search *search = self;
  const SarContactSeen *seen = touch->seen;
  const int32_t *element = touch->names.element;
  if (search->element >= 0 && element[0] != search->element && element[1] != search->element) return;
  double depth = seen->motion.depth;
  double stiffness = depth > 0 ? seen->force.normal.by_depth : 0;
  if (!(stiffness > 0)) stiffness = sar_law_slope(&seen->pair->law.normal, fmax(depth, SHALLOW * seen->most_depth));
  double period = 3.14159265358979323846 * sqrt(seen->mass / stiffness);
  if (!(period < search->out->period)) return;
  *search->out = (SarStiffTouch){touch->contact,   touch->names, depth,      seen->motion.rate,
                                 seen->most_depth, stiffness,    seen->mass, period};
}

bool sar_stiffest_touch(const SarWorkspace *m, const SarPoint *at, int32_t body, double margin, SarStiffTouch *out) {
  Search search = {m->system, body < 0 ? -1 : sar_system_body(m->system, body)->element, out};
  *out = (SarStiffTouch){.contact = -1, .period = INFINITY};
  sar_touches_see(m, at, margin, see, &search);
  return out->contact >= 0;
}
