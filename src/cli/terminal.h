/* Text for the terminal. Titles, names and units may come from a file of somebody else, and hold anything: what would
 * command the terminal (colours, its title, what is typed next) is shown as \xNN instead. */
#ifndef SAR_CLI_TERMINAL_H
#define SAR_CLI_TERMINAL_H

#include <stdio.h>

#include "sarrus/base.h"

/* The text, with lines as they are. Control characters, also those of U+0080 to U+009F, and bytes that are no UTF-8 are
 * escaped. */
void sar_terminal_put(const char *text, FILE *stream);

/* As printf and fprintf, through sar_terminal_put: for lines with a text that was read from a file. */
void sar_print(const char *format, ...) SAR_PRINTF(1, 2);
void sar_print_to(FILE *stream, const char *format, ...) SAR_PRINTF(2, 3);

#endif
