/* BUSHING, FIELD and BEAM: linear in displacements, angles AX, AY, AZ and velocities of I against J. The first two are
 * a field, the last one a linear-beam. */
#include <string.h>

#include "read/adams/force_nodes.h"
#include "read/adams/translators.h"

/* Six numbers from two arguments of three. */
static SarStatus put_six(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                         const char *along, const char *about, bool always) {
  const char *text[6];
  bool any, more;
  SAR_TRY(sar_force_numbers(deck, statement, along, 3, text, &any));
  SAR_TRY(sar_force_numbers(deck, statement, about, 3, text + 3, &more));
  SarSource source = sar_force_source(statement, any ? along : about);
  if (any || more || always) sar_tree_put(&deck->tree, node, key, source, sar_force_list(deck, source, text, 6));
  return SAR_OK;
}

SarStatus sar_deck_bushing(SarDeck *deck, const SarStatement *statement) {
  SarNode *node;
  SAR_TRY(sar_force_between_markers(deck, statement, "field", &node));
  SAR_TRY(put_six(deck, statement, node, "stiffness", "K", "KT", true));
  SAR_TRY(put_six(deck, statement, node, "damping", "C", "CT", false));
  return put_six(deck, statement, node, "preload", "FORCE", "TORQUE", false);
}

/* ---- matrices ---- */

static SarStatus exclude(SarDeck *deck, const SarStatement *statement) {
  if (!sar_statement_has(statement, "CMATRIX") || !sar_statement_has(statement, "CRATIO")) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, sar_force_source(statement, "CRATIO"), sar_deck_title(deck, statement),
                    "leave one of them out", "CMATRIX and CRATIO exclude each other");
}

static SarStatus put_ratio(SarDeck *deck, const SarStatement *statement, SarNode *node) {
  const char *text;
  bool any;
  SAR_TRY(sar_force_numbers(deck, statement, "CRATIO", 1, &text, &any));
  SarSource source = sar_force_source(statement, "CRATIO");
  if (any) sar_tree_put_text(&deck->tree, node, "damping_ratio", source, "%s", text);
  return SAR_OK;
}

/* 36 numbers, column by column. */
static SarStatus put_matrix(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                            const char *argument, bool always) {
  const char *text[36], *rows[36];
  bool any;
  SAR_TRY(sar_force_numbers(deck, statement, argument, 36, text, &any));
  for (int i = 0; i < 36; i++) rows[6 * (i % 6) + i / 6] = text[i];
  SarSource source = sar_force_source(statement, argument);
  if (any || always) sar_tree_put(&deck->tree, node, key, source, sar_force_matrix(deck, source, rows));
  return SAR_OK;
}

static SarStatus put_list(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                          const char *argument) {
  const char *text[6];
  bool any;
  SAR_TRY(sar_force_numbers(deck, statement, argument, 6, text, &any));
  SarSource source = sar_force_source(statement, argument);
  if (any) sar_tree_put(&deck->tree, node, key, source, sar_force_list(deck, source, text, 6));
  return SAR_OK;
}

SarStatus sar_deck_field(SarDeck *deck, const SarStatement *statement) {
  SarNode *node;
  const char *user;
  SAR_TRY(exclude(deck, statement));
  SAR_TRY(sar_deck_expression(deck, statement, "FUNCTION", &user)); /* USER(...): refused, or zero */
  if (sar_statement_has(statement, "FUNCTION") && !user) return SAR_OK;
  SAR_TRY(sar_force_between_markers(deck, statement, "field", &node));
  SAR_TRY(put_matrix(deck, statement, node, "stiffness", "KMATRIX", true));
  SAR_TRY(put_matrix(deck, statement, node, "damping", "CMATRIX", false));
  SAR_TRY(put_ratio(deck, statement, node));
  SAR_TRY(put_list(deck, statement, node, "rest", "LENGTH"));
  return put_list(deck, statement, node, "preload", "FORCE");
}

/* ---- BEAM ---- */

static SarStatus put_needed(SarDeck *deck, const SarStatement *statement, SarNode *node, const char *key,
                            const char *argument) {
  const char *text;
  bool any;
  SAR_TRY(sar_force_numbers(deck, statement, argument, 1, &text, &any));
  if (!sar_statement_has(statement, argument)) {
    return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                      "a beam needs LENGTH, IXX, IYY, IZZ, AREA, EMODULUS and GMODULUS", "%s is missing", argument);
  }
  if (node) sar_tree_put_text(&deck->tree, node, key, sar_force_source(statement, argument), "%s", text);
  return SAR_OK;
}

/* A string has stiffness along its length alone. */
static SarStatus put_moments(SarDeck *deck, const SarStatement *statement, SarNode *node, bool string) {
  static const char *const arguments[3] = {"IXX", "IYY", "IZZ"};
  const char *text[3];
  bool any;
  for (int i = 0; i < 3; i++) {
    SAR_TRY(put_needed(deck, statement, NULL, NULL, arguments[i]));
    SAR_TRY(sar_force_numbers(deck, statement, arguments[i], 1, &text[i], &any));
    if (string) text[i] = "0";
  }
  SarSource source = sar_force_source(statement, "IXX");
  sar_tree_put(&deck->tree, node, "area_moments", source, sar_force_list(deck, source, text, 3));
  return SAR_OK;
}

static SarStatus put_shear(SarDeck *deck, const SarStatement *statement, SarNode *node) {
  const char *text[2];
  bool y, z;
  SAR_TRY(sar_force_numbers(deck, statement, "ASY", 1, &text[0], &y));
  SAR_TRY(sar_force_numbers(deck, statement, "ASZ", 1, &text[1], &z));
  SarSource source = sar_force_source(statement, y ? "ASY" : "ASZ");
  if (y || z) sar_tree_put(&deck->tree, node, "shear_ratios", source, sar_force_list(deck, source, text, 2));
  return SAR_OK;
}

/* 21 numbers: the lower triangle, column by column. */
static SarStatus put_triangle(SarDeck *deck, const SarStatement *statement, SarNode *node) {
  const char *text[21], *rows[36];
  bool any;
  SAR_TRY(sar_force_numbers(deck, statement, "CMATRIX", 21, text, &any));
  for (int j = 0, n = 0; j < 6; j++) {
    for (int i = j; i < 6; i++, n++) rows[6 * i + j] = rows[6 * j + i] = text[n];
  }
  SarSource source = sar_force_source(statement, "CMATRIX");
  if (any) sar_tree_put(&deck->tree, node, "damping", source, sar_force_matrix(deck, source, rows));
  return SAR_OK;
}

static SarStatus formulation(SarDeck *deck, const SarStatement *statement, bool *string, bool *refused) {
  const char *word = sar_deck_text(statement, "FORMULATION", 0);
  SarSource source = sar_force_source(statement, "FORMULATION");
  *string = word && strncmp(word, "STRING", strlen(word)) == 0;
  *refused = word && !*string && strncmp(word, "LINEAR", strlen(word)) != 0;
  if (!*refused) return SAR_OK;
  return sar_deck_refuse(deck, statement, source, "write FORMULATION=LINEAR, or use `beams:`, which are exact",
                         "beams of FORMULATION=%s are not supported", word);
}

SarStatus sar_deck_beam(SarDeck *deck, const SarStatement *statement) {
  SarNode *node;
  bool string, refused;
  SAR_TRY(exclude(deck, statement));
  SAR_TRY(formulation(deck, statement, &string, &refused));
  if (refused) return SAR_OK;
  SAR_TRY(sar_force_between_markers(deck, statement, "linear-beam", &node));
  SAR_TRY(put_needed(deck, statement, node, "length", "LENGTH"));
  SAR_TRY(put_needed(deck, statement, node, "area", "AREA"));
  SAR_TRY(put_moments(deck, statement, node, string));
  SAR_TRY(put_needed(deck, statement, node, "young", "EMODULUS"));
  SAR_TRY(put_needed(deck, statement, node, "shear_modulus", "GMODULUS"));
  SAR_TRY(put_shear(deck, statement, node));
  SAR_TRY(put_triangle(deck, statement, node));
  return put_ratio(deck, statement, node);
}
