/* Contact as a part: all shapes of one body against shapes of another one, under one law or several, with the memory of
 * anchored friction. */
#ifndef SAR_ELEMENT_CONTACT_CONTACT_PART_H
#define SAR_ELEMENT_CONTACT_CONTACT_PART_H

#include "element/contact/contact_touching.h"

/* Two nodes: the bodies of the first and of the second shape of every pair. */
extern const SarPartClass sar_part_contact;

/* What is recorded where no two shapes are near: all that is known of the gap is that it is wider than some. */
void sar_contact_record_nothing(double gap, double *values);

#endif
