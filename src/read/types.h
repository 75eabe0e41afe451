/* The class of an element, from its `type:`. */
#ifndef SAR_READ_TYPES_H
#define SAR_READ_TYPES_H

#include "read/reader.h"

/* Stands for the class of an element whose type is wrong or missing: with it the keys are judged as far as they do not
 * depend on the type. */
typedef struct SarStandIn {
  SarElementClass class;        /* the fields whose meaning is known */
  const SarElementClass *meant; /* the class that was probably meant, or null */
  const char *keys;             /* of all classes of the section, separated by blanks */
  const SarNode *misspelt;      /* the key that was meant as `type`: it is not judged again; or null */
} SarStandIn;

/* The class of an entry: key, what is written below it. SAR_INPUT: an error was reported; *stand_in, in the model's
 * arena, serves for the other keys, or is null where nothing is known of them. */
SarStatus sar_read_class(SarFile *file, SarSection section, const SarNode *key, const SarNode *item,
                         const SarElementClass **out, const SarStandIn **stand_in);

#endif
