/* A finite-element model as other programs have written it: nodes, elements, and the stiffness and mass of the whole.
 */
#ifndef SAR_FE_MODEL_H
#define SAR_FE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/context.h"
#include "base/vec3.h"
#include "linear/linear.h"

/* Solid elements; nodes in the order of Abaqus and CalculiX. */
typedef enum SarFeKind {
  SAR_FE_TET4,
  SAR_FE_TET10,
  SAR_FE_HEX8,
  SAR_FE_HEX20,
  SAR_FE_WEDGE6,
  SAR_FE_WEDGE15,
  SAR_FE_KINDS
} SarFeKind;

/* How an element of a kind is integrated; it decides where its stresses are known. */
typedef enum SarFeVariant {
  SAR_FE_FULL,        /* C3D8, C3D20, and all kinds that know no other */
  SAR_FE_REDUCED,     /* C3D8R, C3D20R */
  SAR_FE_INCOMPATIBLE /* C3D8I: with bending modes of its own, which CalculiX numbers as three more nodes */
} SarFeVariant;

typedef struct SarFeMaterial {
  const char *name;
  double young, poisson, density; /* Pa, 1, kg/m^3; 0: not known */
} SarFeMaterial;

typedef struct SarFeElement {
  SarFeKind kind;
  SarFeVariant variant;
  int64_t number;
  int32_t first;    /* of its nodes, in SarFeModel.connectivity */
  int32_t material; /* -1: not known */
} SarFeElement;

typedef struct SarFeSet {
  const char *name; /* as written; compared without regard to case */
  int32_t count;
  const int32_t *nodes; /* indices, ascending */
} SarFeSet;

/* A symmetric matrix: its upper triangle by columns, the diagonal included. */
typedef struct SarFeMatrix {
  SarPattern pattern;
  double *values;
} SarFeMatrix;

/* An unknown: a displacement of a node along an axis (0, 1, 2), or a rotation about it (3, 4, 5). */
typedef struct SarFeUnknown {
  int32_t node; /* -1: of an element alone, an amplitude of its own bending; zero when the body moves as a rigid one */
  int32_t direction;
} SarFeUnknown;

/* A distributed load of the finite-element model (a pressure, for instance), as forces on the unknowns. */
typedef struct SarFeLoad {
  const char *name;
  const double *force; /* nunknowns */
} SarFeLoad;

/* In SI units: whoever reads one has been told the units of the files. */
typedef struct SarFeModel {
  const char *source; /* the files, for messages and facts */
  int32_t nnodes, nelements, nmaterials, nsets, nloads;
  const int64_t *numbers; /* of the nodes, ascending */
  const SarVec3 *at;
  const SarFeElement *elements; /* none where only matrices are known */
  const int32_t *connectivity;
  const SarFeMaterial *materials;
  const SarFeSet *sets;
  const SarFeLoad *loads;
  int32_t nmissing; /* nodes of elements that lack an unknown: they are fixed, or tied to others */
  int32_t nunknowns;
  const SarFeUnknown *unknowns;
  SarFeMatrix stiffness, mass; /* both nunknowns x nunknowns; their patterns may differ */
  const double *preload;       /* nunknowns: forces in the preloaded state; null: none */
} SarFeModel;

/* Factors of the units of the files to SI. */
typedef struct SarFeUnits {
  double length, mass, time;
} SarFeUnits;

/* Reads what the paths say: JOB.inp with JOB.mas, JOB.sti and JOB.dof beside it (CalculiX), K.mtx M.mtx and a table of
 * nodes (Matrix Market), or one HDF5 file. Errors are reported with file and line, all lives in the arena. */
SarStatus sar_fe_read(SarContext *context, const char *const *paths, int32_t npaths, SarFeUnits units, SarArena *arena,
                      SarFeModel *out);

/* Index of a node by its number, of a set by its name; -1: there is none. */
int32_t sar_fe_find_node(const SarFeModel *model, int64_t number);
int32_t sar_fe_find_set(const SarFeModel *model, const char *name);

#endif
