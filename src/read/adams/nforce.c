/* NFORCE: forces and torques on several markers that are linear in the displacements, angles and velocities of all of
 * them against J, along its axes. Every marker gets a wrench whose components say so; the reactions on J are those of
 * the wrenches.
 *
 *   (F, T)_k = FORCE_k - sum over l of (K_kl ((d, a)_l - LENGTH_l) + C_kl (v, w)_l) */
#include "read/adams/data.h"
#include "read/adams/expression.h"
#include "read/adams/force_nodes.h"
#include "read/adams/translators.h"

typedef struct Network {
  SarDeck *deck;
  const SarStatement *statement;
  int32_t count;                     /* of markers */
  const char **frames;               /* their names in the model */
  const char *reference;             /* J */
  SarDeckMatrix K, C, length, force; /* without text: not given */
  const char *ratio;                 /* CRATIO; null: not given, or zero */
} Network;

/* ---- what the statement says ---- */

static SarStatus read_matrix(Network *n, const char *argument, int32_t rows, int32_t columns, SarDeckMatrix *out) {
  const SarStatement *statement = n->statement;
  SAR_TRY(sar_deck_matrix(n->deck, statement, argument, out));
  bool list = columns == 1 && out->rows * out->columns == rows; /* a row stands for a column */
  if (!out->text || list || (out->rows == rows && out->columns == columns)) return SAR_OK;
  return sar_report(n->deck->context, SAR_INPUT, sar_force_source(statement, argument),
                    sar_deck_title(n->deck, statement), "six rows for each of IMARKERS",
                    "the matrix for %s has %d x %d numbers and needs %d x %d", argument, (int)out->rows,
                    (int)out->columns, (int)rows, (int)columns);
}

static SarStatus read_markers(Network *n) {
  const SarArgument *markers = sar_statement_argument(n->statement, "IMARKERS");
  const SarStatement *marker;
  SAR_TRY(sar_deck_refer(n->deck, n->statement, "IMARKERS", 0, "MARKER", &marker)); /* that there is one at all */
  n->count = markers->count;
  n->frames = SAR_NEW(n->deck->arena, n->count, const char *);
  if (!n->frames) return sar_report_no_memory(n->deck->context);
  for (int32_t i = 0; i < n->count; i++) {
    SAR_TRY(sar_deck_refer(n->deck, n->statement, "IMARKERS", i, "MARKER", &marker));
    n->frames[i] = sar_deck_frame(n->deck, marker);
    if (n->frames[i]) continue;
    return sar_report(n->deck->context, SAR_INPUT, markers->values[i].source, sar_deck_title(n->deck, n->statement),
                      "name a marker that is fixed on a part", "MARKER/%lld floats", (long long)marker->id);
  }
  return sar_deck_frame_of(n->deck, n->statement, "J", &n->reference);
}

static SarStatus read_network(Network *n) {
  bool ratio;
  SAR_TRY(read_markers(n));
  int32_t rows = 6 * n->count;
  SAR_TRY(read_matrix(n, "KMATRIX", rows, rows, &n->K));
  SAR_TRY(read_matrix(n, "CMATRIX", rows, rows, &n->C));
  SAR_TRY(read_matrix(n, "LENGTH", rows, 1, &n->length));
  SAR_TRY(read_matrix(n, "FORCE", rows, 1, &n->force));
  SAR_TRY(sar_force_numbers(n->deck, n->statement, "CRATIO", 1, &n->ratio, &ratio));
  if (!ratio) n->ratio = NULL;
  if (!n->C.text || !ratio) return SAR_OK;
  return sar_report(n->deck->context, SAR_INPUT, sar_force_source(n->statement, "CRATIO"),
                    sar_deck_title(n->deck, n->statement), "leave one of them out",
                    "CMATRIX and CRATIO exclude each other");
}

/* ---- components ---- */

static void append_displacement(const Network *n, SarDeckText *out, int32_t column) {
  static const char *const names[6] = {"dx", "dy", "dz", "ax", "ay", "az"};
  const char *frame = n->frames[column / 6], *j = n->reference, *name = names[column % 6];
  if (column % 6 < 3) {
    sar_deck_appendf(out, "%s(%s, %s, %s)", name, frame, j, j);
  } else {
    sar_deck_appendf(out, "%s(%s, %s)", name, frame, j);
  }
}

static void append_velocity(const Network *n, SarDeckText *out, int32_t column) {
  static const char *const names[6] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  const char *frame = n->frames[column / 6], *j = n->reference, *name = names[column % 6];
  if (column % 6 < 3) {
    sar_deck_appendf(out, "%s(%s, %s, %s, %s)", name, frame, j, j, j);
  } else {
    sar_deck_appendf(out, "%s(%s, %s, %s)", name, frame, j, j);
  }
}

static void append_terms(const Network *n, SarDeckText *out, int32_t row) {
  for (int32_t column = 0; column < 6 * n->count; column++) {
    size_t entry = (size_t)row * 6 * (size_t)n->count + (size_t)column;
    const char *k = n->K.text ? n->K.text[entry] : "0", *c = n->C.text ? n->C.text[entry] : "0";
    const char *rest = n->length.text ? n->length.text[column] : "0";
    bool elastic = !sar_deck_is_zero(k), at_rest = sar_deck_is_zero(rest);
    if (elastic) {
      sar_deck_appendf(out, " - (%s)*(", k);
      append_displacement(n, out, column);
      sar_deck_appendf(out, at_rest ? ")" : " - (%s))", rest);
    }
    if (elastic && n->ratio) {
      sar_deck_appendf(out, " - (%s)*(%s)*", n->ratio, k);
      append_velocity(n, out, column);
    }
    if (!sar_deck_is_zero(c)) {
      sar_deck_appendf(out, " - (%s)*", c);
      append_velocity(n, out, column);
    }
  }
}

static const char *component(const Network *n, int32_t row) {
  SarDeckText out = {.arena = n->deck->arena};
  sar_deck_appendf(&out, "%s", n->force.text ? n->force.text[row] : "0");
  append_terms(n, &out, row);
  if (out.out_of_memory) n->deck->tree.out_of_memory = true;
  return out.out_of_memory ? "0" : out.bytes;
}

SarStatus sar_deck_nforce(SarDeck *deck, const SarStatement *statement) {
  Network n = {.deck = deck, .statement = statement};
  SAR_TRY(read_network(&n));
  SarTree *tree = &deck->tree;
  for (int32_t k = 0; k < n.count; k++) {
    const char *name = sar_force_part_name(deck, statement, sar_deck_text(statement, "IMARKERS", k)), *text[6];
    SarNode *node = sar_force_node(deck, statement, name, "wrench", n.frames[k], n.reference);
    for (int32_t i = 0; i < 6; i++) text[i] = component(&n, 6 * k + i);
    sar_tree_put_text(tree, node, "acts_on", statement->source, "first");
    sar_tree_put_text(tree, node, "axes", statement->source, "%s", n.reference);
    sar_tree_put(tree, node, "force", statement->source, sar_force_list(deck, statement->source, text, 3));
    sar_tree_put(tree, node, "torque", statement->source, sar_force_list(deck, statement->source, text + 3, 3));
  }
  return SAR_OK;
}
