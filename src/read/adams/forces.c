/* SFORCE, VFORCE, VTORQUE, GFORCE and NFORCE.
 *
 * A single force between two points is the law of a spring-damper: Adams counts it as positive where it pushes, we
 * where it pulls. Everything else acts on I, at its origin, along the axes of a marker: a wrench that acts on its first
 * side, with the reaction on the second, at the same point. Where there is no reaction the second side is the ground.
 */
#include "read/adams/data.h"
#include "read/adams/force_nodes.h"
#include "read/adams/translators.h"

static void put_components(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                           const char *const text[3]) {
  sar_tree_put(&deck->tree, node, key, statement->source, sar_force_list(deck, statement->source, text, 3));
}

static SarNode *wrench(SarDeck *deck, const SarStatement *statement, const char *name, const char *on,
                       const char *reaction, const char *axes) {
  SarNode *node = sar_force_node(deck, statement, name, "wrench", on, reaction);
  sar_tree_put_text(&deck->tree, node, "acts_on", statement->source, "first");
  if (axes) sar_tree_put_text(&deck->tree, node, "axes", statement->source, "%s", axes);
  return node;
}

/* ---- SFORCE ---- */

SarStatus sar_deck_sforce(SarDeck *deck, const SarStatement *statement) {
  const char *first, *second, *f;
  bool turns = sar_statement_has(statement, "ROTATION"), alone = sar_statement_has(statement, "ACTIONONLY");
  SAR_TRY(sar_deck_frame_of(deck, statement, "I", &first));
  SAR_TRY(sar_deck_frame_of(deck, statement, "J", &second));
  if (!sar_statement_has(statement, "FUNCTION")) {
    return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                      "write FUNCTION=...", "the force has no FUNCTION");
  }
  SAR_TRY(sar_deck_expression(deck, statement, "FUNCTION", &f));
  if (!f) return SAR_OK; /* left out, and said */
  if (turns || alone) {
    const char *const along_z[3] = {"0", "0", f};
    SarNode *node = wrench(deck, statement, statement->name, first, alone ? "ground" : second, second);
    put_components(deck, statement, node, turns ? "torque" : "force", along_z);
    return SAR_OK;
  }
  SarNode *node = sar_force_node(deck, statement, statement->name, "spring-damper", first, second);
  sar_tree_put_text(&deck->tree, node, "law", sar_force_source(statement, "FUNCTION"), "-(%s)", f);
  return SAR_OK;
}

/* ---- VFORCE, VTORQUE, GFORCE ---- */

/* The body that feels the reaction: that of the floating marker. */
static SarStatus reaction_body(SarDeck *deck, const SarStatement *statement, const char **body) {
  const SarStatement *marker, *part;
  SAR_TRY(sar_deck_refer(deck, statement, "JFLOAT", 0, "MARKER", &marker));
  SAR_TRY(sar_deck_part_of(deck, marker, &part));
  *body = part->name;
  if (sar_statement_has(marker, "FLOATING")) return SAR_OK;
  sar_deck_remark(deck, statement, sar_force_source(statement, "JFLOAT"),
                  "JFLOAT should be a floating marker: the reaction acts at I all the same, on the part of MARKER/%lld",
                  (long long)marker->id);
  return SAR_OK;
}

/* Three components: one by one, or as a vector. *out: all were translated. */
static SarStatus components(SarDeck *deck, const SarStatement *statement, const char *const names[3],
                            const char *vector, const char *text[3], bool *out) {
  *out = true;
  if (sar_statement_has(statement, vector)) {
    SAR_TRY(sar_deck_expression3(deck, statement, vector, text));
    *out = text[0] != NULL;
    return SAR_OK;
  }
  for (int i = 0; i < 3; i++) {
    text[i] = "0";
    if (!sar_statement_has(statement, names[i])) continue;
    SAR_TRY(sar_deck_expression(deck, statement, names[i], &text[i]));
    *out = *out && text[i];
  }
  return SAR_OK;
}

/* FUNCTION=USER(...) for all components at once: refused, or zero. */
static SarStatus of_user(SarDeck *deck, const SarStatement *statement, const char *text[3], bool *out) {
  const char *f;
  SAR_TRY(sar_deck_expression(deck, statement, "FUNCTION", &f));
  *out = f != NULL;
  if (f && !sar_deck_is_zero(f)) {
    return sar_report(deck->context, SAR_INPUT, sar_force_source(statement, "FUNCTION"),
                      sar_deck_title(deck, statement), "give the components one by one",
                      "FUNCTION stands for USER(...) here");
  }
  for (int i = 0; i < 3; i++) text[i] = "0";
  return SAR_OK;
}

static SarStatus vector_force(SarDeck *deck, const SarStatement *statement, bool forces, bool torques) {
  static const char *const fxyz[3] = {"FX", "FY", "FZ"}, *const txyz[3] = {"TX", "TY", "TZ"};
  const char *on, *reaction, *axes = NULL, *F[3], *T[3];
  bool user = sar_statement_has(statement, "FUNCTION"), has_force = true, has_torque = true;
  SAR_TRY(sar_deck_frame_of(deck, statement, "I", &on));
  SAR_TRY(reaction_body(deck, statement, &reaction));
  if (sar_statement_has(statement, "RM")) SAR_TRY(sar_deck_frame_of(deck, statement, "RM", &axes));
  if (user) SAR_TRY(of_user(deck, statement, forces ? F : T, &has_force));
  for (int i = 0; user && forces && torques && i < 3; i++) T[i] = "0";
  if (!user && forces) SAR_TRY(components(deck, statement, fxyz, "FXYZ", F, &has_force));
  if (!user && torques) SAR_TRY(components(deck, statement, txyz, "TXYZ", T, &has_torque));
  if (!has_force || !has_torque) return SAR_OK; /* left out, and said */
  SarNode *node = wrench(deck, statement, statement->name, on, reaction, axes);
  if (forces) put_components(deck, statement, node, "force", F);
  if (torques) put_components(deck, statement, node, "torque", T);
  return SAR_OK;
}

SarStatus sar_deck_vforce(SarDeck *deck, const SarStatement *statement) {
  return vector_force(deck, statement, true, false);
}

SarStatus sar_deck_vtorque(SarDeck *deck, const SarStatement *statement) {
  return vector_force(deck, statement, false, true);
}

SarStatus sar_deck_gforce(SarDeck *deck, const SarStatement *statement) {
  return vector_force(deck, statement, true, true);
}
