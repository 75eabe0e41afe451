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

/* The name of an element or frame: the prefix of an included file is put before it. */
SarStatus sar_read_reference(SarFile *file, const SarNode *node, const char *what, const char **out);

/* Reports a word that is none of the field's choices. */
SarStatus sar_read_no_choice(SarFile *file, const SarNode *node, const SarField *field, const char *text);

#endif
