/* The keys of study files (keys.def): what the reader takes, and the reference that is printed of it. */
#ifndef SAR_STUDY_KEYS_H
#define SAR_STUDY_KEYS_H

#include <stdio.h>

/* The keys of a section, separated by blanks. */
extern const char *const sar_study_keys, *const sar_sample_keys, *const sar_optimize_keys, *const sar_fit_keys;

/* All keys and functions as text, as JSON, and as a JSON schema of the file. */
void sar_study_describe(FILE *stream);
void sar_study_describe_json(FILE *stream);
void sar_study_schema(FILE *stream);

#endif
