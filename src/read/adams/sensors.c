/* SENSOR: events.
 *
 * A sensor is on where |e - VALUE| <= ERROR (EQ), e >= VALUE - ERROR (GE) or e <= VALUE + ERROR (LE). ERROR is how
 * exactly it is found; the event is where e passes VALUE, which is located to rounding. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/deck.h"
#include "read/adams/translators.h"

static SarSource source_of(const SarStatement *statement, const char *argument) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  return given ? given->source : statement->source;
}

/* What our integrator does by itself, or nobody sees. */
static void remark_ignored(SarDeck *deck, const SarStatement *statement) {
  static const char *const ignored[][2] = {{"DT", "the output step stays as it is"},
                                           {"STEPSIZE", "steps are chosen by their error"}};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    if (!sar_statement_has(statement, ignored[i][0])) continue;
    sar_deck_remark(deck, statement, source_of(statement, ignored[i][0]), "%s is not obeyed: %s", ignored[i][0],
                    ignored[i][1]);
  }
}

static void put_when(SarDeck *deck, const SarStatement *statement, SarNode *event, const char *function) {
  SarTree *tree = &deck->tree;
  SarSource source = source_of(statement, "FUNCTION");
  const char *value = sar_deck_text(statement, "VALUE", 0);
  bool zero = !value || sar_deck_is_zero(value);
  if (zero) {
    sar_tree_put_text(tree, event, "when", source, "%s", function);
  } else if (value[0] == '-') {
    sar_tree_put_text(tree, event, "when", source, "%s + %s", function, value + 1);
  } else {
    sar_tree_put_text(tree, event, "when", source, "%s - %s", function, value);
  }
  if (sar_statement_has(statement, "GE")) {
    sar_tree_put_text(tree, event, "direction", source_of(statement, "GE"), "up");
  } else if (sar_statement_has(statement, "LE")) {
    sar_tree_put_text(tree, event, "direction", source_of(statement, "LE"), "down");
  }
}

/* The parameter that SENVAL asks for, 0 until the event; null: memory is exhausted. */
static const char *put_stored(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  const char *parameter = sar_arena_printf(deck->arena, "%s_value", statement->name);
  if (!parameter) tree->out_of_memory = true;
  if (!parameter) return NULL;
  sar_tree_put_text(tree, sar_tree_section(tree, "parameters"), parameter, source_of(statement, "EVALUATE"), "0");
  return parameter;
}

/* What EVALUATE stores. */
static void put_evaluate(SarDeck *deck, const SarStatement *statement, SarNode *event, const char *evaluate) {
  SarTree *tree = &deck->tree;
  SarSource source = source_of(statement, "EVALUATE");
  const char *parameter = put_stored(deck, statement);
  if (!parameter) return;
  SarNode *set = sar_tree_mapping(tree, source);
  sar_tree_put_text(tree, set, parameter, source, "%s", evaluate);
  sar_tree_put(tree, event, "set", source, set);
}

static void put_actions(SarDeck *deck, const SarStatement *statement, SarNode *event) {
  SarTree *tree = &deck->tree;
  bool halt = sar_statement_has(statement, "HALT"), leave = sar_statement_has(statement, "RETURN");
  if (halt || leave) sar_tree_put_text(tree, event, halt ? "stop" : "end_phase", statement->source, "true");
  if (!halt && !leave && !sar_statement_has(statement, "PRINT")) {
    sar_tree_put_text(tree, event, "record", statement->source, "false");
  }
  if (sar_statement_has(statement, "RESTART")) {
    sar_tree_put_text(tree, event, "restart", source_of(statement, "RESTART"), "true");
  }
}

/* As USER(...) is with --user zero. */
static bool is_constant(const char *function) {
  double value;
  size_t length = strlen(function);
  return sar_text_number(function, length, &value) == length;
}

SarStatus sar_deck_sensor(SarDeck *deck, const SarStatement *statement) {
  const char *function, *evaluate;
  if (!sar_statement_has(statement, "FUNCTION")) {
    return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement), "give it",
                      "`FUNCTION` is missing");
  }
  SAR_TRY(sar_deck_expression(deck, statement, "FUNCTION", &function));
  SAR_TRY(sar_deck_expression(deck, statement, "EVALUATE", &evaluate));
  if (!function || (!evaluate && sar_statement_has(statement, "EVALUATE"))) return SAR_OK;
  SarTree *tree = &deck->tree;
  if (is_constant(function)) {
    sar_deck_remark(deck, statement, source_of(statement, "FUNCTION"), "its function is constant: it never happens");
    if (evaluate) put_stored(deck, statement);
    return SAR_OK;
  }
  SarNode *event = sar_tree_mapping(tree, statement->source);
  put_when(deck, statement, event, function);
  put_actions(deck, statement, event);
  if (evaluate) put_evaluate(deck, statement, event, evaluate);
  remark_ignored(deck, statement);
  sar_tree_put(tree, sar_tree_section(tree, "events"), statement->name, statement->source, event);
  return SAR_OK;
}
