/* Principal moments of inertia. */
#ifndef SAR_ELEMENT_BODY_PRINCIPAL_H
#define SAR_ELEMENT_BODY_PRINCIPAL_H

#include <stdbool.h>

/* The eigenvalues of a symmetric tensor in rising order. True: it is diagonal, they are its own entries, without
 * rounding. */
bool sar_principal_moments(const double tensor[3][3], double moment[3]);

#endif
