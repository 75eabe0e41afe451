/* What the rules share. */
#include "analysis/doctor/suspects.h"

bool sar_suspect(SarSuspects *s) { return ++s->found <= SAR_SUSPECTS_NAMED; }

const SarModelElement *sar_suspect_body(const SarSuspects *s, int32_t body) {
  return sar_system_element(s->system, sar_system_body(s->system, body)->element);
}

bool sar_suspect_is_meshed(const SarSuspects *s, int32_t body) {
  const SarModelElement *element = sar_suspect_body(s, body);
  return element->beam || element->modal;
}

const char *sar_suspect_function(const SarModelElement *element) {
  const char *name = NULL;
  for (int32_t i = 0; i < element->class->nfields && !name; i++) {
    SarFieldKind kind = element->class->fields[i].kind;
    int parts = kind == SAR_FIELD_FUNCTIONS3 ? 3 : kind == SAR_FIELD_FUNCTION ? 1 : 0;
    for (int k = 0; k < parts && !name; k++) {
      const SarExpr *f = element->values[i].function[k];
      if (f) name = sar_expr_jump(f);
    }
  }
  return name;
}
