/* What is asked of fields. */
#include <stdio.h>
#include <string.h>

#include "element/class.h"

/* Unit number `n` of several that are separated by commas. */
static const char *one_of_units(const SarField *field, int n, char room[SAR_FIELD_UNIT]) {
  const char *from = field->unit;
  for (; n > 0 && strchr(from, ','); n--) from = strchr(from, ',') + 1;
  snprintf(room, SAR_FIELD_UNIT, "%.*s", (int)strcspn(from, ","), from);
  return room;
}

const char *sar_field_unit_of(const SarField *field, int32_t i, char room[SAR_FIELD_UNIT]) {
  size_t length = strlen(field->unit);
  if (strchr(field->unit, ',')) return one_of_units(field, i >= 3, room);
  if (length >= 3 && strcmp(field->unit + length - 3, "^ij") == 0) return sar_field_unit_at(field, i, 0, 1, room);
  if (length < 2 || strcmp(field->unit + length - 2, "^i") != 0) return field->unit;
  if (i == 0) return "";
  if (i == 1) { /* the unit itself */
    snprintf(room, SAR_FIELD_UNIT, "%.*s", (int)length - 2, field->unit);
  } else {
    snprintf(room, SAR_FIELD_UNIT, "%.*s%d", (int)length - 1, field->unit, (int)i);
  }
  return room;
}

const char *sar_field_unit_at(const SarField *field, int32_t row, int32_t column, int32_t columns,
                              char room[SAR_FIELD_UNIT]) {
  size_t length = strlen(field->unit), before = length;
  if (strchr(field->unit, ',')) return one_of_units(field, 2 * (row >= 3) + ((columns == 1 ? row : column) >= 3), room);
  if (length < 3 || strcmp(field->unit + length - 3, "^ij") != 0) return field->unit;
  while (before > 0 && field->unit[before - 1] != '*') before--;
  int power = (row >= 3) + ((columns == 1 ? row : column) >= 3);
  if (power == 0) {
    snprintf(room, SAR_FIELD_UNIT, "%.*s", (int)before - 1, field->unit);
  } else {
    snprintf(room, SAR_FIELD_UNIT, "%.*s^%d", (int)length - 3, field->unit, power);
  }
  return room;
}

const char *sar_start_unit(const char *word) {
  size_t length = strlen(word);
  bool angle = strncmp(word, "angle", 5) == 0, rate = length > 5 && strcmp(word + length - 5, "_rate") == 0;
  return angle ? (rate ? "rad/s" : "rad") : rate ? "m/s" : "m";
}

int32_t sar_field_index(const SarElementClass *element_class, const char *name) {
  for (int32_t i = 0; i < element_class->nfields; i++) {
    if (strcmp(element_class->fields[i].name, name) == 0) return i;
  }
  return -1;
}

bool sar_joint_in_second(const SarElementClass *element_class, const SarValue *values) {
  int32_t field = sar_field_index(element_class, "fixed_in");
  return element_class->joint->second || (field >= 0 && values[field].real == 1);
}

SarStatus sar_field_check_positive(SarContext *context, const char *name, const SarField *field, const SarValue *value,
                                   const char *remedy) {
  char text[SAR_VALUE_TEXT];
  if (!value->given || value->real > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name, remedy, "`%s` must be positive, but is %s", field->name,
                    sar_value_text(value, field->unit, text));
}

const char *sar_value_text(const SarValue *value, const char *unit, char text[SAR_VALUE_TEXT]) {
  SarUnits units = value->units ? *value->units : sar_units_si();
  char label[SAR_FIELD_UNIT];
  sar_units_label(&units, unit, label, sizeof label);
  snprintf(text, SAR_VALUE_TEXT, "%.6g%s%s", value->real / sar_units_factor(&units, unit), *unit ? " " : "",
           *unit ? label : "");
  return text;
}
