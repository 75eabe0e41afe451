/* Beam elements from their setup, and what may be wrong with it. */
#include "element/flexible/beam_gauss.h"
#include "element/flexible/beam_part.h"

#define LARGEST_VARIATION 3 /* of the metric within an element */
#define SYMMETRIC 1e-12     /* relative difference of mirrored stiffnesses that is rounding */

SarBeamSetup sar_beam_setup(int32_t order) {
  SarBeamSetup setup = {.order = order};
  for (int i = 0; i < SAR_BEAM_NODES; i++) setup.section[i] = setup.frame[i] = sar_quat_identity();
  return setup;
}

/* Whether Cholesky's factorisation of a symmetric matrix exists; rounding of the size of the diagonal counts as zero.
 */
static bool positive_definite(const double a[6][6]) {
  double factor[6][6];
  for (int j = 0; j < 6; j++) {
    for (int i = j; i < 6; i++) {
      double rest = a[i][j];
      for (int k = 0; k < j; k++) rest -= factor[i][k] * factor[j][k];
      if (i == j && !(rest > SYMMETRIC * a[j][j])) return false;
      factor[i][j] = i == j ? sqrt(rest) : rest / factor[j][j];
    }
  }
  return true;
}

static const char *stiffness_fault(const SarBeamSetup *setup) {
  const double(*C)[6] = setup->stiffness;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      if (!isfinite(C[i][j])) return "has a stiffness that is not a number";
      if (fabs(C[i][j] - C[j][i]) > SYMMETRIC * sqrt(fabs(C[i][i] * C[j][j]))) {
        return "has a stiffness that is not symmetric";
      }
      if (setup->tension_only && i != j && (i == 0 || j == 0) && C[i][j] != 0) {
        return "is a cable (tension_only) whose axial stiffness is coupled with others";
      }
    }
  }
  return positive_definite(C) ? NULL : "has a stiffness that is not positive definite";
}

static const char *curve_fault(const SarBeamSetup *setup) {
  double least = INFINITY, largest = 0;
  for (int i = 0; i < 2 * setup->order + 1; i++) {
    double xi =
        i <= setup->order ? sar_beam_node(setup->order, i) : sar_beam_rules[setup->order - 1][i - setup->order - 1].xi;
    double metric = sar_beam_metric(setup->order, setup->r, xi);
    if (!isfinite(metric)) return "has a node whose position is not a number";
    least = fmin(least, metric);
    largest = fmax(largest, metric);
  }
  if (!(least > 0)) return "has no length, or turns back on itself";
  if (largest > LARGEST_VARIATION * least) return "has nodes that stand too unevenly along it";
  return NULL;
}

static const char *rotation_fault(const SarBeamSetup *setup) {
  double q[SAR_BEAM_NODES][4];
  for (int i = 0; i <= setup->order; i++) sar_quat_store(setup->section[i], q[i]);
  return sar_beam_align(setup->order, q) ? NULL : "turns more than 150 degrees between two neighbouring nodes";
}

const char *sar_beam_fault(const SarBeamSetup *setup) {
  if (setup->order < 1 || setup->order > SAR_BEAM_ORDER) return "has an order other than 1, 2 or 3";
  if (!(setup->damping >= 0 && isfinite(setup->damping))) return "has a damping time that is not 0 or more";
  if (!(setup->slack >= 0 && isfinite(setup->slack))) return "has a slack that is not 0 or more";
  const char *fault = curve_fault(setup);
  if (!fault) fault = stiffness_fault(setup);
  return fault ? fault : rotation_fault(setup);
}

/* The blended rotation and the slope of the curve at xi. */
static double tilt(const SarBeamSetup *setup, double q[][4], double xi) {
  double N[SAR_BEAM_NODES], dN[SAR_BEAM_NODES], blend[4] = {0, 0, 0, 0};
  SarVec3 slope = {0, 0, 0};
  sar_beam_shape(setup->order, xi, N, dN);
  for (int i = 0; i <= setup->order; i++) {
    for (int k = 0; k < 4; k++) blend[k] += N[i] * q[i][k];
    slope = sar_axpy(dN[i], sar_sub(setup->r[i], setup->r[0]), slope);
  }
  SarMat3 R = sar_quat_matrix(sar_quat_normalise(sar_quat_load(blend)));
  SarVec3 axis = sar_column(&R, 0);
  return atan2(sar_norm(sar_cross(axis, slope)), sar_dot(axis, slope));
}

double sar_beam_tilt(const SarBeamSetup *setup) {
  double q[SAR_BEAM_NODES][4], largest = 0;
  for (int i = 0; i <= setup->order; i++) sar_quat_store(setup->section[i], q[i]);
  (void)sar_beam_align(setup->order, q);
  for (int i = 0; i <= setup->order; i++) largest = fmax(largest, tilt(setup, q, sar_beam_node(setup->order, i)));
  for (int i = 0; i < setup->order; i++) {
    largest = fmax(largest, tilt(setup, q, sar_beam_rules[setup->order - 1][i].xi));
  }
  return largest;
}

static void prepare_stiffness(const SarBeamSetup *setup, SarBeamElement *out) {
  out->diagonal = true;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      out->stiffness[i][j] = 0.5 * (setup->stiffness[i][j] + setup->stiffness[j][i]);
      if (i != j && out->stiffness[i][j] != 0) out->diagonal = false;
    }
    out->axes[i] = out->stiffness[i][i];
  }
}

static void prepare_frames(const SarBeamSetup *setup, SarBeamElement *out) {
  for (int i = 0; i <= setup->order; i++) {
    SarQuat a = sar_quat_normalise(setup->frame[i]);
    SarVec3 c = setup->offset[i];
    out->framed = out->framed || a.x != 0 || a.y != 0 || a.z != 0;
    out->shifted = out->shifted || c.x != 0 || c.y != 0 || c.z != 0;
    out->frame[i] = a;
    out->offset[i] = c;
  }
}

/* Plain strains at a Gauss point, from its reference. */
static void strains_at(int32_t order, int k, const SarBeamElement *plain, const SarBeamNodes *nodes, double *e) {
  SarBeamGauss g;
  SarBeamLaw law;
  sar_beam_blend(order, k, plain, nodes, &g);
  sar_beam_strain(&g);
  sar_beam_law(order, plain, &plain->points[k], &g, &law, e);
}

/* The reference strains, by the formulas of every later evaluation: then the start is free of stress exactly. */
static void prepare_points(const SarBeamSetup *setup, SarBeamElement *out) {
  SarBeamNodes nodes;
  for (int i = 0; i <= setup->order; i++) {
    sar_quat_store(setup->section[i], nodes.q[i]); /* as given: normalising would change bits */
    sar_vec3_store(sar_sub(setup->r[i], setup->r[0]), nodes.r[i]);
  }
  (void)sar_beam_align(setup->order, nodes.q);
  bool cable = out->tension_only;
  out->tension_only = false; /* plain strains are wanted */
  for (int k = 0; k < setup->order; k++) {
    const SarBeamRule *rule = &sar_beam_rules[setup->order - 1][k];
    double metric = sar_beam_metric(setup->order, setup->r, rule->xi), e[6];
    SarBeamPoint *point = &out->points[k];
    *point = (SarBeamPoint){.weight = rule->weight * metric, .inverse = 1 / metric};
    strains_at(setup->order, k, out, &nodes, e);
    for (int j = 0; j < 6; j++) point->reference[j] = e[j] + setup->prestrain[j];
  }
  out->tension_only = cable;
}

SarStatus sar_beam_prepare(const SarBeamSetup *setup, SarBeamElement *out) {
  if (sar_beam_fault(setup)) return SAR_INPUT;
  *out = (SarBeamElement){
      .order = setup->order, .tension_only = setup->tension_only, .damping = setup->damping, .slack = setup->slack};
  prepare_stiffness(setup, out);
  prepare_frames(setup, out);
  prepare_points(setup, out);
  return SAR_OK;
}

/* The strains of a point plus their rates. */
static void strains_after(int k, const SarBeamElement *plain, const SarBeamNodes *nodes, double *e) {
  SarBeamGauss g;
  SarBeamLaw law;
  SarBeamRate rate;
  double rates[6];
  sar_beam_blend(plain->order, k, plain, nodes, &g);
  sar_beam_strain(&g);
  sar_beam_law(plain->order, plain, &plain->points[k], &g, &law, e);
  sar_beam_rate(plain->order, nodes, &g, &rate);
  sar_vec3_store(rate.Gamma, rates);
  sar_vec3_store(law.curved ? sar_beam_law_curvature(&law, g.K, rate.K) : rate.K, rates + 3);
  for (int l = 0; l < 6; l++) e[l] += rates[l];
}

/* An element whose reference is moved by what the strains differ has the stresses of the other point here. */
SarStatus sar_beam_prestressed(const void *part, const SarPartPoint *at, const SarPartPoint *stressed,
                               SarPartMatrix *out) {
  SarBeamElement moved = *(const SarBeamElement *)part, plain = moved;
  SarBeamNodes here, there;
  plain.tension_only = false;
  if (!sar_beam_gather(moved.order, &moved, at, &here)) return SAR_RETRY;
  if (!sar_beam_gather(moved.order, &moved, stressed, &there)) return SAR_RETRY;
  sar_beam_gather_rates(&moved, stressed, &there);
  for (int k = 0; k < moved.order; k++) {
    double own[6], other[6];
    strains_at(moved.order, k, &plain, &here, own);
    strains_after(k, &plain, &there, other);
    for (int l = 0; l < 6; l++) moved.points[k].reference[l] += own[l] - other[l];
  }
  return sar_beam_matrix(&moved, at, out);
}
