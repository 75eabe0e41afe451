/* The functions of the class `beam` (part.h), each in its own file. */
#ifndef SAR_ELEMENT_FLEXIBLE_BEAM_PART_H
#define SAR_ELEMENT_FLEXIBLE_BEAM_PART_H

#include "element/flexible/beam.h"

SarStatus sar_beam_residual(const void *part, const SarPartPoint *at, double *rows);
SarStatus sar_beam_matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out);
SarStatus sar_beam_prestressed(const void *part, const SarPartPoint *at, const SarPartPoint *stressed,
                               SarPartMatrix *out);
void sar_beam_magnitude(const void *part, const SarPartPoint *at, double *rows);
void sar_beam_energy(const void *part, const SarPartPoint *at, SarPartEnergy *out);
SarStatus sar_beam_write(const void *part, int32_t column, const SarPartWriter *w, const SarExpr **out,
                         const char **why);
void sar_beam_turn_of(const void *part, const SarPartPoint *at, double *turn, double *most);
void sar_beam_record(const void *part, const SarPartPoint *at, double *values);

#endif
