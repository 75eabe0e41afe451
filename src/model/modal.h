/* Modal bodies as the model expands them: a massless body for each interface, by the name `frame.mount`, so that
 * whatever works on bodies and frames works there. They are added when the model is validated, behind all that was
 * written; what ties them to the modal body is the system's to know. */
#ifndef SAR_MODEL_MODAL_H
#define SAR_MODEL_MODAL_H

#include "element/body/modal.h"
#include "model/model.h"

struct SarModal {
  int32_t element; /* of the model: the modal body */
  const SarReduced *body;
  double held;    /* rad/s: lowest frequency with one interface held, whichever is held */
  int32_t *nodes; /* elements of the model, by interface: bodies */
};

/* Makes bodies of the interfaces of all modal bodies that have none yet; those that are faulty are left alone. All
 * errors are reported. */
SarStatus sar_model_expand_modal(SarModel *model);

/* A side on a modal body, `frame.mount` or `frame.eye`, as a body (the interface) or a frame of it. SAR_OK also where
 * the side is not on a modal body: then it stays as it is, and so does the body alone. */
SarStatus sar_model_settle_modal_side(SarModel *model, const char *owner, SarSideName *side);

/* Joints and forces cannot hold a modal body as a whole: reports where a side, settled, does. */
SarStatus sar_model_check_held(SarModel *model, const char *owner, const SarSideName *side);

#endif
