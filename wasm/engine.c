/* The engine of live pages: src/live for JavaScript (worker.js). Texts go in and come out as UTF-8 in the memory of the
 * module. */
#define _POSIX_C_SOURCE 200809L

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "live/live.h"

typedef struct Engine {
  SarModelFile *files;
  int32_t nfiles;
} Engine;

EM_JS(void, tell_page, (double part), { Module.tell(part); });

static int tell(void *self, double part) {
  (void)self;
  tell_page(part);
  return 0; /* whoever wants to stop it ends the worker */
}

EMSCRIPTEN_KEEPALIVE Engine *engine_create(void) { return calloc(1, sizeof(Engine)); }

EMSCRIPTEN_KEEPALIVE void engine_destroy(Engine *engine) {
  if (!engine) return;
  for (int32_t i = 0; i < engine->nfiles; i++) {
    free((char *)engine->files[i].path);
    free((char *)engine->files[i].text);
  }
  free(engine->files);
  free(engine);
}

/* A file that the model may include; 0: there is no memory. */
EMSCRIPTEN_KEEPALIVE int engine_add_file(Engine *engine, const char *path, const char *text) {
  SarModelFile *files = realloc(engine->files, (size_t)(engine->nfiles + 1) * sizeof *files);
  if (!files) return 0;
  engine->files = files;
  SarModelFile *file = &files[engine->nfiles];
  *file = (SarModelFile){.path = strdup(path), .text = strdup(text)};
  if (file->path && file->text) {
    engine->nfiles++;
    return 1;
  }
  free((char *)file->path);
  free((char *)file->text);
  return 0;
}

/* The answer (live.h), to be freed by the caller; null: there was not enough memory. */
EMSCRIPTEN_KEEPALIVE char *engine_run(Engine *engine, const char *name, const char *text) {
  char *answer = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&answer, &size);
  if (!out) return NULL;
  SarLiveModel model = {name, text, engine->files, engine->nfiles};
  SarStatus status = sar_live_run(&model, "/tmp", (SarLiveWatch){.tell = tell}, out);
  bool failed = ferror(out) != 0;
  if (fclose(out) != 0) failed = true;
  if (status == SAR_OK && !failed) return answer;
  free(answer);
  return NULL;
}
