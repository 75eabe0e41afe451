/* Names in validation: what is said of those that nothing has. */
#ifndef SAR_MODEL_VALIDATE_NAMES_H
#define SAR_MODEL_VALIDATE_NAMES_H

#include "base/text.h"
#include "model/model.h"

/* Past the last error that is kept, looking for a suggestion among all names is a waste. */
static inline bool sar_model_worth_suggesting(const SarModel *model) {
  return sar_context_errors(model->context) < SAR_MAX_ERRORS;
}

/* Reports a body or a joint that there is none of. */
SarStatus sar_model_unknown_element(SarModel *model, const char *owner, SarSource source, const char *name,
                                    SarSection section, const char *what);

/* Whether a bare name in the element's expressions is that of nothing: it gets a message of its own, and what the
 * expression depends on is not known before it is mended. element null: in those of any. */
bool sar_model_names_nothing(const SarModel *model, const SarModelElement *element);

/* Elements of sub-models have dots in their names: "left.arm" may be a body as a whole. */
SarStatus sar_model_join_dotted(SarModel *model, SarSideName *side);

/* The body of a side (-1: the ground; SAR_NAME_FAULTY: it is, which has been reported); what is not one is reported.
 * Nodes of beams become bodies. */
SarStatus sar_model_settle_body(SarModel *model, const char *owner, SarSideName *side, int32_t *out);

/* A motion that was read without error, and the joint that it drives. */
SarStatus sar_model_check_motion(SarModel *model, const SarModelElement *motion);

#endif
