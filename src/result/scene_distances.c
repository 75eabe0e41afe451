/* Distances that the user's own equations hold: `position: "dm(rod.tip, crank.pin) - 0.3"` keeps two points apart as a
 * rod without mass does, and is drawn as one.
 *
 * An equation is of that kind where the distance of two frames is all that it says of the motion: what remains is a
 * number or a function of time. The distance may stand in a measure that the equation names. */
#include <string.h>

#include "result/scene.h"

#define DEEPEST 8 /* measures that name measures */

/* The distance that is all the references of an element; null: none, or something else besides. *count: of the
 * references seen. */
static const SarReference *find_distance(const SarModel *model, const char *owner, int depth, int32_t *count) {
  const SarReference *found = NULL;
  for (int32_t k = 0; k < model->nreferences; k++) {
    const SarReference *r = &model->references[k];
    if (!r->owner || strcmp(r->owner, owner) != 0 || r->parameter >= 0) continue;
    if (!r->measure && !r->elements[0]) continue; /* emptied */
    const SarReference *one = r;
    if (!r->measure) {
      int32_t index = sar_model_find(model, r->elements[0]);
      bool measure = index >= 0 && model->elements[index].class->section == SAR_SECTION_MEASURES;
      one = measure && depth < DEEPEST ? find_distance(model, model->elements[index].name, depth + 1, count) : NULL;
      if (!one) *count += 2; /* it speaks of something else */
    } else {
      *count += 1;
      if (!sar_measure_is_distance(r->measure)) *count += 1;
    }
    if (one) found = one;
  }
  return *count == 1 ? found : NULL;
}

static SarSide side_of_frame(const SarSystem *s, const SarSideName *frame) {
  const SarSideName ground = {.body = "ground"};
  return sar_system_side(s, frame->body ? frame : &ground);
}

bool sar_scene_held_distance(const SarSystem *s, int32_t element, SarSide sides[2]) {
  const SarModelElement *equation = sar_system_element(s, element);
  if (equation->class->section != SAR_SECTION_EQUATIONS || sar_field_index(equation->class, "between") >= 0)
    return false;
  int32_t count = 0;
  const SarReference *distance = find_distance(sar_system_model(s), equation->name, 0, &count);
  if (!distance) return false;
  for (int i = 0; i < 2; i++) sides[i] = side_of_frame(s, &distance->frames[i]);
  return sides[0].body != sides[1].body;
}
