/* What goes into a results page. */
#ifndef SAR_RESULT_PAGE_RUN_H
#define SAR_RESULT_PAGE_RUN_H

#include "result/results.h"
#include "system/system.h"

/* What goes into a page from one results file. */
typedef struct SarPageRun {
  const char *path; /* of the file */
  SarResults *results;
  const SarSystem *system;  /* of the model in the file; null: it cannot be read, then only the columns are shown */
  SarContext *messages;     /* shown on the page; what the page leaves out or stumbles over is added */
  const SarContext *doctor; /* findings about the model; null: none */
} SarPageRun;

/* What a page needs to run its model again: the texts of the model, and the engine (wasm/). */
typedef struct SarPageLive {
  const SarModel *model;
  const char *name;            /* of the model's file, without folders */
  const void *script, *engine; /* what the worker runs, and the WebAssembly */
  size_t script_size, engine_size;
} SarPageLive;

typedef struct SarPageOptions {
  bool full;                   /* all rows and columns, however large the page becomes */
  double bytes;                /* at most; SAR_PAGE_BYTES */
  const char *const *patterns; /* only columns that match one of these (fnmatch), besides poses; none: all */
  int32_t npatterns;
  const SarPageLive *live; /* null: results alone */
  bool quick;              /* where there is room: columns are packed quickly, not short */
} SarPageOptions;

#endif
