/* What of a mirrored sub-model does not follow from its geometry alone: signs of coordinates, and forces. */
#ifndef SAR_READ_MIRROR_H
#define SAR_READ_MIRROR_H

#include "read/reader.h"

/* Whether the axes of a joint are placed as directions (their displacements keep their signs, their angles change
 * them when mirrored) or as axial vectors (the other way round). */
bool sar_place_axis_is_direction(const SarElementClass *joint);

/* Motions and relations of mirrored joints: their functions and ratios follow the signs of the coordinates. */
SarStatus sar_mirror_motion(SarFile *file, SarModelElement *motion);
SarStatus sar_mirror_relation(SarFile *file, SarModelElement *relation);
/* Profiles of cams lie in x y of their frames. */
SarStatus sar_mirror_profile(SarFile *file, SarModelElement *joint);

/* Stops of a mirrored joint: the limits of a coordinate that changes its sign are exchanged. */
SarStatus sar_mirror_stops(SarFile *file, SarModelElement *joint);
/* And its starts: their signs. */
SarStatus sar_mirror_starts(SarFile *file, SarModelElement *joint);

/* Whether these have the same sign in the mirror: a coordinate of a joint, its rate or the friction and stops along it;
 * what a motion drives; what a spring measures. */
bool sar_mirror_keeps_coordinate(SarFile *file, SarModelElement *joint, const char *name);
bool sar_mirror_keeps_motion(SarFile *file, SarModelElement *motion);
bool sar_mirror_keeps_force(SarFile *file, SarModelElement *force);

/* Whether the value of a reference is the same in the mirror (mirror_references.c). */
bool sar_mirror_keeps_reference(SarFile *file, const SarReference *reference);

/* Whether a side belongs to the sub-model, so that it is mirrored with it. */
bool sar_mirror_is_inside(const SarFile *file, const SarSideName *side);

/* f_i -> sum_j B_ij f_j of three expressions. */
SarStatus sar_place_functions(SarFile *file, SarValue *value, const SarMat3 *B);
/* The matrix of a function of vectors: its columns are the images of the axes. */
SarMat3 sar_placement_matrix(SarVec3 (*map)(const SarPlacement *, SarVec3), const SarPlacement *p);

/* Frames on a body whose axes are mirrored. */
SarStatus sar_mirror_frames(SarFile *file, const SarPlacement *p, SarValue *value);

/* Shapes likewise (mirror_shapes.c). */
SarStatus sar_mirror_shape(SarFile *file, const SarPlacement *p, SarShape *shape);
SarStatus sar_mirror_shapes(SarFile *file, const SarPlacement *p, SarValue *value);

/* Sections and beams (place_beam.c). */
SarStatus sar_place_section(SarFile *file, SarModelElement *section);
SarStatus sar_place_beam(SarFile *file, SarModelElement *beam);

/* Forces. */
SarStatus sar_place_force(SarFile *file, SarModelElement *force);

#endif
