#ifndef SAR_ANALYSIS_VERIFY_FACTS_H
#define SAR_ANALYSIS_VERIFY_FACTS_H

#include "sarrus/analysis.h"

/* Whether all but the rows of a recorded file is as in the new one at `path`; SAR_FAILED with a message where it is
 * not.
 */
SarStatus sar_verify_facts(SarRecord *record, const char *path, bool *same);

#endif
