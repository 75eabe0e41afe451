/* Numbers and functions of the model file, turned into SI units.
 *
 * A number is in the file's units. An expression that uses `deg` or `rad`, or a parameter that does, says itself what
 * its angles are: for it the angle unit of the file does not count. */
#include <string.h>

#include "base/numbers.h"
#include "read/reader.h"

/* The file's units, or those with radians for an expression that says what its angles are. */
static SarUnits units_for(const SarFile *file, bool angle) {
  SarUnits units = file->units;
  if (angle) units.angle = 1;
  return units;
}

static SarStatus scalar_text(SarFile *file, const SarNode *node, const char *what, const char *takes,
                             const char **text) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, what, takes));
  SAR_TRY(sar_read_text(file, node, what, text));
  if ((*text)[strspn(*text, " ")]) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a value, or remove the key",
                    "`%s` has no value", what);
}

SarStatus sar_read_number(SarFile *file, const SarNode *node, const char *what, const char *unit, double *out) {
  const char *text;
  bool angle;
  SAR_TRY(scalar_text(file, node, what, "a number", &text));
  SAR_TRY(sar_read_constant(file, text, node->inside, out, &angle));
  if (!unit || !unit[0]) return SAR_OK;
  SarUnits units = units_for(file, angle);
  *out *= sar_units_factor(&units, unit);
  if (fabs(*out) <= SAR_LARGEST_QUANTITY) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a smaller number",
                    "`%s` is %g in SI units: energies and forces could not be computed from such numbers", what, *out);
}

SarStatus sar_read_function(SarFile *file, const SarNode *node, const SarField *field, const SarExpr **out) {
  SarReader *reader = file->reader;
  const char *text;
  bool angle;
  SarVariables variables = sar_field_variables(field);
  SAR_TRY(scalar_text(file, node, field->name, "an expression", &text));
  SAR_TRY(sar_read_expression(file, reader->model->arena, text, node->inside, &variables, out, &angle));
  SarUnits units = units_for(file, angle);
  double factor = sar_units_factor(&units, field->unit ? field->unit : ""), scale[SAR_MAX_VARIABLES] = {0};
  bool same = factor == 1;
  for (int32_t i = 0; i < variables.count; i++) {
    scale[i] = 1 / sar_units_factor(&units, variables.list[i].unit);
    same = same && scale[i] == 1;
  }
  if (same) return SAR_OK;
  *out = sar_expr_rescale(reader->model->arena, *out, factor, scale, variables.count);
  return *out ? SAR_OK : sar_read_no_memory(reader);
}

SarStatus sar_read_numbers(SarFile *file, const SarNode *node, const char *what, const char *unit, int32_t count,
                           double *out) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, what, "a list of numbers"));
  if (node->count != count) {
    const char *list = count == 2 ? "write a list: [.., ..]" : "write a list: [.., .., ..]";
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      count <= 3 ? list : "write a list of so many", "`%s` takes %d numbers, not %d", what, (int)count,
                      (int)node->count);
  }
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    SarStatus one = sar_read_number(file, node->items[i], what, unit, &out[i]);
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_read_vector(SarFile *file, const SarNode *node, const char *what, const char *unit, SarVec3 *out) {
  double values[3];
  SAR_TRY(sar_read_numbers(file, node, what, unit, 3, values));
  *out = sar_vec3_load(values);
  return SAR_OK;
}

SarStatus sar_read_bool(SarFile *file, const SarNode *node, const char *what, bool *out) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, what, &text));
  int32_t index = sar_field_choice("false true", text);
  if (index < 0) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "write true or false",
                      "`%s` is neither true nor false, but `%s`", what, text);
  }
  *out = index == 1;
  return SAR_OK;
}
