#include "analysis/audit/bending.h"

#include <math.h>
#include <string.h>

#include "model/modal.h"
#include "system/modal.h"

#define MOST_ERROR 0.006 /* of deflections, because tension does not stiffen shapes */
#define MOST_TURN 0.2    /* rad: rotations of shapes add up as vectors */
#define MOST_REACH 0.1   /* of the body's size */

/* That error over (omega/w)^2, w the lowest frequency with one interface held (docs/theory/modal-bodies.md): of a frame
 * that is fixed to an interface, of a free frame, and of a body without interfaces with its own w. */
#define FIXED_FRAME 0.8
#define FREE_FRAME 0.2
#define FREE_BODY 3.0

static void keep(SarBendingMost *most, double ratio, double t, int32_t element, int32_t number) {
  if (ratio > most->ratio) *most = (SarBendingMost){ratio, t, element, number};
}

static double error_of(const SarReduced *body, double ratio) {
  double factor = strcmp(body->facts.frame, "free") != 0 ? FIXED_FRAME : body->ninterfaces ? FREE_FRAME : FREE_BODY;
  return factor * ratio * ratio;
}

static double turn_of(const SarReduced *body, const SarReducedInterface *interface, const double *amplitudes) {
  double turn[3] = {0, 0, 0};
  for (int32_t k = 0; k < 3; k++) {
    for (int32_t i = 0; i < body->n; i++) turn[k] += interface->theta[k * body->n + i] * amplitudes[i];
  }
  return sar_norm(sar_vec3_load(turn));
}

void sar_bending_note(SarBending *bending, const SarSystem *system, const double *q, const double *v, double t) {
  for (int32_t k = 0, count = sar_system_modal_bodies(system); k < count; k++) {
    SarModalPlace place = sar_system_modal_body(system, k);
    const SarReduced *body = place.reduced;
    const double *amplitudes = q + place.first;
    double size = sar_reduced_size(body);
    if (body->n == 0) continue;
    double held = sar_system_element(system, place.element)->modal->held;
    if (held > 0) {
      double ratio = sar_norm(sar_vec3_load(v + 6 * place.body + 3)) / held;
      keep(&bending->spin, error_of(body, ratio), t, place.element, 0);
    }
    for (int32_t i = 0; i < body->ninterfaces; i++) {
      keep(&bending->turn, turn_of(body, &body->interfaces[i], amplitudes), t, place.element, i);
    }
    for (int32_t i = 0; i < body->n; i++) {
      keep(&bending->reach, body->reach[i] * fabs(amplitudes[i]) / size, t, place.element, i);
    }
  }
}

static void warn_of_spin(SarContext *context, const SarSystem *system, const SarBendingMost *most) {
  const SarUnits *units = &sar_system_model(system)->units;
  const SarModelElement *element = sar_system_element(system, most->element);
  sar_warn(context, element->source, element->name, "take beams, or more modal bodies joined in a row",
           "the modal body `%s` turns fast at t = %.4g %s: what it gains in stiffness by that is missing, and "
           "deflections may be wrong by about %.2g %% (its lowest frequency, held at one interface, is %.4g Hz)",
           element->name, most->t / units->time, units->time_name, 100 * most->ratio,
           element->modal->held / (2 * 3.14159265358979323846));
}

static void warn_of_turn(SarContext *context, const SarSystem *system, const SarBendingMost *most) {
  const SarUnits *units = &sar_system_model(system)->units;
  const SarModelElement *element = sar_system_element(system, most->element);
  sar_warn(context, element->source, element->name, "take beams, or more modal bodies joined in a row",
           "the interface `%s` of the modal body `%s` turns by %.3g rad at t = %.4g %s: shapes are added up as if "
           "rotations were small",
           element->modal->body->interfaces[most->number].name, element->name, most->ratio, most->t / units->time,
           units->time_name);
}

static void warn_of_reach(SarContext *context, const SarSystem *system, const SarBendingMost *most) {
  const SarUnits *units = &sar_system_model(system)->units;
  const SarModelElement *element = sar_system_element(system, most->element);
  sar_warn(context, element->source, element->name, "take beams, or more modal bodies joined in a row; check the loads",
           "mode %d of the modal body `%s` reaches %.3g of the size of the body at t = %.4g %s: beyond the range in "
           "which displacements follow loads linearly",
           (int)most->number + 1, element->name, most->ratio, most->t / units->time, units->time_name);
}

void sar_bending_warn(SarContext *context, const SarSystem *system, const SarBending *bending) {
  if (bending->spin.ratio > MOST_ERROR) warn_of_spin(context, system, &bending->spin);
  if (bending->turn.ratio > MOST_TURN) warn_of_turn(context, system, &bending->turn);
  if (bending->reach.ratio > MOST_REACH) warn_of_reach(context, system, &bending->reach);
}

static bool is_sound(const SarBendingMost *most, const SarSystem *system, bool interface) {
  if (!(most->ratio > 0)) return true; /* nothing was noted, and perhaps there is no element at all */
  if (most->element < 0 || most->element >= sar_system_model(system)->nelements) return false;
  const struct SarModal *modal = sar_system_element(system, most->element)->modal;
  return modal && most->number >= 0 && (!interface || most->number < modal->body->ninterfaces);
}

bool sar_bending_is_sound(const SarBending *bending, const SarSystem *system) {
  return is_sound(&bending->spin, system, false) && is_sound(&bending->turn, system, true) &&
         is_sound(&bending->reach, system, false);
}
