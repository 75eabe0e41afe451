/* PTCV and CVCV: a point that stays on a curve, and two curves that stay in touch. */
#include "read/adams/curve_tables.h"
#include "read/adams/translators.h"

/* One side with a curve. */
typedef struct Side {
  const char *curve, *rm, *displacement, *icm, *velocity; /* arguments */
  const char *keys[3];                                    /* of its coordinates in the model; null: not used */
  const char *near;
  const SarStatement *of, *marker; /* CURVE, MARKER */
} Side;

/* What the statement names; *refused where the curve is none that we have: then leave the statement out. */
static SarStatus find_side(SarDeck *deck, const SarStatement *statement, Side *side, bool *refused) {
  const char *remedy;
  SAR_TRY(sar_deck_refer(deck, statement, side->rm, 0, "MARKER", &side->marker));
  SAR_TRY(sar_deck_refer(deck, statement, side->curve, 0, "CURVE", &side->of));
  const char *why = sar_deck_curve_refused(side->of, &remedy);
  *refused = why != NULL;
  if (!why) return SAR_OK;
  return sar_deck_refuse(deck, statement, sar_statement_argument(statement, side->curve)->values[0].source, remedy,
                         "%s %s", sar_deck_title(deck, side->of), why);
}

/* Functions of u for the coordinates of a curve. */
static SarStatus put_curve(SarDeck *deck, const SarStatement *statement, const Side *side, SarNode *node) {
  SarSource source = sar_statement_argument(statement, side->curve)->values[0].source;
  for (int i = 0; i < 3 && side->keys[i]; i++) {
    const char *table;
    SAR_TRY(sar_deck_curve_table(deck, side->of, i, &table));
    sar_tree_put_text(&deck->tree, node, side->keys[i], source, "cubspl(u, %s)", table);
  }
  return SAR_OK;
}

/* DISP: the point on the curve where it begins, in the axes of RM, or of ICM. */
static SarStatus put_start(SarDeck *deck, const SarStatement *statement, const Side *side, SarNode *node) {
  const SarArgument *given = sar_statement_argument(statement, side->displacement);
  double at[3];
  if (!given) return SAR_OK;
  for (int32_t i = 0; i < 3; i++) {
    SAR_TRY(sar_statement_number(deck->context, statement, side->displacement, i, 0, &at[i]));
  }
  SarVec3 point = sar_vec3_load(at);
  if (sar_statement_has(statement, side->icm)) {
    const SarStatement *other;
    SarDeckPose from, to;
    SAR_TRY(sar_deck_refer(deck, statement, side->icm, 0, "MARKER", &other));
    SAR_TRY(sar_deck_pose(deck, other, &from));
    SAR_TRY(sar_deck_pose(deck, side->marker, &to));
    SarMat3 there = sar_quat_matrix(from.turn), here = sar_quat_matrix(to.turn);
    point = sar_mul_t(&here, sar_sub(sar_add(from.at, sar_mul(&there, point)), to.at));
  }
  sar_vec3_store(point, at);
  SarNode *list = sar_tree_list(&deck->tree, given->source);
  for (int i = 0; i < 3; i++) {
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, given->source, "%.15g", at[i]));
  }
  sar_tree_put(&deck->tree, node, side->near, given->source, list);
  return SAR_OK;
}

static void remark_velocity(SarDeck *deck, const SarStatement *statement, const char *argument) {
  const SarArgument *velocity = sar_statement_argument(statement, argument);
  if (!velocity) return;
  sar_deck_remark(deck, statement, velocity->source, "it begins with the velocity of its part, not with this");
}

static SarNode *put_node(SarDeck *deck, const SarStatement *statement, const char *type, const char *const frames[2]) {
  SarTree *tree = &deck->tree;
  SarNode *node = sar_tree_mapping(tree, statement->source), *between = sar_tree_list(tree, statement->source);
  for (int i = 0; i < 2; i++) sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", frames[i]));
  sar_tree_put_text(tree, node, "type", statement->source, "%s", type);
  sar_tree_put(tree, node, "between", statement->source, between);
  sar_tree_put(tree, sar_tree_section(tree, "equations"), statement->name, statement->source, node);
  return node;
}

SarStatus sar_deck_ptcv(SarDeck *deck, const SarStatement *statement) {
  Side side = {.curve = "CURVE",
               .rm = "RM",
               .displacement = "DISPLACEMENT",
               .icm = "ICM",
               .velocity = "VELOCITY",
               .keys = {"curve_x", "curve_y", "curve_z"},
               .near = "near"};
  const char *frames[2];
  bool refused;
  SAR_TRY(sar_deck_frame_of(deck, statement, "I", &frames[0]));
  SAR_TRY(sar_deck_frame_of(deck, statement, "RM", &frames[1]));
  SAR_TRY(find_side(deck, statement, &side, &refused));
  if (refused) return SAR_OK;
  SarNode *node = put_node(deck, statement, "point-on-curve", frames);
  SAR_TRY(put_curve(deck, statement, &side, node));
  SAR_TRY(put_start(deck, statement, &side, node));
  remark_velocity(deck, statement, side.velocity);
  return SAR_OK;
}

SarStatus sar_deck_cvcv(SarDeck *deck, const SarStatement *statement) {
  Side sides[2] = {{.curve = "ICURVE",
                    .rm = "IRM",
                    .displacement = "IDISPLACEMENT",
                    .icm = "IICM",
                    .velocity = "IVELOCITY",
                    .keys = {"curve_x", "curve_y"},
                    .near = "near"},
                   {.curve = "JCURVE",
                    .rm = "JRM",
                    .displacement = "JDISPLACEMENT",
                    .icm = "JICM",
                    .velocity = "JVELOCITY",
                    .keys = {"curve2_x", "curve2_y"},
                    .near = "near2"}};
  const char *frames[2];
  for (int i = 0; i < 2; i++) {
    bool refused;
    SAR_TRY(sar_deck_frame_of(deck, statement, sides[i].rm, &frames[i]));
    SAR_TRY(find_side(deck, statement, &sides[i], &refused));
    if (refused) return SAR_OK;
  }
  SarNode *node = put_node(deck, statement, "curve-on-curve", frames);
  for (int i = 0; i < 2; i++) {
    SAR_TRY(put_curve(deck, statement, &sides[i], node));
    SAR_TRY(put_start(deck, statement, &sides[i], node));
    remark_velocity(deck, statement, sides[i].velocity);
  }
  return SAR_OK;
}
