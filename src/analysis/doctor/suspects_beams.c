/* Beams whose elements do not go with their line. */
#include "analysis/audit/bends.h"
#include "analysis/doctor/suspects.h"
#include "model/beam.h"

#define DEGREES 57.295779513082320877
#define LARGEST_TILT (1 / DEGREES)

SarStatus sar_suspect_bends(SarSuspects *s) {
  SarMostTurned most = sar_system_most_turned(s->system, sar_system_guess(s->system).q);
  if (sar_bends_too_far(&most) && sar_suspect(s)) sar_bends_warn(s->context, s->system, &most, "as written");
  return SAR_OK;
}

/* Elements of order 1 are chords: how far a curve leans against them is said by its bend. */
static void look_at_tilt(SarSuspects *s, const struct SarBeam *beam) {
  const SarModel *model = sar_system_model(s->system);
  const SarModelElement *element = &model->elements[beam->element], *worst = NULL;
  double largest = LARGEST_TILT;
  for (int32_t e = 0; beam->order > 1 && e < beam->nelements; e++) {
    SarBeamSetup setup = sar_model_beam_setup(model, &model->elements[beam->first + e]);
    double tilt = sar_beam_tilt(&setup);
    if (tilt > largest) largest = tilt, worst = &model->elements[beam->first + e];
  }
  if (!worst || !sar_suspect(s)) return;
  sar_warn(s->context, element->source, element->name, "take more elements where the line bends",
           "sections of beam `%s` lean by up to %.2g degrees against the line through its nodes, most in `%s`",
           element->name, DEGREES * largest, worst->name);
}

SarStatus sar_suspect_tilt(SarSuspects *s) {
  const SarModel *model = sar_system_model(s->system);
  for (int32_t e = 0; e < model->nelements; e++) {
    const struct SarBeam *beam = model->elements[e].beam;
    if (beam && beam->element == e) look_at_tilt(s, beam);
  }
  return SAR_OK;
}
