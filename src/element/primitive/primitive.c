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

const char *sar_primitive_lacks(const SarPrimitiveClass *primitive) {
  const struct {
    const char *name;
    bool there;
  } functions[] = {{"value", primitive->value},
                   {"gradient", primitive->gradient},
                   {"hessian", primitive->hessian},
                   {"bias", primitive->bias},
                   {"bias_gradient", primitive->bias_gradient},
                   {"magnitude", primitive->magnitude},
                   {"symbols", primitive->symbols},
                   {"bounds", primitive->bounds || primitive->period == 0}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (!functions[i].there) return functions[i].name;
  }
  return NULL;
}
