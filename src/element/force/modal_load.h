/* Fields of a load on a modal body. */
#ifndef SAR_ELEMENT_FORCE_MODAL_LOAD_H
#define SAR_ELEMENT_FORCE_MODAL_LOAD_H

#include "element/class.h"

enum { SAR_MODAL_LOAD_BODY, SAR_MODAL_LOAD_CASE, SAR_MODAL_LOAD_FACTOR };

extern const SarElementClass sar_force_modal_load;

#endif
