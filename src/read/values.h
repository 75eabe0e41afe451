/* Readers of single kinds of values, chosen by the field's table (values.c); used by values.c and lists.c only. */
#ifndef SAR_READ_VALUES_H
#define SAR_READ_VALUES_H

#include "read/reader.h"

SarStatus sar_read_functions(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_matrix(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_settings(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_free_text(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_joints(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_elements(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_looks_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_starts(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_words(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);

SarStatus sar_read_shapes_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
/* The property file of a tyre (tir.c). */
SarStatus sar_read_tyre_file(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_body_file(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
/* Ground that is not flat (terrain.c). */
SarStatus sar_read_road(SarFile *file, const SarNode *node, SarShape *shape);
SarStatus sar_read_height_field(SarFile *file, const SarNode *node, SarShape *shape);
/* The curve of a shape that is a profile (profile.c). */
SarStatus sar_read_profile(SarFile *file, const SarNode *node, SarShape *shape);
/* A mesh, with what else the shape `node` says of it: scale and radius. */
SarStatus sar_read_shape_mesh(SarFile *file, const SarNode *node, const SarNode *path, SarShape *shape);
SarStatus sar_read_name_list(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);
SarStatus sar_read_pairs(SarFile *file, const SarNode *node, const SarField *field, SarValue *value);

/* Looks and shapes (standing.c): `at` and `turn`, or `from` and `to`, which give the length too; whether these keys fit
 * together; `colour`, which may be missing. */
SarStatus sar_read_check_ends(SarFile *file, const SarNode *node, bool has_ends);
SarStatus sar_read_standing(SarFile *file, const SarNode *node, SarVec3 *at, SarQuat *turn, double *length);
SarStatus sar_read_colour(SarFile *file, const SarNode *node, int32_t *out);
/* The shortest rotation that takes z to a direction. */
SarQuat sar_read_turn_to(SarVec3 direction);

/* The name of an element or frame: the prefix of an included file is put before it. */
SarStatus sar_read_reference(SarFile *file, const SarNode *node, const char *what, const char **out);

/* Reports a word that is none of the field's choices. */
SarStatus sar_read_no_choice(SarFile *file, const SarNode *node, const SarField *field, const char *text);

#endif
