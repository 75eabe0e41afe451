/* Names in validation: what is said of those that nothing has. */
#ifndef SAR_MODEL_VALIDATE_NAMES_H
#define SAR_MODEL_VALIDATE_NAMES_H

#include "base/text.h"
#include "model/model.h"

/* "`x`; did you mean `y`?" needs the middle and the end only when there is a y. */
typedef struct SarHint {
  const char *open, *word, *close;
} SarHint;

static inline SarHint sar_hint(const SarSuggestion *suggestion) {
  const char *best = sar_suggestion_best(suggestion);
  return best ? (SarHint){"; did you mean `", best, "`?"} : (SarHint){"", "", ""};
}

/* Past the last error that is kept, looking for a suggestion among all names is a waste. */
static inline bool sar_model_worth_suggesting(const SarModel *model) {
  return sar_context_errors(model->context) < SAR_MAX_ERRORS;
}

/* Reports a body or a joint that there is none of. */
SarStatus sar_model_unknown_element(SarModel *model, const char *owner, SarSource source, const char *name,
                                    SarSection section, const char *what);

#endif
