/* What the process has used so far. */
#ifndef SAR_BASE_RESOURCE_H
#define SAR_BASE_RESOURCE_H

#include <stdint.h>

double sar_cpu_seconds(void);        /* user and system time of the process */
double sar_wall_seconds(void);       /* a clock that only goes forward; its zero means nothing */
int64_t sar_peak_memory_bytes(void); /* largest resident set */

#endif
