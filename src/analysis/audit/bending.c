#include "analysis/audit/bending.h"

#include <math.h>

#include "model/modal.h"
#include "system/modal.h"

#define MOST_SPIN 0.1   /* of the lowest frequency: without geometric stiffening the error is 0.6 % there */
#define MOST_TURN 0.2   /* rad: rotations of shapes add up as vectors */
#define MOST_REACH 0.1  /* of the body's size */
#define STIFFENING 0.74 /* error of a deflection over (omega/w_1)^2, measured on a slewing beam */

static void keep(SarBendingMost *most, double ratio, double t, int32_t element, int32_t number) {
  if (ratio > most->ratio) *most = (SarBendingMost){ratio, t, element, number};
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
    keep(&bending->spin, sar_norm(sar_vec3_load(v + 6 * place.body + 3)) / sqrt(body->stiffness[0]), t, place.element,
         0);
    for (int32_t i = 0; i < body->ninterfaces; i++) {
      keep(&bending->turn, turn_of(body, &body->interfaces[i], amplitudes), t, place.element, i);
    }
    for (int32_t i = 0; i < body->n; i++) {
      keep(&bending->reach, body->reach[i] * fabs(amplitudes[i]) / size, t, place.element, i);
    }
  }
}

void sar_bending_warn(SarContext *context, const SarSystem *system, const SarBending *bending) {
  const SarUnits *units = &sar_system_model(system)->units;
  const SarBendingMost *most = &bending->spin;
  const SarModelElement *element = sar_system_element(system, most->element);
  if (most->ratio > MOST_SPIN) {
    sar_warn(
        context, element->source, element->name, "take beams, or more modal bodies joined in a row",
        "the modal body `%s` turns with %.2g of its lowest frequency at t = %.4g %s: what it gains in stiffness by "
        "that is missing, and deflections may be wrong by %.2g %%",
        element->name, most->ratio, most->t / units->time, units->time_name,
        100 * STIFFENING * most->ratio * most->ratio);
  }
  most = &bending->turn;
  element = sar_system_element(system, most->element);
  if (most->ratio > MOST_TURN) {
    sar_warn(context, element->source, element->name, "take beams, or more modal bodies joined in a row",
             "the interface `%s` of the modal body `%s` turns by %.3g rad at t = %.4g %s: shapes are added up as if "
             "rotations were small",
             element->modal->body->interfaces[most->number].name, element->name, most->ratio, most->t / units->time,
             units->time_name);
  }
  most = &bending->reach;
  element = sar_system_element(system, most->element);
  if (most->ratio > MOST_REACH) {
    sar_warn(context, element->source, element->name,
             "take beams, or more modal bodies joined in a row; check the loads",
             "mode %d of the modal body `%s` reaches %.3g of the size of the body at t = %.4g %s: beyond the range in "
             "which displacements follow loads linearly",
             (int)most->number + 1, element->name, most->ratio, most->t / units->time, units->time_name);
  }
}

static bool is_sound(const SarBendingMost *most, const SarSystem *system, bool interface) {
  if (most->element < 0 || most->element >= sar_system_model(system)->nelements) return false;
  const struct SarModal *modal = sar_system_element(system, most->element)->modal;
  if (!(most->ratio > 0)) return true;
  return modal && most->number >= 0 && (!interface || most->number < modal->body->ninterfaces);
}

bool sar_bending_is_sound(const SarBending *bending, const SarSystem *system) {
  return is_sound(&bending->spin, system, false) && is_sound(&bending->turn, system, true) &&
         is_sound(&bending->reach, system, false);
}
