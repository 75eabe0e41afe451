/* What a study was read from: all that another process, or a later one, needs to read the same study. Implemented by
 * those who read studies. */
#ifndef SAR_STUDY_SOURCE_H
#define SAR_STUDY_SOURCE_H

#include "result/hash.h"
#include "sarrus/study.h"

/* Whether a file is a study, and no model; what may be wrong with it is not said. */
bool sar_study_is_one(const char *path);

/* sar_study_parse(context, name, text) gives the same study, also of one that sar_study_of_model has made. */
const char *sar_study_name(const SarStudy *study);
const char *sar_study_text(const SarStudy *study);
const char *sar_study_model_text(const SarStudy *study);

/* What `set:` says, as texts NAME=VALUE; false past the last one. */
bool sar_study_setting(const SarStudy *study, int32_t index, const char **out);

/* `limit`: CPU seconds for a run; infinite: none. */
double sar_study_limit(const SarStudy *study);
/* Whether runs are made a second time for their file: what decides is known after them alone. */
bool sar_study_keeps_by_condition(const SarStudy *study);

/* SAR_USAGE, reported: what is to be written to this path would overwrite a file that the study is made of. */
SarStatus sar_study_spare(SarContext *context, const SarStudy *study, const char *path);

/* Adds all bytes that decide what runs give: the study, the model and the files that they name. Rows of studies with
 * other bytes do not belong into one table. */
void sar_study_hash(const SarStudy *study, SarHash *hash);

#endif
