/* ARPACK keeps what it knows between two calls in variables of its own, one set per process: whoever uses it waits here
 * for the others. Meanwhile OpenBLAS is on one thread, so that the same numbers give the same bits. */
#ifndef SAR_LINEAR_ARPACK_H
#define SAR_LINEAR_ARPACK_H

void sar_arpack_begin(void);
void sar_arpack_end(void);

#endif
