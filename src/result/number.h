/* Numbers as text, fast. */
#ifndef SAR_RESULT_NUMBER_H
#define SAR_RESULT_NUMBER_H

#include <stdint.h>

#define SAR_NUMBER_SIZE 32 /* characters that a formatted number may need */

/* Exactly the characters of printf's `%.17g` in the C locale, whatever the locale is; returns their number. 17 digits
 * read back as the same number. */
int sar_format_real(char text[SAR_NUMBER_SIZE], double value);
int sar_format_int(char text[SAR_NUMBER_SIZE], int64_t value);

#endif
