/* The parts of a results page. */
#ifndef SAR_RESULT_PAGE_PARTS_H
#define SAR_RESULT_PAGE_PARTS_H

#include "base/json.h"
#include "result/pack.h"
#include "result/page_run.h"
#include "result/scene.h"

/* ---- page_columns.c ---- */

/* A number for people: six digits. */
#define SAR_PAGE_NUMBER 40
const char *sar_page_number(double value, char text[SAR_PAGE_NUMBER]);

/* Element and quantity of a column, "crank.pin" and "x": the name up to its last dot, and what follows it. */
const char *sar_page_quantity(const char *name);

/* Reads columns in batches, in their order, and hands each one out with all its rows. */
typedef SarStatus SarPageVisit(void *self, int32_t column, double *values);
SarStatus sar_page_each_column(SarContext *context, SarResults *results, const bool *wanted, SarPageVisit *visit,
                               void *self);

/* Names of elements of which the columns x y z q0 q1 q2 q3 are there. */
typedef struct SarPagePoses {
  const char **names; /* sorted */
  int32_t count;
} SarPagePoses;
SarStatus sar_page_find_poses(SarContext *context, const SarResults *results, SarArena *arena, SarPagePoses *out);
bool sar_page_has_pose(const SarPagePoses *poses, const char *name);

/* ---- page_choice.c: which rows and columns ---- */

/* What of a table is kept. Row i of the page is row min(i * every, total - 1) of the file. */
typedef struct SarPageRows {
  int64_t total, kept, every;
} SarPageRows;

SarPageRows sar_page_rows(int64_t total, int64_t every);

/* Copies the rows kept to the front; values holds `total` numbers. */
void sar_page_thin(const SarPageRows *rows, double *values);

typedef struct SarPageChoice {
  SarArena *arena;
  SarPageRows rows, steps;
  int32_t ncolumns;          /* time included */
  bool *kept;                /* by column; time is */
  int32_t omitted, unwanted; /* left out; of these, because they match no pattern */
  uint8_t *rank;             /* by column: what goes first where there is no room; 0 stays */
  bool live;                 /* the page can compute what is left out */
  bool quick;                /* columns are packed quickly */
} SarPageChoice;

/* Decides within `bytes` for all columns together. Destroy with sar_page_choice_destroy, also after a failure. */
SarStatus sar_page_choose(SarContext *context, const SarPageRun *run, const SarPageOptions *options, double bytes,
                          SarPageChoice *out);
void sar_page_choice_destroy(SarPageChoice *choice);

/* ---- page_table.c: the numbers ---- */

/* "rows", "omitted", "time", "columns", "steps"; says in run->messages what is not finite. */
SarStatus sar_page_put_table(SarContext *context, const SarPageRun *run, const SarPageChoice *choice, SarJson *json);

/* ---- page_scene.c, page_tree.c, page_events.c ---- */

SarStatus sar_page_put_scene(SarContext *context, const SarPageRun *run, SarJson *json);

/* "events": their names, what they do, and when they happened; null where the model has none. full: all of them,
 * however many. */
SarStatus sar_page_put_events(SarContext *context, const SarPageRun *run, bool full, SarJson *json);

/* The model as sections, elements and their properties in words. */
SarStatus sar_page_put_tree(SarContext *context, const SarSystem *system, SarJson *json);

#endif
