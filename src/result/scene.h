/* What a mechanism looks like: bodies with shapes and frames, and the places of joints, forces and motions, for every
 * picture of it (results page, snapshot). Plain data, without a reference to the system it was made from.
 *
 * Everything is in the units of the model, as the columns of results are. Places on a body are seen from its centre of
 * mass in body axes, because the columns x y z of a body are its centre of mass; places on the ground are ground
 * coordinates. So the point of a side in ground coordinates is (x y z) + R(q0 q1 q2 q3) at. */
#ifndef SAR_RESULT_SCENE_H
#define SAR_RESULT_SCENE_H

#include "base/arena.h"
#include "base/context.h"
#include "base/rotation.h"
#include "element/structure/section.h"
#include "geometry/profile.h"
#include "geometry/terrain.h"
#include "sarrus/result.h"
#include "store/reduced.h"
#include "system/system.h"

#define SAR_SCENE_GROUND (-1) /* the index of the ground among the bodies of a scene */

typedef enum SarSceneShapeKind {
  SAR_SCENE_BOX,      /* size: three edges along x, y, z */
  SAR_SCENE_CYLINDER, /* size: radius, height; axis z, centred */
  SAR_SCENE_CAPSULE,  /* size: radius, height of the straight part; axis z, centred */
  SAR_SCENE_SPHERE,   /* size: radius */
  SAR_SCENE_MESH      /* vertices and triangles */
} SarSceneShapeKind;

/* Where a shape comes from. */
typedef enum SarSceneOrigin {
  SAR_SCENE_GIVEN,   /* the model says what the body looks like */
  SAR_SCENE_INERTIA, /* the model's shape for mass and inertia */
  SAR_SCENE_DEFAULT  /* made up from joints and mass */
} SarSceneOrigin;

typedef struct SarSceneShape {
  SarSceneShapeKind kind;
  SarSceneOrigin origin;
  double size[3];
  SarVec3 at;         /* its centre */
  SarQuat turn;       /* its axes -> body axes */
  const char *colour; /* "#rrggbb"; null: none is given */
  /* Meshes: nvertices times x y z, in the axes of the shape; ntriangles times three indices, anticlockwise from
   * outside. */
  const float *vertices;
  const uint32_t *triangles;
  int32_t nvertices, ntriangles;
  bool bends; /* it is the surface of a modal body (SarSceneModal) */
} SarSceneShape;

typedef struct SarSceneFrame {
  const char *name;
  SarVec3 at;
  SarQuat turn; /* its axes -> body axes */
} SarSceneFrame;

typedef struct SarSceneBody {
  const char *name;  /* "ground" for the ground */
  double mass;       /* of the ground: 0 */
  double inertia[6]; /* xx yy zz xy xz yz of the tensor, about the centre of mass, body axes */
  SarVec3 position;  /* of the centre of mass as written in the model ... */
  SarQuat turn;      /* ... and body axes -> ground axes: where it is drawn if its pose was not recorded */
  SarSceneShape *shapes;
  SarSceneFrame *frames; /* those named in the model */
  int32_t nshapes, nframes, shapes_capacity;
} SarSceneBody;

/* A place on a body where a joint, force or motion acts. The axis of a joint is z of its frame. */
typedef struct SarSceneSide {
  int32_t body; /* index, or SAR_SCENE_GROUND */
  SarVec3 at;
  SarQuat turn;
} SarSceneSide;

/* Anything that acts between two places. Its reaction columns fx .. tz act on the first, fx2 .. tz2 on the second. */
typedef struct SarSceneLink {
  const char *name;
  const char *type; /* of the model: "revolute", "spring-damper"; motions: "joint motion", "frame motion", or
                        "... translation" */
  SarMark mark;     /* of its class: how it is drawn */
  SarSceneSide sides[2];
} SarSceneLink;

/* The line around the section of a beam, in section axes 2 and 3, anticlockwise where axis 1 points to the eye. */
typedef struct SarSceneOutline {
  double (*corners)[2]; /* the outer ones, then those of the hole, which are as many or none */
  int32_t nouter, ninner;
  bool round;    /* the corners stand for a smooth line */
  int32_t *caps; /* three corners for each triangle of the end, anticlockwise */
  int32_t ncaps;
} SarSceneOutline;

/* A beam: its sections sit on bodies (its nodes), and it is bent smoothly from one to the next. */
typedef struct SarSceneBeam {
  const char *name, *colour;
  int32_t order, nelements;
  SarSceneSide *sections; /* order + 1 for each element; turn: section axes -> body axes, axis 1 (x) along the beam */
  SarSceneOutline outline;
} SarSceneBeam;

/* A modal body: its surface, which bends with amplitudes (columns mode1, mode2, ... of the body). Where the mesh is
 * finer than a picture shows, some of its nodes stand for all. */
typedef struct SarSceneModal {
  const char *name;
  int32_t body;              /* index */
  const SarReduced *reduced; /* with its mesh */
  int32_t nvertices, ntriangles;
  const int32_t *nodes;      /* of the mesh, by vertex */
  const uint32_t *triangles; /* three vertices each, anticlockwise from outside */
} SarSceneModal;

typedef struct SarSceneLinks {
  SarSceneLink *list;
  int32_t count, capacity;
} SarSceneLinks;

typedef struct SarScene {
  SarArena *arena;
  double length;      /* a typical distance of a joint from the centre of its body, for glyphs; positive */
  double length_unit; /* m, of one unit of length: for what comes from the model in SI */
  SarVec3 gravity;    /* ground axes */
  char up;            /* the ground axis x, y or z that points against gravity most; z without gravity */
  SarSceneBody ground;
  SarSceneBody *bodies; /* in the order of the model, as in the system */
  int32_t nbodies;
  SarSceneBeam *beams; /* in the order of the model */
  int32_t nbeams;
  SarSceneModal *modal; /* in the order of the model */
  int32_t nmodal;
  SarSceneLinks joints, forces, motions;
  SarSceneLinks others; /* equations between two frames: rolling, knife-edge, distances */
} SarScene;

/* Bodies for which the model gives no shape get one from their joints and mass (scene_shape.c). Texts are copied: the
 * scene may outlive the system. Destroy with sar_scene_destroy. */
SarStatus sar_scene_create(SarContext *context, const SarSystem *system, SarScene **out);
void sar_scene_destroy(SarScene **scene);

/* The same of results without a model: boxes for all that have poses (scene_results.c). */
SarStatus sar_scene_from_results(SarContext *context, SarResults *results, SarScene **out);

/* The outline of what is round with fewer corners, where these divide those it has; in the arena. False: memory is
 * exhausted. */
bool sar_scene_thin_outline(SarArena *arena, const SarSceneOutline *from, int32_t corners, SarSceneOutline *out);

/* The body of that index, the ground included. */
static inline const SarSceneBody *sar_scene_body(const SarScene *scene, int32_t body) {
  return body == SAR_SCENE_GROUND ? &scene->ground : &scene->bodies[body];
}

/* ---- for the files of the scene ---- */

/* One more shape on a body; null when memory is exhausted. */
SarSceneShape *sar_scene_add_shape(SarScene *scene, SarSceneBody *body);

/* The looks that the model gives to an element (-1: the ground), whose centre of mass is at com from the reference
 * point.
 */
SarStatus sar_scene_add_looks(SarContext *context, SarScene *scene, const SarModel *model, int32_t element, SarVec3 com,
                              SarSceneBody *body);

/* The shapes of it that touch (scene_touching.c). Positions of all bodies are there already. */
SarStatus sar_scene_add_touching(SarContext *context, SarScene *scene, const SarModel *model, int32_t element,
                                 SarVec3 com, SarSceneBody *body);

/* Ground that is not flat: triangles as far as it has numbers, and at least to `reach` (in the scene's units) from its
 * origin (scene_terrain.c). False: memory is exhausted. */
bool sar_scene_put_terrain(SarScene *scene, const SarTerrain *terrain, double reach, SarSceneShape *out);

/* A plane curve and what it encloses, extruded: its triangles (scene_profile.c). False: memory is exhausted. */
bool sar_scene_put_profile(SarScene *scene, const SarProfile *profile, SarSceneShape *out);

/* Whether an equation of the user holds the distance of two places on different bodies (scene_distances.c). */
bool sar_scene_held_distance(const SarSystem *s, int32_t element, SarSide sides[2]);

/* Shapes of all bodies; links and frames are there already. */
SarStatus sar_scene_make_shapes(SarContext *context, SarScene *scene, const SarSystem *system);

SarStatus sar_scene_add_beams(SarContext *context, SarScene *scene, const SarSystem *system);

/* Modal bodies with a mesh; the bodies get it as a shape of theirs, not bent (scene_modal.c). Before the other shapes
 * are made. */
SarStatus sar_scene_add_modal(SarContext *context, SarScene *scene, const SarSystem *system);

/* Vertices and triangles of a modal body, of which `reduced` is set, from its mesh. False: memory is exhausted. */
#define SAR_SCENE_VERTICES 6000 /* at most */
bool sar_scene_thin_surface(SarArena *arena, SarSceneModal *out);

/* The outline of a section, in the unit of length; no thinner than `least` (m) across, no thicker than `most` where the
 * model does not say what shape it has. corners: of what is round. False: memory is exhausted. (scene_outline.c) */
bool sar_scene_outline(SarScene *scene, const SarSectionData *section, double least, double most, int32_t corners,
                       SarSceneOutline *out);

/* The turn that takes z into the direction of `along`, which is not zero. */
SarQuat sar_scene_turn_z(SarVec3 along);

#endif
