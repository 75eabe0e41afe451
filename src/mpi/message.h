/* Messages between ranks. Waiting for one does not keep the processor busy: it is the worker's. */
#ifndef SAR_MPI_MESSAGE_H
#define SAR_MPI_MESSAGE_H

#include <stdbool.h>

#include "study/bytes.h"

typedef enum SarMessageKind {
  SAR_MESSAGE_NONE,
  SAR_MESSAGE_START,   /* to a rank: the study, as workers are told */
  SAR_MESSAGE_JOB,     /* to a rank */
  SAR_MESSAGE_ANSWER,  /* back: as workers answer */
  SAR_MESSAGE_TROUBLE, /* back: as workers say that they cannot work */
  SAR_MESSAGE_STOP,    /* to a rank: no more of this study, at once; answered by STOP */
  SAR_MESSAGE_END      /* to a rank: no more of anything */
} SarMessageKind;

/* Joins the others. False: MPI does not work. */
bool sar_ranks_join(int *argc, char ***argv, int *rank, int *size);
void sar_ranks_leave(void);

/* Whether all ranks give the same number; all of them must ask. The answer is rank 0's, the others get true. */
bool sar_ranks_agree(uint64_t number, int rank, int size);

void sar_message_send(int rank, SarMessageKind kind, const SarBytes *bytes); /* null: none */
/* The next message, waited for up to `seconds`, infinite: for ever; a signal ends it, too. *rank: who sent it. The
 * bytes take its place. SAR_MESSAGE_NONE: none came, or there is no memory for it. */
SarMessageKind sar_message_receive(double seconds, int *rank, SarBytes *bytes);

#endif
