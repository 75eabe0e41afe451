/* Modal bodies of a page (page_modal.c). */
#ifndef SAR_RESULT_PAGE_MODAL_H
#define SAR_RESULT_PAGE_MODAL_H

#include "result/page_parts.h"

#define SAR_PAGE_MODAL_BYTES 8e6 /* at most, of all modal bodies: fewer modes where they are many */

/* "bending": the surface of each modal body, and the shapes of its modes. */
SarStatus sar_page_put_modal(SarContext *context, const SarPageRun *run, const SarScene *scene, double bytes,
                             SarJson *json);

#endif
