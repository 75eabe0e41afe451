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

/* A text that goes into the file besides the rows: an attribute of `/`, and once more where sar_study_table_note finds
 * it. */
typedef struct SarStudyNote {
  const char *name, *text;
} SarStudyNote;

/* HDF5: `/runs` with the fields run, parameters, responses, status, message, steps, cpu_seconds, host; `/gradients`
 * where rows have some (for others: reading leaves them out). The file appears when it is complete. */
SarStatus sar_study_table_write(SarContext *context, const SarStudyTable *table, const char *path,
                                const SarStudyNote *notes, int32_t nnotes);
/* A text of the file; null: there is none of that name, or it is a journal. It lives in the arena. */
SarStatus sar_study_table_note(SarContext *context, const char *path, const char *name, SarArena *arena,
                               const char **out);
/* CSV: names, `# units`, rows; "-": standard output. */
SarStatus sar_study_table_write_csv(SarContext *context, const SarStudyTable *table, const char *path);

/* Whether it is a file that sar_study_table_write has made; only the head is read. SAR_INPUT, not reported: no. */
SarStatus sar_study_table_probe(SarContext *context, const char *path, SarArena *arena, SarStudyHead *out);

#endif
