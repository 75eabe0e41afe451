/* The input deck of CalculiX, as far as a reduction needs it: nodes, elements, sets, materials and what is done to
 * nodes. Cards that are not known are passed over. */
#ifndef SAR_FE_READ_DECK_H
#define SAR_FE_READ_DECK_H

#include "fe/read/reading.h"

/* What a type of elements is. */
typedef struct SarFeType {
  const char *name;
  SarFeKind kind;
  SarFeVariant variant;
  int32_t nodes;
  bool shell; /* expanded by CalculiX into the kind */
} SarFeType;

const SarFeType *sar_fe_type(const char *name); /* null: not known */

/* An element as the deck has it. */
typedef struct SarFeDeckElement {
  int64_t number;
  const SarFeType *type;
  int64_t first;    /* of its nodes in `connectivity` */
  int32_t material; /* -1: none */
  double thickness; /* of shells */
  bool expanded;    /* a shell whose nodes are those of the solid element that was made of it */
  int32_t line;
  const char *file;
} SarFeDeckElement;

/* Members of a set: numbers first, first + step, ... up to last, or another set that stands before it. */
typedef struct SarFeMembers {
  int64_t first, last, step;
  int32_t set; /* -1: numbers */
} SarFeMembers;

typedef struct SarFeDeckSet {
  const char *name;
  bool elements; /* of elements, not of nodes */
  SarFeMembers *members;
  int32_t count, capacity;
} SarFeDeckSet;

/* What the elements of a set are made of. */
typedef struct SarFeSection {
  const char *set, *material;
  double thickness;
  bool shell;
  SarSource source;
} SarFeSection;

/* Cards that take unknowns away, tie them to each other or turn them. */
typedef enum SarFeNotice {
  SAR_FE_BOUNDARY,
  SAR_FE_EQUATION,
  SAR_FE_RIGID_BODY,
  SAR_FE_COUPLING,
  SAR_FE_TRANSFORM,
  SAR_FE_NOTICES
} SarFeNotice;

typedef struct SarFeDeck {
  SarFeReading *reading;
  int64_t *numbers; /* of nodes, as written */
  SarVec3 *at;
  int32_t nnodes, numbers_capacity, at_count, at_capacity;
  SarFeDeckElement *elements;
  int32_t nelements, elements_capacity;
  int64_t *connectivity; /* numbers of nodes */
  int32_t nconnectivity, connectivity_capacity;
  SarFeDeckSet *sets;
  int32_t nsets, sets_capacity;
  SarFeMaterial *materials;
  int32_t nmaterials, materials_capacity;
  SarFeSection *sections;
  int32_t nsections, sections_capacity;
  SarSource notices[SAR_FE_NOTICES]; /* the first of each; file null: none */
  int32_t depth;                     /* of files that are included */
  int32_t nfiles;
} SarFeDeck;

/* Nodes that an element has, or will have when it is expanded. */
int32_t sar_fe_nodes_of(const SarFeDeckElement *element);

/* Reads the deck into the scratch arena of the reading. */
SarStatus sar_fe_deck_read(SarFeReading *reading, const char *path, SarFeDeck *out);
/* Nodes into the model, elements in the order of their numbers, with their materials. */
SarStatus sar_fe_deck_order(SarFeDeck *deck);
/* Nodes, elements, sets and materials into the model. */
SarStatus sar_fe_deck_finish(SarFeDeck *deck);

#endif
