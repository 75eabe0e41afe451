#include "plugin/loading.h"

#include <stdio.h>
#include <string.h>

Loading load_text(const char *folder, const char *text) {
  Loading loading = {.context = sar_context_create()};
  char name[1024];
  snprintf(name, sizeof name, "%s/model.yaml", folder);
  assert_non_null(loading.context);
  SarStatus status = sar_model_read_text(loading.context, name, text, strlen(text), NULL, &loading.model);
  assert_int_equal(status == SAR_OK, loading.model != NULL);
  return loading;
}

void end_loading(Loading *loading) {
  sar_model_destroy(&loading->model);
  sar_context_destroy(&loading->context);
}

const char *message_of(const Loading *loading, int32_t i, char *buffer, size_t size) {
  const SarDiagnostic *d = sar_context_get(loading->context, i);
  snprintf(buffer, size, "%d:%d: %s (%s)", (int)d->source.line, (int)d->source.column, d->message,
           d->remedy ? d->remedy : "");
  return buffer;
}

void expect_message(const char *folder, const char *text, SarSeverity severity, const char *expected) {
  Loading loading = load_text(folder, text);
  char buffer[2048] = "";
  for (int32_t i = 0; i < sar_context_count(loading.context); i++) message_of(&loading, i, buffer, sizeof buffer);
  if (sar_context_count(loading.context) != 1 || strncmp(buffer, expected, strlen(expected)) != 0 ||
      sar_context_get(loading.context, 0)->severity != severity) {
    fail_msg("%s\ngives %d messages, the last: %s\nexpected: %s", text, (int)sar_context_count(loading.context), buffer,
             expected);
  }
  assert_int_equal(loading.model != NULL, severity != SAR_ERROR);
  end_loading(&loading);
}
