/* SPLINE: tables. */
#include <ctype.h>
#include <string.h>

#include "read/adams/deck.h"
#include "read/adams/translators.h"

static void push_numbers(SarDeck *deck, SarNode *list, const SarArgument *numbers, int32_t from) {
  for (int32_t i = from; i < numbers->count; i++) {
    const SarWritten *value = &numbers->values[i];
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, value->source, "%s", value->text));
  }
}

static SarStatus fail(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                      const char *message) {
  return sar_report(deck->context, SAR_INPUT, source, sar_deck_title(deck, statement), remedy, "%s", message);
}

/* One curve: as many values as x has. A family: each Y begins with its z. */
static SarStatus put_curves(SarDeck *deck, const SarStatement *statement, SarNode *table, int32_t points) {
  SarTree *tree = &deck->tree;
  SarNode *z = sar_tree_list(tree, statement->source), *curves = sar_tree_list(tree, statement->source);
  int32_t count = 0;
  for (int32_t i = 0; i < statement->count; i++) {
    const SarArgument *y = &statement->arguments[i];
    if (strcmp(y->name, "Y") != 0) continue;
    SarNode *values = sar_tree_list(tree, y->source);
    if (y->count == points && count == 0) {
      push_numbers(deck, values, y, 0);
      sar_tree_put(tree, table, "y", y->source, values);
      return SAR_OK;
    }
    if (y->count != points + 1) {
      return fail(deck, statement, y->source, "give one for each x; in a family of curves, z first",
                  "the lists of x and y differ in length");
    }
    sar_tree_push(tree, z, sar_tree_text(tree, y->values[0].source, "%s", y->values[0].text));
    push_numbers(deck, values, y, 1);
    sar_tree_push(tree, curves, values);
    count++;
  }
  if (!count) return fail(deck, statement, statement->source, "give Y=, one for each x", "`Y` is missing");
  sar_tree_put(tree, table, "z", statement->source, z);
  sar_tree_put(tree, table, "y", statement->source, curves);
  return SAR_OK;
}

static bool is_csv(const char *file) {
  size_t length = strlen(file);
  const char *end = length >= 4 ? file + length - 4 : "";
  return end[0] == '.' && tolower((unsigned char)end[1]) == 'c' && tolower((unsigned char)end[2]) == 's' &&
         tolower((unsigned char)end[3]) == 'v';
}

/* The first two columns of a CSV file, or the first and that of CHANNEL. */
static SarStatus put_file(SarDeck *deck, const SarStatement *statement, SarNode *table, bool *used) {
  SarTree *tree = &deck->tree;
  const SarArgument *file = sar_statement_argument(statement, "FILE");
  const char *name = file->count ? file->values[0].text : "";
  *used = is_csv(name);
  if (!*used) {
    return sar_deck_refuse(deck, statement, file->source, "write its points as X= and Y=, or as columns of a CSV file",
                           "the file `%s` of a spline is not a CSV file", name);
  }
  double channel;
  SAR_TRY(sar_statement_number(deck->context, statement, "CHANNEL", 0, 2, &channel));
  SarNode *columns = sar_tree_list(tree, file->source);
  sar_tree_push(tree, columns, sar_tree_text(tree, file->source, "1"));
  sar_tree_push(tree, columns, sar_tree_text(tree, file->source, "%g", channel));
  sar_tree_put_text(tree, table, "file", file->source, "%s", name);
  sar_tree_put(tree, table, "columns", file->source, columns);
  return SAR_OK;
}

SarStatus sar_deck_spline(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  SarNode *table = sar_tree_mapping(tree, statement->source);
  const SarArgument *x = sar_statement_argument(statement, "X");
  if (sar_statement_has(statement, "FILE")) {
    bool used;
    SAR_TRY(put_file(deck, statement, table, &used));
    if (!used) return SAR_OK;
  } else {
    if (!x) return fail(deck, statement, statement->source, "give X= and Y=", "`X` is missing");
    SarNode *values = sar_tree_list(tree, x->source);
    push_numbers(deck, values, x, 0);
    sar_tree_put(tree, table, "x", x->source, values);
    SAR_TRY(put_curves(deck, statement, table, x->count));
  }
  const SarArgument *linear = sar_statement_argument(statement, "LINEAR_EXTRAPOLATE");
  if (linear) sar_tree_put_text(tree, table, "extrapolate", linear->source, "linear");
  sar_tree_put(tree, sar_tree_section(tree, "splines"), statement->name, statement->source, table);
  return SAR_OK;
}
