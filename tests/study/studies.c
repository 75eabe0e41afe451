#include "study/studies.h"

#include <stdio.h>
#include <stdlib.h>

void print_messages(const SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    print_message("%s:%d:%d: %s\n", d->source.file ? d->source.file : "-", (int)d->source.line, (int)d->source.column,
                  d->message);
  }
}

static Read judge(Read read, SarStatus status) {
  if (status != SAR_OK) {
    print_messages(read.context);
    fail_msg("the study was not read");
  }
  return read;
}

Read read_study(const char *text) {
  Read read = {sar_context_create(), NULL};
  assert_non_null(read.context);
  return judge(read, sar_study_parse(read.context, SAR_TEST_DIR "/data/study/text.yaml", text, &read.study));
}

Read read_words(const char *model, const SarStudyWords *words) {
  Read read = {sar_context_create(), NULL};
  assert_non_null(read.context);
  return judge(read, sar_study_of_model(read.context, model, words, &read.study));
}

void end_study(Read *read) {
  sar_study_destroy(&read->study);
  sar_context_destroy(&read->context);
}
