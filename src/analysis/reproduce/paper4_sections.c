/* Paper 4: the sections of its flexible mechanisms (tables 3 to 5). */
#include "analysis/reproduce/collect.h"
#include "element/structure/section.h"

extern const SarAsset sar_asset_fourbar_printed, sar_asset_lateral_buckling, sar_asset_rotating_shaft;

/* A column of tables 3 to 5, as it is printed. */
typedef struct Column {
  const char *section, *name;
  double mass, inertia[3], stiffness[6]; /* kg/m; mg m; MN, then N m^2 */
} Column;

static SarStatus section_of(SarReproduction *r, const SarAsset *model, const char *name, SarSectionData *out) {
  SarExperiment *e;
  SAR_TRY(sar_experiment_open(r, &(SarExperimentSetup){.model = model}, &e));
  int32_t index = sar_model_find(e->model, name);
  if (index < 0) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), r->item->name, "report this", "%s has no section %s",
                      model->name, name);
  }
  sar_section_data(e->model->elements[index].values, NULL, out);
  return SAR_OK;
}

/* thousand: by which the printed units of J, GJ and EJ are too small. */
static SarStatus compare(SarReproduction *r, const SarAsset *model, const Column *c, double thousand) {
  static const char *const names[6] = {"EA, MN", "GA_Y, MN", "GA_Z, MN", "GJ, ", "EJ_Y, ", "EJ_Z, "};
  static const double units[6] = {1e6, 1e6, 1e6, 1, 1, 1};
  bool wrong = thousand != 1;
  SarSectionData d;
  SAR_TRY(section_of(r, model, c->section, &d));
  sar_row_copy(r, c->mass, d.mass, "", "%s, m, kg/m", c->name);
  for (int32_t k = 0; k < 3; k++) {
    sar_row_copy(r, c->inertia[k], d.inertia[k] / (1e-6 * thousand), "", "%s, J_%d, %s", c->name, (int)k + 1,
                 wrong ? "g m" : "mg m");
  }
  for (int32_t k = 0; k < 6; k++) {
    sar_row_copy(r, c->stiffness[k], d.stiffness[k][k] / (units[k] * (k < 3 ? 1 : thousand)), "", "%s, %s%s", c->name,
                 names[k],
                 k < 3   ? ""
                 : wrong ? "kN m^2"
                         : "N m^2");
  }
  return SAR_OK;
}

#define COPIED                                                                                                   \
  "input of the model that the figures run: copied from the table, so that nothing is counted as reproduced; a " \
  "number "                                                                                                      \
  "that was copied wrongly would deviate"

SarStatus sar_item_paper4_table3(SarReproduction *r) {
  static const Column columns[] = {
      {"thick",
       "A-B and C-D",
       1.9968,
       {85.1968, 42.5984, 42.5984},
       {52.9920, 16.8803, 16.8803, 733.488, 1130.50, 1130.50}},
      {"thin", "B-C", 0.4992, {5.3248, 2.6624, 2.6624}, {13.2480, 4.2201, 4.2201, 45.843, 70.656, 70.656}}};
  r->definition = COPIED;
  r->digits = 6;
  for (int32_t i = 0; i < 2; i++) SAR_TRY(compare(r, &sar_asset_fourbar_printed, &columns[i], 1));
  return SAR_OK;
}

SarStatus sar_item_paper4_table4(SarReproduction *r) {
  static const Column columns[] = {
      {"thin", "the beam", 2.68, {2255.33, 2233, 22.33}, {73, 5.025, 23.40, 877.2, 60830, 608.3}},
      {"rod", "the link", 1.212, {87.30, 43.65, 43.65}, {33.02, 10.81, 10.81, 914.5, 1189, 1189}},
      {"arm", "the crank", 4.85, {1396.6, 698.3, 698.3}, {132.1, 43.22, 43.22, 14630, 19020, 19020}}};
  r->definition = COPIED;
  r->digits = 6;
  for (int32_t i = 0; i < 3; i++) SAR_TRY(compare(r, &sar_asset_lateral_buckling, &columns[i], 1));
  return SAR_OK;
}

/* A tube of radii 45 and 50 mm, E = 210 GPa, nu = 0.3, 7800 kg/m^3. */
static void compare_tube(SarReproduction *r, const Column *c) {
  static const char *const unit = "the printed unit is a thousand times too small";
  const double pi = acos(-1), outer = 0.05, inner = 0.045, E = 210e9, G = E / 2.6, rho = 7800;
  double area = pi * (outer * outer - inner * inner), second = pi / 4 * (pow(outer, 4) - pow(inner, 4));
  sar_row_number(r, c->mass, rho * area, 1e-3, "", "a tube of 45 and 50 mm, m, kg/m");
  sar_row_number(r, c->stiffness[0], 1e-6 * E * area, 1e-3, "", "a tube of 45 and 50 mm, EA, MN");
  sar_row_number(r, c->inertia[0], 1e6 * rho * 2 * second, 1e-3, unit, "a tube of 45 and 50 mm, J_1, mg m");
  sar_row_number(r, c->inertia[1], 1e6 * rho * second, 1e-3, unit, "a tube of 45 and 50 mm, J_2, mg m");
  sar_row_number(r, c->stiffness[3], G * 2 * second, 1e-3, unit, "a tube of 45 and 50 mm, GJ, N m^2");
  sar_row_number(r, c->stiffness[4], E * second, 1e-3, unit, "a tube of 45 and 50 mm, EJ_Y, N m^2");
  sar_row_number(r, 2.0325, 1e3 * 70.573 * 0.24 * 0.24 / 2, 1e-3, unit, "a disk of 70.573 kg and 0.24 m, J_1, g m^2");
}

SarStatus sar_item_paper4_table5(SarReproduction *r) {
  static const Column shaft = {"tube", "shaft", 11.64, {26.34, 13.17, 13.17}, {313.4, 60.5, 60.5, 272.7, 354.5, 354.5}};
  r->definition = COPIED ", with the units that a steel tube of the printed mass and axial stiffness has";
  r->digits = 6;
  SAR_TRY(compare(r, &sar_asset_rotating_shaft, &shaft, 1e3));
  compare_tube(r, &shaft);
  return SAR_OK;
}
