/* Reading studies in tests. */
#ifndef SAR_TESTS_STUDY_STUDIES_H
#define SAR_TESTS_STUDY_STUDIES_H

#include "check.h"
#include "sarrus/study.h"

/* A study of a text in tests/data/study; fails the test with the messages if there are any. */
typedef struct Read {
  SarContext *context;
  SarStudy *study;
} Read;

Read read_study(const char *text);
Read read_words(const char *model, const SarStudyWords *words);
void end_study(Read *read);

/* The messages in a context, one behind the other. */
void print_messages(const SarContext *context);

#endif
