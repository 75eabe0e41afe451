/* Which columns stand together in a table of the HDF5 file: one table per element, `/crank`, `/crank.pin`, with a field
 * per quantity; all variables, all measures and all states share `/variables`, `/measures` and `/states`. It follows
 * from the header alone, so who reads a file knows it as well as who writes it.
 *
 * A table has at most SAR_LAYOUT_FIELDS fields, because HDF5 keeps the description of a type in 64 kB; what is more
 * stands in `/variables.2`, `/variables.3` and so on, as no part of a name begins with a digit. Where an element is
 * itself called `variables`, what is shared begins with `/variables.1`.
 *
 * Nodes of a beam are the parts of one table of two dimensions, `/shaft.nodes`, rows by nodes, and so are its elements,
 * `/shaft.elements`, where all of them have the same fields; amplitudes of a modal body those of `/frame.modes`.
 *
 * Error bars have the same tables with the same fields in the group `/error`, or `/error.1` where an element has that
 * name. */
#ifndef SAR_RESULT_LAYOUT_H
#define SAR_RESULT_LAYOUT_H

#include "result/sink.h"

#define SAR_LAYOUT_FIELDS 400
#define SAR_LAYOUT_ERRORS "error" /* the group of error bars */

typedef struct SarLayoutTable {
  const char *group;      /* that it stands in; null: in none */
  const char *name;       /* of the dataset there */
  const char *path;       /* both */
  int32_t first, nfields; /* its fields among all: of one part after the other */
  int32_t parts;          /* 1; of a table of nodes or elements: how many, each with the same fields */
  int32_t kind;           /* tables of one kind have the same fields and units */
} SarLayoutTable;

typedef struct SarLayout {
  SarArena *arena;
  SarLayoutTable *tables;
  int32_t ntables;
  int32_t *kinds; /* a table of each kind */
  int32_t nkinds;
  /* The fields of all tables, one table after the other: */
  int32_t nfields; /* as many as the header has columns */
  int32_t *columns;
  const char **names;
  /* By column of the header: */
  int32_t *tables_of, *fields_of;
} SarLayout;

/* Names are those of the header, which must live as long. Destroy also after a failure. */
SarStatus sar_layout_create(SarContext *context, const SarSinkHeader *header, SarLayout *out);
void sar_layout_destroy(SarLayout *layout);

/* The fields of one part of a table. */
static inline int32_t sar_layout_part(const SarLayoutTable *table) { return table->nfields / table->parts; }

#endif
