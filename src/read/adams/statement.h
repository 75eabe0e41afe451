/* Statements of a deck or commands of a command file, as text: what the scanner makes of bytes. The two languages share
 * continuation, comments, abbreviations, numbers and expressions; which statements there are and which arguments they
 * take stands in statements.def and commands.def. */
#ifndef SAR_READ_ADAMS_STATEMENT_H
#define SAR_READ_ADAMS_STATEMENT_H

#include "base/arena.h"
#include "base/context.h"

/* What an argument takes; the letter behind its name in the tables. */
typedef enum SarArgumentForm {
  SAR_FORM_FLAG = 'f',       /* nothing: GROUND, ACTIONONLY */
  SAR_FORM_NUMBERS = 'n',    /* reals, separated by commas; 90D is in degrees */
  SAR_FORM_IDS = 'i',        /* of other statements, or plain whole numbers */
  SAR_FORM_WORDS = 'w',      /* words separated by colons or commas: EXACT=X:Y, TYPE=R:T */
  SAR_FORM_EXPRESSION = 'e', /* up to a backslash, or the next argument */
  SAR_FORM_TEXT = 't'        /* to the end of the line */
} SarArgumentForm;

/* A value as it stands in the file, without blanks around it. */
typedef struct SarWritten {
  const char *text;
  SarSource source;
} SarWritten;

/* Where a part of an expression's text stands: from this byte on, up to the next piece. */
typedef struct SarTextPiece {
  int32_t offset;
  int32_t line, column;
} SarTextPiece;

/* A line that begins with a comma goes on inside of an expression: what stands there is for the expression's reader. */
#define SAR_CONTINUED '\001'

typedef struct SarArgument {
  const char *name; /* as in the table, in full and in capitals */
  SarArgumentForm form;
  SarSource source;
  SarWritten
      *values; /* numbers, ids, words, or the one text; repeated arguments (Y= of SPLINE) are several arguments */
  int32_t count;
  const char *expression; /* or null; lines joined, SAR_CONTINUED where one began with a comma */
  SarTextPiece *pieces;
  int32_t npieces;
} SarArgument;

typedef struct SarStatementClass SarStatementClass;

typedef struct SarStatement {
  const SarStatementClass *class;
  int64_t id; /* -1: without one */
  SarSource source, id_source;
  const char *label; /* adams_view_name='...' in the comment before it, or null */
  SarArgument *arguments;
  int32_t count;
  bool faulty; /* an error in it has been reported: it is not translated, but others may name it */
  const char
      *name; /* in the model: unique, of a marker among the frames of its part; null until deck_names.c gives it */
} SarStatement;

/* The first argument of a name, or null. */
const SarArgument *sar_statement_argument(const SarStatement *statement, const char *name);
bool sar_statement_has(const SarStatement *statement, const char *name);

/* A number as it is written, degrees turned into radians; false: it is none. */
bool sar_written_number(const char *text, double *out);

/* The number of value `index` of an argument, degrees turned into radians; reports what is no number. */
SarStatus sar_statement_number(SarContext *context, const SarStatement *statement, const char *name, int32_t index,
                               double fallback, double *out);

/* An argument that its statement does not have. */
typedef struct SarUnknownArgument {
  int32_t statement; /* index in SarStatements.all */
  SarSource source;
  const char *name, *meant; /* meant: what it probably is, or null */
} SarUnknownArgument;

/* What the scanner gives: statements in the order of the file. Statements of unknown kinds have a class of their own,
 * which is refused. */
typedef struct SarStatements {
  const char *title; /* the first line; of command files: null */
  SarStatement *all;
  int32_t count;
  SarUnknownArgument *unknown;
  int32_t nunknown;
} SarStatements;

typedef enum SarScanned { SAR_SCAN_DECK, SAR_SCAN_COMMANDS } SarScanned;

/* Reports all that is wrong; SAR_INPUT then, but the statements are there, faulty ones too. */
SarStatus sar_adams_scan(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         SarScanned what, SarStatements *out);

#endif
