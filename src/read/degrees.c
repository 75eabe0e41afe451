/* Degrees where radians are meant. With `angle: deg`, angles of the model are degrees, but those of expressions are
 * radians: `angle(pin) - 30` is zero after almost five turns. Where such an angle stands beside a number of more than
 * two turns, a warning says so. */
#include <math.h>
#include <string.h>

#include "expr/order.h"
#include "read/reader.h"

#define SUSPICIOUS 12.6 /* rad, two turns */

/* The reference of an angle in a file whose angles are degrees; null: the node is none. */
static const SarReference *angle_of(const SarReader *reader, const SarExpr *node) {
  int32_t variable = sar_expr_is_variable(node), index = variable - SAR_REFERENCES;
  if (variable < SAR_REFERENCES || index >= reader->model->nreferences) return NULL;
  const SarReference *reference = &reader->model->references[index];
  bool degrees = sar_read_reference_in_degrees(reader, index);
  return degrees && strcmp(sar_model_reference_unit(reader->model, reference), "rad") == 0 ? reference : NULL;
}

static bool adds_or_compares(SarOperation operation) {
  switch (operation) {
    case SAR_EXPR_ADD:
    case SAR_EXPR_SUBTRACT:
    case SAR_EXPR_LESS:
    case SAR_EXPR_GREATER:
    case SAR_EXPR_LESS_EQUAL:
    case SAR_EXPR_GREATER_EQUAL: return true;
    default: return false;
  }
}

static void look_at(const SarReader *reader, const SarExpr *node) {
  double number = 0;
  if (!adds_or_compares(node->operation)) return;
  for (int i = 0; i < 2; i++) {
    const SarReference *angle = angle_of(reader, node->arguments[i]);
    if (!angle || !sar_expr_is_constant(node->arguments[1 - i], &number) || fabs(number) < SUSPICIOUS) continue;
    sar_warn(reader->context, angle->source, angle->owner,
             "write 30 deg for 30 degrees, also in a file with `angle: deg`",
             "`%s` is in radians, as all angles in expressions, but stands beside %g", angle->name, fabs(number));
  }
}

static SarStatus look_into(SarReader *reader, const SarExpr *f) {
  SarOrder order;
  if (!f || !f->variables) return SAR_OK;
  if (!sar_order_make(&f, 1, &order)) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < order.count; i++) look_at(reader, order.nodes[i]);
  sar_order_release(&order);
  return SAR_OK;
}

static SarStatus look_at_value(SarReader *reader, SarFieldKind kind, const SarValue *value) {
  int32_t count = kind == SAR_FIELD_FUNCTION ? 1 : kind == SAR_FIELD_FUNCTIONS3 ? 3 : 0;
  for (int32_t k = 0; k < count; k++) SAR_TRY(look_into(reader, value->function[k]));
  for (int32_t k = 0; kind == SAR_FIELD_FUNCTIONS && k < value->nlist; k++) {
    SAR_TRY(look_into(reader, value->functions[k]));
  }
  for (int32_t k = 0; kind == SAR_FIELD_SETTINGS && k < value->nlist; k++) {
    SAR_TRY(look_into(reader, value->settings[k].function));
  }
  return SAR_OK;
}

SarStatus sar_read_warn_of_degrees(SarReader *reader) {
  const SarModel *model = reader->model;
  bool any = false;
  for (int32_t k = 0; k < model->nreferences && !any; k++) any = sar_read_reference_in_degrees(reader, k);
  for (int32_t e = 0; any && e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    for (int32_t i = 0; i < element->class->nfields; i++) {
      const SarValue *value = &element->values[i];
      if (value->given) SAR_TRY(look_at_value(reader, element->class->fields[i].kind, value));
    }
  }
  return SAR_OK;
}
