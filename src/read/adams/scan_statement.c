/* The head of a statement: its name, a slash, its number. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/scan.h"

#define MOST_DIGITS 18

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static int32_t skip_blanks(const SarJoined *joined, int32_t at) {
  while (at < joined->length && joined->text[at] == ' ') at++;
  return at;
}

/* ---- kinds ---- */

static SarStatus find_formals(SarScan *scan, const SarStatementClass *class, SarFormals *out) {
  for (int32_t i = 0; i < scan->nknown; i++) {
    if (scan->known[i].class == class) {
      *out = scan->known[i].formals;
      return SAR_OK;
    }
  }
  *out = sar_formals_make(scan->arena, class);
  if (!out->all) return sar_report_no_memory(scan->context);
  SarKnownKind *kind =
      sar_arena_append(scan->arena, 32, &scan->known, &scan->nknown, &scan->known_capacity, sizeof *kind);
  if (!kind) return sar_report_no_memory(scan->context);
  *kind = (SarKnownKind){class, *out};
  return SAR_OK;
}

/* A kind that there is not: refused like those that cannot be translated. */
static const SarStatementClass *unknown_class(SarScan *scan, const char *word, size_t length) {
  SarStatementClass *class = SAR_NEW(scan->arena, 1, SarStatementClass);
  char *name = sar_arena_copy_text_n(scan->arena, word, length);
  if (!class || !name) return NULL;
  for (char *p = name; *p; p++) *p = (char)toupper((unsigned char)*p);
  SarSuggestion suggestion = sar_suggestion(name);
  const SarStatementClass *one;
  for (int what = (int)scan->what; what >= SAR_SCAN_DECK; what--) {
    for (int32_t i = 0; (one = sar_deck_class_at((SarScanned)what, i)); i++)
      sar_suggestion_offer(&suggestion, one->name);
  }
  SarHint hint = sar_hint(&suggestion);
  *class = (SarStatementClass){.name = name, .support = SAR_DECK_REFUSED, .prefix = "", .arguments = ""};
  class->remark = sar_arena_printf(scan->arena, "check its spelling%s%s%s", hint.open, hint.word, hint.close);
  class->translate = sar_deck_class("UNITS")->translate;
  return class->remark ? class : NULL;
}

/* ---- head ---- */

static SarStatus fault(SarScan *scan, SarStatement *statement, int32_t at, const char *remedy, const char *what) {
  statement->faulty = true;
  scan->status = sar_report(scan->context, SAR_INPUT, sar_scan_at(scan, at), NULL, remedy, "%s", what);
  return SAR_OK;
}

/* The number behind the slash. */
static SarStatus read_id(SarScan *scan, SarStatement *statement, int32_t *at) {
  const SarJoined *joined = &scan->joined;
  int32_t begin = skip_blanks(joined, *at);
  if (begin < joined->length && joined->text[begin] == SAR_CONTINUED) begin = skip_blanks(joined, begin + 1);
  int32_t end = begin, significant = 0;
  int64_t id = 0;
  for (; end < joined->length && isdigit((unsigned char)joined->text[end]); end++) {
    significant += significant > 0 || joined->text[end] != '0';
    if (significant <= MOST_DIGITS) id = 10 * id + (joined->text[end] - '0');
  }
  if (significant > MOST_DIGITS) return fault(scan, statement, begin, "use smaller ones", "this number is too large");
  bool number = end > begin && (end == joined->length || !in_word(joined->text[end]));
  if (number) {
    statement->id = id;
    statement->id_source = sar_scan_at(scan, begin);
    *at = end;
    if (id > 0 || !statement->class->prefix[0]) return SAR_OK;
    return fault(scan, statement, begin, "number statements from 1 on", "0 is no number of a statement");
  }
  if (!statement->class->prefix[0]) return SAR_OK;
  char what[128];
  snprintf(what, sizeof what, "%s needs a number behind the slash", statement->class->name);
  return fault(scan, statement, begin, "write NAME/id: PART/2", what);
}

/* Name and slash. *end: behind it. */
static SarStatus read_name(SarScan *scan, SarStatement *statement, int32_t *end) {
  const SarJoined *joined = &scan->joined;
  int32_t length = 0;
  while (length < joined->length && in_word(joined->text[length])) length++;
  *end = skip_blanks(joined, length);
  char next = *end < joined->length ? joined->text[*end] : 0;
  if (length == 0 || !isalpha((unsigned char)joined->text[0])) {
    return fault(scan, statement, 0, "write NAME/id, or begin the line with a comma if it goes on with the one above",
                 "a statement begins with its name");
  }
  if (next == '=') {
    return fault(scan, statement, 0, "begin the line with a comma",
                 "this is no statement, and the line does not go on with the one above");
  }
  statement->class = sar_class_meant(scan->what, joined->text, (size_t)length);
  if (!statement->class) statement->class = unknown_class(scan, joined->text, (size_t)length);
  if (!statement->class) return sar_report_no_memory(scan->context);
  if (next == '/')
    ++*end;
  else if (scan->what == SAR_SCAN_DECK && statement->class->support != SAR_DECK_REFUSED) {
    return fault(scan, statement, *end, "write NAME/id: PART/2", "there is no slash behind the name of the statement");
  }
  return SAR_OK;
}

static bool is_last(const SarScan *scan) {
  const char *word = scan->what == SAR_SCAN_DECK ? "END" : "STOP";
  const SarJoined *joined = &scan->joined;
  int32_t i = 0;
  for (; word[i] && i < joined->length && toupper((unsigned char)joined->text[i]) == word[i];) i++;
  if (word[i]) return false;
  while (i < joined->length && (joined->text[i] == ' ' || joined->text[i] == '/')) i++;
  return i == joined->length;
}

SarStatus sar_scan_statement(SarScan *scan, bool *last) {
  static const SarStatementClass nothing = {.name = "", .support = SAR_DECK_IGNORED, .prefix = "", .arguments = ""};
  *last = is_last(scan);
  if (*last) return SAR_OK;
  SarStatements *out = scan->out;
  SarStatement *statement =
      sar_arena_append(scan->arena, 64, &out->all, &out->count, &scan->capacity, sizeof *statement);
  if (!statement) return sar_report_no_memory(scan->context);
  *statement = (SarStatement){.class = &nothing, .id = -1, .source = sar_scan_at(scan, 0), .label = scan->label};
  int32_t at;
  SarFormals formals;
  SAR_TRY(read_name(scan, statement, &at));
  if (statement->faulty) return SAR_OK;
  SAR_TRY(read_id(scan, statement, &at));
  if (statement->faulty || !statement->class->arguments[0]) return SAR_OK;
  SAR_TRY(find_formals(scan, statement->class, &formals));
  return sar_scan_arguments(scan, at, statement, &formals);
}
