#include "system/user/symbols.h"

#include <string.h>

#include "element/builder.h"

bool sar_symbols_make(SarArena *arena, int32_t nbodies, SarSymbols *out) {
  *out = (SarSymbols){arena, arena, SAR_NEW(arena, nbodies + 1, const SarExpr **), nbodies};
  return out->of_body != NULL;
}

const SarExpr *sar_symbols_variable(const SarSymbols *s, SarSymbolKind kind, int32_t index) {
  return sar_expr_variable(s->arena, sar_symbol(kind, index));
}

int32_t sar_symbol_of_acceleration(int32_t nbodies, int32_t j) {
  if (j >= 6 * nbodies) return sar_symbol(SAR_SYMBOL_A, j - 6 * nbodies);
  return sar_symbol(SAR_SYMBOL_BODY, SAR_BODY_SYMBOLS * (j / 6) + SAR_BODY_ACC + j % 6);
}

/* The symbols of bodies are asked for again and again; each is one node. */
static const SarExpr *body_symbol(const SarSymbols *s, int32_t body, int32_t k) {
  const SarExpr **known = s->of_body[body];
  if (!known) known = s->of_body[body] = SAR_NEW(s->lasting, SAR_BODY_SYMBOLS, const SarExpr *);
  if (!known) return NULL;
  if (!known[k]) known[k] = sar_expr_variable(s->lasting, sar_symbol(SAR_SYMBOL_BODY, SAR_BODY_SYMBOLS * body + k));
  return known[k];
}

SarSym3 sar_symbols_body3(const SarSymbols *s, int32_t body, int32_t first) {
  if (body == s->nbodies) return sar_sym3_constant(s->arena, 0, 0, 0);
  return (SarSym3){{body_symbol(s, body, first), body_symbol(s, body, first + 1), body_symbol(s, body, first + 2)}};
}

SarSym3 sar_symbols_turned(const SarSymbols *s, int32_t body, SarSym3 vector) {
  SarSym3 turned = vector;
  if (body == s->nbodies) return vector;
  for (int32_t i = 0; i < 3; i++) {
    turned.e[i] = sar_sym3_dot(s->arena, sar_symbols_body3(s, body, SAR_BODY_AXES + 3 * i), vector);
  }
  return turned;
}

static SarSym3 constant3(const SarSymbols *s, SarVec3 v) { return sar_sym3_constant(s->arena, v.x, v.y, v.z); }

SarSymbolFrame sar_symbols_frame(const SarSymbols *s, const SarSide *side) {
  SarArena *arena = s->arena;
  int32_t b = side->body;
  SarSym3 arm = constant3(s, side->point), w = sar_symbols_body3(s, b, SAR_BODY_W);
  SarSym3 alpha = sar_symbols_body3(s, b, SAR_BODY_ALPHA), w_arm = sar_sym3_cross(arena, w, arm);
  SarSym3 bend = sar_sym3_add(arena, sar_sym3_cross(arena, alpha, arm), sar_sym3_cross(arena, w, w_arm));
  SarSymbolFrame f;
  f.point = sar_sym3_add(arena, sar_symbols_body3(s, b, SAR_BODY_R), sar_symbols_turned(s, b, arm));
  for (int i = 0; i < 3; i++) f.axis[i] = sar_symbols_turned(s, b, constant3(s, sar_column(&side->axes, i)));
  f.velocity = sar_sym3_add(arena, sar_symbols_body3(s, b, SAR_BODY_V), sar_symbols_turned(s, b, w_arm));
  f.omega = sar_symbols_turned(s, b, w);
  f.acceleration = sar_sym3_add(arena, sar_symbols_body3(s, b, SAR_BODY_ACC), sar_symbols_turned(s, b, bend));
  f.omega_rate = sar_symbols_turned(s, b, alpha);
  return f;
}

bool sar_symbol_frame_ok(const SarSymbolFrame *f) {
  bool axes = sar_sym3_ok(f->axis[0]) && sar_sym3_ok(f->axis[1]) && sar_sym3_ok(f->axis[2]);
  return axes && sar_sym3_ok(f->point) && sar_sym3_ok(f->velocity) && sar_sym3_ok(f->omega) &&
         sar_sym3_ok(f->acceleration) && sar_sym3_ok(f->omega_rate);
}

/* ---- primitives, which write themselves (element/primitive) ---- */

typedef struct Pair {
  SarSymbolPair pair; /* first member */
  const SarSymbols *s;
  int32_t a, b;
} Pair;

static SarSym3 of_a(const SarSymbolPair *pair, SarVec3 v) {
  const Pair *x = (const Pair *)pair;
  return sar_symbols_turned(x->s, x->a, constant3(x->s, v));
}

static SarSym3 of_b(const SarSymbolPair *pair, SarVec3 v) {
  const Pair *x = (const Pair *)pair;
  return sar_symbols_turned(x->s, x->b, constant3(x->s, v));
}

static SarSym3 gap(const SarSymbolPair *pair, const SarPrimitive *p) {
  const Pair *x = (const Pair *)pair;
  SarArena *arena = x->s->arena;
  SarSym3 d = sar_sym3_sub(arena, sar_symbols_body3(x->s, x->b, SAR_BODY_R), sar_symbols_body3(x->s, x->a, SAR_BODY_R));
  return sar_sym3_add(arena, d, sar_sym3_sub(arena, of_b(pair, p->pb), of_a(pair, p->pa)));
}

const SarExpr *sar_symbols_primitive(const SarSymbols *s, const SarPrimitiveClass *class, const SarPrimitive *p,
                                     int32_t a, int32_t b) {
  Pair x = {.pair = {.arena = s->arena, .of_a = of_a, .of_b = of_b, .gap = gap}, .s = s, .a = a, .b = b};
  return class->symbols(p, &x.pair);
}

/* ---- differentiating ---- */

typedef enum Along { POSITION, VELOCITY, ACCELERATION, TIME, EXPLICIT_TIME } Along;

typedef struct Direction {
  const SarSymbols *s;
  Along along;
  int32_t body, axis; /* of a body: its index and 0 ... 5; -1 and the index of a scalar coordinate */
  const SarExpr *zero, *one;
} Direction;

/* Entry (i, c) of A [e_k x]: a rotation about axis k turns column k+1 into column k+2, and that into minus the first.
 */
static const SarExpr *turned_entry(const Direction *d, int32_t body, int32_t entry, int32_t k) {
  int32_t i = entry / 3, c = entry % 3, next = (k + 1) % 3, last = (k + 2) % 3;
  if (c == k) return d->zero;
  const SarExpr *other = body_symbol(d->s, body, SAR_BODY_AXES + 3 * i + (c == next ? last : next));
  return c == next ? other : sar_sym_neg(d->s->arena, other);
}

/* Entry of A [w x] = sum over k of w_k A [e_k x]. */
static const SarExpr *entry_rate(const Direction *d, int32_t body, int32_t entry) {
  const SarExpr *sum = d->zero;
  for (int32_t k = 0; k < 3; k++) {
    const SarExpr *w = body_symbol(d->s, body, SAR_BODY_W + k);
    sum = sar_expr_add(d->s->arena, sum, sar_expr_multiply(d->s->arena, w, turned_entry(d, body, entry, k)));
  }
  return sum;
}

static const SarExpr *body_rate_by_time(const Direction *d, int32_t body, int32_t k) {
  if (k < SAR_BODY_AXES) return body_symbol(d->s, body, SAR_BODY_V + k);
  if (k < SAR_BODY_V) return entry_rate(d, body, k - SAR_BODY_AXES);
  return k < SAR_BODY_ACC ? body_symbol(d->s, body, k - SAR_BODY_V + SAR_BODY_ACC) : d->zero;
}

static const SarExpr *body_rate(const Direction *d, int32_t index) {
  int32_t body = index / SAR_BODY_SYMBOLS, k = index % SAR_BODY_SYMBOLS;
  if (d->along == TIME) return body_rate_by_time(d, body, k);
  if (body != d->body) return d->zero;
  if (d->along == POSITION && d->axis >= 3 && k >= SAR_BODY_AXES && k < SAR_BODY_V) {
    return turned_entry(d, body, k - SAR_BODY_AXES, d->axis - 3);
  }
  int32_t first = d->along == POSITION ? SAR_BODY_R : d->along == VELOCITY ? SAR_BODY_V : SAR_BODY_ACC;
  if (d->along == POSITION && d->axis >= 3) return d->zero;
  return k == first + d->axis ? d->one : d->zero;
}

static const SarExpr *rate(void *self, int32_t symbol) {
  const Direction *d = self;
  SarSymbolKind kind = sar_symbol_kind(symbol);
  int32_t index = sar_symbol_index(symbol);
  if (kind == SAR_SYMBOL_TIME) return d->along == TIME || d->along == EXPLICIT_TIME ? d->one : d->zero;
  if (d->along == EXPLICIT_TIME) return d->zero;
  if (kind == SAR_SYMBOL_BODY) return body_rate(d, index);
  if (d->along == TIME) {
    if (kind == SAR_SYMBOL_Q) return sar_symbols_variable(d->s, SAR_SYMBOL_V, index);
    if (kind == SAR_SYMBOL_V) return sar_symbols_variable(d->s, SAR_SYMBOL_A, index);
    return kind == SAR_SYMBOL_X ? sar_symbols_variable(d->s, SAR_SYMBOL_XDOT, index) : d->zero;
  }
  SarSymbolKind own = d->along == POSITION ? SAR_SYMBOL_Q : d->along == VELOCITY ? SAR_SYMBOL_V : SAR_SYMBOL_A;
  return d->body < 0 && kind == own && index == d->axis ? d->one : d->zero;
}

static bool make_direction(const SarSymbols *s, Along what, int32_t j, Direction *d) {
  bool body = j < 6 * s->nbodies;
  *d = (Direction){.s = s, .along = what, .body = body ? j / 6 : -1, .axis = body ? j % 6 : j - 6 * s->nbodies};
  d->zero = sar_expr_constant(s->arena, 0);
  d->one = sar_expr_constant(s->arena, 1);
  return d->zero && d->one;
}

static const SarExpr *along(const SarSymbols *s, const SarExpr *f, Along what, int32_t j) {
  Direction d;
  return make_direction(s, what, j, &d) ? sar_expr_derive(s->arena, f, &(SarDerivation){rate, &d}) : NULL;
}

const SarExpr *sar_symbols_by(const SarSymbols *s, const SarDerivable *f, SarDirection direction, int32_t j) {
  static const Along all[] = {[SAR_BY_POSITION] = POSITION, [SAR_BY_VELOCITY] = VELOCITY, ACCELERATION};
  Direction d;
  if (!make_direction(s, all[direction], j, &d)) return NULL;
  return sar_derivable_derive(s->arena, f, &(SarDerivation){rate, &d});
}

const SarExpr *sar_symbols_by_position(const SarSymbols *s, const SarExpr *f, int32_t j) {
  return along(s, f, POSITION, j);
}
const SarExpr *sar_symbols_by_velocity(const SarSymbols *s, const SarExpr *f, int32_t j) {
  return along(s, f, VELOCITY, j);
}
const SarExpr *sar_symbols_by_time(const SarSymbols *s, const SarExpr *f) { return along(s, f, TIME, 0); }
const SarExpr *sar_symbols_by_explicit_time(const SarSymbols *s, const SarExpr *f) {
  return along(s, f, EXPLICIT_TIME, 0);
}

/* ---- replacing and asking ---- */

static uint32_t content_of(int32_t symbol) {
  switch (sar_symbol_kind(symbol)) {
    case SAR_SYMBOL_TIME: return SAR_HAS_TIME;
    case SAR_SYMBOL_MODE: return SAR_HAS_JUMP;
    case SAR_SYMBOL_Q:
    case SAR_SYMBOL_TURN: return SAR_HAS_POSITION;
    case SAR_SYMBOL_V: return SAR_HAS_VELOCITY;
    case SAR_SYMBOL_A: return SAR_HAS_ACCELERATION;
    case SAR_SYMBOL_LAMBDA:
    case SAR_SYMBOL_MU: return SAR_HAS_MULTIPLIER;
    case SAR_SYMBOL_X: return SAR_HAS_STATE;
    case SAR_SYMBOL_XDOT: return SAR_HAS_STATE_RATE;
    case SAR_SYMBOL_Z: return SAR_HAS_VARIABLE;
    case SAR_SYMBOL_BODY: {
      int32_t k = sar_symbol_index(symbol) % SAR_BODY_SYMBOLS;
      return k < SAR_BODY_V ? SAR_HAS_POSITION : k < SAR_BODY_ACC ? SAR_HAS_VELOCITY : SAR_HAS_ACCELERATION;
    }
    default: return 0;
  }
}

static void add_content(void *self, int32_t symbol) { *(uint32_t *)self |= content_of(symbol); }

uint32_t sar_symbols_content(const SarExpr *f) {
  uint32_t content = 0;
  bool all = sar_expr_see_variables(f, add_content, &content);
  return all ? content : ~(uint32_t)0; /* memory is exhausted: the safe answer */
}

typedef struct Eraser {
  const SarExpr *zero;
  uint32_t content;
} Eraser;

static const SarExpr *erase(void *self, const SarExpr *node, const SarExpr *now) {
  const Eraser *eraser = self;
  int32_t symbol = sar_expr_is_variable(node);
  return symbol >= 0 && (content_of(symbol) & eraser->content) ? eraser->zero : now;
}

static const SarExpr *without(const SarSymbols *s, const SarExpr *f, uint32_t content) {
  Eraser eraser = {sar_expr_constant(s->arena, 0), content};
  return eraser.zero ? sar_expr_rewrite(s->arena, f, &(SarRewriter){erase, &eraser}) : NULL;
}

const SarExpr *sar_symbols_without_accelerations(const SarSymbols *s, const SarExpr *f) {
  return without(s, f, SAR_HAS_ACCELERATION);
}
const SarExpr *sar_symbols_without_velocities(const SarSymbols *s, const SarExpr *f) {
  return without(s, f, SAR_HAS_VELOCITY);
}
