/* The length that everything is compared with, in words. */
#include <math.h>

#include "sarrus/analysis.h"
#include "system/system.h"

SarLengthScale sar_system_length_scale(const SarSystem *system) {
  static const char *const from[] = {[SAR_LENGTH_GIVEN] = "length_scale",
                                     [SAR_LENGTH_FRAMES] = "joints and forces",
                                     [SAR_LENGTH_GYRATION] = "radius of gyration",
                                     [SAR_LENGTH_UNKNOWN] = "nothing"};
  if (!system) return (SarLengthScale){NAN, from[SAR_LENGTH_UNKNOWN]};
  return (SarLengthScale){sar_system_length(system), from[sar_system_length_origin(system)]};
}
