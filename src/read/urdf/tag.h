/* The XML of a robot as a tree of tags. */
#ifndef SAR_READ_URDF_TAG_H
#define SAR_READ_URDF_TAG_H

#include "base/arena.h"
#include "base/context.h"

typedef struct SarTag SarTag;
struct SarTag {
  const char *name;
  SarSource source;
  const char *const *attributes; /* name and value in turns, a null at the end */
  SarTag *first, *last, *next;   /* the tags inside, and the one behind */
};

#define SAR_TAG_DEPTH 64

SarStatus sar_tag_parse(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                        const SarTag **root);

/* The first tag of that name inside; null: there is none. */
const SarTag *sar_tag_inside(const SarTag *tag, const char *name);
/* Null: it is not there. */
const char *sar_tag_attribute(const SarTag *tag, const char *name);

/* Up to three numbers as they are written, and their values. */
typedef struct SarWritten {
  const char *words[3]; /* in the arena */
  double values[3];
  bool given;
} SarWritten;

/* Numbers of an attribute. Not there (or no tag): `fallback` (texts of as many numbers), null: an error. */
SarStatus sar_tag_numbers(SarContext *context, SarArena *arena, const SarTag *tag, const char *name, int count,
                          const char *fallback, SarWritten *out);

/* Warns of tags inside that nobody knows; words: those that are known, separated by blanks. */
void sar_tag_warn_unknown(SarContext *context, const SarTag *tag, const char *words);

#endif
