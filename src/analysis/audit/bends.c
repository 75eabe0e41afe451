#include "analysis/audit/bends.h"

#include <math.h>

#include "model/beam.h"
#include "system/names.h"

#define DEGREES 57.295779513082320877

bool sar_bends_too_far(const SarMostTurned *most) { return most->element >= 0 && most->turn > most->most; }

void sar_bends_warn(SarContext *context, const SarSystem *system, const SarMostTurned *most, const char *when) {
  const SarModelElement *element = sar_system_element(system, most->element);
  const struct SarBeam *beam = element->beam;
  int32_t enough = (int32_t)ceil(beam->nelements * most->turn / most->most - 1e-9);
  char remedy[160];
  snprintf(remedy, sizeof remedy, "take %d elements or more for the whole of it, or more where it bends most%s",
           (int)enough, beam->order < SAR_BEAM_ORDER ? ", or a higher `order`" : "");
  sar_warn(
      context, sar_system_element(system, beam->element)->source, sar_beam_of(system, most->element), remedy,
      "beam `%s` has too few elements for its bend: `%s` turns by %.0f degrees %s, and elements of order %d follow "
      "%.0f well",
      sar_beam_of(system, most->element), element->name, DEGREES * most->turn, when, (int)beam->order,
      DEGREES * most->most);
}
