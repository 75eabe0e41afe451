/* A study as it was written, for the files of this folder. Constant once read. */
#ifndef SAR_STUDY_H
#define SAR_STUDY_H

#include "model/model.h"
#include "study/goal.h"
#include "study/response.h"
#include "study/sample.h"

/* How much a study may have: everything below is looked up one by one. */
#define SAR_STUDY_PARAMETERS 1000 /* of `set` and `vary` together */
#define SAR_STUDY_RESPONSES 1000

/* Whose results are kept: `keep:`. */
typedef enum SarKeepKind { SAR_KEEP_NONE, SAR_KEEP_ALL, SAR_KEEP_LIST, SAR_KEEP_WHERE } SarKeepKind;
typedef struct SarKeep {
  SarKeepKind kind;
  const int64_t *runs; /* of a list, ascending */
  int32_t nruns;
  const struct SarProgram *where; /* a condition: of the responses, then the parameters */
} SarKeep;

/* A file besides the model that a study is made of. */
typedef struct SarStudyFile {
  const char *path, *text;
} SarStudyFile;

struct SarStudy {
  SarContext *context;
  SarArena *arena;
  const char *name, *text; /* source.h */
  const char *title;
  const char *model_path;
  SarModel *model;        /* with what the study sets, and its own values of what varies */
  const char *const *set; /* texts "NAME=VALUE" of `set:` */
  int32_t nset;
  SarSample sample;
  SarResponses *responses;
  const char **constants; /* parameters of the model that do not vary, as responses know them */
  int32_t nconstants;
  bool *follows; /* [constant * nparameters + parameter]: it changes with it; null: none does, as far as anybody asks */
  SarKeep keep;
  double limit; /* CPU seconds; infinite: none */
  const SarOptimizeGoal *optimize;
  const SarFitGoal *fit;
  SarStudyRange *ranges; /* of all parameters, where there is a goal */
  SarStudyFile *files;
  int32_t nfiles, files_capacity;
};

/* Whether the results of a run are kept, as far as that is known before it. */
bool sar_study_keeps(const SarStudy *study, int64_t run);
/* ... and where responses decide. Needs no memory: scratch has sar_study_keep_scratch numbers. */
int32_t sar_study_keep_scratch(const SarStudy *study);
bool sar_study_keeps_where(const SarStudy *study, const double *responses, const double *parameters, double *scratch);

#endif
