#include "element/joint/cam_curve.h"

#include <math.h>

#include "expr/function.h"
#include "expr/order.h"
#include "expr/spline.h"
#include "expr/switches.h"

#define CLOSED 1e-6  /* of the size: what the ends of a profile may be apart */
#define REPEATS 1e-4 /* of the size: what a place may have moved after a turn, with a period of rounded numbers */

/* ---- expressions ---- */

/* Whether a table has a curvature everywhere, and the same on both sides of its points. */
static bool is_round(const SarExpr *node) {
  bool constant = sar_spline_table(node->spline)->extrapolation == SAR_EXTRAPOLATE_CONSTANT;
  return sar_spline_method(node->detail) == SAR_SPLINE_CUBIC && sar_spline_order_x(node->detail) == 0 && !constant;
}

static SarStatus find_corner(SarBuilder *b, const SarExpr *f, bool *corner) {
  const SarExpr *kink;
  SarOrder order;
  if (!sar_expr_sharp_kink(b->arena, f, &kink) || !sar_order_make(&f, 1, &order)) {
    return sar_report_no_memory(b->context);
  }
  *corner = kink != NULL;
  for (int32_t i = 0; i < order.count; i++) {
    const SarExpr *node = order.nodes[i];
    *corner |= sar_function_jumps(node->operation) || (node->operation == SAR_EXPR_SPLINE && !is_round(node));
  }
  sar_order_release(&order);
  return SAR_OK;
}

/* Of the angle alone, and with a curvature everywhere: the rows of the joint contain the tangent. */
static SarStatus check_function(SarBuilder *b, const SarValue *value) {
  bool corner;
  if (sar_expr_depends_on_far(value->function[0])) {
    return sar_report(b->context, SAR_INPUT, value->source, b->name, "use `angle`, numbers, parameters and splines",
                      "the profile of a cam is a function of `angle` alone");
  }
  SAR_TRY(find_corner(b, value->function[0], &corner));
  if (!corner) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, value->source, b->name,
                    "use cubspl with a spline that has `extrapolate: periodic`, or a smooth function",
                    "the profile has corners, or a curvature that jumps: the follower would be pushed by jerks there");
}

SarStatus sar_cam_polar(SarBuilder *b, const SarValue *radius, SarCamCurve *out) {
  SarArena *arena = b->arena;
  SAR_TRY(check_function(b, radius));
  const SarExpr *angle = sar_expr_variable(arena, 0), *r = radius->function[0];
  out->x = sar_expr_multiply(arena, r, sar_node_unary(arena, SAR_EXPR_COS, angle));
  out->y = sar_expr_multiply(arena, r, sar_node_unary(arena, SAR_EXPR_SIN, angle));
  out->from = radius;
  SAR_TRY(sar_equation_made(b, out->x));
  return sar_equation_made(b, out->y);
}

SarStatus sar_cam_points(SarBuilder *b, const SarValue *x, const SarValue *y, SarCamCurve *out) {
  SAR_TRY(check_function(b, x));
  SAR_TRY(check_function(b, y));
  *out = (SarCamCurve){x->function[0], y->function[0], x};
  return SAR_OK;
}

/* f and its first two derivatives. */
static SarStatus derive(SarBuilder *b, const SarExpr *f, const SarExpr *out[3]) {
  out[0] = f;
  for (int i = 1; i < 3; i++) {
    out[i] = sar_expr_derivative(b->arena, out[i - 1], 0);
    SAR_TRY(sar_equation_made(b, out[i]));
  }
  return SAR_OK;
}

/* Where the pieces of a table meet, the rate of the place jumps: steps end there, as on the kinks of a line. */
static SarStatus note_points(SarBuilder *b, const SarExpr *f, const SarExpr *u) {
  SarOrder order;
  SarStatus status = SAR_OK;
  if (!sar_order_make(&f, 1, &order)) return sar_report_no_memory(b->context);
  for (int32_t i = 0; i < order.count && status == SAR_OK; i++) {
    const SarExpr *node = order.nodes[i], *line = NULL;
    if (node->operation != SAR_EXPR_SPLINE) continue;
    int32_t linear = sar_spline_detail(SAR_SPLINE_LINEAR, 0, 0);
    line = sar_node_spline(b->arena, node->spline, linear, node->arguments[0], node->arguments[1]);
    status = sar_equation_made(b, line);
    if (status == SAR_OK) status = b->ops->bind(b, line, (const SarExpr *const[1]){u}, &line);
  }
  sar_order_release(&order);
  return status;
}

SarStatus sar_cam_symbols(SarBuilder *b, const SarCamCurve *curve, const SarSymbolFrame *frame, const SarExpr *u,
                          SarCamSymbols *out) {
  SarArena *arena = b->arena;
  const SarExpr *x[3], *y[3], *at[4], *const local[1] = {u};
  SAR_TRY(derive(b, curve->x, x));
  SAR_TRY(derive(b, curve->y, y));
  SAR_TRY(note_points(b, curve->x, u));
  const SarExpr *const wanted[4] = {x[0], y[0], x[1], y[1]};
  for (int i = 0; i < 4; i++) SAR_TRY(b->ops->bind(b, wanted[i], local, &at[i]));
  const SarExpr *speed = sar_node_unary(
      arena, SAR_EXPR_SQRT,
      sar_expr_add(arena, sar_expr_multiply(arena, at[2], at[2]), sar_expr_multiply(arena, at[3], at[3])));
  const SarExpr *tx = sar_sym_div(arena, at[2], speed), *ty = sar_sym_div(arena, at[3], speed);
  SarSym3 ex = frame->axis[SAR_X], ey = frame->axis[SAR_Y];
  SarSym3 arm = sar_sym3_add(arena, sar_sym3_scale(arena, at[0], ex), sar_sym3_scale(arena, at[1], ey));
  out->point = sar_sym3_add(arena, frame->point, arm);
  out->tangent = sar_sym3_add(arena, sar_sym3_scale(arena, tx, ex), sar_sym3_scale(arena, ty, ey));
  out->normal = sar_sym3_sub(arena, sar_sym3_scale(arena, ty, ex), sar_sym3_scale(arena, tx, ey));
  bool ok = sar_sym3_ok(out->point) && sar_sym3_ok(out->tangent) && sar_sym3_ok(out->normal);
  return ok ? SAR_OK : sar_report_no_memory(b->context);
}

/* ---- numbers ---- */

void sar_cam_at(SarCamTable *table, double u, SarCamPlace *out) {
  double y[6];
  sar_program_evaluate(table->program, &u, table->scratch, y);
  *out = (SarCamPlace){u, {y[0], y[3]}, {y[1], y[4]}, {y[2], y[5]}};
}

SarStatus sar_cam_table(SarBuilder *b, const SarCamCurve *curve, double from, double to, SarCamTable **out) {
  const SarExpr *outputs[6];
  SarCamTable *table = SAR_NEW(b->arena, 1, SarCamTable);
  *out = table;
  if (!table) return sar_report_no_memory(b->context);
  SAR_TRY(derive(b, curve->x, outputs));
  SAR_TRY(derive(b, curve->y, outputs + 3));
  SAR_TRY(sar_program_compile(b->context, b->arena, outputs, 6, &table->program));
  table->scratch = SAR_NEW(b->arena, sar_program_scratch(table->program) + 1, double);
  if (!table->scratch) return sar_report_no_memory(b->context);
  table->spacing = (to - from) / SAR_CAM_SAMPLES;
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    sar_cam_at(table, from + i * (to - from) / SAR_CAM_SAMPLES, &table->places[i]);
  }
  return SAR_OK;
}

double sar_cam_curvature(const SarCamPlace *p) {
  double speed = hypot(p->tangent[0], p->tangent[1]);
  return (p->tangent[0] * p->bend[1] - p->tangent[1] * p->bend[0]) / (speed * speed * speed);
}

void sar_cam_normal(const SarCamPlace *p, double n[2]) {
  double speed = hypot(p->tangent[0], p->tangent[1]);
  n[0] = p->tangent[1] / speed;
  n[1] = -p->tangent[0] / speed;
}

/* ---- checks ---- */

/* Cams turn on: what follows the first turn must be the first turn again. */
static SarStatus check_repeats(SarBuilder *b, const SarCamCurve *curve, SarCamTable *table, double size) {
  bool radians = b->units->angle == 1;
  double ends = 0, worst = 0;
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    const SarCamPlace *first = &table->places[i];
    SarCamPlace again;
    sar_cam_at(table, first->u + SAR_CAM_TURN, &again);
    double apart = hypot(again.c[0] - first->c[0], again.c[1] - first->c[1]);
    if (i == 0) ends = apart;
    if (!(apart <= worst)) worst = apart;
  }
  bool open = !(ends <= CLOSED * size);
  if (!open && worst <= REPEATS * size) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, curve->from->source, b->name,
                    radians ? "let it repeat after 2*pi: a spline over 0 to 2*pi with `extrapolate: periodic`"
                            : "let it repeat after a full turn: a spline over it with `extrapolate: periodic`; "
                              "`angle` is in the file's unit, in degrees it is cos(angle*pi/180)",
                    open ? "the profile does not close: after a full turn it is %.3g %s from where it began"
                         : "the profile does not repeat: in its second turn it is up to %.3g %s from the first one",
                    (open ? ends : worst) / b->units->length, b->units->length_name);
}

static SarStatus check_round(SarBuilder *b, const SarCamCurve *curve, SarCamTable *table, double *size) {
  double area = 0;
  *size = 0;
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    const double *c = table->places[i].c, *next = table->places[(i + 1) % SAR_CAM_SAMPLES].c;
    if (!isfinite(c[0]) || !isfinite(c[1])) {
      return sar_report(b->context, SAR_INPUT, curve->from->source, b->name, "mind its domain",
                        "the profile is not finite at the angle %.6g %s", table->places[i].u / b->units->angle,
                        b->units->angle_name);
    }
    *size = fmax(*size, hypot(c[0], c[1]));
    area += (c[0] * next[1] - c[1] * next[0]) / 2;
  }
  SAR_TRY(check_repeats(b, curve, table, *size));
  if (area > 0) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, curve->from->source, b->name,
                    "let it run anticlockwise, with a positive radius",
                    "the profile runs clockwise: its solid would be outside");
}

SarStatus sar_cam_check(SarBuilder *b, const SarCamCurve *curve, SarCamTable *table, double concave,
                        const char *follower) {
  double size;
  SAR_TRY(check_round(b, curve, table, &size));
  for (int32_t i = 0; i < SAR_CAM_SAMPLES; i++) {
    const SarCamPlace *p = &table->places[i];
    if (!(hypot(p->tangent[0], p->tangent[1]) > 1e-9 * size)) {
      return sar_report(b->context, SAR_INPUT, curve->from->source, b->name, "let x and y move on everywhere",
                        "the profile stands still at the angle %.6g %s: it has no direction there",
                        p->u / b->units->angle, b->units->angle_name);
    }
    double curvature = sar_cam_curvature(p);
    bool hollow = concave > 0 ? concave * curvature < -1 + 1e-9 : concave == 0 && curvature <= 0;
    if (!hollow) continue;
    return sar_report(b->context, SAR_INPUT, curve->from->source, b->name,
                      concave > 0 ? "use a smaller roller, or a profile that is less hollow"
                                  : "use a roller, or a profile that is round outwards everywhere",
                      "the profile is too hollow for %s: at the angle %.6g %s its curvature is %.4g/%s", follower,
                      p->u / b->units->angle, b->units->angle_name, curvature * b->units->length,
                      b->units->length_name);
  }
  return SAR_OK;
}
