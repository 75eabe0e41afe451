/* SPRINGDAMPER. Along a line it is a spring-damper; Adams counts its force as positive where it pushes, we where it
 * pulls. About z of J it is a field whose only stiffness is about z: the angle AZ, followed through its turns, and the
 * torque on I are Adams' own, wherever the markers point. */
#include "read/adams/force_nodes.h"
#include "read/adams/translators.h"

static SarStatus number(SarDeck *deck, const SarStatement *statement, const char *argument, double *value) {
  SAR_TRY(sar_force_expect(deck, statement, argument, 1));
  return sar_statement_number(deck->context, statement, argument, 0, 0, value);
}

static void put(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key, const char *argument) {
  const char *text = sar_deck_text(statement, argument, 0);
  sar_tree_put_text(&deck->tree, node, key, sar_force_source(statement, argument), "%s", text ? text : "0");
}

/* Numbers that a spring-damper does not take: the same as a law. */
static void put_law(SarDeck *deck, const SarStatement *statement, SarNode *node) {
  const char *text[4];
  static const char *const arguments[4] = {"K", "LENGTH", "C", "FORCE"};
  for (int i = 0; i < 4; i++) {
    text[i] = sar_deck_text(statement, arguments[i], 0);
    if (!text[i]) text[i] = "0";
  }
  sar_tree_put_text(&deck->tree, node, "law", statement->source, "(%s)*(length - (%s)) + (%s)*rate - (%s)", text[0],
                    text[1], text[2], text[3]);
}

static SarStatus translation(SarDeck *deck, const SarStatement *statement) {
  double k, c, length, force;
  SarNode *node;
  SAR_TRY(number(deck, statement, "K", &k));
  SAR_TRY(number(deck, statement, "C", &c));
  SAR_TRY(number(deck, statement, "LENGTH", &length));
  SAR_TRY(number(deck, statement, "FORCE", &force));
  SAR_TRY(sar_force_between_markers(deck, statement, "spring-damper", &node));
  if (k < 0 || c < 0 || length < 0) {
    put_law(deck, statement, node);
    return SAR_OK;
  }
  if (k != 0) put(deck, statement, node, "stiffness", "K");
  if (c != 0) put(deck, statement, node, "damping", "C");
  put(deck, statement, node, "length", "LENGTH");
  bool preload = force != 0 || (k == 0 && c == 0); /* a spring has some force, if only zero */
  const char *written = force != 0 ? sar_deck_text(statement, "FORCE", 0) : "0";
  SarSource source = sar_force_source(statement, "FORCE");
  if (preload) sar_tree_put_text(&deck->tree, node, "preload", source, force != 0 ? "-(%s)" : "%s", written);
  return SAR_OK;
}

/* [0, 0, 0, 0, 0, number], where it is not zero. */
static SarStatus put_about_z(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                             const char *argument, bool always) {
  double value;
  SAR_TRY(number(deck, statement, argument, &value));
  if (value == 0 && !always) return SAR_OK;
  const char *const text[6] = {"0", "0", "0", "0", "0", value == 0 ? "0" : sar_deck_text(statement, argument, 0)};
  SarSource source = sar_force_source(statement, argument);
  sar_tree_put(&deck->tree, node, key, source, sar_force_list(deck, source, text, 6));
  return SAR_OK;
}

static SarStatus rotation(SarDeck *deck, const SarStatement *statement) {
  SarNode *node;
  SAR_TRY(sar_force_between_markers(deck, statement, "field", &node));
  SAR_TRY(put_about_z(deck, statement, node, "stiffness", "KT", true));
  SAR_TRY(put_about_z(deck, statement, node, "damping", "CT", false));
  SAR_TRY(put_about_z(deck, statement, node, "rest", "ANGLE", false));
  return put_about_z(deck, statement, node, "preload", "TORQUE", false);
}

/* Numbers of the other kind would be lost without a word. */
static SarStatus check_kind(SarDeck *deck, const SarStatement *statement, bool turns) {
  static const char *const arguments[2][4] = {{"CT", "KT", "ANGLE", "TORQUE"}, {"C", "K", "LENGTH", "FORCE"}};
  for (int i = 0; i < 4; i++) {
    const SarArgument *given = sar_statement_argument(statement, arguments[turns][i]);
    if (!given) continue;
    return sar_report(
        deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement),
        turns ? "write CT, KT, ANGLE and TORQUE, or TRANSLATION" : "write C, K, LENGTH and FORCE, or ROTATION",
        "a spring of kind %s has no %s", turns ? "ROTATION" : "TRANSLATION", arguments[turns][i]);
  }
  return SAR_OK;
}

SarStatus sar_deck_springdamper(SarDeck *deck, const SarStatement *statement) {
  bool turns = sar_statement_has(statement, "ROTATION");
  SAR_TRY(check_kind(deck, statement, turns));
  return turns ? rotation(deck, statement) : translation(deck, statement);
}
