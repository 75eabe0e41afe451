/* What follows from the shapes of two bodies before anything moves: bounds, and room for what is remembered and kept.
 */
#include <math.h>

#include "element/contact/contact_touching.h"

void sar_contact_part_prepare(SarContactPart *part, SarContactBounds *bounds) {
  part->bounds = bounds;
  part->remembered = part->nkept = 0;
  for (int32_t k = 0; k < part->npairs; k++) {
    const SarContactPair *pair = &part->pairs[k];
    int32_t touches = 0;
    bounds[k] = (SarContactBounds){.depth = INFINITY};
    for (int i = 0; i < 2; i++) {
      const SarShape *shape = pair->shape[i];
      if (!shape->class->unbounded) {
        double extent = sar_shape_extent(shape);
        bounds[k].reach += extent;
        bounds[k].depth = fmin(bounds[k].depth, extent);
      }
      touches += shape->class->nsupports ? shape->class->nsupports(shape) : 1;
    }
    if (pair->law.friction.stick) part->remembered += touches;
    sar_contact_make_room(part, k, touches);
  }
  if (part->remembered > SAR_CONTACT_TOUCHES) part->remembered = SAR_CONTACT_TOUCHES;
}
