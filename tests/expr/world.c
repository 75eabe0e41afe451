/* The richer scope of bench.h. */
#include <string.h>

#include "expr/bench.h"

const double bench_x[] = {-2, -1.2, -0.3, 0.4, 1, 2.1, 3}, bench_z[] = {-1, 0.5, 2};
const double bench_y[][BENCH_KNOTS] = {
    {0.5, 1.1, 0.9, -0.4, 0.3, 1.9, 1.2}, {0.2, -0.7, 0.4, 1.4, 2.2, 0.9, 0.1}, {-1, 0.3, 1.6, 1.1, 0.2, -0.8, 0.7}};

void bench_tyre(const double *u, double *outputs, double *jacobian) {
  outputs[0] = sin(u[0]) * u[1] + u[2] * u[2] * u[2];
  outputs[1] = exp(u[0] * u[2]) - u[1] * u[1];
  if (!jacobian) return;
  const double slopes[] = {cos(u[0]) * u[1],        sin(u[0]), 3 * u[2] * u[2],
                           u[2] * exp(u[0] * u[2]), -2 * u[1], u[0] * exp(u[0] * u[2])};
  memcpy(jacobian, slopes, sizeof slopes);
}

static int evaluate(void *self, const double *inputs, double *outputs, double *jacobian) {
  BenchWorld *world = self;
  world->calls++;
  bench_tyre(inputs, outputs, jacobian);
  return inputs[0] > 100; /* out of its range */
}

static SarStatus call(void *self, SarArena *arena, const SarCall *asked, const SarExpr **out) {
  BenchWorld *world = self;
  world->last = *asked;
  *out = NULL;
  if (strcmp(asked->name, "refuse") == 0) return SAR_FAILED;
  if (strcmp(asked->name, "theta") == 0 && asked->narguments < 0) {
    const SarExpr *twice = sar_expr_multiply(arena, sar_expr_constant(arena, 2), sar_expr_variable(arena, 0));
    *out = sar_expr_add(arena, twice, sar_expr_constant(arena, 1));
    return SAR_OK;
  }
  if (strcmp(asked->name, "dx") != 0 || asked->narguments < 0) return SAR_INPUT;
  *out = sar_expr_add(arena, sar_expr_variable(arena, 1), sar_expr_constant(arena, asked->narguments));
  return SAR_OK;
}

static const char *list_calls(void *self, int32_t index) {
  (void)self;
  static const char *const known[] = {"dx", "refuse", NULL};
  return known[index];
}

static SarStatus find_spline(void *self, const char *name, const SarSpline **out) {
  BenchWorld *world = self;
  if (strcmp(name, "refuse") == 0) return SAR_FAILED;
  *out = strcmp(name, "road") == 0    ? world->road
         : strcmp(name, "bed") == 0   ? world->bed
         : strcmp(name, "plain") == 0 ? world->plain
         : strcmp(name, "map") == 0   ? world->map
         : strcmp(name, "wheel") == 0 ? world->wheel
                                      : NULL;
  return *out ? SAR_OK : SAR_INPUT;
}

static SarStatus find_external(void *self, const char *name, const SarExternal **out, int32_t *output) {
  BenchWorld *world = self;
  bool tyre = strncmp(name, "tyre.", 5) == 0, rough = strncmp(name, "rough.", 6) == 0;
  const char *part = strchr(name, '.');
  if ((!tyre && !rough) || !part || part[1] != 'f' || (part[2] != 'x' && part[2] != 'y')) return SAR_INPUT;
  *out = tyre ? &world->tyre : &world->rough;
  *output = part[2] == 'y';
  return SAR_OK;
}

static const SarSpline *make(Bench *bench, const char *name, int32_t nz, SarExtrapolation extrapolation) {
  double y[BENCH_CURVES][BENCH_KNOTS];
  memcpy(y, bench_y, sizeof y);
  if (extrapolation == SAR_EXTRAPOLATE_PERIODIC) {
    for (int k = 0; k < BENCH_CURVES; k++) y[k][BENCH_KNOTS - 1] = y[k][0];
  }
  SarSplineTable table = {name, bench_x, bench_z, y[0], BENCH_KNOTS, nz, extrapolation, NULL};
  const SarSpline *spline = NULL;
  assert_int_equal(sar_spline_create(bench->context, bench->arena, &table, sar_nowhere(), &spline), SAR_OK);
  return spline;
}

void bench_world(Bench *bench, BenchWorld *world) {
  *world = (BenchWorld){.scope = bench_scope,
                        .road = make(bench, "road", 1, SAR_EXTRAPOLATE_PARABOLA),
                        .bed = make(bench, "bed", 1, SAR_EXTRAPOLATE_LINEAR),
                        .plain = make(bench, "plain", 1, SAR_EXTRAPOLATE_CONSTANT),
                        .map = make(bench, "map", BENCH_CURVES, SAR_EXTRAPOLATE_LINEAR),
                        .wheel = make(bench, "wheel", BENCH_CURVES, SAR_EXTRAPOLATE_PERIODIC),
                        .tyre = {"tyre", 3, 2, true, evaluate, world, false},
                        .rough = {"rough", 3, 2, false, evaluate, world, false}};
  world->scope.self = world;
  world->scope.call = call;
  world->scope.list_calls = list_calls;
  world->scope.spline = find_spline;
  world->scope.external = find_external;
}
