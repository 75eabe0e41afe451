/* What the tests of expressions share: a scope with a few names, parsing, and evaluation in two ways. */
#ifndef SAR_TESTS_EXPR_BENCH_H
#define SAR_TESTS_EXPR_BENCH_H

#include "check.h"
#include "expr/expr.h"

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

/* The value through a compiled program. */
double bench_value(Bench *bench, const SarExpr *f, const double *variables);

/* The value by walking the tree, without any of the program's code. */
double bench_walk(const SarExpr *f, const double *variables);

#endif
