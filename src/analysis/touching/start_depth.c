/* Shapes that overlap at the start. What lies deeper than half its rounding is a mistake: it would be thrown apart.
 * What lies deeper than its weight presses it begins with stored energy, which may be meant. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/touching/touching.h"

#define MOST 20       /* pairs that are named */
#define SHARE 0.5     /* of the larger rounding */
#define SHARP 0.05    /* of the smaller body, where nothing is rounded */
#define ROUNDING 1e-6 /* of the smaller body */

typedef struct Overlap {
  int32_t contact;
  SarModelPair names;
  double depth, most; /* m */
  bool cores;         /* they reach into each other */
} Overlap;

/* The deepest ones in front, in room for MOST. */
typedef struct Overlaps {
  const SarSystem *system;
  bool warning; /* those that are deeper than at rest; else those that are too deep */
  Overlap worst[MOST];
  int32_t count;
  int64_t all; /* pairs */
  Overlap current;
} Overlaps;

static double most_of(const SarContactSeen *seen) {
  const SarTouch *touch = seen->touching.contact.touch;
  double radius = fmax(touch->side[0].radius, touch->side[1].radius);
  return radius > 0 ? SHARE * radius : SHARP * seen->most_depth;
}

/* Without gravity nothing tells how deep is deep: belts and press fits are meant to begin with a force. */
static double rest_of(const Overlaps *o, const SarSeenTouch *touch) {
  double weight = sar_touching_weight(o->system, &touch->names), small = ROUNDING * touch->seen->most_depth;
  return weight > 0 ? fmax(sar_law_depth_of_weight(&touch->seen->pair->law.normal, weight), small) : INFINITY;
}

static void insert(Overlaps *o, const Overlap *one) {
  int32_t place = o->count;
  while (place > 0 && one->depth > o->worst[place - 1].depth) place--;
  if (place == MOST) return;
  if (o->count < MOST) o->count++;
  memmove(&o->worst[place + 1], &o->worst[place], (size_t)(o->count - 1 - place) * sizeof *one);
  o->worst[place] = *one;
}

/* The deepest touch of a pair stands for it; touches of a pair come one after the other. */
static void close_pair(Overlaps *o) {
  const Overlap *c = &o->current;
  if (c->contact < 0 || !(c->cores || c->depth > c->most)) return;
  o->all++;
  insert(o, c);
}

static void see(const SarSeenTouch *touch, void *self) {
  Overlaps *o = self;
  const SarTouch *where = touch->seen->touching.contact.touch;
  bool same =
      o->current.contact == touch->contact && memcmp(&o->current.names, &touch->names, sizeof touch->names) == 0;
  if (!same) {
    close_pair(o);
    o->current = (Overlap){.contact = touch->contact, .names = touch->names};
  }
  double depth = -where->gap, most = o->warning ? rest_of(o, touch) : most_of(touch->seen);
  bool cores = !o->warning && (where->deep || depth > touch->seen->most_depth);
  o->current.cores = o->current.cores || cores;
  if (depth - most <= o->current.depth - o->current.most && o->current.most > 0) return;
  o->current.depth = depth;
  o->current.most = most;
}

static void look(Overlaps *o, const SarWorkspace *m, const SarPoint *at) {
  o->system = m->system;
  o->current.contact = -1;
  sar_touches_see(m, at, 0, see, o);
  close_pair(o);
}

static void put_others(const Overlaps *o, char *text, size_t size) {
  int64_t others = o->all - o->count;
  text[0] = 0;
  if (others > 0) snprintf(text, size, "; %lld more pairs overlap that much", (long long)others);
}

SarStatus sar_touching_check_start(SarContext *context, const SarWorkspace *m, const SarPoint *at) {
  const SarModel *model = sar_system_model(m->system);
  Overlaps *o = calloc(1, sizeof *o);
  if (!o) return sar_report_no_memory(context);
  if (sar_system_has_contacts(m->system)) look(o, m, at);
  for (int32_t i = 0; i < o->count; i++) {
    const Overlap *one = &o->worst[i];
    const SarModelElement *element = &model->elements[one->contact];
    char name[SAR_TOUCH_NAME], others[64] = "";
    sar_touch_name(model, &one->names, name);
    if (i == MOST - 1) put_others(o, others, sizeof others);
    sar_report(context, SAR_INPUT, element->source, element->name, "move them apart until they just touch",
               "%s overlap by %.4g %s at the start%s; half of the larger radius, %.3g %s, is the most%s", name,
               one->depth / model->units.length, model->units.length_name,
               one->cores ? ", so that their cores meet" : "", one->most / model->units.length,
               model->units.length_name, others);
  }
  SarStatus status = o->count ? SAR_INPUT : SAR_OK;
  free(o);
  return status;
}

void sar_touching_warn_start(SarContext *context, const SarWorkspace *m, const SarPoint *at) {
  const SarModel *model = sar_system_model(m->system);
  Overlaps *o = calloc(1, sizeof *o);
  if (!o) return; /* what is only said need not be */
  o->warning = true;
  if (sar_system_has_contacts(m->system)) look(o, m, at);
  if (o->count) {
    const Overlap *one = &o->worst[0];
    const SarModelElement *element = &model->elements[one->contact];
    char name[SAR_TOUCH_NAME], others[64] = "";
    sar_touch_name(model, &one->names, name);
    if (o->all > 1) snprintf(others, sizeof others, "; so do %lld other pairs", (long long)o->all - 1);
    sar_warn(
        context, element->source, element->name, "start the bodies a little apart, or with `simulate: {start: static}`",
        "%s overlap by %.3g %s at the start, deeper than the %.3g %s that weight would press them: they begin with "
        "stored energy%s",
        name, one->depth / model->units.length, model->units.length_name, one->most / model->units.length,
        model->units.length_name, others);
  }
  free(o);
}
