#include "result/snapshot_scene.h"

#include <math.h>
#include <string.h>

#include "result/surface.h"

#define MARK_COLOUR "#e4e9ed"
#define LINK_COLOUR "#8896a2"
#define SPRING_COLOUR "#2f7d4f"
#define HIDDEN 2.5 /* radii of a sign that it may lie behind a surface and still be seen */
#define PIECE 1.5  /* radii: length of a piece of a cylinder */
#define MOST_PIECES 6
#define MOST_TRIANGLES 60000 /* of one mesh; a larger one is drawn as a box around it */

static SarSnapshotPose pose_of(const SarInstant *in, int32_t body) {
  return body == SAR_SCENE_GROUND ? (SarSnapshotPose){.turn = sar_quat_identity()} : in->poses[body];
}

static SarVec3 place(const SarSnapshotPose *pose, SarVec3 at) {
  SarMat3 turn = sar_quat_matrix(pose->turn);
  return sar_add(pose->at, sar_mul(&turn, at));
}

SarSnapshotPose sar_instant_pose(const SarInstant *in, int32_t body, SarVec3 at, SarQuat turn) {
  SarSnapshotPose pose = pose_of(in, body);
  return (SarSnapshotPose){.at = place(&pose, at), .turn = sar_quat_mul(pose.turn, turn)};
}

SarVec3 sar_instant_point(const SarInstant *in, const SarSceneSide *side) {
  SarSnapshotPose pose = pose_of(in, side->body);
  return place(&pose, side->at);
}

SarVec3 sar_instant_axis(const SarInstant *in, const SarSceneSide *side) {
  SarSnapshotPose pose = pose_of(in, side->body);
  SarMat3 axes = sar_quat_matrix(sar_quat_mul(pose.turn, side->turn));
  return sar_column(&axes, 2);
}

/* ---- shapes ---- */

/* Vertices from the axes of a shape to those of the camera. */
static void see_vertices(const SarInstant *in, const SarSnapshotPose *pose, SarSolid *s) {
  SarMat3 axes = sar_quat_matrix(pose->turn);
  for (int32_t i = 0; i < s->nvertices; i++) {
    s->vertices[i] = sar_view_see(in->view, sar_add(pose->at, sar_mul(&axes, s->vertices[i])));
  }
}

/* Two points on the axis z, this far from the centre. */
static void see_axis(const SarInstant *in, const SarSnapshotPose *pose, double half, SarSolid *s) {
  s->a = sar_view_see(in->view, place(pose, sar_vec3(0, 0, -half)));
  s->b = sar_view_see(in->view, place(pose, sar_vec3(0, 0, half)));
}

static void mesh_box(const SarSceneShape *shape, double size[3], SarVec3 *middle) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < 3 * shape->nvertices; i++) {
    low[i % 3] = fmin(low[i % 3], shape->vertices[i]), high[i % 3] = fmax(high[i % 3], shape->vertices[i]);
  }
  for (int k = 0; k < 3; k++) size[k] = high[k] - low[k];
  *middle = sar_scale(0.5, sar_add(sar_vec3_load(low), sar_vec3_load(high)));
}

static bool make_mesh(const SarInstant *in, const SarSceneShape *shape, SarSolid *s) {
  if (shape->ntriangles > MOST_TRIANGLES) {
    double size[3];
    SarVec3 middle;
    mesh_box(shape, size, &middle);
    if (!sar_solid_make_box(in->arena, size, s)) return false;
    for (int32_t i = 0; i < s->nvertices; i++) s->vertices[i] = sar_add(s->vertices[i], middle);
    return true;
  }
  s->vertices = SAR_NEW(in->arena, shape->nvertices, SarVec3);
  s->nvertices = shape->nvertices;
  if (!s->vertices) return false;
  for (int32_t i = 0; i < shape->nvertices; i++) {
    const float *v = shape->vertices + 3 * (size_t)i;
    s->vertices[i] = sar_vec3(v[0], v[1], v[2]);
  }
  return sar_solid_make_mesh(in->arena, shape->triangles, shape->ntriangles, s);
}

SarStatus sar_instant_append(const SarInstant *in, const SarSolid *solid, SarSolids *out) {
  SarSolid *slot = sar_arena_append(in->arena, 64, &out->list, &out->count, &out->capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(in->context);
  *slot = *solid;
  sar_solid_measure(slot);
  return SAR_OK;
}

static SarStatus add_shape(const SarInstant *in, int32_t body, const SarSceneShape *shape, SarSolids *out) {
  SarSnapshotPose own = sar_instant_pose(in, body, shape->at, shape->turn);
  SarSolid s = {.body = {body, body}, .radius = shape->size[0]};
  bool made = true;
  s.colour = shape->colour ? shape->colour : sar_surface_colour(body);
  switch (shape->kind) {
    case SAR_SCENE_SPHERE: s.kind = SAR_SOLID_SPHERE; break;
    case SAR_SCENE_CAPSULE: s.kind = SAR_SOLID_CAPSULE; break;
    case SAR_SCENE_CYLINDER: s.kind = SAR_SOLID_CYLINDER; break;
    case SAR_SCENE_BOX: made = sar_solid_make_box(in->arena, shape->size, &s); break;
    case SAR_SCENE_MESH:
      if (shape->nvertices == 0 || shape->ntriangles == 0) return SAR_OK;
      made = make_mesh(in, shape, &s);
      break;
  }
  if (!made) return sar_report_no_memory(in->context);
  if (s.kind == SAR_SOLID_FACES)
    see_vertices(in, &own, &s);
  else
    see_axis(in, &own, s.kind == SAR_SOLID_SPHERE ? 0 : shape->size[1] / 2, &s);
  return sar_instant_append(in, &s, out);
}

SarStatus sar_instant_bodies(const SarInstant *in, SarSolids *out) {
  for (int32_t b = SAR_SCENE_GROUND; b < in->scene->nbodies; b++) {
    const SarSceneBody *body = sar_scene_body(in->scene, b);
    for (int32_t k = 0; k < body->nshapes; k++) SAR_TRY(add_shape(in, b, &body->shapes[k], out));
  }
  return SAR_OK;
}

/* ---- marks ---- */

/* The solid of a mark that stands at a joint; false: it has none. */
static bool find_solid(const SarMark *mark, SarSolidKind *kind) {
  switch (mark->shape) {
    case SAR_MARK_CYLINDER: *kind = SAR_SOLID_CYLINDER; return true;
    case SAR_MARK_BOX: *kind = SAR_SOLID_FACES; return true;
    case SAR_MARK_BALL: *kind = SAR_SOLID_SPHERE; return true;
    default: return false;
  }
}

static SarSolid mark_of(const SarSceneLink *link, SarSolidKind kind, const char *colour, double radius) {
  return (SarSolid){.kind = kind,
                    .colour = colour,
                    .radius = radius,
                    .mark = true,
                    .body = {link->sides[0].body, link->sides[1].body}};
}

/* Between the two places of a link: a rod without mass, a spring. */
static SarStatus add_between(const SarInstant *in, const SarSceneLink *link, SarSolid s, SarSolids *out) {
  s.a = sar_view_see(in->view, sar_instant_point(in, &link->sides[0]));
  s.b = sar_view_see(in->view, sar_instant_point(in, &link->sides[1]));
  return sar_instant_append(in, &s, out);
}

/* At the second place: there is the body that a sliding joint moves. */
static SarStatus add_sign(const SarInstant *in, const SarSceneLink *joint, SarSolidKind kind, double radius,
                          SarSolids *out) {
  const SarMark *sign = &joint->mark;
  SarSolid s = mark_of(joint, kind, MARK_COLOUR, sign->radius * radius);
  const SarSceneSide *side = &joint->sides[1];
  SarSnapshotPose own = sar_instant_pose(in, side->body, side->at, side->turn);
  if (kind == SAR_SOLID_FACES) {
    const double size[3] = {2 * s.radius, 2 * s.radius, 2 * sign->half * radius};
    if (!sar_solid_make_box(in->arena, size, &s)) return sar_report_no_memory(in->context);
    see_vertices(in, &own, &s);
  } else {
    see_axis(in, &own, sign->half * radius, &s);
  }
  return sar_instant_append(in, &s, out);
}

/* Bodies for which the model says how they look show their joints themselves. */
static bool is_shown(const SarScene *scene, const SarSceneLink *joint) {
  for (int side = 0; side < 2; side++) {
    int32_t body = joint->sides[side].body;
    const SarSceneBody *its = sar_scene_body(scene, body);
    bool given = its->nshapes > 0 && its->shapes[0].origin == SAR_SCENE_GIVEN;
    if (body != SAR_SCENE_GROUND && !given) return false;
  }
  return true;
}

SarStatus sar_instant_marks(const SarInstant *in, double radius, bool all, SarSolids *out) {
  int32_t first = out->count;
  for (int32_t i = 0; i < in->scene->joints.count; i++) {
    const SarSceneLink *joint = &in->scene->joints.list[i];
    SarSolidKind kind;
    bool sign = !is_shown(in->scene, joint) && find_solid(&joint->mark, &kind);
    if (sign) SAR_TRY(add_sign(in, joint, kind, radius, out));
    if (joint->mark.shape == SAR_MARK_ROD)
      SAR_TRY(add_between(in, joint, mark_of(joint, SAR_SOLID_CAPSULE, LINK_COLOUR, 0.4 * radius), out));
  }
  for (int32_t i = 0; i < in->scene->others.count; i++) {
    const SarSceneLink *other = &in->scene->others.list[i];
    if (other->mark.shape != SAR_MARK_ROD) continue;
    SAR_TRY(add_between(in, other, mark_of(other, SAR_SOLID_CAPSULE, LINK_COLOUR, 0.4 * radius), out));
  }
  for (int32_t i = 0; i < in->scene->forces.count; i++) {
    const SarSceneLink *force = &in->scene->forces.list[i];
    if (force->mark.shape != SAR_MARK_SPRING) continue;
    SAR_TRY(add_between(in, force, mark_of(force, SAR_SOLID_SPRING, SPRING_COLOUR, radius), out));
  }
  for (int32_t i = first; i < out->count; i++) out->list[i].hidden = all ? INFINITY : HIDDEN * radius;
  return SAR_OK;
}

/* ---- cutting ---- */

static int32_t pieces_of(const SarSolid *s) {
  if (s->kind != SAR_SOLID_CYLINDER || s->mark) return 1;
  return (int32_t)fmin(MOST_PIECES, fmax(1, round(sar_norm(sar_sub(s->b, s->a)) / (PIECE * s->radius))));
}

static SarSolid piece_of(const SarSolid *whole, int32_t i, int32_t pieces) {
  SarSolid s = *whole;
  SarVec3 along = sar_sub(whole->b, whole->a);
  s.a = sar_axpy((double)i / pieces, along, whole->a);
  s.b = sar_axpy((double)(i + 1) / pieces, along, whole->a);
  s.cut_a = i > 0;
  s.cut_b = i + 1 < pieces;
  sar_solid_measure(&s);
  return s;
}

/* Whether something is before one piece and behind another. */
static bool is_crossed(const SarSolids *solids, int32_t index, int32_t pieces) {
  SarSolid piece[MOST_PIECES];
  for (int32_t i = 0; i < pieces; i++) piece[i] = piece_of(&solids->list[index], i, pieces);
  for (int32_t k = 0; k < solids->count; k++) {
    bool before = false, behind = false;
    for (int32_t i = 0; k != index && i < pieces; i++) {
      int order = sar_solids_compare(&piece[i], &solids->list[k]);
      before |= order > 0, behind |= order < 0;
    }
    if (before && behind) return true;
  }
  return false;
}

SarStatus sar_instant_cut(const SarInstant *in, SarSolids *solids) {
  SarSolids out = {0};
  for (int32_t i = 0; i < solids->count; i++) {
    const SarSolid *whole = &solids->list[i];
    int32_t pieces = pieces_of(whole);
    if (pieces > 1 && !is_crossed(solids, i, pieces)) pieces = 1;
    for (int32_t k = 0; k < pieces; k++) {
      SarSolid s = piece_of(whole, k, pieces);
      SAR_TRY(sar_instant_append(in, pieces > 1 ? &s : whole, &out));
    }
  }
  *solids = out;
  return SAR_OK;
}
