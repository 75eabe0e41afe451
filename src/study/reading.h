/* What the parts of the reader of studies share. The tree, its messages and its numbers are those of model files
 * (read/reader.h): a study is a file without elements.
 *
 * A function that reports an error returns its status, and its caller goes on with what does not depend on it, so that
 * a person sees all mistakes at once. */
#ifndef SAR_STUDY_READING_H
#define SAR_STUDY_READING_H

#include "base/index.h"
#include "read/reader.h"
#include "study/study.h"
#include "study/watch.h"

typedef struct SarStudyReader {
  SarContext *context;
  SarStudy *study;
  SarArena *arena; /* of the study */
  SarReader reader;
  SarFile file;
  const SarNode *root;
  const char *folder;       /* of the study, with a slash at its end, or "" */
  SarReadSetting *settings; /* `set:`, then what varies */
  int32_t nsettings, settings_capacity;
  SarIndex set; /* names of the settings */
  SarVary *vary;
  int32_t nvary, vary_capacity;
  SarIndex varied;            /* names of what varies */
  bool sample_wrong;          /* what is said of it has been reported */
  const char *const *columns; /* of the model, `time` first, and their units */
  const char *const *units;
  int32_t ncolumns;
  SarIndex column_of;      /* their names */
  double begin, time_unit; /* of a run, and of the model: s */
  const SarNode *named;    /* `responses`, if it is a mapping; what it says of them may be wrong */
  SarIndex responses;      /* their names */
  int32_t ntable;          /* columns of the table of runs so far, and bytes of its description */
  size_t table_bytes;
  const SarNode *limit; /* null: there is none, or it is wrong */
  const SarStudyWatch *watch;
} SarStudyReader;

/* The first error of two. */
static inline SarStatus sar_worse(SarStatus a, SarStatus b) { return a != SAR_OK ? a : b; }

/* ---- nodes (read_values.c) ---- */

/* The value of a key; null: it is not there, or what was read is no mapping. */
const SarNode *sar_study_get(const SarNode *mapping, const char *key);
SarStatus sar_study_text_of(SarStudyReader *r, const SarNode *node, const char *what, const char **out);
/* A number in the units of the model. *angle, which may be null: written with deg or rad. */
SarStatus sar_study_number(SarStudyReader *r, const SarNode *node, const char *what, double *out, bool *angle);
SarStatus sar_study_positive(SarStudyReader *r, const SarNode *node, const char *what, double *out);
/* A number for columns, which are in the units of the model: an angle written as one is brought into them. */
double sar_study_for_columns(const SarStudyReader *r, double value, bool angle);
SarStatus sar_study_whole(SarStudyReader *r, const SarNode *node, const char *what, int64_t least, int64_t greatest,
                          int64_t *out);
/* A parameter or a response becomes a column of the table of runs: its name is short enough, and there is room. */
SarStatus sar_study_add_column(SarStudyReader *r, const char *what, const char *name, SarSource at);
SarStatus sar_study_check_keys(SarStudyReader *r, const SarNode *mapping, const char *owner, const char *keys);
/* The path that a node gives, from the folder of the study. */
SarStatus sar_study_path(SarStudyReader *r, const SarNode *node, const char *what, const char **out);
/* Reports a name that is none of these; what: "response", "column". */
SarStatus sar_study_no_such(SarStudyReader *r, SarSource at, const char *what, const char *name,
                            const char *const *names, int32_t count, const char *remedy);
/* A file of numbers; its text becomes a part of the study. The table is destroyed by the caller. */
SarStatus sar_study_table(SarStudyReader *r, const SarNode *node, const char *what, const char **path, SarTable **out);

/* Around each time that the model is read. */
static inline void sar_study_watch_begin(const SarStudyReader *r) {
  if (r->watch && r->limit) r->watch->begin(r->watch->self, r->study->limit, r->limit->source);
}
static inline void sar_study_watch_end(const SarStudyReader *r) {
  if (r->watch && r->limit) r->watch->end(r->watch->self);
}

/* ---- sections ---- */

SarStatus sar_study_read_set(SarStudyReader *r, const SarNode *node);
SarStatus sar_study_read_vary(SarStudyReader *r, const SarNode *vary, const SarNode *csv);
SarStatus sar_study_read_sample(SarStudyReader *r, const SarNode *node);
SarStatus sar_study_read_model(SarStudyReader *r, const SarNode *node);
SarStatus sar_study_read_responses(SarStudyReader *r, const SarNode *node);
/* Whether `responses` has this name. *index: -1 where it is wrong there, which has been reported. */
bool sar_study_names_response(const SarStudyReader *r, const char *name, int32_t *index);
/* Which of the other parameters that responses use change with those that vary (read_follows.c). */
SarStatus sar_study_find_followers(SarStudyReader *r);
SarStatus sar_study_read_keep(SarStudyReader *r, const SarNode *node);
SarStatus sar_study_read_goals(SarStudyReader *r, const SarNode *optimize, const SarNode *fit);
SarStatus sar_study_read_optimize(SarStudyReader *r, const SarNode *node);
SarStatus sar_study_read_fit(SarStudyReader *r, const SarNode *node);

/* ---- the whole (read.c) ---- */

/* An empty study of this name and text. */
SarStatus sar_study_create(SarContext *context, const char *name, const char *text, SarStudy **out);
/* Reads the tree into it; where there were errors since that many it is destroyed. watch: null, nobody. */
SarStatus sar_study_finish_reading(SarStudy **study, const SarNode *root, const SarStudyWatch *watch,
                                   int32_t errors_before);

#endif
