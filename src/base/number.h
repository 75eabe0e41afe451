/* Numbers as text, fast. */
#ifndef SAR_BASE_NUMBER_H
#define SAR_BASE_NUMBER_H

#include <stdint.h>

#define SAR_NUMBER_SIZE 40 /* characters that a formatted number may need, or that are written on the way to it */

/* The fewest digits that read back as the same number, and among those the nearest to it, laid out as printf's `%.17g`
 * does in the C locale, whatever the locale is; returns the number of characters. */
int sar_format_real(char text[SAR_NUMBER_SIZE], double value);
int sar_format_int(char text[SAR_NUMBER_SIZE], int64_t value);

#endif
