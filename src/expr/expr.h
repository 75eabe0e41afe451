/* Arithmetic expressions: parsed once, differentiated symbolically, evaluated fast.
 *
 *   text --parse--> SarExpr (an immutable tree in an arena) --derivative--> SarExpr
 *                      \--compile--> SarProgram (a flat list of operations, evaluated without allocation)
 *
 * Language: numbers (1, .5, 1e-3), names (parts joined by points: left.crank.pin), parentheses, the angle suffixes
 * `deg` and `rad` after a primary (`30 deg`), and operators, those that bind tightest first:
 *
 *   ^ **                 powers, right-associative; bind tighter than a sign before them: -2^2 = -4, 2^-1 = 1/2
 *   + - before a value
 *   * /
 *   + -
 *   < > <= >= == !=      give 1 or 0; a < b < c is an error
 *   not !                a whole comparison: not x < 1 means not (x < 1)
 *   and &&
 *   or ||
 *
 * Functions, upper and lower case alike (functions.def, definitions.def; a new one is a new line there):
 *
 *   sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs hypot floor ceil
 *   min max              of two or more
 *   sign(a)              -1, 0, 1; sign(a, b): abs(a) with the sign of b
 *   aint anint           towards zero; nearest, halves away from zero
 *   mod(a, b), modulo(a, b) remainders with the sign of a and of b (as in Fortran and Adams); rem is mod
 *   dim(a, b)            max(a - b, 0)
 *   if(c, a, b)          a where c is not 0, else b;  IF(e: a, b, c): a where e < 0, b where e = 0, c where e > 0
 *   step step5 havsin impact bistop shf sweep poly cheby forsin forcos                as in Adams
 *   akispl cubspl linspl (x, table), (x, z, table), (x, z, table, order)              tables of the scope
 *
 * Angles are radians. Constants: pi, dtor (pi/180), rtod (180/pi), and time for the variable t, in any case; a name
 * that the scope knows wins over them. Both branches of an `if` are evaluated, and only the chosen one counts, also in
 * derivatives; one that a constant condition never takes may divide by zero.
 *
 * A scope resolves names: to a constant (parameters, `for:` counters), to a variable (t, length, ...), or to an
 * expression; and calls of functions that the language does not have. This module only sees indices of variables. */
#ifndef SAR_EXPR_H
#define SAR_EXPR_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/context.h"

typedef struct SarExpr SarExpr;

/* An argument of a call that the language itself does not know: a name (`crank.pin`), or a number (0 stands for the
 * ground in many a call). */
typedef struct SarCallArgument {
  const char *name; /* null: a number */
  double number;
  SarSource source;
} SarCallArgument;

/* Its texts and arguments live as long as the arena. */
typedef struct SarCall {
  const char *name; /* as written */
  SarSource source;
  const SarCallArgument *arguments;
  int32_t narguments;
} SarCall;

/* A call whose arguments are expressions. They live as long as the arena, their list only during the call. */
typedef struct SarOverCall {
  const char *name; /* as written */
  SarSource source;
  const SarExpr *const *arguments;
  int32_t narguments;
} SarOverCall;

/* A table that a spline runs through (spline.h), and a function that stands outside the language (external.h). */
typedef struct SarSpline SarSpline;
typedef struct SarExternal SarExternal;

/* How a name is resolved. Returns SAR_OK and sets either *constant (and *variable = -1) or *variable >= 0; any other
 * status means unknown name (SAR_INPUT), or a failure that the resolver has already reported (SAR_FAILED). The other
 * functions may be null; they answer like `resolve`. */
typedef struct SarScope {
  SarStatus (*resolve)(void *self, const char *name, double *constant, int32_t *variable);
  /* The i-th known name (for suggestions), null past the end. May be null. */
  const char *(*list)(void *self, int32_t index);
  void *self;
  /* A name or a call (a measure of the motion: dx(a, b), angle(A), a bare name of a state) that means an expression of
   * its own. Asked for names that `resolve` does not know, with narguments = -1, and for calls of functions that the
   * language does not have. */
  SarStatus (*call)(void *self, SarArena *arena, const SarCall *call, const SarExpr **out);
  const char *(*list_calls)(void *self, int32_t index);
  SarStatus (*spline)(void *self, const char *name, const SarSpline **out);
  SarStatus (*external)(void *self, const char *name, const SarExternal **out, int32_t *output); /* *out null: absent */
  /* A function of constants, whose value is known when the text is read. narguments = -1: is there one? */
  SarStatus (*fixed)(void *self, const char *name, SarSource source, const double *arguments, int32_t narguments,
                     double *out);
  /* A function of whole expressions, such as the largest value of one over all rows of a table: `max(abs(x))`. Asked
   * before the functions of the language are, which may have the same name with more arguments: SAR_INPUT then.
   * narguments = -1: is there one? */
  SarStatus (*over)(void *self, SarArena *arena, const SarOverCall *call, const SarExpr **out);
} SarScope;

/* Parses the whole of `text`. `at` is the position of its first character in the user's file; an error points at the
 * column inside the expression and is reported against `element`. Nesting is limited, so hostile input cannot
 * exhaust the stack. Constant subexpressions are folded; folding to inf or nan (division by a constant zero, log of
 * a negative number) is an input error. *out is null unless SAR_OK is returned. */
SarStatus sar_expr_parse(SarContext *context, SarArena *arena, const char *text, SarSource at, const char *element,
                         const SarScope *scope, const SarExpr **out);

/* Leaves and combinations, for callers that build or rewrite expressions. Null when memory is exhausted. */
const SarExpr *sar_expr_constant(SarArena *arena, double value);
const SarExpr *sar_expr_variable(SarArena *arena, int32_t variable);
const SarExpr *sar_expr_add(SarArena *arena, const SarExpr *a, const SarExpr *b);
const SarExpr *sar_expr_multiply(SarArena *arena, const SarExpr *a, const SarExpr *b);

/* Copies what the expressions f[0 .. count - 1] need of a scratch arena into the arena: the way to keep a few results
 * of long work. False when memory is exhausted. */
bool sar_expr_keep(SarArena *arena, const SarArena *scratch, const SarExpr **f, int32_t count);

/* f(v) -> factor * f(scale[0] v_0, scale[1] v_1, ...): the change of units of a function. */
const SarExpr *sar_expr_rescale(SarArena *arena, const SarExpr *f, double factor, const double *scale,
                                int32_t nvariables);

/* The partial derivative, simplified (0 x, 1 x, x + 0, constants). Kinks (abs, min, max, sign, floor, mod) take the
 * derivative of the branch on which they are, the mean of the two on the kink itself; of a condition nothing enters.
 * Its size is a small multiple of that of f. Null when memory is exhausted. */
const SarExpr *sar_expr_derivative(SarArena *arena, const SarExpr *f, int32_t variable);

/* The derivative along a direction in which variable i changes at the rate d->rate(d->self, i), an expression itself:
 * the chain rule for things like the rotation matrix of a body, whose entries all change with one angle. rate may give
 * null where memory is exhausted. */
typedef struct SarDerivation {
  const SarExpr *(*rate)(void *self, int32_t variable);
  void *self;
} SarDerivation;
const SarExpr *sar_expr_derive(SarArena *arena, const SarExpr *f, const SarDerivation *d);

/* An expression that is differentiated along many directions, or by many variables: its nodes are listed once. All give
 * null where memory is exhausted. */
typedef struct SarDerivable SarDerivable;
SarDerivable *sar_derivable_create(const SarExpr *f);
void sar_derivable_destroy(SarDerivable **derivable);
void sar_derivable_see_variables(const SarDerivable *x, void (*see)(void *self, int32_t variable), void *self);
const SarExpr *sar_derivable_derive(SarArena *arena, const SarDerivable *x, const SarDerivation *d);
const SarExpr *sar_derivable_by(SarArena *arena, const SarDerivable *x, int32_t variable);

/* f with every node replaced by what `replace` makes of it, arguments first: `node` as it was, `now` with its arguments
 * replaced (which may have become something simpler). It gives back `now`, another expression, or null where memory is
 * exhausted. */
typedef struct SarRewriter {
  const SarExpr *(*replace)(void *self, const SarExpr *node, const SarExpr *now);
  void *self;
} SarRewriter;
const SarExpr *sar_expr_rewrite(SarArena *arena, const SarExpr *f, const SarRewriter *rewriter);

/* The variable that f is, -1 if it is something else. */
int32_t sar_expr_is_variable(const SarExpr *f);

/* Calls `see` for every variable of f, each once, in increasing order. False when memory is exhausted. */
bool sar_expr_each_variable(const SarExpr *f, void (*see)(void *self, int32_t variable), void *self);
/* The same in no order, and for some more than once. */
bool sar_expr_see_variables(const SarExpr *f, void (*see)(void *self, int32_t variable), void *self);

bool sar_expr_is_constant(const SarExpr *f, double *value); /* value may be null */
bool sar_expr_depends_on(const SarExpr *f, int32_t variable);

/* Whether f depends on any variable from SAR_EXPR_FAR on. */
#define SAR_EXPR_FAR 63
bool sar_expr_depends_on_far(const SarExpr *f);

/* The word of the user's text that the topmost operation of f comes from: a function, one of / ^ < and the like, or a
 * name or measure (whose word is ""); a node that a definition is made of belongs to the call of the definition. */
typedef struct SarExprPlace {
  const char *name; /* as the language calls it */
  SarSource source;
} SarExprPlace;
const SarExprPlace *sar_expr_place(const SarExpr *f); /* null: it is not known */

/* The name of a function in f that jumps (sign, floor, ceil, aint, anint, mod, a comparison) and whose argument is not
 * constant; null: there is none. The whole of f may be continuous all the same: sign(x)*x. */
const char *sar_expr_jump(const SarExpr *f);

/* Whether the parsed text used `deg` or `rad`: then its value is in radians whatever the model's angle unit is.
 * Ask before rescaling: derivatives and rescaled expressions may have lost it. */
bool sar_expr_has_angle_unit(const SarExpr *f);

/* A compiled set of expressions with shared subexpressions computed once. Constant once made; evaluation is thread
 * safe because scratch belongs to the caller. */
typedef struct SarProgram SarProgram;

SarStatus sar_program_compile(SarContext *context, SarArena *arena, const SarExpr *const *outputs, int32_t noutputs,
                              const SarProgram **out);
/* Gives the variables that the program reads other indices: where the caller numbers them anew when all are known.
 * Before the first evaluation. */
void sar_program_renumber(const SarProgram *program, int32_t (*number)(void *self, int32_t variable), void *self);

int32_t sar_program_scratch(const SarProgram *program);    /* doubles of scratch that evaluation needs */
int32_t sar_program_operations(const SarProgram *program); /* number of operation nodes */

/* variables: read at the indices the expressions use; scratch: sar_program_scratch doubles; out: noutputs doubles. */
void sar_program_evaluate(const SarProgram *program, const double *variables, double *scratch, double *out);

/* The same program for another of its kind: what it reads, by variable of the program, is variables[reads[i]], or
 * constants[~reads[i]] where that is negative; output i goes to out[writes[i]]. sar_program_constants (slice.h) has
 * been called for the scratch since another program used it. */
typedef struct SarBinding {
  const int32_t *reads, *writes;
  const double *constants;
} SarBinding;
void sar_program_evaluate_bound(const SarProgram *program, const SarBinding *binding, const double *variables,
                                double *scratch, double *out);

/* The external function that gave a negative answer in the evaluation that left this scratch behind; null: none. */
const SarExternal *sar_program_stopped(const SarProgram *program, const double *scratch, int *answer);

/* Whether an external function is called; only SAR_NO_MEMORY can go wrong. */
SarStatus sar_expr_find_calls(const SarExpr *f, bool *found);
bool sar_program_has_calls(const SarProgram *program);

#endif
