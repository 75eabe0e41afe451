/* The rows of a study in memory, and as files. */
#ifndef SAR_STUDY_TABLE_H
#define SAR_STUDY_TABLE_H

#include "study/head.h"
#include "study/job.h"

SarStatus sar_study_table_create(SarContext *context, const SarStudyHead *head, SarStudyTable **out);
/* Lives as long as the table. */
const SarStudyHead *sar_study_table_head(const SarStudyTable *table);
/* All of it is copied, the gradient as well. */
SarStatus sar_study_table_add(SarContext *context, SarStudyTable *table, const SarStudyRow *row);
/* By run; of two rows of one run the first stands. */
void sar_study_table_sort(SarStudyTable *table);

/* What a search has found, in its file besides the rows. */
typedef struct SarStudyFound {
  const char *text;      /* JSON: the attribute `optimum` of `/`, and once more with a checksum */
  const SarBytes *bytes; /* all of it (optimum_code.h): the same command is answered without a run */
} SarStudyFound;

/* HDF5: `/runs` with the fields run, parameters, responses, status, message, steps, cpu_seconds, host; `/gradients`
 * where rows have some (for others: reading leaves them out). The file appears when it is complete. found: null of a
 * sweep. */
SarStatus sar_study_table_write(SarContext *context, const SarStudyTable *table, const char *path,
                                const SarStudyFound *found);
/* What a search has found, as text and (null: not wanted) as bytes, which live in the arena; *text null: nothing is
 * there, or it is a journal. */
SarStatus sar_study_table_found(SarContext *context, const char *path, SarArena *arena, const char **text,
                                SarByteReader *bytes);
/* CSV: names, `# units`, rows; "-": standard output. */
SarStatus sar_study_table_write_csv(SarContext *context, const SarStudyTable *table, const char *path);

/* Whether it is a file that sar_study_table_write has made; only the head is read. SAR_INPUT, not reported: no. */
SarStatus sar_study_table_probe(SarContext *context, const char *path, SarArena *arena, SarStudyHead *out);

#endif
