/* The registry of primitives, made from registry.def. */
#include "element/primitive/primitive.h"

#include <stddef.h>

static const SarPrimitiveClass *const classes[] = {
#define SAR_PRIMITIVE(name) &sar_primitive_##name,
#include "element/primitive/registry.def"
#undef SAR_PRIMITIVE
};

int32_t sar_primitive_count(void) { return (int32_t)(sizeof(classes) / sizeof(classes[0])); }

const SarPrimitiveClass *sar_primitive_class(int32_t index) {
  return index >= 0 && index < sar_primitive_count() ? classes[index] : NULL;
}
