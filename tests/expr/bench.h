/* What the tests of expressions share: a scope with a few names, parsing, and evaluation in two ways. */
#ifndef SAR_TESTS_EXPR_BENCH_H
#define SAR_TESTS_EXPR_BENCH_H

#include "check.h"
#include "expr/expr.h"
#include "expr/external.h"
#include "expr/spline.h"

typedef struct Bench {
  SarContext *context;
  SarArena *arena;
} Bench;

/* Variables x y t length with indices 0 1 2 3; constants g = 9.81, r = 0.3, one = 1. `broken` fails by itself. */
extern const SarScope bench_scope;
enum { BENCH_VARIABLES = 4 };

Bench bench_open(void);
void bench_close(Bench *bench);

/* Parses a text that must be right. */
const SarExpr *bench_parse(Bench *bench, const char *text);

const SarExpr *bench_parse_in(Bench *bench, const SarScope *scope, const char *text);

/* A scope with all that a scope may have besides the names of bench_scope:
 *   splines    road (parabola), bed (linear), plain (constant): the same 7 points; map: a family for z = -1, 0.5, 2
 *   external   tyre.fx, tyre.fy: outputs 0 and 1 of bench_tyre with a Jacobian; rough.fx, rough.fy: without
 *   calls      theta: 2 x + 1; dx(...): variable 1 plus the number of arguments; refuse(...) fails by itself */
typedef struct BenchWorld {
  SarScope scope;
  const SarSpline *road, *bed, *plain, *map, *wheel;
  SarExternal tyre, rough;
  int calls;    /* of externals */
  SarCall last; /* of the scope */
} BenchWorld;

void bench_world(Bench *bench, BenchWorld *world);
enum { BENCH_KNOTS = 7, BENCH_CURVES = 3 };
extern const double bench_x[BENCH_KNOTS], bench_z[BENCH_CURVES], bench_y[BENCH_CURVES][BENCH_KNOTS];

/* Outputs and, unless null, the Jacobian (2 x 3). */
void bench_tyre(const double *u, double *outputs, double *jacobian);

/* The value through a compiled program. */
double bench_value(Bench *bench, const SarExpr *f, const double *variables);

/* Texts with their values, at the variables, within a relative tolerance; `world`: in the scope of bench_world. */
typedef struct BenchCase {
  const char *text;
  double value;
} BenchCase;
void bench_check(const BenchCase *cases, size_t count, bool world, const double *variables, double tolerance);

/* The value by walking the tree, without any of the program's code. */
double bench_walk(const SarExpr *f, const double *variables);

#endif
