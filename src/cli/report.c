/* The messages of a context, on standard error for people and as JSON for programs. */
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

static const char *word_of(SarSeverity severity) {
  switch (severity) {
    case SAR_NOTE: return "note";
    case SAR_WARNING: return "warning";
    case SAR_ERROR: return "error";
  }
  return "error";
}

static bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Whether the message names the element itself, as a word of its own. */
static bool mentions(const char *message, const char *element) {
  size_t length = strlen(element);
  for (const char *at = message; length && (at = strstr(at, element)); at++) {
    bool starts = at == message || !is_word_character(at[-1]);
    if (starts && !is_word_character(at[length])) return true;
  }
  return false;
}

static void print_place(SarSource source, FILE *stream) {
  sar_terminal_put(source.file ? source.file : "sarrus", stream);
  if (source.file && source.line > 0) fprintf(stream, ":%d", (int)source.line);
  if (source.file && source.line > 0 && source.column > 0) fprintf(stream, ":%d", (int)source.column);
}

static void print_one(const SarDiagnostic *message, FILE *stream) {
  print_place(message->source, stream);
  fprintf(stream, ": %s: ", word_of(message->severity));
  if (message->element && !mentions(message->message, message->element)) {
    sar_terminal_put(message->element, stream);
    fputs(": ", stream);
  }
  sar_terminal_put(message->message, stream);
  const size_t length = strlen(message->message);
  const char *separator = length && message->message[length - 1] == '?' ? " " : "; ";
  if (message->remedy && message->remedy[0]) {
    fputs(separator, stream);
    sar_terminal_put(message->remedy, stream);
  }
  fputc('\n', stream);
}

static bool explains_error(const SarDiagnostic *message) {
  return message->severity == SAR_NOTE && message->status != SAR_OK;
}

static bool is_shown(const SarDiagnostic *message, bool quiet, bool verbose) {
  if (message->severity == SAR_ERROR) return true;
  return !quiet && (message->severity == SAR_WARNING || explains_error(message) || verbose);
}

static int32_t kept_errors(const SarContext *context) {
  int32_t count = 0;
  for (int32_t i = 0; i < sar_context_count(context); i++) count += sar_context_get(context, i)->severity == SAR_ERROR;
  return count;
}

int32_t sar_report_dropped(const SarContext *context) { return sar_context_errors(context) - kept_errors(context); }

/* ---- order ---- */

/* Where a message belongs: files in the order in which they are first spoken of, in each from top to bottom, then what
 * concerns the file as a whole, and last what has no place. */
typedef struct Key {
  int32_t file, line, column, index;
} Key;

typedef struct Sorted {
  Key *keys; /* null when memory is exhausted: then in the order of the reports */
  int32_t first, count;
} Sorted;

static bool same_file(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* The error that a note explains, or the message itself. */
static int32_t what_it_is_about(const SarContext *context, int32_t first, int32_t index) {
  if (!explains_error(sar_context_get(context, index))) return index;
  for (int32_t i = index - 1; i >= first; i--) {
    if (sar_context_get(context, i)->severity == SAR_ERROR) return i;
  }
  return index;
}

static Key key_of(const SarContext *context, int32_t first, int32_t index) {
  SarSource source = sar_context_get(context, what_it_is_about(context, first, index))->source;
  if (!source.file) return (Key){INT32_MAX, 0, 0, index};
  int32_t file = first;
  while (!same_file(sar_context_get(context, file)->source.file, source.file)) file++;
  return (Key){file, source.line > 0 ? source.line : INT32_MAX, source.column, index};
}

static int compare(const void *first, const void *second) {
  const Key *a = first, *b = second;
  if (a->file != b->file) return a->file < b->file ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

static Sorted sort_messages(const SarContext *context, int32_t first) {
  Sorted sorted = {.first = first, .count = sar_context_count(context) - first};
  if (sorted.count <= 0) return sorted;
  sorted.keys = malloc((size_t)sorted.count * sizeof *sorted.keys);
  for (int32_t i = 0; sorted.keys && i < sorted.count; i++) sorted.keys[i] = key_of(context, first, first + i);
  if (sorted.keys) qsort(sorted.keys, (size_t)sorted.count, sizeof *sorted.keys, compare);
  return sorted;
}

static const SarDiagnostic *message_at(const SarContext *context, const Sorted *sorted, int32_t i) {
  return sar_context_get(context, sorted->keys ? sorted->keys[i].index : sorted->first + i);
}

/* ---- text and JSON ---- */

void sar_report_print(const SarContext *context, int32_t first, bool quiet, bool verbose, FILE *stream) {
  Sorted sorted = sort_messages(context, first);
  for (int32_t i = 0; i < sorted.count; i++) {
    const SarDiagnostic *message = message_at(context, &sorted, i);
    if (is_shown(message, quiet, verbose)) print_one(message, stream);
  }
  free(sorted.keys);
}

/* One message in an array of errors or of the notes that explain them. */
static void put_error(const SarDiagnostic *message, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "file", message->source.file);
  sar_json_put_int(json, "line", message->source.line);
  sar_json_put_int(json, "column", message->source.column);
  sar_json_put_text(json, "element", message->element);
  sar_json_put_text(json, "message", message->message);
  sar_json_put_text(json, "remedy", message->remedy);
  sar_json_end_object(json);
}

static void put_messages(const SarContext *context, const char *key, bool notes, SarJson *json) {
  sar_json_key(json, key);
  sar_json_begin_array(json);
  Sorted sorted = sort_messages(context, 0);
  for (int32_t i = 0; i < sorted.count; i++) {
    const SarDiagnostic *message = message_at(context, &sorted, i);
    if (notes ? explains_error(message) : message->severity == SAR_ERROR) put_error(message, json);
  }
  free(sorted.keys);
  sar_json_end_array(json);
}

void sar_report_put_errors(const SarContext *context, SarJson *json) { put_messages(context, "errors", false, json); }

void sar_report_put_notes(const SarContext *context, SarJson *json) { put_messages(context, "notes", true, json); }

void sar_report_put_warnings(const SarContext *context, SarJson *json) {
  sar_json_key(json, "warnings");
  sar_json_begin_array(json);
  Sorted sorted = sort_messages(context, 0);
  for (int32_t i = 0; i < sorted.count; i++) {
    const SarDiagnostic *message = message_at(context, &sorted, i);
    if (message->severity != SAR_WARNING) continue;
    sar_json_begin_object(json);
    sar_json_put_text(json, "element", message->element);
    sar_json_put_text(json, "message", message->message);
    sar_json_put_text(json, "remedy", message->remedy);
    sar_json_end_object(json);
  }
  free(sorted.keys);
  sar_json_end_array(json);
}

void sar_report_json(const SarContext *context, int exit_code, FILE *stream) {
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "error");
  sar_json_put_int(&json, "code", exit_code);
  sar_report_put_errors(context, &json);
  sar_json_end_object(&json);
  fputc('\n', stream);
}
