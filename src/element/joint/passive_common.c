/* What friction, damping and stops share. */
#include <stdio.h>

#include "element/joint/passive.h"

const SarValue *sar_passive_of_joint(const SarPassive *p, const char *field) {
  static const SarValue none = {0};
  int32_t index = sar_field_index(p->b->class, field);
  return index >= 0 ? &p->b->values[index] : &none;
}

const SarValue *sar_passive_of_coordinate(const SarPassive *p, const char *field) {
  char name[32];
  snprintf(name, sizeof name, "%s%s", p->prefix, field);
  return sar_passive_of_joint(p, name);
}

SarStatus sar_passive_offer(const SarPassive *p, const char *what, const SarExpr *force) {
  const char *name = sar_arena_printf(p->b->arena, "%s_%s", p->coordinate->name, what);
  if (!name) return sar_report_no_memory(p->b->context);
  return p->b->ops->offer(p->b, name, p->rotation ? "N*m" : "N", force);
}
