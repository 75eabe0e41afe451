/* The halves of the scanner: scan.c joins lines to statements, scan_statement.c and scan_arguments.c take them apart.
 */
#ifndef SAR_READ_ADAMS_SCAN_H
#define SAR_READ_ADAMS_SCAN_H

#include "read/adams/classes.h"

/* A statement as one text: lines joined, comments gone, control characters blank. SAR_CONTINUED stands where a line
 * began with a comma, a blank where one went on after `&` or a comma. */
typedef struct SarJoined {
  char *text;
  int32_t length, capacity;
  SarTextPiece *pieces; /* the lines */
  int32_t npieces, pieces_capacity;
  int32_t depth; /* parentheses that are open at its end */
} SarJoined;

typedef struct SarKnownKind {
  const SarStatementClass *class;
  SarFormals formals;
} SarKnownKind;

typedef struct SarScan {
  SarContext *context;
  SarArena *arena;
  const char *file; /* interned */
  SarScanned what;
  SarStatements *out;
  int32_t capacity, unknown_capacity;
  SarJoined joined;
  SarKnownKind *known; /* tables that were taken apart already */
  int32_t nknown, known_capacity;
  const char *label, *next_label; /* of the comments before this statement and the next */
  SarStatus status;               /* of all statements */
} SarScan;

/* The piece in which byte `offset` of the joined text stands. */
int32_t sar_scan_piece(const SarScan *scan, int32_t offset);

/* Where byte `offset` of the joined text stands. */
SarSource sar_scan_at(const SarScan *scan, int32_t offset);

/* What the joined text says, into a new statement. *last: it was END or STOP. Only exhausted memory ends the scan;
 * whatever else is wrong is reported and noted in scan->status. */
SarStatus sar_scan_statement(SarScan *scan, bool *last);

/* The arguments from byte `offset` on. */
SarStatus sar_scan_arguments(SarScan *scan, int32_t offset, SarStatement *statement, const SarFormals *formals);

#endif
