/* The journal `OUT.h5.part`: what a run has computed so far, in a file that survives the run.
 *
 * Binary, lowest byte first on every machine: 16 bytes (8 of magic, the version of the format, zero), then records of
 * kind (4 bytes), length (8 bytes), payload and the CRC-32C of all three (4 bytes). The first record is the header. The
 * file only grows; whoever reads it stops at the first record that is torn or damaged, and everything before stands.
 *
 * While a run writes it the file is locked (flock). */
#ifndef SAR_RESULT_JOURNAL_H
#define SAR_RESULT_JOURNAL_H

#include "base/arena.h"
#include "result/sink.h"

typedef enum SarJournalKind {
  SAR_JOURNAL_NONE, /* no further record */
  SAR_JOURNAL_HEADER,
  SAR_JOURNAL_ROW,
  SAR_JOURNAL_STEP,
  SAR_JOURNAL_CHECKPOINT,
  SAR_JOURNAL_END, /* the run ended in order */
  SAR_JOURNAL_EVENT,
} SarJournalKind;

/* One record; pointers hold until the next one is read. */
typedef struct SarJournalRecord {
  SarJournalKind kind;
  double time; /* row */
  const double *values;
  SarStepRecord step;
  SarEventRecord event;
  const void *bytes; /* checkpoint */
  size_t count;
} SarJournalRecord;

/* What has been read so far. */
typedef struct SarJournalTally {
  int64_t rows, steps;
  double last_time; /* s, of the last row; 0: no row */
  bool ended;
  bool has_checkpoint;
  int64_t checkpoint_rows, checkpoint_steps; /* before the last checkpoint */
  int64_t checkpoint_end;                    /* of its record, in bytes from the beginning of the file */
  int64_t good, damaged;                     /* bytes that are right, and that follow them */
} SarJournalTally;

typedef struct SarJournalReader SarJournalReader;

/* Whether the file begins like a journal. SAR_INPUT or SAR_IO if it cannot be read at all, or is no plain file. */
SarStatus sar_journal_is_one(SarContext *context, const char *path, bool *out);
/* Opens and reads the header. SAR_INPUT if the file is no journal or its header is damaged. Needs no lock: a journal
 * that is being written reads like a torn one. */
SarStatus sar_journal_open_read(SarContext *context, const char *path, SarJournalReader **out);
void sar_journal_close(SarJournalReader **reader);
const SarSinkHeader *sar_journal_header(const SarJournalReader *reader); /* lives as long as the reader */
const SarJournalTally *sar_journal_tally(const SarJournalReader *reader);
/* The next record; kind SAR_JOURNAL_NONE at the end and at the first damaged record (`damaged` of the tally tells them
 * apart). SAR_IO if the disk cannot be read: that is no end, what follows may well be right. */
SarStatus sar_journal_next(SarJournalReader *reader, SarJournalRecord *out);
/* Back behind the header. */
SarStatus sar_journal_rewind(SarJournalReader *reader);

/* Feeds header, rows, steps and checkpoints to a sink, in their order; finish and destroy are the caller's. Memory does
 * not depend on the length of the journal. tally may be null. */
SarStatus sar_journal_replay(SarContext *context, const char *path, SarSink *into, SarJournalTally *tally);

/* Makes the HDF5 file of a journal under another name in the same folder, then gives it its name: an older file of that
 * name stands until the new one is complete. The journal stays. tally may be null. */
SarStatus sar_journal_convert(SarContext *context, const char *part_path, const char *hdf5_path,
                              SarJournalTally *tally);

/* Takes the lock of a journal that exists; close(2) gives it back. SAR_IO if a run is writing it. */
SarStatus sar_journal_lock(SarContext *context, const char *path, int *descriptor);

/* The state of the solver, written through to the file at once. A sink that keeps none ignores it. */
SarStatus sar_journal_checkpoint(SarSink *sink, const void *bytes, size_t count);

/* What a run needs to go on: the facts and the last checkpoint of a `.part` or HDF5 file (told apart by content). */
typedef struct SarResultFile {
  SarArena *arena;
  SarSinkHeader header;
  bool is_journal;
  bool has_tables; /* HDF5 of this layout; else one dataset per column, as version 0.6 wrote them */
  int64_t rows, steps;
  double last_time;       /* s; 0: no row */
  const void *checkpoint; /* null: none */
  size_t checkpoint_size;
  int64_t checkpoint_rows, checkpoint_steps;
} SarResultFile;

/* Close with sar_result_file_close, also after a failure. */
SarStatus sar_result_file_open(SarContext *context, const char *path, SarResultFile *out);
/* The same; of an HDF5 file that was cut short what is left, without a checkpoint. */
SarStatus sar_result_file_open_left(SarContext *context, const char *path, SarResultFile *out);
void sar_result_file_close(SarResultFile *file);

/* The journal sink of a run that goes on where the last checkpoint stands: rows, steps and the checkpoint before that
 * point are kept, what follows is cut off. If `HDF5_PATH.part` does not exist it is made from the HDF5 file, which must
 * hold a checkpoint; the numbers in the end are the same. begin locks the journal and looks only: SAR_INPUT if there is
 * no checkpoint or the columns are not those of the file, whose header stays as it is; SAR_IO if the checkpoint is not
 * the one of `read`, which is from before the lock and must live as long as the sink. Files change with the first row,
 * step or checkpoint; finish without any leaves them as they were. */
SarStatus sar_journal_continue(SarContext *context, const char *hdf5_path, const SarResultFile *read, SarSink *out);
/* Feeds the rows and steps before the checkpoint to other sinks. After begin, before the first row. */
SarStatus sar_journal_repeat(SarSink *continued, SarSink *into, int32_t count);

#endif
