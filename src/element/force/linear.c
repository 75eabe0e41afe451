#include "element/force/linear.h"

#include <math.h>

/* ---- in symbols ---- */

/* The first frame seen from the second, along its axes: ways, then angles. */
typedef struct Seen {
  const SarExpr *x[6], *rate[6]; /* x: less those at rest; rate: velocity and angular velocity */
} Seen;

static SarStatus look(SarBuilder *b, const SarLinearForce *data, Seen *seen) {
  SarArena *arena = b->arena;
  SarSymbolFrame first, second;
  SAR_TRY(b->ops->frame(b, &b->a, &first));
  SAR_TRY(b->ops->frame(b, &b->b, &second));
  SarSym3 r = sar_sym3_sub(arena, first.point, second.point);
  SarSym3 v = sar_sym3_sub(arena, first.velocity, sar_equation_point_velocity(arena, &second, first.point));
  SarSym3 w = sar_sym3_sub(arena, first.omega, second.omega);
  for (int k = 0; k < 3; k++) {
    seen->x[k] = sar_sym3_dot(arena, r, second.axis[k]);
    seen->rate[k] = sar_sym3_dot(arena, v, second.axis[k]);
    seen->rate[3 + k] = sar_sym3_dot(arena, w, second.axis[k]);
    SAR_TRY(sar_equation_axis_angle(b, &b->a, &b->b, k, &seen->x[3 + k]));
  }
  for (int i = 0; i < 6; i++) {
    seen->x[i] = sar_sym_sub(arena, seen->x[i], sar_expr_constant(arena, data->rest[i]));
    SAR_TRY(sar_equation_made(b, seen->x[i]));
    SAR_TRY(sar_equation_made(b, seen->rate[i]));
  }
  return SAR_OK;
}

static SarStatus act(SarBuilder *b, const SarExpr *force, const SarExpr *rate, SarPowerKind kind) {
  SAR_TRY(sar_equation_made(b, force));
  return sar_node_is(force, 0) ? SAR_OK : b->ops->work(b, force, rate, kind);
}

static SarStatus act_elastic(SarBuilder *b, const SarLinearForce *data, const Seen *seen) {
  for (int i = 0; i < 6; i++) {
    const SarExpr *elastic = sar_equation_combine(b->arena, data->stiffness[i], seen->x, 6);
    const SarExpr *force = sar_sym_sub(b->arena, sar_expr_constant(b->arena, data->preload[i]), elastic);
    SAR_TRY(act(b, force, seen->rate[i], SAR_POWER_WORK));
  }
  return SAR_OK;
}

static SarStatus store(SarBuilder *b, const SarLinearForce *data, const Seen *seen) {
  SarArena *arena = b->arena;
  const SarExpr *energy = sar_expr_constant(arena, 0);
  for (int i = 0; i < 6; i++) {
    double half[6];
    for (int j = 0; j < 6; j++) half[j] = (data->stiffness[i][j] + data->stiffness[j][i]) / 4;
    const SarExpr *force =
        sar_sym_sub(arena, sar_equation_combine(arena, half, seen->x, 6), sar_expr_constant(arena, data->preload[i]));
    energy = sar_expr_add(arena, energy, sar_expr_multiply(arena, force, seen->x[i]));
  }
  SAR_TRY(sar_equation_made(b, energy));
  return sar_node_is(energy, 0) ? SAR_OK : b->ops->store(b, energy);
}

/* Whether x^T C x is never negative: by a factorisation of the symmetric part, where a pivot that is zero up to
 * rounding must be alone in its row. */
static bool dissipates(const double damping[6][6]) {
  double a[6][6], size[6];
  for (int i = 0; i < 36; i++) a[i / 6][i % 6] = (damping[i / 6][i % 6] + damping[i % 6][i / 6]) / 2;
  for (int i = 0; i < 6; i++) size[i] = fabs(a[i][i]);
  for (int k = 0; k < 6; k++) {
    bool zero = fabs(a[k][k]) <= 1e-12 * size[k];
    if (!zero && a[k][k] < 0) return false;
    for (int i = k + 1; i < 6; i++) {
      if (zero && fabs(a[i][k]) > 1e-12 * sqrt(size[i] * size[k])) return false;
      for (int j = k + 1; j < 6 && !zero; j++) a[i][j] -= a[i][k] * a[k][j] / a[k][k];
    }
  }
  return true;
}

SarStatus sar_linear_force_build(SarBuilder *b, const SarLinearForce *data) {
  SarPowerKind kind = dissipates(data->damping) ? SAR_POWER_DISSIPATED : SAR_POWER_WORK;
  Seen seen;
  SAR_TRY(look(b, data, &seen));
  SAR_TRY(act_elastic(b, data, &seen));
  SAR_TRY(store(b, data, &seen));
  for (int i = 0; i < 6; i++) {
    double against[6];
    for (int j = 0; j < 6; j++) against[j] = -data->damping[i][j];
    SAR_TRY(act(b, sar_equation_combine(b->arena, against, seen.rate, 6), seen.rate[i], kind));
  }
  return SAR_OK;
}

/* ---- fields ---- */

void sar_linear_springs(const SarLinearForce *data, SarSprings *out) {
  double along[4][3];
  for (int i = 0; i < 3; i++) {
    along[0][i] = data->stiffness[i][i], along[1][i] = data->damping[i][i];
    along[2][i] = data->stiffness[3 + i][3 + i], along[3][i] = data->damping[3 + i][3 + i];
  }
  *out = (SarSprings){.stiffness = sar_vec3_load(along[0]),
                      .damping = sar_vec3_load(along[1]),
                      .torsional_stiffness = sar_vec3_load(along[2]),
                      .torsional_damping = sar_vec3_load(along[3]),
                      .of_second = true};
}

void sar_linear_matrix(const SarValue *value, double out[6][6]) {
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      bool full = value->columns == 6;
      out[i][j] = !value->given ? 0 : full ? value->list[6 * i + j] : i == j ? value->list[i] : 0;
    }
  }
}

void sar_linear_list(const SarValue *value, double out[6]) {
  for (int i = 0; i < 6; i++) out[i] = value->given ? value->list[i] : 0;
}

SarStatus sar_linear_check_matrix(SarContext *context, const char *name, const SarField *field, const SarValue *value) {
  if (!value->given || (value->nlist == 6 && (value->columns == 6 || value->columns == 1))) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name,
                    "give six numbers, those of the diagonal, or six rows of six numbers",
                    "`%s` has 6 or 6x6 numbers, not %dx%d", field->name, (int)value->nlist, (int)value->columns);
}

SarStatus sar_linear_check_list(SarContext *context, const char *name, const SarField *field, const SarValue *value) {
  if (!value->given || value->nlist == 6) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name, "give three along the axes x, y, z and three about them",
                    "`%s` has 6 numbers, not %d", field->name, (int)value->nlist);
}

void sar_linear_damping(const SarValue *damping, const SarValue *ratio, SarLinearForce *out) {
  sar_linear_matrix(damping, out->damping);
  for (int i = 0; i < 36 && !damping->given; i++) {
    out->damping[i / 6][i % 6] = ratio->real * out->stiffness[i / 6][i % 6];
  }
}

SarStatus sar_linear_check_damping(SarContext *context, const char *name, const SarField *field,
                                   const SarValue *damping, const SarValue *ratio) {
  SAR_TRY(sar_linear_check_matrix(context, name, field, damping));
  if (!damping->given || !ratio->given) return SAR_OK;
  return sar_report(context, SAR_INPUT, ratio->source, name, "leave one of them out",
                    "`damping` and `damping_ratio` exclude each other");
}
