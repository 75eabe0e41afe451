/* A context for all tests of a file, and METHOD texts. */
#ifndef SAR_TESTS_METHOD_CONTEXT_H
#define SAR_TESTS_METHOD_CONTEXT_H

#include "check.h"
#include "method/engine.h"

static SarContext *context;

static int setup(void **state) { return (void)state, context = sar_context_create(), context == NULL; }
static int teardown(void **state) { return (void)state, sar_context_destroy(&context), 0; }

/* The method that the text means. */
static inline SarMethodChoice choose(const char *text) {
  SarMethodChoice choice;
  if (sar_method_parse(context, text, sar_nowhere(), &choice) != SAR_OK) fail_msg("%s is refused", text);
  return choice;
}

#endif
