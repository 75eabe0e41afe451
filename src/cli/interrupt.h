/* Ctrl-C as a flag: the run ends after its current step and keeps what it has. */
#ifndef SAR_CLI_INTERRUPT_H
#define SAR_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM, SIGHUP (unless it is ignored, as by nohup) and SIGXCPU set the flag; a second one ends
 * the program at once, but for SIGXCPU. So do SIGPIPE and SIGXFSZ that another process sends; what a write would be
 * killed for becomes an error of writing. Where the time of the processor is limited by one hard bound, the flag is set
 * shortly before. */
void sar_interrupt_watch(void);
bool sar_interrupt_requested(void);

#endif
