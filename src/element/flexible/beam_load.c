/* Distributed loads, lumped at the nodes.
 *
 * With F in ground axes and M in the node's, at the point c of the node, the rows are
 *
 *   -F,   -(M + c x R^T F).
 *
 * Ground axes: M = R^T M_ground turns with the node, d(R^T F) = (R^T F) x dtheta. Section axes: F = R phi, M and phi
 * constant in the node, dF = -R phi x dtheta. */
#include "element/flexible/beam_load.h"

#include <stdlib.h>

#include "element/force/load.h"

SarStatus sar_beam_load_compile(SarContext *context, SarArena *arena, SarSource source, const char *element,
                                const SarExpr *const force[3], const SarExpr *const moment[3],
                                SarBeamLoadFunctions *out) {
  const SarExpr *value[6], *rate[6], *zero = sar_expr_constant(arena, 0);
  if (!zero) return sar_report_no_memory(context);
  for (int k = 0; k < 6; k++) {
    const SarExpr *given = k < 3 ? force[k] : moment[k - 3];
    value[k] = given ? given : zero;
    rate[k] = sar_expr_derivative(arena, value[k], SAR_BEAM_LOAD_T);
    if (!rate[k]) return sar_report_no_memory(context);
  }
  SAR_TRY(sar_program_compile(context, arena, value, 6, &out->program));
  SAR_TRY(sar_program_compile(context, arena, rate, 6, &out->rate));
  if (sar_program_scratch(out->program) <= SAR_LOAD_SCRATCH) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, element, "split it into several loads",
                    "the functions have %d operations, too many for one load",
                    (int)sar_program_operations(out->program));
}

/* The load on the section: F and M above, or their rates. */
typedef struct Load {
  SarVec3 F, arm_force, M; /* ground axes; R^T F; node's axes */
} Load;

static Load from_components(const SarBeamLoad *load, const SarKin *kin, const double *components) {
  SarVec3 f = sar_scale(load->length, sar_vec3_load(components));
  SarVec3 m = sar_scale(load->length, sar_vec3_load(components + 3));
  if (!load->follow) return (Load){f, sar_mul_t(&kin->A, f), sar_mul_t(&kin->A, m)};
  SarVec3 phi = sar_mul(&load->frame, f);
  return (Load){sar_mul(&kin->A, phi), phi, sar_mul(&load->frame, m)};
}

static Load value(const SarBeamLoad *load, const SarPartPoint *at) {
  double scratch[SAR_LOAD_SCRATCH], components[6], variables[SAR_BEAM_LOAD_VARIABLES] = {at->t, load->s};
  sar_program_evaluate(load->functions->program, variables, scratch, components);
  return from_components(load, at->nodes[0].kin, components);
}

static void put(const SarBeamLoad *load, const Load *l, double *rows) {
  sar_vec3_store(sar_neg(l->F), rows);
  sar_vec3_store(sar_neg(sar_add(l->M, sar_cross(load->offset, l->arm_force))), rows + 3);
}

static SarStatus residual(const void *part, const SarPartPoint *at, double *rows) {
  const SarBeamLoad *load = part;
  Load l = value(load, at);
  put(load, &l, rows);
  return SAR_OK;
}

static SarStatus by_time(const void *part, const SarPartPoint *at, double *rows) {
  const SarBeamLoad *load = part;
  double components[6], variables[SAR_BEAM_LOAD_VARIABLES] = {at->t, load->s};
  double *scratch = malloc(((size_t)sar_program_scratch(load->functions->rate) + 1) * sizeof *scratch);
  if (!scratch) return SAR_NO_MEMORY;
  sar_program_evaluate(load->functions->rate, variables, scratch, components);
  free(scratch);
  Load l = from_components(load, at->nodes[0].kin, components);
  put(load, &l, rows);
  return SAR_OK;
}

static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  const SarBeamLoad *load = part;
  Load l = value(load, at);
  SarMat3 block;
  if (load->follow) {
    block = sar_mul_skew(&at->nodes[0].kin->A, l.arm_force);
  } else {
    SarMat3 arm = sar_skew_skew(load->offset, l.arm_force), turn = sar_skew(l.M);
    block = sar_mat3_axpy(1, &turn, &arm);
    block = sar_mat3_scale(-1, &block);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out->position[6 * (3 + j) + (load->follow ? 0 : 3) + i] = block.m[i][j];
  }
  return SAR_OK;
}

static SarVec3 absolute(SarVec3 a) { return sar_vec3(fabs(a.x), fabs(a.y), fabs(a.z)); }

static void magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const SarBeamLoad *load = part;
  Load l = value(load, at);
  SarVec3 c = absolute(load->offset), f = absolute(l.arm_force);
  SarVec3 arm = {c.y * f.z + c.z * f.y, c.z * f.x + c.x * f.z, c.x * f.y + c.y * f.x};
  sar_vec3_store(absolute(l.F), rows);
  sar_vec3_store(sar_add(absolute(l.M), arm), rows + 3);
}

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const SarBeamLoad *load = part;
  const SarKin *kin = at->nodes[0].kin;
  Load l = value(load, at);
  double power = sar_dot(l.F, sar_add(kin->v, sar_kin_arm_rate(kin, load->offset))) + sar_dot(l.M, kin->w);
  *out = (SarPartEnergy){.work = power};
}

static bool damped(const void *part) {
  (void)part;
  return false;
}

const SarPartClass sar_part_beam_load = {
    .name = "beam load",
    .residual = residual,
    .matrix = matrix,
    .magnitude = magnitude,
    .by_time = by_time,
    .energy = energy,
    .outer = true,
    .damped = damped,
};
