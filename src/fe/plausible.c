/* Do the numbers look like those of a body? Matrices have no units: who gives millimetres and tonnes for metres and
 * kilograms gets a body of another size, and no error. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fe/elements/strain.h"
#include "fe/reduction.h"

/* Foam is lighter, nothing is heavier. */
#define LIGHTEST 10.0
#define HEAVIEST 30000.0

typedef struct System {
  const char *name;
  double length, mass;
} System;

static const System systems[] = {
    {"m-kg-s", 1, 1},
    {"mm-t-s", 1e-3, 1e3},
    {"mm-kg-ms", 1e-3, 1},
    {"mm-g-ms", 1e-3, 1e-3},
    {"cm-g-s", 1e-2, 1e-3},
    {"in-slinch-s", 0.0254, 4.4482216152605 / 0.0254},
    {"in-lb-s", 0.0254, 0.45359237},
    {"ft-slug-s", 0.3048, 4.4482216152605 / 0.3048},
};

/* Mass and centre by the densities of the elements. */
static void integrate(SarReduction *r) {
  const SarFeModel *model = r->model;
  SarReduceReport *report = r->report;
  SarVec3 moment = {0, 0, 0};
  double mass = 0, volume = 0;
  bool known = model->nelements > 0;
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarFeElement *element = &model->elements[e];
    const double density = element->material >= 0 ? model->materials[element->material].density : 0;
    const int32_t count = sar_fe_node_count(element->kind);
    SarFePoints points;
    SarVec3 at[SAR_FE_NODES];
    known = known && density > 0;
    for (int32_t k = 0; k < count; k++) at[k] = model->at[model->connectivity[element->first + k]];
    sar_fe_mass_points(element->kind, &points);
    for (int32_t p = 0; p < points.count; p++) {
      double N[SAR_FE_NODES], gradient[SAR_FE_NODES][3];
      sar_fe_shape(element->kind, points.point[p].at, N, NULL);
      const double dv = points.point[p].weight * sar_fe_gradients(element->kind, at, points.point[p].at, gradient);
      volume += dv;
      mass += density * dv;
      for (int32_t k = 0; k < count; k++) moment = sar_axpy(density * dv * N[k], at[k], moment);
    }
  }
  report->volume = volume;
  if (!known || !(mass > 0)) return;
  report->mesh_mass = mass;
  report->mesh_centre = sar_scale(1 / mass, moment);
}

static void compare_mass(SarReduction *r) {
  const SarReduceReport *report = r->report;
  if (!(report->mesh_mass > 0) || fabs(report->mesh_mass / r->mass - 1) < 0.01) return;
  sar_warn(r->context, sar_nowhere(), NULL,
           "point masses and supports make such a difference; otherwise mesh and matrices do not belong together",
           "the mass matrix has %.6g kg, the elements with their densities %.6g kg", r->mass, report->mesh_mass);
}

void sar_reduction_plausible(SarReduction *r) {
  integrate(r);
  compare_mass(r);
  const double density = r->report->volume > 0 ? r->mass / r->report->volume : 0;
  if (!(density > 0) || (density >= LIGHTEST && density <= HEAVIEST)) return;
  const SarFeUnits units = r->options->units;
  const double raw = density * pow(units.length, 3) / units.mass;
  char fitting[120] = "";
  for (size_t i = 0, used = 0; i < sizeof systems / sizeof *systems; i++) {
    const double guess = raw * systems[i].mass / pow(systems[i].length, 3);
    if (guess < 900 || guess > 20000) continue;
    used += (size_t)snprintf(fitting + used, sizeof fitting - used, "%s%s", used ? " or " : "", systems[i].name);
  }
  sar_warn(r->context, sar_nowhere(), NULL,
           *fitting ? "the units of the files may have been meant otherwise: see --units" : "check --units",
           "the body weighs %.4g kg with a volume of %.4g m^3, which is %.3g kg/m^3%s%s%s", r->mass, r->report->volume,
           density, *fitting ? "; with --units " : "", fitting, *fitting ? " it would be like a solid material" : "");
}
