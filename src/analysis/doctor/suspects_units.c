/* Numbers that look as if they were meant in other units. */
#include <math.h>

#include "analysis/doctor/suspects.h"

#define EARTH 9.81  /* m/s^2 */
#define NEAR 0.02   /* relative: gravity from 9.6 to 10 is the Earth's */
#define LARGEST 1e4 /* m */
#define SMALLEST 1e-6
#define TURN 7.0 /* rad: a little more than one turn */
#define SAMPLES 200

static bool is_near(double value, double expected) { return fabs(value - expected) <= NEAR * expected; }

/* The number that is right with the model's units. */
SarStatus sar_suspect_gravity(SarSuspects *s) {
  const SarModel *model = sar_system_model(s->system);
  double size = sar_norm(sar_system_gravity(s->system)), unit = sar_units_factor(&model->units, "m/s^2");
  double typed = size / unit;
  if (size == 0 || is_near(size, EARTH)) return SAR_OK;
  const double of_other_units[] = {9.81, 9810, 981, 9.81e-3, 32.17, 386.1}; /* m, mm, cm, km or mm/ms^2, ft, in */
  for (size_t i = 0; i < sizeof of_other_units / sizeof *of_other_units; i++) {
    char label[64];
    if (!is_near(typed, of_other_units[i])) continue;
    sar_units_label(&model->units, "m/s^2", label, sizeof label);
    if (!sar_suspect(s)) return SAR_OK;
    sar_warn(s->context, sar_nowhere(), NULL, "give gravity in the model's units, or correct `units:`",
             "gravity of %.6g %s is %.4g m/s^2: it looks like the Earth's in other units, which here is %.6g %s", typed,
             label, size, EARTH / unit, label);
    return SAR_OK;
  }
  return SAR_OK;
}

SarStatus sar_suspect_extent(SarSuspects *s) {
  double length = sar_system_length(s->system);
  if (length >= SMALLEST && length <= LARGEST) return SAR_OK;
  if (!sar_suspect(s)) return SAR_OK;
  sar_warn(s->context, sar_nowhere(), NULL, "check `units:`: lengths are in m if nothing else is said",
           "the mechanism is about %.3g m %s: its lengths look as if they were meant in other units", length,
           length > LARGEST ? "large" : "small");
  return SAR_OK;
}

/* ---- angles ---- */

/* The largest angle of a drive that swings; 0 for one that keeps turning the same way. */
static double swing(const SarSuspects *s, const SarRelationRow *row, double end) {
  double largest = 0;
  bool forward = false, back = false;
  for (int i = 0; i <= SAMPLES; i++) {
    double f[3];
    sar_workspace_function(s->m, row, end * i / SAMPLES, f);
    largest = fmax(largest, fabs(f[0]));
    forward = forward || f[1] > 0;
    back = back || f[1] < 0;
  }
  return forward && back ? largest : 0;
}

static void warn_angle(SarSuspects *s, const SarModelElement *element, double angle, const char *what) {
  if (!sar_suspect(s)) return;
  sar_warn(s->context, element->source, element->name,
           "if degrees are meant write `30 deg` (in a function: `30*pi/180`), or `units: {angle: deg}`",
           "%s of `%s` is %.4g rad, more than a full turn: it looks like degrees", what, element->name, angle);
}

SarStatus sar_suspect_angles(SarSuspects *s) {
  const SarSystem *system = s->system;
  const SarModel *model = sar_system_model(system);
  SarCounts counts = sar_system_counts(system);
  double end = model->simulation.end;
  if (model->units.angle != 1) return SAR_OK; /* degrees, and known to be */
  for (int32_t i = 0; i < counts.laws; i++) {
    const SarLawSetup *law = &sar_system_law(system, i)->law;
    if (law->primitive != &sar_primitive_angle || !law->linear || !(fabs(law->rest) > TURN)) continue;
    for (int32_t k = 0; k < model->nelements; k++) {
      const SarRange *laws = &sar_system_place(system, k)->laws;
      if (i < laws->first || i >= laws->first + laws->count) continue;
      warn_angle(s, &model->elements[k], law->rest, "the free angle");
    }
  }
  for (int32_t i = 0; i < counts.relations && end > 0; i++) {
    const SarRelationRow *row = sar_system_relation(system, i);
    if (!row->function || !row->rotation || row->level != SAR_LEVEL_POSITION) continue;
    double angle = swing(s, row, end);
    if (angle > TURN) warn_angle(s, &model->elements[row->element], angle, "the swing");
  }
  return SAR_OK;
}
