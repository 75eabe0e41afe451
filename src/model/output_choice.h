/* What `output: of:` asks for: elements, frames (`body.frame`) and `energy` by name; single columns (`crank.x`); all of
 * them by patterns as in file names (`link*`, `link*.x`; a star stands for dots, too). */
#ifndef SAR_MODEL_OUTPUT_CHOICE_H
#define SAR_MODEL_OUTPUT_CHOICE_H

#include "model/model.h"

bool sar_output_is_pattern(const char *entry);

/* Whether an element or frame is asked for as a whole. */
bool sar_output_wants(const SarNameList *of, const char *name);

/* Whether some entry can ask for single columns. */
bool sar_output_wants_columns(const SarNameList *of);

/* Entries that ask for what is not there are reported at their places: `has` tells whether an entry finds something. */
SarStatus sar_output_report(const SarModel *model, const bool *has);

/* Whether the entry is a pattern that fits the name, or the name itself. */
bool sar_output_fits(const char *entry, const char *name);

#endif
