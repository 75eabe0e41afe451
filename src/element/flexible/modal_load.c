/* Loads spread over a modal body: f(t) times force F, moment M and forces on the amplitudes, all along the axes of the
 * body. Rows: -f R F, -f M, -f modal_i. */
#include "element/flexible/modal_load.h"

#include <stdlib.h>

#include "element/force/load.h"

SarStatus sar_modal_load_compile(SarContext *context, SarArena *arena, SarSource source, const char *element,
                                 const SarExpr *factor, SarModalLoad *out) {
  const SarExpr *rate = sar_expr_derivative(arena, factor, SAR_MODAL_LOAD_T);
  if (!rate) return sar_report_no_memory(context);
  SAR_TRY(sar_program_compile(context, arena, &factor, 1, &out->factor));
  SAR_TRY(sar_program_compile(context, arena, &rate, 1, &out->rate));
  if (sar_program_scratch(out->factor) <= SAR_LOAD_SCRATCH) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, element, "write it as a table, or split it into several loads",
                    "the function has %d operations, too many for one load", (int)sar_program_operations(out->factor));
}

static double factor_at(const SarModalLoad *load, double t) {
  double scratch[SAR_LOAD_SCRATCH], variables[SAR_MODAL_LOAD_VARIABLES] = {t}, factor;
  sar_program_evaluate(load->factor, variables, scratch, &factor);
  return factor;
}

static void put(const SarModalLoad *load, const SarPartPoint *at, double factor, double *rows) {
  const SarReducedLoad *l = load->load;
  sar_vec3_store(sar_scale(-factor, sar_mul(&at->nodes[0].kin->A, l->force)), rows);
  sar_vec3_store(sar_scale(-factor, l->moment), rows + 3);
  for (int32_t i = 0; i < load->reduced->n; i++) rows[6 + i] = -factor * l->modal[i];
}

static SarStatus residual(const void *part, const SarPartPoint *at, double *rows) {
  put(part, at, factor_at(part, at->t), rows);
  return SAR_OK;
}

static SarStatus by_time(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalLoad *load = part;
  double variables[SAR_MODAL_LOAD_VARIABLES] = {at->t}, rate;
  double *scratch = malloc(((size_t)sar_program_scratch(load->rate) + 1) * sizeof *scratch);
  if (!scratch) return SAR_NO_MEMORY;
  sar_program_evaluate(load->rate, variables, scratch, &rate);
  free(scratch);
  put(load, at, rate, rows);
  return SAR_OK;
}

/* d(R F) = -R F x dtheta */
static SarStatus matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  const SarModalLoad *load = part;
  SarMat3 F = sar_skew(sar_scale(factor_at(load, at->t), load->load->force));
  SarMat3 block = sar_mat3_mul(&at->nodes[0].kin->A, &F);
  for (int j = 0; j < 3; j++) {
    sar_vec3_store(sar_column(&block, j), out->position + sar_part_column(1, load->reduced->n, true, 3 + j));
  }
  return SAR_OK;
}

static void magnitude(const void *part, const SarPartPoint *at, double *rows) {
  const SarModalLoad *load = part;
  double factor = fabs(factor_at(load, at->t));
  for (int k = 0; k < 3; k++) {
    rows[k] = factor * sar_norm(load->load->force);
    rows[3 + k] = factor * sar_norm(load->load->moment);
  }
  for (int32_t i = 0; i < load->reduced->n; i++) rows[6 + i] = factor * fabs(load->load->modal[i]);
}

static void energy(const void *part, const SarPartPoint *at, SarPartEnergy *out) {
  const SarModalLoad *load = part;
  const SarKin *kin = at->nodes[0].kin;
  double power = sar_dot(sar_mul(&kin->A, load->load->force), kin->v) + sar_dot(load->load->moment, kin->w);
  for (int32_t i = 0; i < load->reduced->n; i++) power += load->load->modal[i] * at->v[i];
  *out = (SarPartEnergy){.work = factor_at(load, at->t) * power};
}

static bool diagonal(const void *part) {
  (void)part;
  return true;
}

const SarPartClass sar_part_modal_load = {
    .name = "modal load",
    .residual = residual,
    .matrix = matrix,
    .magnitude = magnitude,
    .by_time = by_time,
    .energy = energy,
    .outer = true,
    .diagonal = diagonal,
};
