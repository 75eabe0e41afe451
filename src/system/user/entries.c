/* Entries of the matrix: an expression differentiated by everything that it depends on. */
#include "system/user/user.h"

static void add_entry(SarUserCollection *c, SarEntryWeight weight, int32_t row, int32_t column, const SarExpr *f) {
  if (f && sar_node_is(f, 0)) return;
  SarUserEntry *entry = sar_append(&c->entries, &c->nentries, &c->entries_capacity, sizeof *entry);
  if (!entry) c->no_memory = true;
  if (entry) *entry = (SarUserEntry){weight, false, row, column, c->count};
  sar_user_collect(c, f, 0);
}

/* The three rotations of a body together: N mixes them. */
static void add_rotation(SarUserCollection *c, SarEntryWeight weight, int32_t row, int32_t column,
                         const SarDerivable *f) {
  const SarExpr *parts[3];
  bool vanishes = true;
  for (int32_t k = 0; k < 3; k++) {
    parts[k] = sar_symbols_by(&c->u->symbols, f, SAR_BY_POSITION, column + k);
    vanishes = vanishes && parts[k] && sar_node_is(parts[k], 0);
  }
  if (vanishes) return;
  SarUserEntry *entry = sar_append(&c->entries, &c->nentries, &c->entries_capacity, sizeof *entry);
  if (!entry) c->no_memory = true;
  if (entry) *entry = (SarUserEntry){weight, true, row, column, c->count};
  for (int k = 0; k < 3; k++) sar_user_collect(c, parts[k], 0);
}

static void add_positions(SarUserCollection *c, SarEntryWeight weight, int32_t row, const SarDerivable *f,
                          const SarDependence *on) {
  for (int32_t i = 0; i < on->nposition; i++) {
    int32_t j = on->position[i];
    if (j >= 6 * c->s->nbodies || j % 6 < 3) {
      add_entry(c, weight, row, j, sar_symbols_by(&c->u->symbols, f, SAR_BY_POSITION, j));
    } else if (j % 6 == 3) { /* the three rotations always come together */
      add_rotation(c, weight, row, j, f);
    }
  }
}

static SarEntryWeight weight_of(SarSymbolKind kind) {
  if (kind == SAR_SYMBOL_X) return SAR_ENTRY_X;
  return kind == SAR_SYMBOL_XDOT ? SAR_ENTRY_XDOT : SAR_ENTRY_ONE;
}

/* The nodes of an expression, and what it depends on; null where memory is exhausted. */
static SarDerivable *look_through(SarUserCollection *c, const SarExpr *f, SarDependence *on) {
  SarDerivable *listed = sar_derivable_create(f);
  if (listed && !sar_symbols_dependence_of(&c->u->symbols, listed, on)) sar_derivable_destroy(&listed);
  c->no_memory |= !listed;
  return listed;
}

void sar_user_collect_positions(SarUserCollection *c, int32_t row, const SarExpr *f, SarEntryWeight weight) {
  SarDependence on;
  SarDerivable *listed = look_through(c, f, &on);
  if (!listed) return;
  add_positions(c, weight, row, listed, &on);
  sar_derivable_destroy(&listed);
}

/* Whether a row is bent along a variable: the derivative by it changes with what is solved for together with it. */
static void note_curvature(SarUserCollection *c, int32_t symbol, const SarExpr *derivative) {
  SarDependence on;
  if (sar_symbol_kind(symbol) != SAR_SYMBOL_Z || c->u->curved) return;
  if (!derivative || !sar_symbols_dependence(&c->u->symbols, derivative, &on)) {
    c->no_memory = true;
    return;
  }
  c->u->curved = on.nothers > 0 || on.nacceleration > 0;
}

void sar_user_collect_entries(SarUserCollection *c, int32_t row, const SarExpr *f, SarEntryWeights weights) {
  const SarSymbols *symbols = &c->u->symbols;
  SarDependence on;
  SarDerivable *listed = look_through(c, f, &on);
  if (!listed) return;
  add_positions(c, weights.position, row, listed, &on);
  for (int32_t i = 0; i < on.nvelocity; i++) {
    const SarExpr *derivative = sar_symbols_by(symbols, listed, SAR_BY_VELOCITY, on.velocity[i]);
    add_entry(c, weights.velocity, row, on.velocity[i], derivative);
  }
  for (int32_t i = 0; i < on.nacceleration; i++) {
    const SarExpr *derivative = sar_symbols_by(symbols, listed, SAR_BY_ACCELERATION, on.acceleration[i]);
    add_entry(c, weights.acceleration, row, on.acceleration[i], derivative);
  }
  for (int32_t i = 0; i < on.nothers; i++) {
    int32_t symbol = on.others[i];
    const SarExpr *derivative = sar_derivable_by(symbols->arena, listed, symbol);
    note_curvature(c, symbol, derivative);
    add_entry(c, weight_of(sar_symbol_kind(symbol)), row, sar_user_row_index(c->s, c->u, symbol), derivative);
  }
  sar_derivable_destroy(&listed);
}
