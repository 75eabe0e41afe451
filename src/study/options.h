/* The options of runs as bytes: what decides their numbers. Files, rows in memory and progress do not count. */
#ifndef SAR_STUDY_OPTIONS_H
#define SAR_STUDY_OPTIONS_H

#include "base/arena.h"
#include "sarrus/study.h"
#include "study/bytes.h"

/* Those of the runs of a study, with its table as `hdf5` (job.h). */
SarRunOptions sar_study_run_options(const SarStudyOptions *options);

void sar_run_options_encode(SarBytes *into, const SarRunOptions *run);
/* The text of the method lives in the arena. False: no memory. What is wrong with the bytes, the reader knows. */
bool sar_run_options_decode(SarByteReader *from, SarRunOptions *out, SarArena *arena);

#endif
