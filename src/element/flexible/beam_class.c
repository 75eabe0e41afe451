/* The class `beam` of parts: what it stores, loses and records. Forces and their derivatives have files of their own.
 */
#include <stdio.h>

#include "element/flexible/beam.h"
#include "element/flexible/beam_columns.h"
#include "element/flexible/beam_part.h"

SAR_BEAM_INLINE bool stresses_of(int order, const SarBeamElement *beam, const SarPartPoint *at, SarBeamStress *out,
                                 SarBeamLaw *laws) {
  SarBeamNodes nodes;
  bool damped = beam->damping != 0;
  if (!sar_beam_gather(order, beam, at, &nodes)) return false;
  if (damped) sar_beam_gather_rates(beam, at, &nodes);
  for (int k = 0; k < order; k++) {
    SarBeamGauss g;
    SarBeamRate rate;
    sar_beam_blend(order, k, beam, &nodes, &g);
    sar_beam_strain(&g);
    sar_beam_law(order, beam, &beam->points[k], &g, &laws[k], out[k].e);
    if (damped) sar_beam_rate(order, &nodes, &g, &rate);
    sar_beam_stress(beam, &g, &laws[k], damped ? &rate : NULL, &out[k]);
  }
  return true;
}

/* Strains and stresses at all Gauss points. False: turned too far. */
static bool stresses(const SarBeamElement *beam, const SarPartPoint *at, SarBeamStress *out, SarBeamLaw *laws) {
  switch (beam->order) {
    case 1: return stresses_of(1, beam, at, out, laws);
    case 2: return stresses_of(2, beam, at, out, laws);
    default: return stresses_of(3, beam, at, out, laws);
  }
}

static double form(const SarBeamElement *beam, const double *e) {
  double s[6], sum = 0;
  sar_beam_stiffness_times(beam, e, s);
  for (int k = 0; k < 6; k++) sum += e[k] * s[k];
  return sum;
}

/* Per length. The axial strain of a cable, which is coupled with no other, has its own law. */
static double stored(const SarBeamElement *beam, const SarBeamLaw *law, const double *e) {
  double s = law->cable ? beam->axes[0] * (law->stored - 0.5 * e[0] * e[0]) : 0;
  return 0.5 * form(beam, e) + s;
}

static double lost(const SarBeamElement *beam, const SarBeamLaw *law, const double *rate) {
  double axial = law->cable && law->taut1 > 0 ? beam->axes[0] * rate[0] * rate[0] * (1 / law->taut1 - 1) : 0;
  return beam->damping * (form(beam, rate) + axial);
}

void sar_beam_energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const SarBeamElement *beam = part;
  SarBeamStress s[SAR_BEAM_ORDER];
  SarBeamLaw laws[SAR_BEAM_ORDER];
  *out = (SarPartEnergy){0};
  if (at->powers && beam->damping == 0) return;
  if (!stresses(beam, at, s, laws)) {
    out->potential = NAN;
    return;
  }
  for (int k = 0; k < beam->order; k++) {
    if (!at->powers) out->potential += beam->points[k].weight * stored(beam, &laws[k], s[k].e);
    if (beam->damping != 0) out->dissipation += beam->points[k].weight * lost(beam, &laws[k], s[k].rate);
  }
}

bool sar_beam_section(const SarBeamElement *beam, const SarPartPoint *at, double xi, SarBeamSection *out) {
  SarBeamStress s[SAR_BEAM_ORDER];
  SarBeamLaw laws[SAR_BEAM_ORDER];
  double weights[SAR_BEAM_ORDER], e[6] = {0}, stress[6] = {0};
  if (!stresses(beam, at, s, laws)) return false;
  sar_beam_through_points(beam->order, xi, weights);
  for (int k = 0; k < beam->order; k++) {
    if (laws[k].cable) s[k].e[0] = laws[k].strain;
    for (int l = 0; l < 6; l++) {
      e[l] += weights[k] * s[k].e[l];
      stress[l] += weights[k] * s[k].raw[l];
    }
  }
  *out = (SarBeamSection){sar_vec3_load(stress), sar_vec3_load(stress + 3), sar_vec3_load(e), sar_vec3_load(e + 3)};
  return true;
}

SarBeamJump sar_beam_jump(const SarBeamElement *beam, const SarBeamSection *left, const SarBeamSection *right) {
  double l[6], r[6], d[6];
  sar_vec3_store(left->g, l), sar_vec3_store(left->k, l + 3);
  sar_vec3_store(right->g, r), sar_vec3_store(right->k, r + 3);
  for (int k = 0; k < 6; k++) d[k] = r[k] - l[k];
  return (SarBeamJump){sqrt(form(beam, d)), sqrt(fmax(form(beam, l), form(beam, r)))};
}

void sar_beam_record(const void *part, const SarPartPoint *at, double *values) {
  SarBeamSection middle;
  if (!sar_beam_section(part, at, 0, &middle)) {
    for (int k = 0; k < 12; k++) values[k] = NAN;
    return;
  }
  sar_vec3_store(middle.n, values);
  sar_vec3_store(middle.m, values + 3);
  sar_vec3_store(middle.g, values + 6);
  sar_vec3_store(middle.k, values + 9);
}

/* Degrees within which the tip of a cantilever that is bent evenly, or by a load across, is right to a thousandth of
 * its length (docs/theory/beams.md). */
static const double well[SAR_BEAM_ORDER] = {15, 60, 120};

void sar_beam_turn_of(const void *part, const SarPartPoint *at, double *turn, double *most) {
  const SarBeamElement *beam = part;
  *turn = 0;
  *most = well[beam->order - 1] * 0.017453292519943295;
  for (int i = 1; i <= beam->order; i++) {
    SarQuat before = sar_quat_mul(sar_quat_load(at->nodes[i - 1].rotation), beam->frame[i - 1]);
    SarQuat here = sar_quat_mul(sar_quat_load(at->nodes[i].rotation), beam->frame[i]);
    SarQuat d = sar_quat_mul(sar_quat_conjugate(before), here);
    *turn += 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w));
  }
}

static bool damped(const void *part) { return ((const SarBeamElement *)part)->damping != 0; }

static const char *const columns[] = {"n1", "n2", "n3", "m1", "m2", "m3", "g1", "g2", "g3", "k1", "k2", "k3"};
static const char *const units[] = {"N", "N", "N", "N*m", "N*m", "N*m", "", "", "", "1/m", "1/m", "1/m"};

static void explain(const void *part, const SarPartPoint *at, SarPartFault *out) {
  (void)part, (void)at;
  snprintf(out->what, sizeof out->what, "an element is bent or twisted by more than half a turn from node to node");
  snprintf(
      out->remedy, sizeof out->remedy,
      "use more `elements`, or shorter steps; where the beam is meant to be stiff, look for loads that are too large");
}

const SarPartClass sar_part_beam = {
    .name = "beam",
    .residual = sar_beam_residual,
    .matrix = sar_beam_matrix,
    .magnitude = sar_beam_magnitude,
    .energy = sar_beam_energy,
    .prestressed = sar_beam_prestressed,
    .turn = sar_beam_turn_of,
    .explain = explain,
    .damped = damped,
    .columns = columns,
    .units = units,
    .ncolumns = 12,
    .record = sar_beam_record,
    .write = sar_beam_write,
};
