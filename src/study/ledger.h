/* The rows of a study as they are made: every one goes to the journal `OUTPUT.part` before anything else is done with
 * it, and in the end all of them to the table OUTPUT. A study that was cut off is taken up where its journal ends.
 *
 * Journals are locked while they are written, append-only, and every record has a checksum: whatever ends the program,
 * all rows before the one that was being written stand. */
#ifndef SAR_STUDY_LEDGER_H
#define SAR_STUDY_LEDGER_H

#include "study/table.h"

typedef struct SarLedger SarLedger;

/* Reads what is there. SAR_INPUT if OUTPUT or its journal holds something else and `again` is not set: rows of another
 * study are never mixed in. options->output null: nothing is kept but in memory. */
SarStatus sar_ledger_open(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarStudyKind kind,
                          SarLedger **out);
/* The journal stays unless it was finished. */
void sar_ledger_close(SarLedger **ledger);

/* Whether OUTPUT is there already, with all rows of this very study. */
bool sar_ledger_is_complete(const SarLedger *ledger);
/* Rows so far, in the order in which they were added; those of an earlier call first. */
const SarStudyTable *sar_ledger_table(const SarLedger *ledger);
/* What an earlier call has recorded: its rows with all numbers, also those of a fit. False past the last one. */
int64_t sar_ledger_recorded(const SarLedger *ledger);
bool sar_ledger_result(const SarLedger *ledger, int64_t index, SarJobResult *out);

/* To the journal, written through to the system, then to the table. */
SarStatus sar_ledger_add(SarLedger *ledger, const SarJobResult *result);
/* Sorts the rows by run, writes OUTPUT and the CSV file, and removes the journal. */
SarStatus sar_ledger_finish(SarLedger *ledger, const SarStudyFound *found);
/* Once; the caller destroys it. */
SarStudyTable *sar_ledger_take_table(SarLedger *ledger);

#endif
