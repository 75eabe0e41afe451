/* The inside of a recorded run (record.c), for resume.c and verify.c. */
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
};

/* As sar_record_open, of exactly this file, to show it: a journal beside it does not count, and a file that was cut
 * short gives what is left of it. */
SarStatus sar_record_open_file(SarContext *context, const char *path, SarRecord **out);

#endif
