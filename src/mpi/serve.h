/* The life of a rank that is not the first one: it drives a worker process. */
#ifndef SAR_MPI_SERVE_H
#define SAR_MPI_SERVE_H

/* Until rank 0 says that all is over. Returns an exit status. */
int sar_rank_serve(void);

#endif
