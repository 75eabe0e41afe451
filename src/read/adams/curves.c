/* PTCV: a point that stays on a curve. */
#include "read/adams/data.h"
#include "read/adams/translators.h"

/* Functions of u for the coordinates of a curve through points. */
static SarStatus put_curve(SarDeck *deck, const SarStatement *statement, const SarStatement *curve, SarNode *node) {
  static const char *const keys[3] = {"curve_x", "curve_y", "curve_z"};
  SarSource source = sar_statement_argument(statement, "CURVE")->values[0].source;
  for (int i = 0; i < 3; i++) {
    const char *table;
    SAR_TRY(sar_deck_curve_table(deck, curve, i, &table));
    sar_tree_put_text(&deck->tree, node, keys[i], source, "cubspl(u, %s)", table);
  }
  return SAR_OK;
}

/* DISP: the point on the curve where it begins, in the axes of RM, or of ICM. */
static SarStatus put_start(SarDeck *deck, const SarStatement *ptcv, const SarStatement *rm, SarNode *node) {
  const SarArgument *given = sar_statement_argument(ptcv, "DISPLACEMENT");
  double at[3];
  if (!given) return SAR_OK;
  for (int32_t i = 0; i < 3; i++) {
    SAR_TRY(sar_statement_number(deck->context, ptcv, "DISPLACEMENT", i, 0, &at[i]));
  }
  SarVec3 point = sar_vec3_load(at);
  if (sar_statement_has(ptcv, "ICM")) {
    const SarStatement *other;
    SarDeckPose from, to;
    SAR_TRY(sar_deck_refer(deck, ptcv, "ICM", 0, "MARKER", &other));
    SAR_TRY(sar_deck_pose(deck, other, &from));
    SAR_TRY(sar_deck_pose(deck, rm, &to));
    SarMat3 there = sar_quat_matrix(from.turn), here = sar_quat_matrix(to.turn);
    point = sar_mul_t(&here, sar_sub(sar_add(from.at, sar_mul(&there, point)), to.at));
  }
  sar_vec3_store(point, at);
  SarNode *list = sar_tree_list(&deck->tree, given->source);
  for (int i = 0; i < 3; i++) {
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, given->source, "%.15g", at[i]));
  }
  sar_tree_put(&deck->tree, node, "near", given->source, list);
  return SAR_OK;
}

SarStatus sar_deck_ptcv(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  const SarStatement *curve, *rm;
  const char *point, *frame;
  SAR_TRY(sar_deck_frame_of(deck, statement, "I", &point));
  SAR_TRY(sar_deck_frame_of(deck, statement, "RM", &frame));
  SAR_TRY(sar_deck_refer(deck, statement, "RM", 0, "MARKER", &rm));
  SAR_TRY(sar_deck_refer(deck, statement, "CURVE", 0, "CURVE", &curve));
  if (!sar_deck_curve_has_points(curve)) {
    bool code = sar_statement_has(curve, "FUNCTION");
    return sar_deck_refuse(deck, statement, sar_statement_argument(statement, "CURVE")->values[0].source,
                           "give it MATRIX and CURVE_POINTS",
                           code ? "%s is code outside of the deck" : "%s does not run through points",
                           sar_deck_title(deck, curve));
  }
  SarNode *node = sar_tree_mapping(tree, statement->source), *between = sar_tree_list(tree, statement->source);
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", point));
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", frame));
  sar_tree_put_text(tree, node, "type", statement->source, "point-on-curve");
  sar_tree_put(tree, node, "between", statement->source, between);
  SAR_TRY(put_curve(deck, statement, curve, node));
  SAR_TRY(put_start(deck, statement, rm, node));
  const SarArgument *velocity = sar_statement_argument(statement, "VELOCITY");
  if (velocity)
    sar_deck_remark(deck, statement, velocity->source, "it begins with the velocity of its part, not with this");
  sar_tree_put(tree, sar_tree_section(tree, "equations"), statement->name, statement->source, node);
  return SAR_OK;
}
