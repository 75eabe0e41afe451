/* The registry of tyre models and of their numbers, and what models share. */
#include "element/tyre/tyre.h"

#define SAR_TYRE_MODEL(name) extern const SarTyreModel sar_tyre_##name;
#include "element/tyre/models.def"
#undef SAR_TYRE_MODEL

static const SarTyreModel *const models[] = {
#define SAR_TYRE_MODEL(name) &sar_tyre_##name,
#include "element/tyre/models.def"
#undef SAR_TYRE_MODEL
};

static const SarTyreNumber numbers[] = {
#define SAR_TYRE_NUMBER(name, formats, unit, fallback) {#name, formats, unit, fallback},
#include "element/tyre/numbers.def"
#undef SAR_TYRE_NUMBER
};

const SarTyreModel *sar_tyre_model(int32_t index) {
  return index >= 0 && index < (int32_t)(sizeof models / sizeof *models) ? models[index] : 0;
}

const SarTyreNumber *sar_tyre_number(int32_t index) {
  return index >= 0 && index < SAR_TYRE_NUMBERS ? &numbers[index] : 0;
}

void sar_tyre_given_relaxation(const SarTyreData *data, SarDual fz, SarDual out[2]) {
  double x = data->number[SAR_TYRE_RELAX_LENGTH_X], y = data->number[SAR_TYRE_RELAX_LENGTH_Y];
  double radius = data->number[SAR_TYRE_UNLOADED_RADIUS];
  (void)fz;
  out[0] = sar_dual(x > 0 ? x : radius / 4);
  out[1] = sar_dual(y > 0 ? y : radius / 2);
}
