/* Beams as the model expands them: nodes, which are bodies with names of their own (`shaft.n0`, `shaft.n1`, ...), and
 * elements between them (`shaft.e0`, ...). Whatever works on bodies and frames then works on beams.
 *
 * Nodes and elements are added when the model is validated, behind all that was written. */
#ifndef SAR_MODEL_BEAM_H
#define SAR_MODEL_BEAM_H

#include "element/flexible/beam.h"
#include "element/structure/beam.h"
#include "element/structure/section.h"
#include "model/model.h"

struct SarBeam {
  int32_t element; /* of the model */
  int32_t order, nelements, nnodes;
  int32_t *nodes; /* elements of the model: bodies */
  int32_t first;  /* element of the model: e0; the others follow */
  double *s;      /* m, by node: length along the line from its start */
  double *share;  /* m, by node: the length that is lumped there */
  double length;  /* m */
  SarSectionData section;
  /* By element, order + 1 numbers each: where the sections are as written. */
  SarVec3 *at;
  SarQuat *turn;
};

/* Makes nodes and elements of all beams that have none yet; those that are faulty are left alone. All errors are
 * reported. */
SarStatus sar_model_expand_beams(SarModel *model);

/* A side on a beam, `shaft.end` or `shaft.eye`, as a body (the node) or a frame of it. SAR_OK also where the side is
 * not on a beam: then it stays as it is. */
SarStatus sar_model_settle_beam_side(SarModel *model, const char *owner, SarSideName *side);

/* What an element of a beam is made from; offsets are from the reference points of the bodies. */
SarBeamSetup sar_model_beam_setup(const SarModel *model, const SarModelElement *element);

/* ---- the line (beam_line.c) ---- */

typedef struct SarBeamLine SarBeamLine;

/* Null when memory is exhausted; *fault says what is wrong with the points, in words, or is null. */
SarBeamLine *sar_beam_line_create(const SarValue *beam, SarArena *arena, const char **fault);
int32_t sar_beam_line_pieces(const SarBeamLine *line); /* each smooth; they meet in corners */

/* Place and derivative by u on a piece, 0 <= u <= 1. */
void sar_beam_line_at(const SarBeamLine *line, int32_t piece, double u, SarVec3 *r, SarVec3 *by_u);

/* The direction that section axis 2 is made from there; not projected yet. */
SarVec3 sar_beam_line_axis2(const SarBeamLine *line, int32_t piece, double u);

#endif
