/* The surface of a modal body as it moves and bends, coloured by stress, as files for ParaView: one .vtu per picture
 * and one .pvd that lists them with their times. XML with numbers in base64, so that any reader of VTK can use them. */
#ifndef SAR_RESULT_VTK_H
#define SAR_RESULT_VTK_H

#include "result/stress.h"

typedef struct SarVtkOptions {
  const char *folder;  /* exists, or is made */
  double scale;        /* of displacements */
  const int64_t *rows; /* of the results that are drawn, ascending */
  int64_t count;
  SarStressWatch watch;
} SarVtkOptions;

/* FOLDER/BODY_0000.vtu ... and FOLDER/BODY.pvd. Points, displacements (those by bending, ground axes) in the unit of
 * length of the results, stress of von Mises in their unit of stress where the body has stress shapes, and the numbers
 * of the nodes in the finite-element model. Where the results have no pose of the body, it is drawn in its own axes. */
SarStatus sar_vtk_write(SarStress *stress, const SarVtkOptions *options, SarArena *arena);

#endif
