/* Any bytes given as an Adams deck end in a model or in messages, never in a crash, a leak or a long wait. What stands
 * behind a line `acf:` is the command file, as in tests/data/decks. A deck is read as it is, and again with what cannot
 * be translated left out; a model that is small is compiled. */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "read/read.h"
#include "sarrus/sarrus.h"

enum { MOST_ELEMENTS = 12, MOST_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure without a message, or a message without a failure, is a mistake. */
static void compile(SarContext *context, SarModel *model) {
  SarSystem *system = NULL;
  int32_t errors = sar_context_errors(context);
  SarStatus status = sar_system_compile(context, model, &system);
  if ((status < 0) != (sar_context_errors(context) > errors)) __builtin_trap();
  sar_system_destroy(&system);
}

static void read_deck(const char *text, size_t length, const char *commands, bool lenient) {
  SarContext *context = sar_context_create();
  if (!context) return;
  SarModelFile file = {"fuzz.acf", commands};
  SarReadOptions options = {
      .no_include = true,
      .max_elements = 2000,
      .files = &file,
      .nfiles = commands ? 1 : 0,
      .files_only = true,
      .deck = {.commands = commands ? file.path : NULL, .skip_unsupported = lenient, .user_zero = lenient}};
  SarModel *model;
  SarStatus status = sar_model_read_text(context, "fuzz.adm", text, length, &options, &model);
  if (status == SAR_OK ? !model : model || sar_context_errors(context) == 0) __builtin_trap();
  if (model && model->nelements <= MOST_ELEMENTS && length <= MOST_BYTES) compile(context, model);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char mark[] = "\nacf:\n";
  const char *text = (const char *)data;
  char *copy = NULL;
  size_t length = size;
  for (size_t i = 0; i + sizeof mark - 1 <= size && !copy; i++) {
    if (memcmp(text + i, mark, sizeof mark - 1) != 0) continue;
    length = i + 1;
    i += sizeof mark - 1;
    copy = calloc(size - i + 1, 1);
    if (!copy) return 0;
    memcpy(copy, text + i, size - i);
  }
  read_deck(text, length, copy, false);
  read_deck(text, length, copy, true);
  free(copy);
  return 0;
}
