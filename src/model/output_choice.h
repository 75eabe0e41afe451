/* What `output: of:` asks for: elements, frames (`body.frame`) and `energy` by name; single columns (`crank.x`); all of
 * them by patterns as in file names (`link*`, `link*.x`; a star stands for dots, too). */
#ifndef SAR_MODEL_OUTPUT_CHOICE_H
#define SAR_MODEL_OUTPUT_CHOICE_H

#include "base/index.h"
#include "model/model.h"

bool sar_output_is_pattern(const char *entry);

/* A list of entries, made ready to be asked for many names: what one name costs does not grow with the list, but for
 * its patterns. */
typedef struct SarOutputChoice {
  const SarNameList *of;
  SarIndex exact;
  int32_t *patterns, npatterns; /* entries that are patterns */
} SarOutputChoice;

/* In the arena; false: memory is exhausted. */
bool sar_output_choice(SarArena *arena, const SarNameList *of, SarOutputChoice *out);

/* Whether an entry is the name, or a pattern that fits it; without a list everything is wanted. has: marks such
 * entries, the first one of those that are alike; or null. */
bool sar_output_wants(const SarOutputChoice *choice, const char *name, bool *has);

/* Whether some entry can ask for single columns. */
bool sar_output_wants_columns(const SarNameList *of);

/* Entries that ask for what is not there are reported at their places: `has` tells whether an entry finds something. */
SarStatus sar_output_report(const SarModel *model, const SarOutputChoice *choice, const bool *has);

#endif
