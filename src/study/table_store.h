/* How a table stands in an HDF5 file. */
#ifndef SAR_STUDY_TABLE_STORE_H
#define SAR_STUDY_TABLE_STORE_H

#include "store/records.h"
#include "study/table.h"

#define SAR_STUDY_RUNS "/runs"
#define SAR_STUDY_GRADIENTS "/gradients" /* rows x responses x parameters */
#define SAR_STUDY_HEADER "/sarrus-study" /* the head of the table with a checksum: what is read again */
#define SAR_STUDY_NOTES "/sarrus-notes"  /* the same of texts: name, text */
#define SAR_STUDY_OPTIMUM "optimum"      /* the name of that which says what was found */
#define SAR_STUDY_FOUND "/sarrus-found"  /* and of what was found, as bytes */

/* run, parameters, responses, status, message, steps, cpu_seconds, host */
enum { SAR_RUNS_STATUS, SAR_RUNS_MESSAGE, SAR_RUNS_STEPS, SAR_RUNS_CPU, SAR_RUNS_HOST, SAR_RUNS_LAST };
static inline int32_t sar_runs_fields(const SarStudyHead *h) {
  return 1 + h->nparameters + h->nresponses + SAR_RUNS_LAST;
}
/* Room for all of them; the lengths of texts are the caller's. */
static inline void sar_runs_describe(const SarStudyHead *h, SarRecordField *fields) {
  static const SarRecordField last[SAR_RUNS_LAST] = {{.name = "status", .kind = SAR_RECORD_TEXT},
                                                     {.name = "message", .kind = SAR_RECORD_TEXT},
                                                     {.name = "steps", .kind = SAR_RECORD_INT},
                                                     {.name = "cpu_seconds", .unit = "s", .kind = SAR_RECORD_REAL},
                                                     {.name = "host", .kind = SAR_RECORD_TEXT}};
  int32_t count = h->nparameters + h->nresponses;
  fields[0] = (SarRecordField){.name = "run", .kind = SAR_RECORD_INT};
  for (int32_t i = 0; i < count; i++) {
    fields[1 + i] = (SarRecordField){.name = h->columns[i].name, .unit = h->columns[i].unit, .kind = SAR_RECORD_REAL};
  }
  for (int32_t i = 0; i < SAR_RUNS_LAST; i++) fields[1 + count + i] = last[i];
}

#endif
