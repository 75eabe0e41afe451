/* What all elements between two frames do together: fx(i, j) and its kin.
 *
 * An element is between two frames if its sides are written so, in either order. A body alone stands for every frame on
 * it, also on the side of the element that names the body alone. A motion acts where its joint does. */
#include <string.h>

#include "system/user/user.h"

static bool is_on(const SarSideName *side, const SarSideName *frame) {
  if (strcmp(side->body, frame->body) != 0) return false;
  return !frame->frame || (side->frame && strcmp(side->frame, frame->frame) == 0);
}

/* The two sides as they are written; null: it acts between none. */
static const SarSideName *sides_of(const SarModel *model, const SarModelElement *element) {
  if (element->class->section == SAR_SECTION_MOTIONS) {
    const SarValue *joint = sar_model_value(element, "joint");
    int32_t index = joint->given ? sar_model_find(model, joint->joints[0]) : -1;
    if (index >= 0) return sides_of(model, &model->elements[index]);
    const SarValue *between = sar_model_value(element, "between");
    return between->given ? between->side : NULL;
  }
  return sar_field_index(element->class, "between") >= 0 ? sar_model_value(element, "between")->side : NULL;
}

/* On which side of the element frame i is, 0 or 1, with frame j (null: any) on the other; -1: it is not between them.
 */
static int side_between(const SarModel *model, const SarModelElement *element, const SarSideName *i,
                        const SarSideName *j) {
  const SarSideName *sides = sides_of(model, element);
  for (int side = 0; sides && side < 2; side++) {
    if (is_on(&sides[side], i) && (!j || is_on(&sides[1 - side], j))) return side;
  }
  return -1;
}

bool sar_user_asks_between(const SarReference *reference) {
  const SarMeasureClass *measure = reference->measure;
  return measure && !reference->elements[0] && strncmp(measure->arguments, "thing", 5) == 0;
}

bool sar_user_is_between(const SarModel *model, const SarModelElement *element, const SarReference *reference) {
  if (!sar_user_asks_between(reference)) return false;
  SarSideName i = sar_reference_written(reference, 0), j = sar_reference_written(reference, 1);
  return side_between(model, element, &i, j.body ? &j : NULL) >= 0;
}

/* ---- elements by body ---- */

/* Bodies by the index of their element; what is none, the ground, comes behind all. */
static int32_t place_of(const SarModel *model, const char *body) {
  int32_t index = sar_model_find(model, body);
  return index >= 0 ? index : model->nelements;
}

/* One pass over all sides: counts them, or puts them into their places. */
static void pass(const SarModel *model, SarUserIndex *index, bool count) {
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarSideName *sides = sides_of(model, &model->elements[e]);
    for (int side = 0; sides && side < 2; side++) {
      int32_t place = place_of(model, sides[side].body);
      if (side == 1 && place == place_of(model, sides[0].body)) continue; /* each element once */
      if (count) {
        index->first[place + 2]++;
      } else {
        index->items[index->first[place + 1]++] = e;
      }
    }
  }
}

bool sar_user_index_sides(SarArena *arena, const SarModel *model, SarUserIndex *out) {
  int32_t n = model->nelements + 1;
  out->first = SAR_NEW(arena, n + 3, int32_t);
  out->items = SAR_NEW(arena, 2 * (size_t)n, int32_t);
  if (!out->first || !out->items) return false;
  pass(model, out, true); /* two places further, so that placing the items leaves every entry at its own beginning */
  for (int32_t i = 2; i < n + 2; i++) out->first[i] += out->first[i - 1];
  pass(model, out, false);
  return true;
}

static SarUserItems at_body(const SarModel *model, const SarUserIndex *index, const char *body) {
  int32_t place = place_of(model, body), first = index->first[place];
  return (SarUserItems){index->items + first, index->first[place + 1] - first};
}

SarUserItems sar_user_candidates(const SarModel *model, const SarUserIndex *index, const char *body,
                                 const char *other) {
  SarUserItems a = at_body(model, index, body), b = other ? at_body(model, index, other) : a;
  return b.count < a.count ? b : a;
}

static const char *in_words(SarArena *arena, const SarSideName *side) {
  return side->frame ? sar_arena_printf(arena, "%s.%s", side->body, side->frame) : side->body;
}

static SarStatus report_nothing(SarBuilder *b, const SarSideName *i, const SarSideName *j) {
  const char *first = in_words(b->arena, i), *second = j ? in_words(b->arena, j) : "";
  if (!first || !second) return sar_report_no_memory(b->context);
  return sar_report(b->context, SAR_INPUT, b->source, b->name,
                    "name frames as they stand in `between:` of joints and forces; a body alone is any frame on it",
                    j ? "no joint or force acts between `%s` and `%s`" : "no joint or force acts on `%s`%s", first,
                    second);
}

/* Adds the action of one element, its torque carried to a point. */
static SarStatus add_action(SarBuilder *b, int32_t element, int side, SarSym3 about, SarSym3 *force, SarSym3 *torque) {
  SarSystem *s = sar_builder_of(b)->build->system;
  const SarSide *at = side ? &s->places[element].b : &s->places[element].a;
  SarSym3 f, t;
  SarSymbolFrame here;
  SAR_TRY(b->ops->reaction(b, s->model->elements[element].name, side, &f, &t));
  SAR_TRY(b->ops->frame(b, at, &here));
  SarSym3 moment = sar_sym3_cross(b->arena, sar_sym3_sub(b->arena, here.point, about), f);
  *force = sar_sym3_add(b->arena, *force, f);
  *torque = sar_sym3_add(b->arena, *torque, sar_sym3_add(b->arena, t, moment));
  return SAR_OK;
}

SarStatus sar_builder_action(SarBuilder *b, const SarSideName *i, const SarSideName *j, SarSym3 about, SarSym3 *force,
                             SarSym3 *torque) {
  SarUserBuild *build = sar_builder_of(b)->build;
  const SarModel *model = build->system->model;
  bool found = false;
  if (!build->sides.first && !sar_user_index_sides(build->system->arena, model, &build->sides)) {
    return sar_report_no_memory(b->context);
  }
  SarUserItems candidates = sar_user_candidates(model, &build->sides, i->body, j ? j->body : NULL);
  *force = *torque = sar_sym3_constant(b->arena, 0, 0, 0);
  for (int32_t k = 0; k < candidates.count; k++) {
    int32_t e = candidates.items[k];
    int which = side_between(model, &model->elements[e], i, j);
    if (which < 0) continue;
    found = true;
    SAR_TRY(add_action(b, e, which, about, force, torque));
  }
  return found ? SAR_OK : report_nothing(b, i, j);
}
