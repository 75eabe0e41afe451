/* Bytes to statements. The first line of a deck is its title. A line goes on with the statement above when it begins
 * with a comma, or when the line above ends in `&` or in a comma; blank lines and comments in between do not matter.
 * Behind a comma too many a line that begins with a statement in full is no argument. `;` ends a statement within a
 * line. Comments of Adams/View name the statement that follows. */
#define _POSIX_C_SOURCE 200809L

#include "read/adams/scan.h"

#include <string.h>
#include <strings.h>

#include "read/adams/adams.h"

static bool blank(char c) { return c == ' '; }

char *sar_adams_clean(SarArena *arena, const char *text, size_t length) {
  char *clean = sar_arena_copy_text_n(arena, text, length);
  for (size_t i = 0; clean && i < length;) {
    size_t character = sar_utf8_length(text + i, length - i);
    unsigned char c = (unsigned char)text[i];
    if (character == 0)
      clean[i] = '?';
    else if ((c < ' ' && c != '\n') || c == 0x7F)
      clean[i] = ' ';
    i += character > 0 ? character : 1;
  }
  return clean;
}

/* ---- a line ---- */

/* The part of a line that counts: without its comment, blanks around it, and the `&` at its end. */
typedef struct Line {
  const char *text;
  int32_t length;
  int32_t number, column;
  bool comma, goes_on; /* it begins with a comma, which is no part of the text; it ends in & or a comma */
} Line;

/* The end of what stands before a comment; a `!` in quotes begins none. */
static const char *end_of_code(const char *p, const char *end) {
  const char *quote = NULL;
  for (const char *c = p; c < end; c++) {
    if (*c == '"') quote = quote ? NULL : c;
    if (*c == '!' && (!quote || !memchr(c, '"', (size_t)(end - c)))) return c;
  }
  return end;
}

static void trim(Line *line, const char *p, const char *end, const char *begin) {
  while (p < end && blank(*p)) p++;
  while (p < end && blank(end[-1])) end--;
  line->comma = p < end && *p == ',';
  if (line->comma) p++;
  line->goes_on = p < end && (end[-1] == '&' || end[-1] == ',');
  if (p < end && end[-1] == '&') end--;
  while (p < end && blank(end[-1])) end--;
  while (p < end && blank(*p)) p++;
  line->text = p;
  line->length = (int32_t)(end - p);
  line->column = (int32_t)(p - begin) + 1;
}

/* ---- joining ---- */

/* Of several lines with nothing but a comma one is enough. */
static bool repeats(const SarJoined *joined, const Line *line) {
  return line->comma && line->length == 0 && joined->length > 0 && joined->text[joined->length - 1] == SAR_CONTINUED;
}

static SarStatus add_piece(SarScan *scan, const Line *line) {
  SarJoined *joined = &scan->joined;
  if (repeats(joined, line)) return SAR_OK;
  int32_t needed = joined->length + line->length + 2;
  if (needed > joined->capacity) {
    int32_t capacity = needed > 2 * joined->capacity ? needed : 2 * joined->capacity;
    char *text = sar_arena_grow(scan->arena, joined->text, (size_t)joined->length, (size_t)capacity, 1);
    if (!text) return sar_report_no_memory(scan->context);
    joined->text = text;
    joined->capacity = capacity;
  }
  if (joined->npieces > 0) joined->text[joined->length++] = line->comma ? SAR_CONTINUED : ' ';
  SarTextPiece *piece =
      sar_arena_append(scan->arena, 8, &joined->pieces, &joined->npieces, &joined->pieces_capacity, sizeof *piece);
  if (!piece) return sar_report_no_memory(scan->context);
  *piece = (SarTextPiece){joined->length, line->number, line->column};
  memcpy(joined->text + joined->length, line->text, (size_t)line->length);
  for (int32_t i = 0; i < line->length; i++) joined->depth += (line->text[i] == '(') - (line->text[i] == ')');
  joined->length += line->length;
  joined->text[joined->length] = 0;
  return SAR_OK;
}

static SarStatus finish(SarScan *scan, bool *last) {
  SarStatus status = scan->joined.npieces > 0 ? sar_scan_statement(scan, last) : SAR_OK;
  scan->joined.length = scan->joined.npieces = scan->joined.depth = 0;
  return status;
}

/* ---- comments ---- */

/* Whether a line begins with a statement, whose name is written in full. */
static bool begins(SarScanned kind, const char *p, const char *end) {
  const char *word = p;
  while (p < end && (*p == '_' || (*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z'))) p++;
  if (p == word || p == end || *p != '/') return false;
  const SarStatementClass *class = sar_class_meant(kind, word, (size_t)(p - word));
  return class && strlen(class->name) == (size_t)(p - word);
}

/* `!   adams_view_name='PART_2'`; a statement that is commented out takes the name before it along. */
static SarStatus read_comment(SarScan *scan, const char *p, const char *end) {
  static const char key[] = "adams_view_name='";
  size_t length = sizeof key - 1;
  while (p < end && (*p == '!' || blank(*p))) p++;
  if ((size_t)(end - p) > length && memcmp(p, key, length) == 0) {
    p += length;
    const char *quote = memchr(p, '\'', (size_t)(end - p));
    if (!quote) return SAR_OK;
    scan->next_label = sar_arena_copy_text_n(scan->arena, p, (size_t)(quote - p));
    return scan->next_label ? SAR_OK : sar_report_no_memory(scan->context);
  }
  if (begins(SAR_SCAN_DECK, p, end)) scan->next_label = NULL;
  return SAR_OK;
}

/* ---- the file ---- */

/* A comma at the end of a line says that another argument follows; where a statement does, or the end of the file's,
 * the comma is one too many. Between parentheses TIME/2 is no command. */
static bool begins_anew(const SarScan *scan, const Line *line) {
  const SarJoined *joined = &scan->joined;
  const char *last = scan->what == SAR_SCAN_DECK ? "END" : "STOP";
  bool ends = (size_t)line->length == strlen(last) && strncasecmp(line->text, last, strlen(last)) == 0;
  if (line->comma || joined->length == 0 || joined->text[joined->length - 1] != ',') return false;
  return joined->depth <= 0 && (ends || begins(scan->what, line->text, line->text + line->length));
}

/* Between two `;` of a line, or a whole line. */
static SarStatus read_part(SarScan *scan, Line *line, const char *p, const char *end, const char *begin, bool *open,
                           bool *last) {
  trim(line, p, end, begin);
  if (line->length == 0 && !line->comma && !line->goes_on) return SAR_OK;
  bool was_open = *open && !begins_anew(scan, line);
  *open = line->goes_on;
  if (!line->comma && !was_open) SAR_TRY(finish(scan, last));
  if (*last) return SAR_OK;
  if (line->comma && scan->joined.npieces == 0) {
    scan->status = sar_report(scan->context, SAR_INPUT, (SarSource){scan->file, line->number, line->column}, NULL,
                              "begin with a statement: NAME/id", "this line continues nothing");
    return SAR_OK;
  }
  if (scan->joined.npieces == 0) {
    scan->label = scan->next_label;
    scan->next_label = NULL;
  }
  return add_piece(scan, line);
}

static SarStatus read_line(SarScan *scan, int32_t number, const char *begin, const char *end, bool *open, bool *last) {
  const char *code = end_of_code(begin, end);
  const char *first = begin;
  while (first < code && blank(*first)) first++;
  if (first == code) return code < end ? read_comment(scan, code, end) : SAR_OK;
  for (const char *p = begin; p <= code && !*last;) {
    const char *stop = p, *quote = NULL;
    for (; stop < code && (*stop != ';' || quote); stop++) {
      if (*stop == '"') quote = quote ? NULL : stop;
    }
    Line line = {.number = number};
    SAR_TRY(read_part(scan, &line, p, stop, begin, open, last));
    if (stop < code) SAR_TRY(finish(scan, last));
    p = stop + 1;
  }
  return SAR_OK;
}

/* Whether a first line is a command and no name of a model, which may be a path: it begins with a word that is known,
 * or has what no path has. */
static bool is_command(const char *p, const char *end) {
  const char *word = p, *slash = memchr(p, '/', (size_t)(end - p));
  if (!slash) return false;
  if (memchr(slash, '=', (size_t)(end - slash)) || memchr(slash, ',', (size_t)(end - slash))) return true;
  for (end = slash; end > word && blank(end[-1]);) end--;
  return end > word && sar_class_meant(SAR_SCAN_COMMANDS, word, (size_t)(end - word));
}

/* Of a command file: the first line is blank or a command, or it names the model and the second one the results, unless
 * that is left out and commands begin there. */
static int32_t lines_before_commands(const char *text, size_t length) {
  const char *all = text + length, *end = memchr(text, '\n', length);
  if (!end) end = all;
  while (text < end && blank(*text)) text++;
  if (text == end || *text == '!' || is_command(text, end)) return 0;
  return end < all && begins(SAR_SCAN_COMMANDS, end + 1, all) ? 1 : 2;
}

static SarStatus read_title(SarScan *scan, const char *text, const char *end) {
  if (begins(SAR_SCAN_DECK, text, end)) {
    sar_warn(scan->context, (SarSource){scan->file, 1, 1}, NULL, "put a line before it",
             "the first line of a deck is its title: this statement is not read");
  }
  size_t length = (size_t)(end - text);
  if (length > 80) length = 80;
  while (length > 0 && (blank(text[length - 1]) || ((unsigned char)text[length] & 0xC0) == 0x80)) length--;
  scan->out->title = sar_arena_copy_text_n(scan->arena, text, length);
  return scan->out->title ? SAR_OK : sar_report_no_memory(scan->context);
}

SarStatus sar_adams_scan(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         SarScanned what, SarStatements *out) {
  *out = (SarStatements){0};
  text = sar_adams_clean(arena, text, length);
  SarScan scan = {.context = context, .arena = arena, .file = sar_intern(context, file), .what = what, .out = out};
  if (!scan.file || !text) return sar_report_no_memory(context);
  int32_t skipped = what == SAR_SCAN_DECK ? 1 : lines_before_commands(text, length), number = 0;
  bool open = false, last = false;
  for (const char *p = text, *all = text + length; p < all && !last;) {
    const char *end = memchr(p, '\n', (size_t)(all - p)), *next = end ? end + 1 : all;
    if (!end) end = all;
    number++;
    if (number == 1 && what == SAR_SCAN_DECK) SAR_TRY(read_title(&scan, p, end));
    if (number > skipped) SAR_TRY(read_line(&scan, number, p, end, &open, &last));
    p = next;
  }
  if (!last) SAR_TRY(finish(&scan, &last));
  return scan.status;
}
