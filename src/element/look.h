/* How a body looks in pictures: shapes and meshes that stand on it. They have no mass and no numbers follow from them:
 * a model with looks moves exactly as the same model without. sar_model_looks (model/model.h) gives those of a body. */
#ifndef SAR_ELEMENT_LOOK_H
#define SAR_ELEMENT_LOOK_H

#include "base/context.h"
#include "base/rotation.h"
#include "base/vec3.h"

/* A surface of triangles, in the numbers of its file. Looks of the same file share one. */
typedef struct SarMesh {
  const float *vertices;    /* x y z of each; all are finite */
  const int32_t *triangles; /* three indices of vertices each; from outside they run anticlockwise */
  int32_t nvertices, ntriangles;
} SarMesh;

typedef enum SarLookKind {
  SAR_LOOK_BOX,      /* size: edges along x, y, z */
  SAR_LOOK_SPHERE,   /* size.x: radius */
  SAR_LOOK_CYLINDER, /* size.x: radius; size.y: length along z */
  SAR_LOOK_CAPSULE,  /* a cylinder with half a sphere on each end; its length is that of the cylinder alone */
  SAR_LOOK_MESH
} SarLookKind;

#define SAR_NO_COLOUR (-1)

/* One look. Shapes have their centre, meshes the origin of their file, at `at`. */
typedef struct SarLook {
  const char *name; /* unique on its body; on the ground with the prefix of an included file: "left.rail" */
  SarLookKind kind;
  SarVec3 size;     /* m; see the kinds; all that count are positive */
  SarVec3 at;       /* m, body axes, from the reference point; ground axes on the ground */
  SarQuat turn;     /* axes of the look -> body axes */
  int32_t colour;   /* 0xRRGGBB, or SAR_NO_COLOUR: not given, the picture chooses */
  const char *file; /* MESH: its path from the folder of the model; else null */
  /* MESH; null: the file was too large to be kept (a warning has said so), and nothing is drawn. */
  const SarMesh *mesh;
  /* MESH: m per number of the file, along its x, y and z. One negative factor is a mirror image: then the triangles run
   * clockwise. A vertex v stands in body axes at  at + turn (scale.x v.x, scale.y v.y, scale.z v.z). */
  SarVec3 scale;
  SarSource source;
} SarLook;

#endif
