#include "expr/enclose.h"

#include <string.h>

#include "expr/program.h"

#define PI 3.14159265358979323846
#define FAR_ANGLE 1e9 /* beyond, the phase of an angle is not worth knowing */

typedef SarInterval I;
typedef SarEnclosure E;

static I point(double x) { return sar_interval_point(x); }
static I whole(void) { return sar_interval_whole(); }
static I add(I a, I b) { return sar_interval_add(a, b); }
static I sub(I a, I b) { return sar_interval_sub(a, b); }
static I mul(I a, I b) { return sar_interval_mul(a, b); }
static I divide(I a, I b) { return sar_interval_div(a, b); }
static I hull(I a, I b) { return sar_interval_hull(a, b); }
static bool is_point(I a) { return a.lo == a.hi; }
static bool never(I x) { return x.lo == 0 && x.hi == 0; }

/* ---- ranges of functions ---- */

static I increasing(double (*f)(double), I x) { return sar_interval(f(x.lo), f(x.hi)); }

static I square(I x) {
  double a = x.lo * x.lo, b = x.hi * x.hi;
  return sar_interval(sar_interval_has(x, 0) ? 0 : fmin(a, b), fmax(a, b));
}

/* Of a wave with maxima at `top` + 2 pi k. */
static I wave(double (*f)(double), I x, double top) {
  if (!(x.hi - x.lo < 2 * PI) || sar_interval_size(x) > FAR_ANGLE) return (I){-1, 1};
  double a = f(x.lo), b = f(x.hi), lo = fmin(a, b), hi = fmax(a, b);
  const double slack = 1e-14; /* of turns: an extreme that only rounding leaves out */
  if (floor((x.hi - top) / (2 * PI) + slack) > floor((x.lo - top) / (2 * PI) - slack)) hi = 1;
  if (floor((x.hi - top - PI) / (2 * PI) + slack) > floor((x.lo - top - PI) / (2 * PI) - slack)) lo = -1;
  return (I){fmax(lo - 1e-15, -1), fmin(hi + 1e-15, 1)};
}
static I sine(I x) { return wave(sin, x, PI / 2); }
static I cosine(I x) { return wave(cos, x, 0); }

static I tangent(I x) {
  if (!(x.hi - x.lo < PI) || sar_interval_size(x) > FAR_ANGLE) return whole();
  if (floor(x.lo / PI - 0.5 - 1e-14) != floor(x.hi / PI - 0.5 + 1e-14)) return whole();
  return sar_interval(tan(x.lo), tan(x.hi));
}

/* The part of x in the domain [lo, hi] of a function; outside it has no value. */
static I within(I x, double lo, double hi) { return (I){fmin(fmax(x.lo, lo), hi), fmin(fmax(x.hi, lo), hi)}; }

static I root(I x) { return increasing(sqrt, within(x, 0, INFINITY)); }
static I logarithm(I x) { return x.hi > 0 ? increasing(log, within(x, 0, INFINITY)) : whole(); }

static I absolute(I x) {
  if (x.lo >= 0) return x;
  return x.hi <= 0 ? sar_interval_neg(x) : (I){0, fmax(-x.lo, x.hi)};
}

static I hyperbolic_cosine(I x) { return increasing(cosh, absolute(x)); }

/* Powers with a constant exponent are monotonic on either side of zero. */
static I power(I x, double n) {
  if (n == 0) return point(1);
  bool whole_number = n == floor(n), odd = fabs(fmod(n, 2)) == 1;
  if (!whole_number) x = within(x, 0, INFINITY);
  if (n < 0 && sar_interval_has(x, 0)) {
    return x.lo >= 0 && x.hi > 0 ? sar_interval(pow(x.hi, n), INFINITY) : whole();
  }
  double a = pow(x.lo, n), b = pow(x.hi, n), least = fmin(a, b);
  if (!odd && sar_interval_has(x, 0) && n > 0) least = 0;
  return sar_interval(least, fmax(a, b));
}

/* Of atan2(x, y) over a box. Across its cut, where it jumps by a whole turn, all angles. */
static I angle(I x, I y) {
  bool origin = sar_interval_has(x, 0) && sar_interval_has(y, 0), cut = x.lo < 0 && x.hi >= 0 && y.lo < 0;
  if (origin || cut || !sar_interval_is_finite(x) || !sar_interval_is_finite(y)) return (I){-PI, PI};
  double a = atan2(x.lo, y.lo), b = atan2(x.lo, y.hi), c = atan2(x.hi, y.lo), d = atan2(x.hi, y.hi);
  return sar_interval(fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)));
}

static I distance(I x, I y) {
  I a = absolute(x), b = absolute(y);
  return sar_interval(hypot(a.lo, b.lo), hypot(a.hi, b.hi));
}

/* ---- functions with their derivatives ---- */

static E of(I value, I rate) { return (E){value, rate}; }

/* The derivative of a function with slopes in `slope`: none where the argument stands still, whatever they are. */
static I chain(I slope, E x) { return mul(slope, x.rate); }

static E unknown(void) { return of(whole(), whole()); }

/* A function that is constant but for jumps. */
static E steps(I value) { return of(value, is_point(value) ? point(0) : whole()); }

static E multiplied(E x, E y) { return of(mul(x.value, y.value), add(mul(x.rate, y.value), mul(x.value, y.rate))); }

static E squared(E x) { return of(square(x.value), mul(mul(point(2), x.value), x.rate)); }

static E divided(E x, E y) {
  I value = divide(x.value, y.value);
  return of(value, divide(sub(x.rate, mul(value, y.rate)), y.value));
}

static E raised(E x, E y) {
  if (is_point(y.value)) {
    double n = y.value.lo;
    I slope = n == 1 ? point(1) : mul(point(n), power(x.value, n - 1));
    return of(power(x.value, n), n == 0 ? point(0) : chain(slope, x));
  }
  if (!(x.value.lo > 0)) return unknown();
  I exponent = mul(y.value, logarithm(x.value)), value = increasing(exp, exponent);
  I rate = add(mul(y.rate, logarithm(x.value)), mul(y.value, divide(x.rate, x.value)));
  return of(value, mul(value, rate));
}

static E arcsine(E x, double sign) { /* of acos: sign -1 */
  I in = within(x.value, -1, 1), slope = divide(point(sign), root(sub(point(1), square(in))));
  I value = sign > 0 ? increasing(asin, in) : sar_interval(acos(in.hi), acos(in.lo));
  return of(value, chain(slope, x));
}

/* The derivative is that of an angle whose turns are counted elsewhere: the jump at the cut is not in it. */
static E directed(E x, E y) {
  I r2 = add(square(x.value), square(y.value));
  return of(angle(x.value, y.value), divide(sub(mul(y.value, x.rate), mul(x.value, y.rate)), r2));
}

/* Seen from a right angle away the cut of one side lies opposite. */
static I beyond_cut(I x, I y, double side) {
  I minus_x = {0 - x.hi, 0 - x.lo}, minus_y = {0 - y.hi, 0 - y.lo}; /* without -0, which atan2 would see */
  bool ends = sar_interval_has(y, 0) && (side > 0 ? x.lo <= 0 : x.hi >= 0);
  I turned = ends ? (I){-PI, PI} : side > 0 ? angle(minus_y, x) : angle(y, minus_x);
  return add(point(side * PI / 2), turned);
}

/* Of _angle: only the sign of the side counts. Where that is not known it may be all that it is with any. */
static E sided(E x, E y, I side) {
  E out = directed(x, y);
  if (never(side)) return out;
  if (side.lo > 0) return of(beyond_cut(x.value, y.value, 1), out.rate);
  if (side.hi < 0) return of(beyond_cut(x.value, y.value, -1), out.rate);
  I either = hull(beyond_cut(x.value, y.value, 1), beyond_cut(x.value, y.value, -1));
  return of(hull(out.value, either), whole());
}

static E rooted(E x) {
  I value = root(x.value);
  return of(value, chain(divide(point(0.5), value), x));
}

static E absolute_value(E x) {
  I slope = x.value.lo >= 0 ? point(1) : x.value.hi <= 0 ? point(-1) : (I){-1, 1};
  return of(absolute(x.value), chain(slope, x));
}

static E smaller(E x, E y) {
  I value = {fmin(x.value.lo, y.value.lo), fmin(x.value.hi, y.value.hi)};
  if (x.value.hi < y.value.lo) return x;
  if (y.value.hi < x.value.lo) return y;
  return of(value, hull(x.rate, y.rate));
}

static E negated(E x) { return of(sar_interval_neg(x.value), sar_interval_neg(x.rate)); }

static E modulo(E x, E y) {
  I turns = divide(x.value, y.value);
  double k = floor(turns.lo);
  if (sar_interval_is_finite(turns) && k == floor(turns.hi)) {
    return of(sub(x.value, mul(point(k), y.value)), sub(x.rate, mul(point(k), y.rate)));
  }
  return of(hull(point(0), y.value), whole());
}

/* x - aint(x/y) y: with the sign of x. */
static E remainder_of(E x, E y) {
  I turns = divide(x.value, y.value);
  double k = trunc(turns.lo), most = sar_interval_size(y.value);
  if (sar_interval_is_finite(turns) && k == trunc(turns.hi)) {
    return of(sub(x.value, mul(point(k), y.value)), sub(x.rate, mul(point(k), y.rate)));
  }
  return of(sar_interval(x.value.lo < 0 ? -most : 0, x.value.hi > 0 ? most : 0), whole());
}

static E length(E x, E y) {
  I value = distance(x.value, y.value);
  if (value.lo > 0) return of(value, divide(add(mul(x.value, x.rate), mul(y.value, y.rate)), value));
  double most = hypot(sar_interval_size(x.rate), sar_interval_size(y.rate));
  return of(value, sar_interval(-most, most));
}

/* x/y, zero where y is zero. */
static E ratio(E x, E y) {
  if (is_point(y.value) && y.value.lo == 0) return of(point(0), point(0));
  return divided(x, y);
}

/* ---- branches ---- */

/* 1, 0 or both. */
static I truth(bool may_be, bool may_not_be) { return (I){may_not_be ? 0 : 1, may_be ? 1 : 0}; }

static I less(I x, I y) { return truth(x.lo < y.hi, x.hi >= y.lo); }
static I less_equal(I x, I y) { return truth(x.lo <= y.hi, x.hi > y.lo); }
static bool always(I x) { return x.lo > 0 || x.hi < 0; }

static I equal(I x, I y) { return truth(x.lo <= y.hi && y.lo <= x.hi, !(is_point(x) && is_point(y) && x.lo == y.lo)); }

static E chosen(I condition, E y, E z, bool continuous) {
  if (always(condition)) return y;
  if (never(condition)) return z;
  return of(hull(y.value, z.value), continuous ? hull(y.rate, z.rate) : whole());
}

/* Both branches may be looked at beyond their domains, where they are not finite. */
static I held(I x, I y, I z) {
  if (sar_interval_is_finite(y) && sar_interval_is_finite(z) && (always(x) || never(x))) return point(always(x));
  return (I){0, 1};
}

/* ---- programs ---- */

static E logical(SarOperation operation, I x, I y) {
  switch (operation) {
    case SAR_EXPR_LESS: return steps(less(x, y));
    case SAR_EXPR_GREATER: return steps(less(y, x));
    case SAR_EXPR_LESS_EQUAL: return steps(less_equal(x, y));
    case SAR_EXPR_GREATER_EQUAL: return steps(less_equal(y, x));
    case SAR_EXPR_EQUAL: return steps(equal(x, y));
    case SAR_EXPR_UNEQUAL: return steps((I){1 - equal(x, y).hi, 1 - equal(x, y).lo});
    case SAR_EXPR_AND: return steps(truth(!never(x) && !never(y), !always(x) || !always(y)));
    case SAR_EXPR_OR: return steps(truth(!never(x) || !never(y), !always(x) && !always(y)));
    case SAR_EXPR_NOT: return steps(truth(!always(x), !never(x)));
    case SAR_EXPR_SIDE: return steps((I){x.lo >= 0 ? 1 : -1, x.hi >= 0 ? 1 : -1});
    case SAR_EXPR_SIGN: return steps((I){(x.lo > 0) - (x.lo < 0), (x.hi > 0) - (x.hi < 0)});
    case SAR_EXPR_FLOOR: return steps((I){floor(x.lo), floor(x.hi)});
    case SAR_EXPR_CEIL: return steps((I){ceil(x.lo), ceil(x.hi)});
    case SAR_EXPR_AINT: return steps((I){trunc(x.lo), trunc(x.hi)});
    case SAR_EXPR_ANINT: return steps((I){round(x.lo), round(x.hi)});
    default: return unknown(); /* a function without a rule here */
  }
}

static E of_one(SarOperation operation, E x) {
  I v = x.value;
  switch (operation) {
    case SAR_EXPR_SIN: return of(sine(v), chain(cosine(v), x));
    case SAR_EXPR_COS: return of(cosine(v), chain(sar_interval_neg(sine(v)), x));
    case SAR_EXPR_TAN: {
      I value = tangent(v); /* beyond a pole it begins anew: a jump */
      return sar_interval_is_finite(value) ? of(value, chain(add(point(1), square(value)), x)) : unknown();
    }
    case SAR_EXPR_ASIN: return arcsine(x, 1);
    case SAR_EXPR_ACOS: return arcsine(x, -1);
    case SAR_EXPR_ATAN: return of(increasing(atan, v), chain(divide(point(1), add(point(1), square(v))), x));
    case SAR_EXPR_SINH: return of(increasing(sinh, v), chain(hyperbolic_cosine(v), x));
    case SAR_EXPR_COSH: return of(hyperbolic_cosine(v), chain(increasing(sinh, v), x));
    case SAR_EXPR_TANH: {
      I value = increasing(tanh, v);
      return of(value, chain(within(sub(point(1), square(value)), 0, 1), x));
    }
    case SAR_EXPR_EXP: return of(increasing(exp, v), chain(increasing(exp, v), x));
    case SAR_EXPR_LOG: return of(logarithm(v), divide(x.rate, within(v, 0, INFINITY)));
    case SAR_EXPR_LOG10: {
      I scale = point(0.43429448190325182765);
      return of(mul(scale, logarithm(v)), mul(scale, divide(x.rate, within(v, 0, INFINITY))));
    }
    case SAR_EXPR_SQRT:
    case SAR_EXPR_ROOT: return rooted(x);
    case SAR_EXPR_ABS: return absolute_value(x);
    default: return logical(operation, v, v);
  }
}

static E of_several(SarOperation operation, const E *a, const E *b, const E *c) {
  const E x = *a, y = *b;
  switch (operation) {
    case SAR_EXPR_POWER: return raised(x, y);
    case SAR_EXPR_ATAN2: return directed(x, y);
    case SAR_EXPR_ANGLE: return sided(x, y, c->value);
    case SAR_EXPR_MIN: return smaller(x, y);
    case SAR_EXPR_MAX: return negated(smaller(negated(x), negated(y)));
    case SAR_EXPR_MOD: return remainder_of(x, y);
    case SAR_EXPR_MODULO: return modulo(x, y);
    case SAR_EXPR_HYPOT: return length(x, y);
    case SAR_EXPR_RATIO: return ratio(x, y);
    case SAR_EXPR_IF: return chosen(x.value, y, *c, false);
    case SAR_EXPR_SELECT: return chosen(less(point(0), x.value), y, *c, true);
    case SAR_EXPR_HELD: return steps(held(x.value, y.value, c->value));
    default:
      return sar_function_get(operation)->narguments == 1 ? of_one(operation, x) : logical(operation, x.value, y.value);
  }
}

static E of_spline(const SarSplineUse *use, E x, E z) {
  SarSplineMethod method = sar_spline_method(use->detail);
  int32_t order_x = sar_spline_order_x(use->detail), order_z = sar_spline_order_z(use->detail);
  I along_x = sar_spline_enclose(use->spline, sar_spline_detail(method, order_x + 1, order_z), x.value, z.value);
  I along_z = sar_spline_enclose(use->spline, sar_spline_detail(method, order_x, order_z + 1), x.value, z.value);
  bool jumps = order_x + order_z > 0 && !sar_spline_is_one_piece(use->spline, x.value, z.value);
  if (jumps) return of(sar_spline_enclose(use->spline, use->detail, x.value, z.value), whole());
  return of(sar_spline_enclose(use->spline, use->detail, x.value, z.value), add(chain(along_x, x), chain(along_z, z)));
}

int32_t sar_program_variables(const SarProgram *program, const int32_t **indices) {
  *indices = program->variables;
  return program->nvariables;
}

static E of_outside(const SarProgram *program, SarInstruction code, E *scratch) {
  if (code.operation == SAR_EXPR_SPLINE) return of_spline(&program->splines[code.z], scratch[code.x], scratch[code.y]);
  const SarCallUse *call = &program->calls[code.x];
  size_t block = sar_external_block(call->external, call->level);
  for (size_t i = 0; i < block; i++) scratch[(size_t)call->block + i] = unknown();
  return unknown();
}

/* What most operations are is told apart first. */
static inline E result_of(const SarProgram *program, SarInstruction code, E *scratch) {
  const E *x = scratch + code.x, *y = scratch + code.y;
  switch (code.operation) {
    case SAR_EXPR_NEGATE: return negated(*x);
    case SAR_EXPR_ADD: return of(add(x->value, y->value), add(x->rate, y->rate));
    case SAR_EXPR_SUBTRACT: return of(sub(x->value, y->value), sub(x->rate, y->rate));
    case SAR_EXPR_MULTIPLY: return x == y ? squared(*x) : multiplied(*x, *y);
    case SAR_EXPR_DIVIDE: return divided(*x, *y);
    case SAR_EXPR_SPLINE:
    case SAR_EXPR_CALL: return of_outside(program, code, scratch);
    default: return of_several(code.operation, x, y, scratch + code.z);
  }
}

void sar_program_bound(const SarProgram *program, const int32_t *operations, int32_t count, SarEnclosure *scratch) {
  E *result = scratch + program->nvariables + program->nconstants;
  for (int32_t k = 0; k < count; k++) {
    result[operations[k]] = result_of(program, program->code[operations[k]], scratch);
  }
}

void sar_program_enclose(const SarProgram *program, const SarEnclosure *variables, SarEnclosure *scratch,
                         SarEnclosure *out) {
  int32_t nvariables = program->nvariables, nconstants = program->nconstants;
  if (nvariables > 0) memcpy(scratch, variables, (size_t)nvariables * sizeof *scratch);
  for (int32_t i = 0; i < nconstants; i++) scratch[nvariables + i] = of(point(program->constants[i]), point(0));
  E *result = scratch + nvariables + nconstants;
  for (int32_t i = 0; i < program->noperations; i++) result[i] = result_of(program, program->code[i], scratch);
  for (int32_t i = 0; i < program->noutputs; i++) out[i] = scratch[program->outputs[i]];
}
