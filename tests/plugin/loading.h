/* Models that name plugins, in tests. */
#ifndef SAR_TESTS_PLUGIN_LOADING_H
#define SAR_TESTS_PLUGIN_LOADING_H

#include "check.h"
#include "model/model.h"
#include "read/read.h"

/* A context and the model read in it from a text whose folder is that of the plugins built for the tests. The model is
 * null after errors. */
typedef struct Loading {
  SarContext *context;
  SarModel *model;
} Loading;

Loading load_text(const char *folder, const char *text);
void end_loading(Loading *loading);

/* The i-th message: "LINE:COLUMN: MESSAGE (REMEDY)", in `buffer`. */
const char *message_of(const Loading *loading, int32_t i, char *buffer, size_t size);

/* Exactly one message comes, and it begins with this text; severity as given. */
void expect_message(const char *folder, const char *text, SarSeverity severity, const char *expected);

#endif
