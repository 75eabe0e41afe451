/* A glTF file while it is made; for the files that make it. */
#ifndef SAR_RESULT_GLTF_PARTS_H
#define SAR_RESULT_GLTF_PARTS_H

#include "result/gltf_bin.h"
#include "result/results.h"
#include "result/scene.h"

/* A surface with a colour; indices of accessors, -1: none. */
typedef struct SarGltfMesh {
  const char *name;
  int32_t points, normals, triangles, joints, weights;
  int32_t material;
  const int32_t *targets; /* points of morph targets */
  int32_t ntargets;
} SarGltfMesh;

/* Nodes: 0 turns and scales everything, 1 is the ground, then bodies, then shapes, then beams. */
#define SAR_GLTF_ROOT 0
#define SAR_GLTF_GROUND 1
#define SAR_GLTF_BODIES 2

/* A shape on a body, or a beam. */
typedef struct SarGltfNode {
  int32_t mesh;
  int32_t body; /* index, or SAR_SCENE_GROUND; of beams: -2 */
  SarVec3 at;
  SarQuat turn;
  int32_t skin; /* -1: none */
} SarGltfNode;
#define SAR_GLTF_BEAM (-2)

#define SAR_GLTF_MODES 16 /* morph targets of a body at most: those that move its surface most */

typedef struct SarGltfSkin {
  const int32_t *bodies; /* its joints; SAR_SCENE_GROUND: the ground */
  int32_t nbodies;
  int32_t matrices; /* accessor */
} SarGltfSkin;

/* Amplitudes of the morph targets of a node. */
typedef struct SarGltfMorph {
  int32_t node, values; /* node: index of SarGltfNode; accessor of key frames times targets */
} SarGltfMorph;

#define SAR_GLTF_LIST(type)  \
  struct {                   \
    type *list;              \
    int32_t count, capacity; \
  }

typedef struct SarGltf {
  SarContext *context;
  SarArena *arena;
  const SarScene *scene;
  SarResults *results;
  int32_t most_frames;
  SarGltfBin bin;
  SAR_GLTF_LIST(const char *) materials;
  SAR_GLTF_LIST(SarGltfMesh) meshes;
  SAR_GLTF_LIST(SarGltfNode) nodes;
  SAR_GLTF_LIST(SarGltfSkin) skins;
  SAR_GLTF_LIST(SarGltfMorph) morphs;
  int64_t *rows;  /* that are key frames */
  double *times;  /* of them, in the unit of the results */
  int32_t frames; /* how many */
  int32_t modes;
  int32_t *places; /* accessors by body, those of turns behind them */
  int32_t seconds; /* accessor */
} SarGltf;

/* gltf.c: everything that is to be shown, from the context to most_frames. Destroy with sar_gltf_free of its bin, also
 * after a failure. */
SarStatus sar_gltf_build(SarGltf *g);

/* Index of the material of a colour, "#rrggbb". */
SarStatus sar_gltf_material(SarGltf *g, const char *colour, int32_t *out);
/* One more of each; null when memory is exhausted (reported). */
SarGltfMesh *sar_gltf_add_mesh(SarGltf *g, const char *name);
SarGltfNode *sar_gltf_add_node(SarGltf *g);

/* gltf_beam.c, gltf_modal.c: beams; the morph targets of the mesh of a modal body, which is that of the last node. */
SarStatus sar_gltf_add_beams(SarGltf *g);
SarStatus sar_gltf_add_modes(SarGltf *g, int32_t body, SarGltfMesh *mesh);

/* gltf_json.c: everything that is no array of numbers. */
SarStatus sar_gltf_put_json(const SarGltf *g, FILE *stream);

#endif
