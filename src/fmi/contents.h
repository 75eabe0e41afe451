/* What an FMU of ours holds in `resources/`: the model's text, its files, and this list of them, in the file
 * contents.txt. From these the shared object makes the same model again, without looking at anything else on the disk.
 *
 *   sarrus-fmu 1
 *   token {0123...}            the FMU's guid or instantiationToken
 *   model pendulum.yaml        the text
 *   file tables/road.csv       a file that the model names; `as PATH` after it: the model knows it by another path
 *   set m=2                    and method, tolerance, step, end: how it is read and run
 *   parameter 9.81 g           the variables, in the order of their value references
 *
 * Lines hold a word and a value. */
#ifndef SAR_FMI_CONTENTS_H
#define SAR_FMI_CONTENTS_H

#include <stdio.h>

#include "fmi/variables.h"
#include "model/model.h"
#include "sarrus/analysis.h"

#define SAR_FMU_CONTENTS "contents.txt"

/* A file of the model: its path inside `resources/`, and the one by which the model knows it. */
typedef struct SarFmuFile {
  const char *stored, *path;
} SarFmuFile;

typedef struct SarFmuContents {
  const char *token;
  const char *model; /* the file in `resources/` that holds its text */
  SarModelFormat format;
  SarDeckOptions deck;
  const char **set; /* texts NAME=VALUE */
  int32_t nset;
  SarFmuFile *files;
  int32_t nfiles;
  const char *method;          /* as in SarRunOptions: null, NaN: as the model says */
  double tolerance, step, end; /* in s */
  SarFmuVariables variables;
} SarFmuContents;

/* The token is left out of what is hashed for it. */
void sar_fmu_contents_write(const SarFmuContents *contents, FILE *stream);

/* The text of such a file, whose texts live in the arena. SAR_INPUT with a message: it is none. */
SarStatus sar_fmu_contents_read(SarContext *context, SarArena *arena, const char *path, const char *text,
                                SarFmuContents *out);

#endif
