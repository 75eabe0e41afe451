/* Curves through points are natural cubic splines, periodic where they are closed. Curves of CONTROL_POINTS are cubic
 * B-splines with equally spaced knots: piecewise cubics with continuous second derivatives, so that a table of their
 * values at the knots, with their slopes at both ends, is all of them. An open one begins in its first point and ends
 * in its last (its outer knots are fourfold), a closed one has no ends. */
#include "read/adams/curve_tables.h"

#include "read/adams/data.h"

#define CUBIC 4 /* ORDER of a CURVE */

const char *sar_deck_curve_refused(const SarStatement *curve, const char **remedy) {
  const char *order = sar_deck_text(curve, "ORDER", 0);
  double number = CUBIC;
  *remedy = "give it MATRIX and CURVE_POINTS, or CONTROL_POINTS";
  if (sar_statement_has(curve, "FUNCTION")) return "is code outside of the deck";
  bool control = sar_statement_has(curve, "CONTROL_POINTS");
  if (!sar_statement_has(curve, "MATRIX") || !(control || sar_statement_has(curve, "CURVE_POINTS"))) {
    return "has no points";
  }
  if (!control || !order || !sar_written_number(order, &number) || number == CUBIC) return NULL;
  *remedy = "give it ORDER=4, or CURVE_POINTS";
  return "is no cubic B-spline";
}

/* A table that grows. */
typedef struct Table {
  SarNode *x, *y;
} Table;

static void push(SarDeck *deck, const SarStatement *curve, SarNode *list, double value) {
  sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, curve->source, "%.17g", value));
}

/* Said once: at its first table. */
static void remark_order(SarDeck *deck, const SarStatement *curve, int32_t column) {
  const char *order = sar_deck_text(curve, "ORDER", 0);
  double number = CUBIC;
  if (column > 0 || !order || !sar_written_number(order, &number) || number == CUBIC) return;
  sar_deck_remark(deck, curve, sar_statement_argument(curve, "ORDER")->source,
                  "its ORDER does not count: the curve is a cubic spline through its points");
}

static void put_points(SarDeck *deck, const SarStatement *curve, const SarDeckMatrix *points, int32_t column,
                       const Table *table) {
  for (int32_t i = 0; i < points->rows; i++) {
    push(deck, curve, table->x, points->rows > 1 ? -1 + 2.0 * i / (points->rows - 1) : 0);
    sar_tree_push(&deck->tree, table->y,
                  sar_tree_text(&deck->tree, curve->source, "%s", points->text[i * points->columns + column]));
  }
}

/* ---- B-splines ---- */

static SarStatus read_control(SarDeck *deck, const SarStatement *curve, const SarDeckMatrix *points, int32_t column,
                              double **out) {
  *out = SAR_NEW(deck->arena, points->rows, double);
  if (!*out) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < points->rows; i++) {
    SAR_TRY(sar_deck_matrix_number(deck, curve, points, i, column, &(*out)[i]));
  }
  return SAR_OK;
}

/* Whether the last control point of a closed curve is the first one again, which then counts once. */
static SarStatus count_once(SarDeck *deck, const SarStatement *curve, const SarDeckMatrix *points, int32_t *count) {
  bool same = points->rows > 1;
  for (int32_t k = 0; k < points->columns; k++) {
    double first, last;
    SAR_TRY(sar_deck_matrix_number(deck, curve, points, 0, k, &first));
    SAR_TRY(sar_deck_matrix_number(deck, curve, points, points->rows - 1, k, &last));
    same = same && first == last;
  }
  *count = points->rows - same;
  return SAR_OK;
}

/* The closed one at its knots: (p[i-1] + 4 p[i] + p[i+1])/6. */
static void put_closed(SarDeck *deck, const SarStatement *curve, const double *p, int32_t n, const Table *table) {
  for (int32_t i = 0; i <= n; i++) {
    push(deck, curve, table->x, -1 + 2.0 * i / n);
    push(deck, curve, table->y, (p[(i + n - 1) % n] + 4 * p[i % n] + p[(i + 1) % n]) / 6);
  }
}

/* Knot i of an open one, counted in spans: fourfold at 0 and at the last. */
static double knot(int32_t i, int32_t spans) { return i < CUBIC ? 0 : i - 3 > spans ? spans : i - 3; }

/* de Boor's recursion on the span that begins at a whole number, at its beginning; the last one at its end. */
static double b_spline(const double *p, int32_t spans, int32_t at) {
  int32_t first = at < spans ? at : spans - 1;
  double d[CUBIC];
  for (int32_t j = 0; j < CUBIC; j++) d[j] = p[first + j];
  for (int32_t r = 1; r < CUBIC; r++) {
    for (int32_t j = CUBIC - 1; j >= r; j--) {
      double low = knot(first + j, spans), high = knot(first + j + CUBIC - r, spans), share = (at - low) / (high - low);
      d[j] = (1 - share) * d[j - 1] + share * d[j];
    }
  }
  return d[CUBIC - 1];
}

static void put_open(SarDeck *deck, const SarStatement *curve, const double *p, int32_t n, const Table *table,
                     SarNode *slopes) {
  int32_t spans = n - 3;
  for (int32_t i = 0; i <= spans; i++) {
    push(deck, curve, table->x, -1 + 2.0 * i / spans);
    push(deck, curve, table->y, b_spline(p, spans, i));
  }
  push(deck, curve, slopes, 1.5 * spans * (p[1] - p[0]));
  push(deck, curve, slopes, 1.5 * spans * (p[n - 1] - p[n - 2]));
}

static SarStatus put_control(SarDeck *deck, const SarStatement *curve, const SarDeckMatrix *points, int32_t column,
                             const Table *table, SarNode *slopes) {
  bool closed = sar_statement_has(curve, "CLOSED");
  int32_t count = points->rows;
  double *p;
  if (closed) SAR_TRY(count_once(deck, curve, points, &count));
  if (count < (closed ? 3 : CUBIC)) {
    return sar_report(deck->context, SAR_INPUT, curve->source, sar_deck_title(deck, curve),
                      closed ? "give it three at least" : "give it four at least",
                      "%d control points make no cubic B-spline", (int)count);
  }
  SAR_TRY(read_control(deck, curve, points, column, &p));
  if (closed) {
    put_closed(deck, curve, p, count, table);
  } else {
    put_open(deck, curve, p, count, table, slopes);
  }
  return SAR_OK;
}

/* ---- tables ---- */

static SarStatus put_table(SarDeck *deck, const SarStatement *curve, const char *name, const SarDeckMatrix *points,
                           int32_t column) {
  SarTree *tree = &deck->tree;
  SarNode *node = sar_tree_mapping(tree, curve->source), *slopes = sar_tree_list(tree, curve->source);
  Table table = {sar_tree_list(tree, curve->source), sar_tree_list(tree, curve->source)};
  bool control = sar_statement_has(curve, "CONTROL_POINTS"), closed = sar_statement_has(curve, "CLOSED");
  if (control) {
    SAR_TRY(put_control(deck, curve, points, column, &table, slopes));
  } else {
    remark_order(deck, curve, column);
    put_points(deck, curve, points, column, &table);
  }
  sar_tree_put(tree, node, "x", curve->source, table.x);
  sar_tree_put(tree, node, "y", curve->source, table.y);
  sar_tree_put_text(tree, node, "extrapolate", curve->source, closed ? "periodic" : "linear");
  if (control && !closed) sar_tree_put(tree, node, "end_slopes", curve->source, slopes);
  sar_tree_put(tree, sar_tree_section(tree, "splines"), name, curve->source, node);
  return SAR_OK;
}

SarStatus sar_deck_curve_table(SarDeck *deck, const SarStatement *curve, int column, const char **name) {
  *name = sar_arena_printf(deck->arena, "%s_%c", curve->name, "xyz"[column]);
  if (!*name) return sar_report_no_memory(deck->context);
  if (sar_node_get(sar_tree_section(&deck->tree, "splines"), *name)) return SAR_OK;
  SarDeckMatrix points;
  SAR_TRY(sar_deck_matrix(deck, curve, "MATRIX", &points));
  if (points.columns <= column) {
    return sar_report(deck->context, SAR_INPUT, curve->source, sar_deck_title(deck, curve),
                      "give each row of its MATRIX x, y and z", "the points of the curve have %d coordinates",
                      (int)points.columns);
  }
  return put_table(deck, curve, *name, &points, column);
}

SarStatus sar_deck_curve_is_plane(SarDeck *deck, const SarStatement *curve, bool *plane) {
  SarDeckMatrix points;
  double first = 0;
  *plane = true;
  SAR_TRY(sar_deck_matrix(deck, curve, "MATRIX", &points));
  for (int32_t i = 0; i < points.rows && points.columns > 2; i++) {
    double z;
    SAR_TRY(sar_deck_matrix_number(deck, curve, &points, i, 2, &z));
    if (i == 0) first = z;
    if (z != first) *plane = false;
  }
  return SAR_OK;
}
