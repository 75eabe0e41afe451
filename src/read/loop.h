/* A loop of `loops:`, and what expressions know of it. It is solved when the first of them asks, since its wheels may
 * use parameters, and parameters may use it. */
#ifndef SAR_READ_LOOP_H
#define SAR_READ_LOOP_H

#include "geometry/loop.h"
#include "read/reader.h"

struct SarFileLoop {
  const char *name; /* in this file */
  const SarNode *key, *node;
  SarParameterState state;
  SarStatus (*solve)(SarFile *file, SarFileLoop *loop); /* loops.c */
  char axes[2];                                         /* of its plane: 'x', 'y' */
  const char *closing;                                  /* what closes it, or null: its chord does */
  double closed;                                        /* ... and its value */
  double chord, length, gap;
  int32_t count;      /* of chords */
  SarLoopNode *nodes; /* count + 1 of each */
  double *angles;     /* of the chord that begins at a node; goes on without jumps */
};

#endif
