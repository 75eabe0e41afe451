/* The input deck of CalculiX, as far as a reduction needs it: nodes, elements, sets, materials and what is done to
 * nodes. Cards that are not known are passed over. */
#ifndef SAR_FE_READ_DECK_H
#define SAR_FE_READ_DECK_H

#include "fe/read/cards.h"
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
  bool listed; /* one by one, so that each is meant; not by GENERATE */
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

/* A load, as one line of the deck has it. */
typedef enum SarFeDeckLoadKind { SAR_FE_FORCE, SAR_FE_PRESSURE, SAR_FE_GRAVITY } SarFeDeckLoadKind;

typedef struct SarFeDeckLoad {
  SarFeDeckLoadKind kind;
  int32_t step;    /* index */
  const char *set; /* of nodes (forces) or of elements; null: one of them */
  int64_t number;  /* of it */
  int32_t which;   /* of a force its direction, 0 to 5; of a pressure the face, -1: of a shell */
  double value;
  SarVec3 direction; /* of an acceleration: a unit vector */
  SarSource source;
} SarFeDeckLoad;

typedef struct SarFeStep {
  const char *name;
  bool forces, pressures; /* loads of *CLOAD, of *DLOAD */
  SarSource source;
} SarFeStep;

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
  SarFeStep *steps;
  int32_t nsteps, steps_capacity;
  bool in_step, kept[2]; /* of forces and of pressures: CalculiX still has those of earlier steps */
  SarFeDeckLoad *loads;
  int32_t nloads, loads_capacity;
  SarFeSet *node_sets, *element_sets; /* members of the sets, as the deck has them; from the model on */
  SarSource notices[SAR_FE_NOTICES];  /* the first of each; file null: none */
  int32_t depth;                      /* of files that are included */
  int32_t nfiles;
} SarFeDeck;

/* Nodes that an element has, or will have when it is expanded. */
int32_t sar_fe_nodes_of(const SarFeDeckElement *element);

/* Index of an element by its number, once they are in order; -1: there is none. */
int32_t sar_fe_deck_element(const SarFeDeck *deck, int64_t number);

/* Cards of steps and loads (deck_loads.c). */
SarStatus sar_fe_read_step(SarFeDeck *deck, const SarFeCard *card);
void sar_fe_end_step(SarFeDeck *deck);
SarStatus sar_fe_read_forces(SarFeDeck *deck, SarFeCards *cards, const SarFeCard *card);
SarStatus sar_fe_read_pressures(SarFeDeck *deck, SarFeCards *cards, const SarFeCard *card);
SarStatus sar_fe_see_surface_load(SarFeDeck *deck, const SarFeCard *card);

/* Reads the deck into the scratch arena of the reading. */
SarStatus sar_fe_deck_read(SarFeReading *reading, const char *path, SarFeDeck *out);
/* Nodes into the model, elements in the order of their numbers, with their materials. */
SarStatus sar_fe_deck_order(SarFeDeck *deck);
/* Nodes, elements, sets and materials into the model. */
SarStatus sar_fe_deck_finish(SarFeDeck *deck);

#endif
