/* Ctrl-C as a flag: the run ends after its current step and keeps what it has. */
#ifndef SAR_CLI_INTERRUPT_H
#define SAR_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT and SIGTERM set the flag; a second one ends the program at once. */
void sar_interrupt_watch(void);
bool sar_interrupt_requested(void);

#endif
