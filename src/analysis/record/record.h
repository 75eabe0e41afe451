/* The inside of a recorded run (record.c, plugins.c), for resume.c and verify.c. */
#ifndef SAR_ANALYSIS_RECORD_H
#define SAR_ANALYSIS_RECORD_H

#include "analysis/record/settings.h"
#include "result/journal.h"

struct SarRecord {
  SarContext *context;
  SarArena *arena;
  const char *path; /* of the file that was read */
  const char *hdf5; /* of the results file that the run makes */
  SarResultFile file;
  SarSettings settings;
  SarModel *model;
  SarSystem *system;
  bool loaded; /* the plugins of the model, too */
};

/* Whether there should be error bars and are none: the second run was interrupted, or failed. */
bool sar_record_lacks_bars(const SarRecord *record);

/* Model and system from the text in the file. plugins: where to look for them first. */
SarStatus sar_record_read_model(SarRecord *record, const SarModelPlugin *plugins, int32_t nplugins, bool code);

/* SAR_INPUT with a message for every plugin that was not loaded: whoever computes needs them (plugins.c). */
SarStatus sar_record_need_plugins(const SarRecord *record);

/* As sar_record_open, of exactly this file, to show it: a journal beside it does not count, and a file that was cut
 * short gives what is left of it. */
SarStatus sar_record_open_file(SarContext *context, const char *path, SarRecord **out);

#endif
