/* How stiff a modal body is when something holds it: its lowest frequency with one interface held. */
#ifndef SAR_ELEMENT_FLEXIBLE_MODAL_HELD_H
#define SAR_ELEMENT_FLEXIBLE_MODAL_HELD_H

#include "store/reduced.h"

/* The square of it, 1/s^2, of shapes as they are; scratch: 4 n. Zero where the body has no shapes. */
double sar_modal_held(const SarReduced *body, int32_t interface, double *scratch);

#endif
