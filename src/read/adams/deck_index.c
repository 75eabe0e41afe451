/* Statements by kind and number, the values of their arguments, and what is said about those that are left out. */
#include "read/adams/deck_index.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/left_out.h"

/* ---- by kind and number ---- */

static uint64_t hash_of(const char *kind, int64_t id) {
  uint64_t hash = 14695981039346656037u;
  for (; *kind; kind++) hash = (hash ^ (unsigned char)*kind) * 1099511628211u;
  hash = (hash ^ (uint64_t)id) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 32);
}

/* The slot of a kind and number: its statement, or -1 where it would go. */
static int32_t *slot_of(const SarDeckIndex *index, const SarStatements *statements, const char *kind, int64_t id) {
  for (uint64_t i = hash_of(kind, id) & index->mask;; i = (i + 1) & index->mask) {
    int32_t at = index->slots[i];
    if (at < 0 || (statements->all[at].id == id && strcmp(statements->all[at].class->name, kind) == 0)) {
      return &index->slots[i];
    }
  }
}

SarStatus sar_deck_number_statements(SarDeck *deck) {
  const SarStatements *statements = &deck->statements;
  SarDeckIndex *index = SAR_NEW(deck->arena, 1, SarDeckIndex);
  size_t capacity = 64;
  while (capacity < 2 * (size_t)statements->count) capacity *= 2;
  if (index) index->slots = sar_arena_alloc(deck->arena, capacity, sizeof *index->slots);
  if (!index || !index->slots) return sar_report_no_memory(deck->context);
  index->mask = capacity - 1;
  memset(index->slots, 0xFF, capacity * sizeof *index->slots);
  deck->index = index;
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < statements->count; i++) {
    const SarStatement *statement = &statements->all[i];
    if (statement->id < 0 || !statement->class->prefix[0]) continue;
    int32_t *slot = slot_of(index, statements, statement->class->name, statement->id);
    if (*slot < 0) {
      *slot = i;
      continue;
    }
    status = sar_report(deck->context, SAR_INPUT, statement->id_source, NULL, "give each one its own number",
                        "%s/%lld is already in line %d", statement->class->name, (long long)statement->id,
                        (int)statements->all[*slot].source.line);
  }
  return status;
}

const SarStatement *sar_deck_find(const SarDeck *deck, const char *kind, int64_t id) {
  int32_t at = *slot_of(deck->index, &deck->statements, kind, id);
  return at < 0 ? NULL : &deck->statements.all[at];
}

SarStatus sar_deck_refer(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t index,
                         const char *kind, const SarStatement **out) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  *out = NULL;
  if (!given || index >= given->count) {
    return sar_report(deck->context, SAR_INPUT, given ? given->source : statement->source,
                      sar_deck_title(deck, statement), "give the number of the statement that is meant",
                      "`%s` is missing", argument);
  }
  const SarWritten *value = &given->values[index];
  long long id = strtoll(value->text, NULL, 10);
  *out = sar_deck_find(deck, kind, id);
  if (*out) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, value->source, sar_deck_title(deck, statement), "correct the number",
                    "there is no %s/%lld", kind, id);
}

const char *sar_deck_title(SarDeck *deck, const SarStatement *statement) {
  const char *kind = statement->class->name;
  const char *title =
      statement->id < 0 ? kind : sar_arena_printf(deck->arena, "%s/%lld", kind, (long long)statement->id);
  return title ? title : kind;
}

/* ---- arguments ---- */

const SarArgument *sar_statement_argument(const SarStatement *statement, const char *name) {
  for (int32_t i = 0; i < statement->count; i++) {
    if (strcmp(statement->arguments[i].name, name) == 0) return &statement->arguments[i];
  }
  return NULL;
}

bool sar_statement_has(const SarStatement *statement, const char *name) {
  return sar_statement_argument(statement, name) != NULL;
}

const char *sar_deck_text(const SarStatement *statement, const char *argument, int32_t index) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  return given && index < given->count ? given->values[index].text : NULL;
}

bool sar_written_number(const char *text, double *out) {
  size_t length = strlen(text), used = sar_text_number(text, length, out);
  bool degrees = used > 0 && (text[used] == 'D' || text[used] == 'd');
  if (degrees) *out *= 3.14159265358979323846 / 180;
  return used > 0 && used + degrees == length && isfinite(*out);
}

SarStatus sar_statement_number(SarContext *context, const SarStatement *statement, const char *name, int32_t index,
                               double fallback, double *out) {
  const SarArgument *given = sar_statement_argument(statement, name);
  *out = fallback;
  if (!given || index >= given->count) return SAR_OK;
  const SarWritten *value = &given->values[index];
  if (sar_written_number(value->text, out)) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, statement->class->name,
                    "write it as 1, 0.5, 1E-3 or, in degrees, 90D", "`%s` takes numbers, not `%.40s`", name,
                    value->text);
}

bool sar_deck_is_zero(const char *expression) {
  double value;
  if (!expression) return true;
  size_t length = strlen(expression), used = sar_text_number(expression, length, &value);
  return used > 0 && used == length && value == 0;
}

/* ---- what is left out ---- */

static bool in_commands(const SarDeck *deck, SarSource source) {
  const char *own = deck->tree.root->source.file;
  return own && source.file && strcmp(source.file, own) != 0;
}

static const char *place_of(SarDeck *deck, SarSource source) {
  if (!in_commands(deck, source)) return "";
  const char *slash = strrchr(source.file, '/'), *top = deck->options->commands_file;
  if (top && strcmp(source.file, top) == 0) return " of the command file";
  return sar_arena_printf(deck->arena, " of %s", slash ? slash + 1 : source.file);
}

/* A line of the comment before the whole model. */
static void note(SarDeck *deck, SarSource source, const char *title, const char *text) {
  SarDeckIndex *index = deck->index;
  const char **line =
      sar_arena_append(deck->arena, 8, &index->notes, &index->nnotes, &index->notes_capacity, sizeof *line);
  const char *where = place_of(deck, source);
  if (line && where) *line = sar_arena_printf(deck->arena, "line %d%s: %s: %s", (int)source.line, where, title, text);
  if (!line || !where || !*line) deck->tree.out_of_memory = true;
}

static SarStatus refuse(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                        const char *text) {
  const char *title = sar_deck_title(deck, statement);
  if (!text) return sar_report_no_memory(deck->context);
  if (!deck->options->skip_unsupported) {
    return sar_report(deck->context, SAR_INPUT, source, title,
                      remedy && remedy[0] ? remedy : "leave it out with --skip-unsupported", "%s", text);
  }
  sar_warn(deck->context, source, title, remedy, "left out: %s", text);
  text = sar_arena_printf(deck->arena, "left out: %s", text);
  if (!text) return sar_report_no_memory(deck->context);
  note(deck, source, title, text);
  return SAR_OK;
}

SarStatus sar_deck_refuse(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                          const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = sar_arena_vprintf(deck->arena, format, arguments);
  va_end(arguments);
  SAR_TRY(sar_deck_leave_out(deck, statement));
  return refuse(deck, statement, source, remedy, text);
}

SarStatus sar_deck_refuse_detail(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = sar_arena_vprintf(deck->arena, format, arguments);
  va_end(arguments);
  return refuse(deck, statement, source, remedy, text);
}

void sar_deck_remark(SarDeck *deck, const SarStatement *statement, SarSource source, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = sar_arena_vprintf(deck->arena, format, arguments), *title = sar_deck_title(deck, statement);
  va_end(arguments);
  if (!text) {
    deck->tree.out_of_memory = true;
    return;
  }
  sar_warn(deck->context, source, title, NULL, "%s", text);
  note(deck, source, title, text);
}

/* ---- USER(...) ---- */

#define USER_ZERO "USER(...) is taken as 0"

/* Decks may have hundreds. Edits of the command file, for which the deck is translated again, come after the warning.
 */
void sar_deck_user_zero(SarDeck *deck, const SarStatement *statement, SarSource source) {
  SarDeckIndex *index = deck->index;
  if (index->users_told) {
    if (in_commands(deck, source)) sar_deck_remark(deck, statement, source, USER_ZERO);
    return;
  }
  if (index->nusers++ == 0) index->user = statement, index->user_source = source;
  note(deck, source, sar_deck_title(deck, statement), USER_ZERO);
}

void sar_deck_tell_users(SarDeck *deck) {
  SarDeckIndex *index = deck->index;
  int more = (int)index->nusers - 1;
  index->users_told = true;
  if (!index->nusers) return;
  const char *title = sar_deck_title(deck, index->user);
  if (more == 0)
    sar_warn(deck->context, index->user_source, title, NULL, USER_ZERO);
  else
    sar_warn(deck->context, index->user_source, title, "`sarrus convert` names all of them",
             USER_ZERO ", here and in %d more place%s", more, more > 1 ? "s" : "");
}
