/* The messages of a context, on standard error for people and as JSON for programs. */
#include "cli/report.h"

#include <string.h>

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
  fputs(source.file ? source.file : "sarrus", stream);
  if (source.file && source.line > 0) fprintf(stream, ":%d", (int)source.line);
  if (source.file && source.line > 0 && source.column > 0) fprintf(stream, ":%d", (int)source.column);
}

static void print_one(const SarDiagnostic *message, FILE *stream) {
  print_place(message->source, stream);
  fprintf(stream, ": %s: ", word_of(message->severity));
  if (message->element && !mentions(message->message, message->element)) fprintf(stream, "%s: ", message->element);
  fputs(message->message, stream);
  if (message->remedy && message->remedy[0]) fprintf(stream, "; %s", message->remedy);
  fputc('\n', stream);
}

static bool is_shown(const SarDiagnostic *message, bool quiet, bool verbose) {
  if (message->severity == SAR_ERROR) return true;
  return !quiet && (message->severity == SAR_WARNING || verbose);
}

static int32_t kept_errors(const SarContext *context) {
  int32_t count = 0;
  for (int32_t i = 0; i < sar_context_count(context); i++) count += sar_context_get(context, i)->severity == SAR_ERROR;
  return count;
}

int32_t sar_report_dropped(const SarContext *context) { return sar_context_errors(context) - kept_errors(context); }

void sar_report_print(const SarContext *context, int32_t first, bool quiet, bool verbose, FILE *stream) {
  for (int32_t i = first; i < sar_context_count(context); i++) {
    const SarDiagnostic *message = sar_context_get(context, i);
    if (is_shown(message, quiet, verbose)) print_one(message, stream);
  }
}

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

void sar_report_put_errors(const SarContext *context, SarJson *json) {
  sar_json_key(json, "errors");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *message = sar_context_get(context, i);
    if (message->severity == SAR_ERROR) put_error(message, json);
  }
  sar_json_end_array(json);
}

void sar_report_put_warnings(const SarContext *context, SarJson *json) {
  sar_json_key(json, "warnings");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *message = sar_context_get(context, i);
    if (message->severity != SAR_WARNING) continue;
    sar_json_begin_object(json);
    sar_json_put_text(json, "element", message->element);
    sar_json_put_text(json, "message", message->message);
    sar_json_put_text(json, "remedy", message->remedy);
    sar_json_end_object(json);
  }
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
