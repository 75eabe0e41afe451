/* VARIABLE, DIFF, LSE, TFSISO: algebraic and differential equations of the user's own. */
#include <stdlib.h>
#include <string.h>

#include "read/adams/data.h"
#include "read/adams/deck.h"
#include "read/adams/translators.h"

static SarSource source_of(const SarStatement *statement, const char *argument) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  return given ? given->source : statement->source;
}

/* Value `index` of a numeric argument, if it is given. */
static void put_number(SarDeck *deck, const SarStatement *statement, SarNode *mapping, const char *key,
                       const char *argument, int32_t index) {
  const char *text = sar_deck_text(statement, argument, index);
  if (text) sar_tree_put_text(&deck->tree, mapping, key, source_of(statement, argument), "%s", text);
}

static void put_numbers(SarDeck *deck, SarNode *mapping, const char *key, const SarArgument *numbers) {
  SarNode *list = sar_tree_list(&deck->tree, numbers->source);
  for (int32_t i = 0; i < numbers->count; i++) {
    const SarWritten *value = &numbers->values[i];
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, value->source, "%s", value->text));
  }
  sar_tree_put(&deck->tree, mapping, key, numbers->source, list);
}

static SarStatus missing(SarDeck *deck, const SarStatement *statement, const char *argument) {
  return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement), "give it",
                    "`%s` is missing", argument);
}

/* FUNCTION, which must be there. *text stays null where the statement is to be left out. */
static SarStatus read_function(SarDeck *deck, const SarStatement *statement, const char **text) {
  if (!sar_statement_has(statement, "FUNCTION")) return missing(deck, statement, "FUNCTION");
  return sar_deck_expression(deck, statement, "FUNCTION", text);
}

/* ---- VARIABLE ---- */

SarStatus sar_deck_variable(SarDeck *deck, const SarStatement *statement) {
  const char *function;
  SAR_TRY(read_function(deck, statement, &function));
  if (!function) return SAR_OK;
  SarTree *tree = &deck->tree;
  SarNode *variable = sar_tree_mapping(tree, statement->source);
  sar_tree_put_text(tree, variable, "value", source_of(statement, "FUNCTION"), "%s", function);
  put_number(deck, statement, variable, "start", "IC", 0);
  sar_tree_put(tree, sar_tree_section(tree, "variables"), statement->name, statement->source, variable);
  return SAR_OK;
}

/* ---- DIFF ---- */

static void put_hold(SarDeck *deck, const SarStatement *statement, SarNode *state) {
  if (!sar_statement_has(statement, "STATIC_HOLD")) return;
  sar_tree_put_text(&deck->tree, state, "hold", source_of(statement, "STATIC_HOLD"), "true");
}

/* What follows from an equation: a state if its rate stands there, else a variable. */
static void put_implicit(SarDeck *deck, const SarStatement *statement, const char *function) {
  SarTree *tree = &deck->tree;
  SarNode *state = sar_tree_mapping(tree, statement->source);
  bool differential = strstr(function, "rate(") != NULL;
  put_number(deck, statement, state, "start", "IC", 0);
  if (differential) put_number(deck, statement, state, "start_rate", "IC", 1);
  sar_tree_put_text(tree, state, "equation", source_of(statement, "FUNCTION"), "%s", function);
  if (differential) put_hold(deck, statement, state);
  sar_tree_put(tree, sar_tree_section(tree, differential ? "states" : "variables"), statement->name, statement->source,
               state);
}

static void put_explicit(SarDeck *deck, const SarStatement *statement, const char *function) {
  SarTree *tree = &deck->tree;
  SarNode *state = sar_tree_mapping(tree, statement->source);
  put_number(deck, statement, state, "start", "IC", 0);
  sar_tree_put_text(tree, state, "rate", source_of(statement, "FUNCTION"), "%s", function);
  put_hold(deck, statement, state);
  sar_tree_put(tree, sar_tree_section(tree, "states"), statement->name, statement->source, state);
}

SarStatus sar_deck_diff(SarDeck *deck, const SarStatement *statement) {
  const char *function;
  SAR_TRY(read_function(deck, statement, &function));
  if (!function) return SAR_OK;
  if (sar_statement_has(statement, "DYNAMIC_HOLD")) {
    return sar_deck_refuse(deck, statement, source_of(statement, "DYNAMIC_HOLD"),
                           "let its FUNCTION be 0 where it should not move",
                           "DYNAMIC_HOLD, a state that moves in static analyses only, is not supported");
  }
  if (sar_statement_has(statement, "IMPLICIT")) {
    put_implicit(deck, statement, function);
  } else {
    put_explicit(deck, statement, function);
  }
  return SAR_OK;
}

/* ---- LSE, TFSISO ---- */

/* The names of the variables of an ARRAY of inputs. */
static SarStatus read_inputs(SarDeck *deck, const SarStatement *statement, SarNode *list, int32_t *count) {
  const SarStatement *array, *variable;
  SAR_TRY(sar_deck_refer(deck, statement, "U", 0, "ARRAY", &array));
  const SarArgument *variables = sar_statement_argument(array, "VARIABLES");
  *count = variables ? variables->count : 0;
  if (!variables) {
    return sar_report(deck->context, SAR_INPUT, source_of(statement, "U"), sar_deck_title(deck, statement),
                      "name an ARRAY with U and VARIABLES=", "%s has no VARIABLES", sar_deck_title(deck, array));
  }
  for (int32_t i = 0; i < *count; i++) {
    SAR_TRY(sar_deck_refer(deck, array, "VARIABLES", i, "VARIABLE", &variable));
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, variables->values[i].source, "%s", variable->name));
  }
  return SAR_OK;
}

static SarStatus put_matrix(SarDeck *deck, const SarStatement *statement, SarNode *mapping, const char *key,
                            const char *argument) {
  SarDeckMatrix matrix;
  SarTree *tree = &deck->tree;
  SarSource source = source_of(statement, argument);
  SAR_TRY(sar_deck_matrix(deck, statement, argument, &matrix));
  if (!matrix.text) return SAR_OK;
  SarNode *rows = sar_tree_list(tree, source);
  for (int32_t i = 0; i < matrix.rows; i++) {
    SarNode *row = sar_tree_list(tree, source);
    for (int32_t j = 0; j < matrix.columns; j++) {
      sar_tree_push(tree, row, sar_tree_text(tree, source, "%s", matrix.text[i * matrix.columns + j]));
    }
    sar_tree_push(tree, rows, row);
  }
  sar_tree_put(tree, mapping, key, source, rows);
  return SAR_OK;
}

static SarStatus put_start(SarDeck *deck, const SarStatement *statement, SarNode *mapping) {
  const SarStatement *array;
  if (!sar_statement_has(statement, "IC")) return SAR_OK;
  SAR_TRY(sar_deck_refer(deck, statement, "IC", 0, "ARRAY", &array));
  const SarArgument *numbers = sar_statement_argument(array, "NUMBERS");
  if (!numbers) return missing(deck, array, "NUMBERS");
  put_numbers(deck, mapping, "start", numbers);
  return SAR_OK;
}

SarStatus sar_deck_lse(SarDeck *deck, const SarStatement *statement) {
  static const char *const matrices[][2] = {{"a", "A"}, {"b", "B"}, {"c", "C"}, {"d", "D"}};
  SarTree *tree = &deck->tree;
  SarNode *system = sar_tree_mapping(tree, statement->source);
  if (!sar_statement_has(statement, "A")) return missing(deck, statement, "A");
  sar_tree_put_text(tree, system, "type", statement->source, "state-space");
  if (sar_statement_has(statement, "U")) {
    int32_t count;
    SarNode *inputs = sar_tree_list(tree, source_of(statement, "U"));
    SAR_TRY(read_inputs(deck, statement, inputs, &count));
    sar_tree_put(tree, system, "inputs", source_of(statement, "U"), inputs);
  }
  for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
    SAR_TRY(put_matrix(deck, statement, system, matrices[i][0], matrices[i][1]));
  }
  SAR_TRY(put_start(deck, statement, system));
  put_hold(deck, statement, system);
  sar_tree_put(tree, sar_tree_section(tree, "states"), statement->name, statement->source, system);
  return SAR_OK;
}

SarStatus sar_deck_tfsiso(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  const SarArgument *numerator = sar_statement_argument(statement, "NUMERATOR");
  const SarArgument *denominator = sar_statement_argument(statement, "DENOMINATOR");
  if (!numerator) return missing(deck, statement, "NUMERATOR");
  if (!denominator) return missing(deck, statement, "DENOMINATOR");
  SarNode *function = sar_tree_mapping(tree, statement->source), *inputs = sar_tree_list(tree, statement->source);
  int32_t count;
  SAR_TRY(read_inputs(deck, statement, inputs, &count));
  if (count != 1) {
    return sar_report(deck->context, SAR_INPUT, source_of(statement, "U"), sar_deck_title(deck, statement),
                      "give its ARRAY one VARIABLE", "a TFSISO has one input, not %d", (int)count);
  }
  sar_tree_put_text(tree, function, "type", statement->source, "transfer-function");
  if (inputs && inputs->count) sar_tree_put(tree, function, "input", statement->source, inputs->items[0]);
  put_numbers(deck, function, "numerator", numerator);
  put_numbers(deck, function, "denominator", denominator);
  put_hold(deck, statement, function);
  sar_tree_put(tree, sar_tree_section(tree, "states"), statement->name, statement->source, function);
  return SAR_OK;
}
