/* OpenBLAS on one thread while something is computed whose bits must not depend on the number of threads.
 *
 * The number of threads belongs to the process: between begin and end the host's own calls of OpenBLAS are on one
 * thread too, and a number that the host sets meanwhile is lost. After the last end it is what it was before the first
 * begin, also when several threads compute at once. */
#ifndef SAR_LINEAR_ONE_THREAD_H
#define SAR_LINEAR_ONE_THREAD_H

void sar_one_thread_begin(void);
void sar_one_thread_end(void);

#endif
