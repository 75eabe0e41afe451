/* Checks that several joints share. */
#include "element/joint/common.h"

SarStatus sar_joint_check_length(SarContext *context, const char *name, const SarValue *length) {
  static const SarField field = SAR_JOINT_LENGTH;
  return sar_field_check_positive(context, name, &field, length,
                                  "give a positive length, or use a spherical joint to hold two points together");
}

SarStatus sar_joint_check_relation(SarContext *context, const char *name, const SarValue *joints, int32_t count,
                                   const SarCoordinateKind *kinds, const bool *want_angle) {
  if (count != 2) {
    return sar_report(context, SAR_INPUT, joints->source, name, "name two joints: joints: [first, second]",
                      "two joints are needed, but %d are named", (int)count);
  }
  for (int32_t i = 0; i < 2; i++) {
    if (sar_coordinate_is_angle(kinds[i]) == want_angle[i]) continue;
    return sar_report(context, SAR_INPUT, joints->source, name,
                      want_angle[i] ? "name a revolute or cylindrical joint here" : "name a prismatic joint here",
                      "the %s joint must offer %s, but its first coordinate is %s", i == 0 ? "first" : "second",
                      want_angle[i] ? "an angle" : "a displacement", want_angle[i] ? "a displacement" : "an angle");
  }
  return SAR_OK;
}

SarStatus sar_joint_combine_pitch(SarContext *context, const char *name, const SarValue *values, int32_t count,
                                  const SarCoordinateKind *kinds, double *coefficient) {
  (void)context, (void)name;
  double pitch = values[SAR_JOINT_PITCH].real;
  for (int32_t i = 0; i < count; i++) coefficient[i] = sar_coordinate_is_angle(kinds[i]) ? -pitch : 1;
  return SAR_OK;
}
