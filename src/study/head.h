/* What a table of runs says of its study besides the rows: the beginning of its journal, and part of its file. */
#ifndef SAR_STUDY_HEAD_H
#define SAR_STUDY_HEAD_H

#include "base/arena.h"
#include "result/hash.h"
#include "study/bytes.h"
#include "study/source.h"

typedef enum SarStudyKind { SAR_STUDY_SWEEP, SAR_STUDY_OPTIMIZE, SAR_STUDY_FIT, SAR_STUDY_KINDS } SarStudyKind;
/* "sweep", "optimize", "fit" */
const char *sar_study_kind_name(SarStudyKind kind);

/* The type of a table stands in one piece of an HDF5 file, of 64 KiB, with all names: so much it can have. */
#define SAR_TABLE_COLUMNS 1000    /* parameters and responses */
#define SAR_TABLE_NAME 255        /* bytes of a name */
#define SAR_TABLE_COLUMN_BYTES 40 /* of every column, besides its name */
#define SAR_TABLE_BYTES 60000     /* of all of them */

typedef struct SarStudyHead {
  SarStudyKind kind;
  char hash[SAR_HASH_TEXT_SIZE]; /* of the study, the model, the files that they name and the options of the runs */
  const char *version;           /* of the program */
  const char *title;
  const char *name, *text;        /* of the study; "" of one without a file */
  const char *model, *model_text; /* path and text */
  const char *method;             /* as it was asked for; "": as the model says */
  int64_t runs;                   /* of a sweep; 0: not known */
  int32_t nparameters, nresponses;
  const SarStudyColumn *columns; /* parameters, then responses */
} SarStudyHead;

/* The hash of all that decides what runs give: SAR_NO_MEMORY is not reported. */
SarStatus sar_study_fingerprint(const SarStudy *study, const SarRunOptions *run, char text[SAR_HASH_TEXT_SIZE]);

/* Texts are copied into the arena. */
SarStatus sar_study_head(SarContext *context, const SarStudy *study, const SarRunOptions *run, SarStudyKind kind,
                         SarArena *arena, SarStudyHead *out);

void sar_study_head_encode(SarBytes *into, const SarStudyHead *head);
/* Texts live in the arena. SAR_INPUT, not reported: these bytes are none. */
SarStatus sar_study_head_decode(SarByteReader *from, SarArena *arena, SarStudyHead *out);
SarStatus sar_study_head_copy(SarArena *arena, const SarStudyHead *head, SarStudyHead *out);

#endif
