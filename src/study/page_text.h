/* What a page takes from the text of its study. */
#ifndef SAR_STUDY_PAGE_TEXT_H
#define SAR_STUDY_PAGE_TEXT_H

#include "base/json.h"
#include "study/head.h"

/* "set": the words NAME=VALUE, for the command of a run; "optimize" and "vary": as they were written, scalars as texts;
 * null where the text has them not, or cannot be read. */
SarStatus sar_study_page_put_text(SarContext *context, const SarStudyHead *head, SarJson *json);

/* Whether it keeps results of some runs; also where its text cannot be read. */
bool sar_study_page_keeps(const SarStudyHead *head);

#endif
