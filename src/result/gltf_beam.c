/* Beams as skins: rings of the outline around their line, each held by the one or two nodes between which it lies. The
 * bodies of these nodes are the joints of the skin. */
#include <math.h>
#include <string.h>

#include "result/gltf_parts.h"
#include "result/surface.h"

#define BETWEEN 4 /* rings from one section to the next */

typedef struct Sleeve {
  SarGltf *g;
  const SarSceneBeam *beam;
  int32_t ring, rings; /* points of one; how many */
  float *points, *weights;
  uint16_t *joints;
  uint32_t *triangles;
  int32_t ntriangles;
  int32_t *bodies, nbodies; /* joints of the skin */
} Sleeve;

static int32_t sections_of(const SarSceneBeam *beam) { return beam->nelements * (beam->order + 1); }

/* Which joint of the skin a body is; neighbours share, so the last few are looked at. */
static uint16_t joint_of(Sleeve *s, int32_t body) {
  for (int32_t i = s->nbodies - 1; i >= 0 && i >= s->nbodies - 8; i--) {
    if (s->bodies[i] == body) return (uint16_t)i;
  }
  s->bodies[s->nbodies] = body;
  return (uint16_t)s->nbodies++;
}

/* A corner of the outline at a section, in ground axes at the written pose. */
static SarVec3 corner_at(const Sleeve *s, const SarSceneSide *side, const double corner[2]) {
  const SarSceneBody *body = sar_scene_body(s->g->scene, side->body);
  SarMat3 section = sar_quat_matrix(side->turn), axes = sar_quat_matrix(body->turn);
  SarVec3 own = sar_add(side->at, sar_mul(&section, sar_vec3(0, corner[0], corner[1])));
  return sar_add(body->position, sar_mul(&axes, own));
}

static void put_ring(Sleeve *s, const SarSceneSide *a, const SarSceneSide *b, double part) {
  uint16_t first = joint_of(s, a->body), second = joint_of(s, b->body);
  for (int32_t i = 0; i < s->ring; i++) {
    const double *corner = s->beam->outline.corners[i];
    SarVec3 p = corner_at(s, a, corner), q = corner_at(s, b, corner);
    size_t at = (size_t)s->rings * (size_t)s->ring + (size_t)i;
    float *to = s->points + 3 * at, *weight = s->weights + 4 * at;
    uint16_t *joint = s->joints + 4 * at;
    to[0] = (float)((1 - part) * p.x + part * q.x);
    to[1] = (float)((1 - part) * p.y + part * q.y);
    to[2] = (float)((1 - part) * p.z + part * q.z);
    bool both = first != second && part > 0 && part < 1;
    joint[0] = part < 1 ? first : second;
    joint[1] = both ? second : 0;
    weight[0] = both ? (float)(1 - part) : 1;
    weight[1] = both ? 1 - weight[0] : 0;
  }
  s->rings++;
}

static void put_triangle(Sleeve *s, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *t = s->triangles + 3 * (size_t)s->ntriangles++;
  t[0] = a, t[1] = b, t[2] = c;
}

/* The walls between the last two rings; of a hole the other way round. */
static void join(Sleeve *s) {
  uint32_t base = (uint32_t)((s->rings - 2) * s->ring), up = (uint32_t)s->ring;
  for (int hole = 0; hole <= (s->beam->outline.ninner > 0); hole++) {
    uint32_t first = hole ? (uint32_t)s->beam->outline.nouter : 0;
    uint32_t n = (uint32_t)(hole ? s->beam->outline.ninner : s->beam->outline.nouter);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t a = base + first + i, b = base + first + (i + 1) % n;
      if (hole) {
        uint32_t c = a;
        a = b, b = c;
      }
      put_triangle(s, a, b, b + up);
      put_triangle(s, a, b + up, a + up);
    }
  }
}

static void put_cap(Sleeve *s, uint32_t base, bool start) {
  const SarSceneOutline *outline = &s->beam->outline;
  for (int32_t i = 0; i < outline->ncaps; i++) {
    const int32_t *c = outline->caps + 3 * (size_t)i;
    uint32_t corner[3] = {base + (uint32_t)c[0], base + (uint32_t)c[1], base + (uint32_t)c[2]};
    put_triangle(s, corner[0], corner[start ? 2 : 1], corner[start ? 1 : 2]);
  }
}

static void sweep(Sleeve *s) {
  const SarSceneBeam *beam = s->beam;
  for (int32_t e = 0; e < beam->nelements; e++) {
    const SarSceneSide *side = beam->sections + (size_t)e * (size_t)(beam->order + 1);
    if (e == 0) {
      put_ring(s, &side[0], &side[0], 0);
      put_cap(s, 0, true);
    }
    for (int32_t k = 0; k < beam->order; k++) {
      for (int part = 1; part <= BETWEEN; part++) {
        put_ring(s, &side[k], &side[k + 1], (double)part / BETWEEN);
        join(s);
      }
    }
  }
  put_cap(s, (uint32_t)((s->rings - 1) * s->ring), false);
}

/* From ground axes to those of each body, at the written pose; by columns. */
static SarStatus add_skin(Sleeve *s) {
  SarGltf *g = s->g;
  float *matrices = SAR_NEW(g->arena, 16 * (size_t)s->nbodies + 1, float);
  SarGltfSkin *skin = sar_arena_append(g->arena, 8, &g->skins.list, &g->skins.count, &g->skins.capacity, sizeof *skin);
  if (!matrices || !skin) return sar_report_no_memory(g->context);
  for (int32_t i = 0; i < s->nbodies; i++) {
    const SarSceneBody *body = sar_scene_body(g->scene, s->bodies[i]);
    SarMat3 axes = sar_quat_matrix(body->turn);
    SarVec3 back = sar_neg(sar_mul_t(&axes, body->position));
    float *m = matrices + 16 * (size_t)i;
    for (int column = 0; column < 3; column++) {
      for (int row = 0; row < 3; row++) m[4 * column + row] = (float)axes.m[column][row];
    }
    m[12] = (float)back.x, m[13] = (float)back.y, m[14] = (float)back.z, m[15] = 1;
  }
  *skin = (SarGltfSkin){.bodies = s->bodies, .nbodies = s->nbodies};
  skin->matrices = sar_gltf_floats(&g->bin, matrices, (size_t)s->nbodies, 16, SAR_GLTF_DATA, false);
  return SAR_OK;
}

static SarStatus add_beam(SarGltf *g, const SarSceneBeam *beam) {
  Sleeve s = {.g = g, .beam = beam, .ring = beam->outline.nouter + beam->outline.ninner};
  size_t rings = (size_t)beam->nelements * (size_t)beam->order * BETWEEN + 1, points = rings * (size_t)s.ring;
  if (beam->nelements == 0 || s.ring < 3) return SAR_OK;
  s.points = SAR_NEW(g->arena, 3 * points, float);
  s.weights = SAR_NEW(g->arena, 4 * points, float);
  s.joints = SAR_NEW(g->arena, 4 * points, uint16_t);
  s.triangles = SAR_NEW(g->arena, 6 * points + 6 * (size_t)beam->outline.ncaps, uint32_t);
  s.bodies = SAR_NEW(g->arena, sections_of(beam) + 1, int32_t);
  if (!s.points || !s.weights || !s.joints || !s.triangles || !s.bodies) return sar_report_no_memory(g->context);
  sweep(&s);
  SarGltfMesh *mesh = sar_gltf_add_mesh(g, beam->name);
  SarGltfNode *node = mesh ? sar_gltf_add_node(g) : NULL;
  if (!node) return SAR_NO_MEMORY;
  node->body = SAR_GLTF_BEAM;
  node->skin = g->skins.count;
  SAR_TRY(sar_gltf_material(g, beam->colour ? beam->colour : sar_surface_colour(node->skin), &mesh->material));
  mesh->points = sar_gltf_floats(&g->bin, s.points, points, 3, SAR_GLTF_VERTICES, true);
  mesh->triangles = sar_gltf_indices(&g->bin, s.triangles, 3 * (size_t)s.ntriangles);
  mesh->joints = sar_gltf_joints(&g->bin, s.joints, points);
  mesh->weights = sar_gltf_floats(&g->bin, s.weights, points, 4, SAR_GLTF_VERTICES, false);
  return add_skin(&s);
}

SarStatus sar_gltf_add_beams(SarGltf *g) {
  for (int32_t i = 0; i < g->scene->nbeams; i++) SAR_TRY(add_beam(g, &g->scene->beams[i]));
  return g->bin.status;
}
