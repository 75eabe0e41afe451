/* The registry of measures. */
#include "element/measure/measure.h"

#include <ctype.h>
#include <string.h>

#include "element/class.h"

#define SAR_MEASURE(id, name, aliases, arguments, unit, option, meaning) \
  SarStatus sar_measure_##id(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out);
#include "element/measure/registry.def"
#undef SAR_MEASURE

static const SarMeasureClass classes[] = {
#define SAR_MEASURE(id, name, aliases, arguments, unit, option, meaning) \
  {name, aliases, arguments, unit, meaning, sar_measure_##id, option},
#include "element/measure/registry.def"
#undef SAR_MEASURE
};

int32_t sar_measure_class_count(void) { return SAR_COUNT(classes); }

const SarMeasureClass *sar_measure_class(int32_t index) {
  return index >= 0 && index < SAR_COUNT(classes) ? &classes[index] : NULL;
}

static bool is_same_word(const char *word, size_t length, const char *name) {
  for (size_t i = 0; i < length; i++) {
    if (!name[i] || tolower((unsigned char)word[i]) != tolower((unsigned char)name[i])) return false;
  }
  return name[length] == 0;
}

static bool is_among(const char *words, const char *name) {
  for (const char *word = words; *word;) {
    size_t length = strcspn(word, " ");
    if (is_same_word(word, length, name)) return true;
    word += length + strspn(word + length, " ");
  }
  return false;
}

const SarMeasureClass *sar_measure_class_find(const char *name) {
  for (int32_t i = 0; i < SAR_COUNT(classes); i++) {
    if (is_among(classes[i].name, name) || is_among(classes[i].aliases, name)) return &classes[i];
  }
  return NULL;
}

const char *sar_measure_unit(const SarMeasureClass *measure, const double *numbers) {
  if (!strchr(measure->unit, '|')) return measure->unit;
  return numbers[2] > 4 ? "N*m" : "N";
}

bool sar_measure_is_distance(const SarMeasureClass *measure) { return measure->make == sar_measure_distance; }

bool sar_measure_is_action(const SarMeasureClass *measure) {
  return measure->make == sar_measure_reaction || measure->make == sar_measure_component;
}
