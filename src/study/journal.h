/* The journal of a study: 16 bytes (8 of magic, the version of the format, zero), then records as in frame.h: the head
 * of the table first, then one for every row. It only grows; whoever reads it stops at the first record that is torn or
 * damaged, and everything before stands. While it is written it is locked. */
#ifndef SAR_STUDY_JOURNAL_H
#define SAR_STUDY_JOURNAL_H

#include "study/frame.h"
#include "study/head.h"
#include "study/job.h"
#include "study/result_code.h"

/* ---- reading: needs no lock, one that is being written reads like a torn one ---- */

/* Whether the file begins like one. */
bool sar_study_journal_is_one(const char *path);
/* SAR_INPUT, reported: there is no whole head. Texts live in the arena. */
SarStatus sar_study_journal_head(SarContext *context, const char *path, SarArena *arena, SarStudyHead *out);
/* Where its rows end. */
typedef struct SarJournalEnd {
  int64_t good; /* bytes that are right, from the beginning */
  bool damaged; /* what follows is not only cut off: some of it was written otherwise */
} SarJournalEnd;

/* All rows in their order; pointers hold during the call. */
SarStatus sar_study_journal_rows(SarContext *context, const char *path,
                                 SarStatus (*each)(void *self, const SarJobResult *result), void *self,
                                 SarJournalEnd *end);

/* ---- writing ---- */

typedef struct SarStudyJournal {
  SarContext *context;
  char *path;
  int descriptor; /* -1: not open */
  SarResultSize size;
  SarCrc32c crc;
  SarBytes record;
  int64_t rows;
} SarStudyJournal;

/* Makes the file if it is not there, and locks it. Close it also after a failure. */
SarStatus sar_study_journal_open(SarContext *context, const char *path, SarStudyJournal *out);
int64_t sar_study_journal_bytes(const SarStudyJournal *journal);
/* How long it is before its first row. */
SarStatus sar_study_journal_head_bytes(SarStudyJournal *journal, const SarStudyHead *head, int64_t *out);
/* Keeps the first `good` bytes, 0: none, and then begins with the head. */
SarStatus sar_study_journal_start(SarStudyJournal *journal, const SarStudyHead *head, int64_t good);
/* Written through to the system. */
SarStatus sar_study_journal_add(SarStudyJournal *journal, const SarJobResult *result);
/* May be called twice. */
void sar_study_journal_close(SarStudyJournal *journal);
/* Before it is closed, and only if its name still leads to it. */
void sar_study_journal_remove(SarStudyJournal *journal);

#endif
