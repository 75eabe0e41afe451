/* The page of a study: its table, what an optimisation or a fit found, and those runs whose results were kept. */
#ifndef SAR_STUDY_PAGE_H
#define SAR_STUDY_PAGE_H

#include "result/page_file.h"
#include "study/table.h"

typedef struct SarStudyPage {
  const char *path; /* of the table or the journal */
  const SarStudyTable *table;
  bool running;      /* it is the journal of a study that goes on, or was cut off */
  const char *found; /* the note of an optimisation or a fit; null: there is none */
  double bytes;      /* of the page, at most; infinite: whatever it takes. The table is never cut */
  /* Runs that were kept, in their order: `put` writes the record of one of them with at most so many bytes as an
   * element of this id. SAR_INPUT leaves it out: what is wrong with it stands in `messages`. */
  const int64_t *kept;
  int32_t nkept;
  SarStatus (*put)(void *self, int64_t run, double bytes, const char *id, FILE *stream);
  void *self;
  SarContext *messages; /* shown on the page; what is left out is added */
} SarStudyPage;

typedef struct SarStudyPageSummary {
  int64_t bytes, rows;
  int32_t kept, shown; /* runs with results, and those of them that are in the page */
} SarStudyPageSummary;

/* Path "-" is standard output. The same files give the same bytes. */
SarStatus sar_study_page_write(SarContext *context, const char *path, const SarStudyPage *page,
                               SarStudyPageSummary *summary);

#endif
