/* The arguments of a statement, by its line in the tables: what stands behind `=`, and where it ends, depends on what
 * the argument takes. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/scan.h"

#define MOST_DIGITS 18

typedef struct Cursor {
  SarScan *scan;
  const char *text; /* of the joined statement, 0 at its end */
  int32_t at;
  SarStatement *statement;
  const SarFormals *formals;
  int32_t capacity; /* of the statement's arguments */
} Cursor;

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }
static bool separates(char c) { return c == ',' || c == SAR_CONTINUED; }
static bool ends_value(char c) { return separates(c) || c == '\\' || !c; }

static int32_t skip_blanks(const Cursor *c, int32_t at) {
  while (c->text[at] == ' ') at++;
  return at;
}

/* Blanks and separators. */
static int32_t skip_gap(const Cursor *c, int32_t at) {
  while (c->text[at] == ' ' || separates(c->text[at])) at++;
  return at;
}

static int32_t end_of_word(const Cursor *c, int32_t at) {
  while (in_word(c->text[at])) at++;
  return at;
}

/* ---- what is wrong ---- */

static const char *title_of(Cursor *c) {
  const SarStatement *statement = c->statement;
  const char *title =
      statement->id < 0 ? statement->class->name
                        : sar_arena_printf(c->scan->arena, "%s/%lld", statement->class->name, (long long)statement->id);
  return title ? title : statement->class->name;
}

#define FAULT(c, at, remedy, ...) \
  ((c)->statement->faulty = true, \
   (c)->scan->status =            \
       sar_report((c)->scan->context, SAR_INPUT, sar_scan_at((c)->scan, (at)), title_of(c), remedy, __VA_ARGS__))

/* How much of what stands there a message shows. */
static int shown(const Cursor *c, int32_t at) {
  int length = 0;
  while (length < 24 && !ends_value(c->text[at + length])) length++;
  return length;
}

static void missing_comma(Cursor *c, int32_t at) {
  FAULT(c, at, "put a comma between them", "a comma is missing before `%.*s`", shown(c, at), c->text + at);
}

/* To the separator before the next argument. */
static void recover(Cursor *c) {
  for (; c->text[c->at] && c->text[c->at] != '\\'; c->at++) {
    if (!separates(c->text[c->at])) continue;
    int32_t next = skip_gap(c, c->at);
    if (!c->text[next] || begins_word(c->text[next])) return;
    c->at = next - 1;
  }
}

static SarStatus unknown_argument(Cursor *c, int32_t begin, int32_t end) {
  SarScan *scan = c->scan;
  SarStatements *out = scan->out;
  SarUnknownArgument *unknown =
      sar_arena_append(scan->arena, 8, &out->unknown, &out->nunknown, &scan->unknown_capacity, sizeof *unknown);
  if (!unknown) return sar_report_no_memory(scan->context);
  *unknown = (SarUnknownArgument){.statement = out->count - 1, .source = sar_scan_at(scan, begin)};
  unknown->name = sar_arena_copy_text_n(scan->arena, c->text + begin, (size_t)(end - begin));
  if (!unknown->name) return sar_report_no_memory(scan->context);
  SarSuggestion suggestion = sar_suggestion(unknown->name);
  for (int32_t i = 0; i < c->formals->count; i++) sar_suggestion_offer(&suggestion, c->formals->all[i].name);
  unknown->meant = sar_suggestion_best(&suggestion);
  c->at = end;
  recover(c);
  return SAR_OK;
}

/* ---- looking ahead ---- */

/* Whether an argument begins at a word: `=` follows, or it is a flag of this statement that stands alone. */
static bool argument_at(const Cursor *c, int32_t at) {
  if (!begins_word(c->text[at])) return false;
  int32_t end = end_of_word(c, at), next = skip_blanks(c, end);
  if (c->text[next] == '=') return true;
  if (!ends_value(c->text[next])) return false;
  const SarFormal *formal = sar_formal_meant(c->formals, c->text + at, (size_t)(end - at), false);
  return formal && formal->form == SAR_FORM_FLAG;
}

/* ---- values ---- */

static SarStatus add_value(Cursor *c, SarArgument *argument, int32_t *capacity, const char *text, int32_t at) {
  SarWritten *value = sar_arena_append(c->scan->arena, 4, &argument->values, &argument->count, capacity, sizeof *value);
  if (!value || !text) return sar_report_no_memory(c->scan->context);
  *value = (SarWritten){text, sar_scan_at(c->scan, at)};
  return SAR_OK;
}

/* Without the blanks in it. */
static char *compact(Cursor *c, int32_t begin, int32_t end) {
  char *text = sar_arena_alloc(c->scan->arena, (size_t)(end - begin) + 1, 1);
  int32_t length = 0;
  for (int32_t i = begin; text && i < end; i++) {
    if (c->text[i] != ' ') text[length++] = c->text[i];
  }
  return text;
}

static bool is_number(const char *text) {
  size_t length = strlen(text);
  double value;
  size_t used = sar_text_number(text, length, &value);
  if (used > 0 && (text[used] == 'D' || text[used] == 'd')) used++;
  return used > 0 && used == length && isfinite(value);
}

static bool is_whole(const char *text) {
  size_t zeros = strspn(text, "0"), digits = strspn(text, "0123456789");
  return digits > 0 && !text[digits] && digits - zeros <= MOST_DIGITS;
}

/* What stands where a number belongs. */
static void report_number(Cursor *c, int32_t begin, int32_t end, const char *name, bool whole) {
  int32_t gap = begin;
  if (strchr("+-", c->text[gap])) gap = skip_blanks(c, gap + 1);
  while (gap < end && c->text[gap] != ' ') gap++;
  char *first = compact(c, begin, gap), *all = compact(c, begin, end);
  int32_t next = skip_blanks(c, gap);
  if (!first || !all) {
    c->scan->status = sar_report_no_memory(c->scan->context);
  } else if (gap < end && (whole ? is_whole(first) : is_number(first))) {
    missing_comma(c, next);
  } else {
    FAULT(c, begin, whole ? "give the number of a statement" : "write it as 1, 0.5, 1E-3 or, in degrees, 90D",
          whole ? "`%s` takes whole numbers, not `%.40s`" : "`%s` takes numbers, not `%.40s`", name, all);
  }
}

static SarStatus read_numbers(Cursor *c, SarArgument *argument) {
  bool whole = argument->form == SAR_FORM_IDS;
  int32_t capacity = 0;
  c->at = skip_gap(c, c->at);
  for (;;) {
    int32_t begin = c->at, end = begin;
    while (!ends_value(c->text[end])) end++;
    char *text = compact(c, begin, end);
    if (!text) return sar_report_no_memory(c->scan->context);
    if (!(whole ? is_whole(text) : is_number(text))) {
      report_number(c, begin, end, argument->name, whole);
      recover(c);
      return SAR_OK;
    }
    SAR_TRY(add_value(c, argument, &capacity, text, begin));
    c->at = end;
    int32_t next = skip_gap(c, end);
    char first = c->text[next];
    if (!separates(c->text[end]) || !first || first == '\\' || begins_word(first)) return SAR_OK;
    c->at = next;
  }
}

/* One word, quoted or not; c->at is behind it. */
static SarStatus read_word(Cursor *c, SarArgument *argument, int32_t *capacity) {
  int32_t begin = c->at, end = begin;
  if (c->text[begin] == '"') {
    const char *quote = strchr(c->text + begin + 1, '"');
    if (!quote) {
      FAULT(c, begin, "close it", "this quote is not closed");
      c->at = (int32_t)strlen(c->text);
      return SAR_OK;
    }
    end = (int32_t)(quote - c->text);
    c->at = skip_blanks(c, end + 1);
    return add_value(c, argument, capacity,
                     sar_arena_copy_text_n(c->scan->arena, c->text + begin + 1, (size_t)(end - begin - 1)), begin);
  }
  while (!ends_value(c->text[end]) && c->text[end] != ':') end++;
  c->at = end;
  while (end > begin && c->text[end - 1] == ' ') end--;
  return add_value(c, argument, capacity, sar_arena_copy_text_n(c->scan->arena, c->text + begin, (size_t)(end - begin)),
                   begin);
}

static SarStatus read_words(Cursor *c, SarArgument *argument) {
  int32_t capacity = 0;
  c->at = skip_gap(c, c->at);
  for (;;) {
    SAR_TRY(read_word(c, argument, &capacity));
    char after = c->text[c->at];
    if (after == ':') {
      c->at = skip_blanks(c, c->at + 1);
      if (c->text[c->at] == SAR_CONTINUED) c->at = skip_gap(c, c->at);
      continue;
    }
    int32_t next = skip_gap(c, c->at);
    if (!separates(after) || !c->text[next] || c->text[next] == '\\' || argument_at(c, next)) return SAR_OK;
    c->at = next;
  }
}

/* Whether another argument of the statement stands there, rather than text. */
static bool is_formal(const Cursor *c, int32_t at) {
  int32_t word = end_of_word(c, at);
  bool value = c->text[skip_blanks(c, word)] == '=';
  return begins_word(c->text[at]) && argument_at(c, at) &&
         sar_formal_meant(c->formals, c->text + at, (size_t)(word - at), value);
}

/* To the end of the line, or to the comma before another argument. Programs that write decks leave texts empty. */
static SarStatus read_text(Cursor *c, SarArgument *argument) {
  const SarJoined *joined = &c->scan->joined;
  int32_t capacity = 0;
  c->at = skip_blanks(c, c->at);
  if (c->text[c->at] == SAR_CONTINUED) {
    int32_t next = skip_blanks(c, c->at + 1);
    if (is_formal(c, next)) return add_value(c, argument, &capacity, "", c->at);
    c->at = next;
  }
  int32_t begin = c->at, piece = sar_scan_piece(c->scan, begin) + 1;
  int32_t line = piece < joined->npieces ? joined->pieces[piece].offset - 1 : joined->length, end = line;
  for (int32_t i = begin; i < line; i++) {
    if (c->text[i] == ',' && is_formal(c, skip_blanks(c, i + 1))) {
      end = i;
      break;
    }
  }
  c->at = end;
  while (end > begin && strchr(" ,\\", c->text[end - 1])) end--;
  int32_t first = begin;
  if (end > begin + 1 && c->text[begin] == '"' && c->text[end - 1] == '"') first++, end--;
  return add_value(c, argument, &capacity,
                   sar_arena_copy_text_n(c->scan->arena, c->text + first, (size_t)(end - first)), first);
}

/* ---- expressions ---- */

/* Whether what stands before a line's end lacks its right side: then a word in the next line is no argument. */
static bool incomplete(const Cursor *c, int32_t begin, int32_t at) {
  while (at > begin && (c->text[at - 1] == ' ' || c->text[at - 1] == SAR_CONTINUED)) at--;
  return at == begin || strchr("+-*/(,:%", c->text[at - 1]);
}

static bool expression_ends(const Cursor *c, int32_t begin, int32_t at, int32_t depth) {
  char here = c->text[at];
  if (!here || here == '\\' || (here == ',' && depth == 0)) return true;
  if (here != SAR_CONTINUED) return false;
  int32_t next = skip_gap(c, at), word = end_of_word(c, next);
  if (!c->text[next]) return true;
  if (!begins_word(c->text[next])) return false;
  if (c->text[skip_blanks(c, word)] == '=') return true;
  return depth == 0 && !incomplete(c, begin, at) && argument_at(c, next);
}

static SarStatus keep_expression(Cursor *c, SarArgument *argument, int32_t begin, int32_t end) {
  const SarJoined *joined = &c->scan->joined;
  SarArena *arena = c->scan->arena;
  int32_t first = sar_scan_piece(c->scan, begin);
  argument->npieces = sar_scan_piece(c->scan, end > begin ? end - 1 : begin) - first + 1;
  argument->pieces = SAR_NEW(arena, argument->npieces, SarTextPiece);
  argument->expression = sar_arena_copy_text_n(arena, c->text + begin, (size_t)(end - begin));
  if (!argument->pieces || !argument->expression) return sar_report_no_memory(c->scan->context);
  for (int32_t i = 0; i < argument->npieces; i++) {
    int32_t offset = i ? joined->pieces[first + i].offset : begin;
    SarSource source = sar_scan_at(c->scan, offset);
    argument->pieces[i] = (SarTextPiece){offset - begin, source.line, source.column};
  }
  return SAR_OK;
}

/* The bracket that nothing closes. */
static void report_open(Cursor *c, int32_t begin, int32_t end) {
  int32_t closed = 0;
  for (int32_t i = end - 1; i >= begin; i--) {
    char here = c->text[i];
    if (here == ')' || here == ']') closed++;
    if ((here == '(' || here == '[') && closed-- == 0) {
      FAULT(c, i, "close it", "this %s is not closed", here == '(' ? "parenthesis" : "bracket");
      return;
    }
  }
}

static SarStatus read_expression(Cursor *c, SarArgument *argument) {
  c->at = skip_blanks(c, c->at);
  if (separates(c->text[c->at])) c->at = skip_gap(c, c->at);
  int32_t begin = c->at, end = begin, depth = 0;
  for (; !expression_ends(c, begin, end, depth); end++) {
    char here = c->text[end];
    if (here == '(' || here == '[') depth++;
    if ((here == ')' || here == ']') && depth-- == 0) {
      FAULT(c, end, "remove it", "this %s was not opened", here == ')' ? "parenthesis" : "bracket");
      depth = 0;
    }
  }
  c->at = end;
  while (end > begin && (c->text[end - 1] == ' ' || c->text[end - 1] == SAR_CONTINUED)) end--;
  if (depth > 0) report_open(c, begin, end);
  return keep_expression(c, argument, begin, end);
}

/* ---- arguments ---- */

static SarStatus read_value(Cursor *c, SarArgument *argument) {
  switch (argument->form) {
    case SAR_FORM_NUMBERS:
    case SAR_FORM_IDS: return read_numbers(c, argument);
    case SAR_FORM_WORDS: return read_words(c, argument);
    case SAR_FORM_TEXT: return read_text(c, argument);
    case SAR_FORM_EXPRESSION: return read_expression(c, argument);
    case SAR_FORM_FLAG: break;
  }
  return SAR_OK;
}

/* Whether the next argument, or the end, stands behind `=`. */
static bool nothing_follows(const Cursor *c, int32_t at, SarArgumentForm form) {
  int32_t next = skip_gap(c, at);
  if (form == SAR_FORM_TEXT) return false;
  if (!c->text[next] || c->text[next] == '\\') return true;
  return begins_word(c->text[next]) && c->text[skip_blanks(c, end_of_word(c, next))] == '=';
}

static SarStatus read_argument(Cursor *c) {
  int32_t begin = c->at, end = end_of_word(c, begin), next = skip_blanks(c, end);
  bool value = c->text[next] == '=';
  const SarFormal *formal = sar_formal_meant(c->formals, c->text + begin, (size_t)(end - begin), value);
  if (!formal) return unknown_argument(c, begin, end);
  SarStatement *statement = c->statement;
  SarArgument *argument =
      sar_arena_append(c->scan->arena, 4, &statement->arguments, &statement->count, &c->capacity, sizeof *argument);
  if (!argument) return sar_report_no_memory(c->scan->context);
  *argument = (SarArgument){.name = formal->name, .form = formal->form, .source = sar_scan_at(c->scan, begin)};
  c->at = next;
  if (value && formal->form == SAR_FORM_FLAG) {
    FAULT(c, next, "leave `=` and what follows it away", "`%s` takes no value", formal->name);
    recover(c);
    return SAR_OK;
  }
  if (!value && formal->form != SAR_FORM_FLAG) {
    FAULT(c, begin, "write NAME = value", "`%s` needs a value", formal->name);
    recover(c);
    return SAR_OK;
  }
  if (value && nothing_follows(c, ++c->at, formal->form)) {
    FAULT(c, c->at, "write NAME = value", "`%s` has no value", formal->name);
    return SAR_OK;
  }
  SAR_TRY(read_value(c, argument));
  c->at = skip_blanks(c, c->at);
  if (ends_value(c->text[c->at])) return SAR_OK;
  missing_comma(c, c->at);
  recover(c);
  return SAR_OK;
}

SarStatus sar_scan_arguments(SarScan *scan, int32_t offset, SarStatement *statement, const SarFormals *formals) {
  Cursor cursor = {.scan = scan, .text = scan->joined.text, .at = offset, .statement = statement, .formals = formals};
  Cursor *c = &cursor;
  c->at = skip_blanks(c, c->at);
  if (statement->id >= 0 && !ends_value(c->text[c->at])) missing_comma(c, c->at);
  for (;;) {
    c->at = skip_gap(c, c->at);
    char here = c->text[c->at];
    if (!here) return SAR_OK;
    if (here == '\\') {
      c->at++;
    } else if (begins_word(here)) {
      SAR_TRY(read_argument(c));
    } else {
      FAULT(c, c->at, "write NAME = value", "here should be an argument, not `%.*s`", shown(c, c->at), c->text + c->at);
      recover(c);
    }
  }
}
