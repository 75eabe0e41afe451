#include "read/adams/force_nodes.h"

#include <string.h>

SarNode *sar_force_node(SarDeck *deck, const SarStatement *statement, const char *name, const char *type,
                        const char *first, const char *second) {
  SarTree *tree = &deck->tree;
  SarNode *node = sar_tree_mapping(tree, statement->source);
  const char *const sides[2] = {first, second};
  sar_tree_put_text(tree, node, "type", statement->source, "%s", type);
  sar_tree_put(tree, node, "between", statement->source, sar_force_list(deck, statement->source, sides, 2));
  sar_tree_put(tree, sar_tree_section(tree, "forces"), name, statement->source, node);
  return node;
}

SarStatus sar_force_between_markers(SarDeck *deck, const SarStatement *statement, const char *type, SarNode **out) {
  const char *first, *second;
  SAR_TRY(sar_deck_frame_of(deck, statement, "I", &first));
  SAR_TRY(sar_deck_frame_of(deck, statement, "J", &second));
  *out = sar_force_node(deck, statement, statement->name, type, first, second);
  return SAR_OK;
}

SarSource sar_force_source(const SarStatement *statement, const char *argument) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  return given ? given->source : statement->source;
}

SarStatus sar_force_expect(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t count) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  if (!given || given->count == count) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement),
                    "give as many as it takes, separated by commas", "%s takes %d number%s, but here %s %d", argument,
                    (int)count, count == 1 ? "" : "s", given->count == 1 ? "is" : "are", (int)given->count);
}

SarStatus sar_force_numbers(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t count,
                            const char **text, bool *any) {
  SAR_TRY(sar_force_expect(deck, statement, argument, count));
  *any = false;
  for (int32_t i = 0; i < count; i++) {
    double value;
    const char *written = sar_deck_text(statement, argument, i);
    SAR_TRY(sar_statement_number(deck->context, statement, argument, i, 0, &value));
    text[i] = value == 0 ? "0" : written;
    *any = *any || value != 0;
  }
  return SAR_OK;
}

SarNode *sar_force_list(SarDeck *deck, SarSource source, const char *const *text, int32_t count) {
  SarNode *list = sar_tree_list(&deck->tree, source);
  for (int32_t i = 0; i < count; i++)
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, source, "%s", text[i]));
  return list;
}

SarNode *sar_force_matrix(SarDeck *deck, SarSource source, const char *const text[36]) {
  const char *diagonal[6];
  bool full = false;
  for (int i = 0; i < 36; i++) full = full || (i % 7 != 0 && !sar_deck_is_zero(text[i]));
  for (int i = 0; i < 6; i++) diagonal[i] = text[7 * i];
  if (!full) return sar_force_list(deck, source, diagonal, 6);
  SarNode *rows = sar_tree_list(&deck->tree, source);
  for (int i = 0; i < 6; i++) sar_tree_push(&deck->tree, rows, sar_force_list(deck, source, text + 6 * i, 6));
  return rows;
}

const char *sar_force_part_name(SarDeck *deck, const SarStatement *statement, const char *marker) {
  const char *name = sar_arena_printf(deck->arena, "%s_%s", statement->name, marker + strspn(marker, "0"));
  if (!name) deck->tree.out_of_memory = true;
  return name ? name : statement->name;
}
