/* The outline of a section swept along a cubic: it leaves each node along axis 1 of the section there, and the sections
 * turn with it. The page bends beams alike. */
#include "result/snapshot_beam.h"

#include <math.h>
#include <string.h>

#define STEP 0.09     /* rad: a beam bends by no more between two rings */
#define MOST_STEPS 10 /* between two nodes */
#define MANY 60       /* elements from which on each has one colour */
#define SMOOTH 1e-6   /* sections that differ by less are one: no corner of the beam is there */
#define SLIM 0.008    /* radius over length of a beam that needs only FEW corners around it */
#define FEW 12

typedef struct Sweep {
  const SarInstant *in;
  const SarSceneBeam *beam;
  SarSceneOutline outline;
  const double *values;      /* of the elements of this beam; null: it has its own colour */
  SarSnapshotPose *sections; /* order + 1 for each element */
  SarSolids *out;
} Sweep;

/* One solid: from a node to the next. */
typedef struct Stretch {
  int32_t element, part;   /* of the beam; of the element, from 0 on */
  int32_t first;           /* its first section; the next one is its last */
  bool starts, ends;       /* with a flat end: of the beam, or of a piece before a corner */
  double behind, ahead;    /* how much it is longer there, to fill the notch of a corner */
  bool joined_a, joined_b; /* the piece goes on before and after this element */
  int32_t steps;
} Stretch;

/* ---- the line ---- */

static SarVec3 axis_of(SarQuat turn) {
  SarMat3 axes = sar_quat_matrix(turn);
  return sar_column(&axes, 0);
}

static double angle_between(SarVec3 a, SarVec3 b) {
  double size = sar_norm(a) * sar_norm(b);
  return size > 0 ? acos(fmin(1, fmax(-1, sar_dot(a, b) / size))) : 0;
}

static SarSnapshotPose bend(const SarSnapshotPose *a, const SarSnapshotPose *b, double u) {
  SarVec3 from = axis_of(a->turn), to = axis_of(b->turn), chord = sar_sub(b->at, a->at);
  /* a cubic through the ends of an arc of angle t follows it where its slopes are chord/cos(t/4)^2 long */
  double cosine = fmin(1, fmax(-1, sar_dot(from, to))), slope = 2 * sar_norm(chord) / (1 + sqrt((1 + cosine) / 2));
  SarVec3 at = sar_axpy(u * u * (3 - 2 * u), chord, a->at);
  at = sar_axpy(u * (1 - u) * (1 - u) * slope, from, at);
  at = sar_axpy(u * u * (u - 1) * slope, to, at);
  SarQuat p = a->turn, q = b->turn;
  double same = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z, v = same < 0 ? -u : u, w = 1 - u;
  SarQuat turn = {w * p.w + v * q.w, w * p.x + v * q.x, w * p.y + v * q.y, w * p.z + v * q.z};
  return (SarSnapshotPose){.at = at, .turn = sar_quat_normalise(turn)};
}

/* As many as the bend and the twist need, and the colours, which change within elements. */
static int32_t steps_of(const Sweep *sweep, const SarSnapshotPose *a, const SarSnapshotPose *b) {
  SarVec3 chord = sar_sub(b->at, a->at), from = axis_of(a->turn), to = axis_of(b->turn);
  SarQuat way = sar_quat_mul(sar_quat_conjugate(a->turn), b->turn);
  double angle = fmax(angle_between(from, to), 2 * fmax(angle_between(from, chord), angle_between(to, chord)));
  angle = fmax(angle, 2 * acos(fmin(1, fabs(way.w))));
  double least = sweep->values && sweep->beam->nelements < MANY ? 4.0 / sweep->beam->order : 1;
  return (int32_t)fmin(MOST_STEPS, fmax(ceil(least), ceil(angle / STEP)));
}

/* ---- corners of the beam ---- */

static bool goes_on(const SarSceneSide *a, const SarSceneSide *b, double radius) {
  double same = a->turn.w * b->turn.w + a->turn.x * b->turn.x + a->turn.y * b->turn.y + a->turn.z * b->turn.z;
  return sar_norm(sar_sub(a->at, b->at)) <= SMOOTH * radius && fabs(same) > 1 - SMOOTH;
}

/* Half the thickness in the plane of a corner, times the tangent of half its angle. */
static double notch(const SarSceneOutline *outline, const SarSceneSide *a, const SarSceneSide *b) {
  SarMat3 axes = sar_quat_matrix(a->turn);
  SarVec3 next = sar_mul_t(&axes, axis_of(b->turn));
  double size = hypot(next.y, next.z), half = 0;
  if (!(size > 0)) return 0;
  for (int32_t i = 0; i < outline->nouter; i++) {
    half = fmax(half, (outline->corners[i][0] * next.y + outline->corners[i][1] * next.z) / size);
  }
  return half * fmin(1, size / fmax(1e-9, 1 + next.x));
}

static double radius_of(const SarSceneOutline *outline) {
  double most = 0;
  for (int32_t i = 0; i < outline->nouter; i++) {
    most = fmax(most, hypot(outline->corners[i][0], outline->corners[i][1]));
  }
  return most;
}

static Stretch stretch_of(const Sweep *sweep, int32_t element, int32_t part) {
  const SarSceneBeam *beam = sweep->beam;
  int32_t order = beam->order, first = element * (order + 1);
  double radius = radius_of(&sweep->outline);
  const SarSceneSide *s = beam->sections + first;
  Stretch out = {.element = element, .part = part, .first = first + part};
  out.joined_a = element > 0 && goes_on(s - 1, s, radius);
  out.joined_b = element + 1 < beam->nelements && goes_on(s + order, s + order + 1, radius);
  out.starts = part == 0 && !out.joined_a;
  out.ends = part + 1 == order && !out.joined_b;
  if (out.starts && element > 0) out.behind = notch(&sweep->outline, s - 1, s);
  if (out.ends && element + 1 < beam->nelements) out.ahead = notch(&sweep->outline, s + order, s + order + 1);
  out.steps = steps_of(sweep, &sweep->sections[out.first], &sweep->sections[out.first + 1]);
  return out;
}

/* ---- colours ---- */

/* Values stand at the middles of elements; between two middles they are joined by a line. */
static double value_at(const Sweep *sweep, const Stretch *s, double u) {
  static const double nodes[3][4] = {{-1, 1}, {-1, 0, 1}, {-1, -0.44721359549995794, 0.44721359549995794, 1}};
  const double *xi = nodes[sweep->beam->order - 1] + s->part;
  double at = xi[0] + u * (xi[1] - xi[0]), share = fabs(at) / 2;
  int32_t other = at < 0 ? s->element - s->joined_a : s->element + s->joined_b;
  return (1 - share) * sweep->values[s->element] + share * sweep->values[other];
}

static const char *colour_at(const Sweep *sweep, const Stretch *s, double u) {
  char *colour = SAR_NEW(sweep->in->arena, 8, char);
  if (colour) sar_tint_colour(sweep->in->tint, value_at(sweep, s, u), colour);
  return colour;
}

/* ---- faces ---- */

static void put_ring(const Sweep *sweep, const SarSnapshotPose *pose, SarVec3 *out) {
  SarMat3 axes = sar_quat_matrix(pose->turn);
  for (int32_t i = 0; i < sweep->outline.nouter + sweep->outline.ninner; i++) {
    const double *corner = sweep->outline.corners[i];
    SarVec3 at = sar_add(pose->at, sar_mul(&axes, sar_vec3(0, corner[0], corner[1])));
    out[i] = sar_view_see(sweep->in->view, at);
  }
}

static void put_rings(const Sweep *sweep, const Stretch *s, SarSolid *solid) {
  const SarSnapshotPose *a = &sweep->sections[s->first];
  int32_t ring = sweep->outline.nouter + sweep->outline.ninner;
  for (int32_t i = 0; i <= s->steps; i++) {
    SarSnapshotPose pose = bend(a, a + 1, (double)i / s->steps);
    double more = i == 0 ? -s->behind : i == s->steps ? s->ahead : 0;
    pose.at = sar_axpy(more, axis_of(pose.turn), pose.at);
    put_ring(sweep, &pose, solid->vertices + i * ring);
  }
}

static double facing(const SarSolid *solid, const SarFace *face) {
  SarVec3 a = solid->vertices[face->corner[0]];
  SarVec3 p = sar_sub(solid->vertices[face->corner[2]], a), q = sar_sub(solid->vertices[face->corner[3]], a);
  return sar_cross(p, q).z;
}

/* The walls between two rings, of the outer line or of the hole. Lines: along the corners, or where what is round
 * turns away; and around its ends. */
static void put_walls(const Sweep *sweep, const Stretch *s, int32_t step, bool hole, const char *colour,
                      SarSolid *solid) {
  const SarSceneOutline *outline = &sweep->outline;
  int32_t n = outline->nouter, ring = n + outline->ninner, base = step * ring + (hole ? n : 0);
  SarFace *faces = solid->faces + solid->nfaces;
  for (int32_t i = 0; i < n; i++) {
    int32_t p = base + (hole ? (i + 1) % n : i), q = base + (hole ? i : (i + 1) % n);
    faces[i] = (SarFace){.corner = {p, q, q + ring, p + ring}, .edges = outline->round ? 0 : 0xa, .colour = colour};
    faces[i].edges |= (step == 0 && s->starts ? 1U : 0) | (step + 1 == s->steps && s->ends ? 4U : 0);
  }
  for (int32_t i = 0; outline->round && !hole && i < n; i++) {
    bool here = facing(solid, &faces[i]) > 0;
    if (here && !(facing(solid, &faces[(i + 1) % n]) > 0)) faces[i].edges |= 2;
    if (here && !(facing(solid, &faces[(i + n - 1) % n]) > 0)) faces[i].edges |= 8;
  }
  solid->nfaces += n;
}

/* Whether an edge of an end lies on the outline. */
static bool on_outline(const SarSceneOutline *outline, int32_t a, int32_t b) {
  int32_t n = outline->nouter;
  if ((a < n) != (b < n)) return false;
  return (a % n + 1) % n == b % n || (b % n + 1) % n == a % n;
}

static void put_cap(const Sweep *sweep, int32_t base, bool start, const char *colour, SarSolid *solid) {
  const SarSceneOutline *outline = &sweep->outline;
  for (int32_t i = 0; i < outline->ncaps; i++) {
    const int32_t *c = outline->caps + 3 * i;
    const int32_t corner[3] = {c[0], start ? c[2] : c[1], start ? c[1] : c[2]};
    SarFace face = {.corner = {base + corner[0], base + corner[1], base + corner[2], -1}, .colour = colour};
    for (int k = 0; k < 3; k++) face.edges |= on_outline(outline, corner[k], corner[(k + 1) % 3]) ? 1U << k : 0;
    solid->faces[solid->nfaces++] = face;
  }
}

static SarStatus put_stretch(const Sweep *sweep, const Stretch *s) {
  const SarSceneOutline *outline = &sweep->outline;
  const SarSceneSide *sides = sweep->beam->sections + s->first;
  int32_t ring = outline->nouter + outline->ninner;
  SarSolid solid = {
      .kind = SAR_SOLID_FACES, .swept = true, .colour = sweep->beam->colour, .body = {sides[0].body, sides[1].body}};
  solid.nvertices = (s->steps + 1) * ring;
  solid.vertices = SAR_NEW(sweep->in->arena, solid.nvertices, SarVec3);
  solid.faces = SAR_NEW(sweep->in->arena, 2 * s->steps * outline->nouter + 2 * outline->ncaps, SarFace);
  if (!solid.vertices || !solid.faces) return sar_report_no_memory(sweep->in->context);
  put_rings(sweep, s, &solid);
  for (int32_t i = 0; i < s->steps; i++) {
    const char *colour = sweep->values ? colour_at(sweep, s, (i + 0.5) / s->steps) : NULL;
    if (sweep->values && !colour) return sar_report_no_memory(sweep->in->context);
    put_walls(sweep, s, i, false, colour, &solid);
    if (outline->ninner && (s->starts || s->ends)) put_walls(sweep, s, i, true, colour, &solid); /* seen from the end */
    if (i == 0 && s->starts) put_cap(sweep, 0, true, colour, &solid);
    if (i + 1 == s->steps && s->ends) put_cap(sweep, s->steps * ring, false, colour, &solid);
  }
  return sar_instant_append(sweep->in, &solid, sweep->out);
}

/* ---- beams ---- */

static double length_of(const Sweep *sweep) {
  double sum = 0;
  for (int32_t i = 0; i + 1 < sweep->beam->nelements * (sweep->beam->order + 1); i++) {
    sum += sar_norm(sar_sub(sweep->sections[i + 1].at, sweep->sections[i].at));
  }
  return sum;
}

static SarStatus put_beam(Sweep *sweep) {
  const SarSceneBeam *beam = sweep->beam;
  int32_t count = beam->nelements * (beam->order + 1);
  sweep->sections = SAR_NEW(sweep->in->arena, count, SarSnapshotPose);
  if (!sweep->sections) return sar_report_no_memory(sweep->in->context);
  for (int32_t i = 0; i < count; i++) {
    const SarSceneSide *side = &beam->sections[i];
    sweep->sections[i] = sar_instant_pose(sweep->in, side->body, side->at, side->turn);
  }
  double slim = radius_of(&beam->outline) / fmax(length_of(sweep), 1e-300);
  int32_t corners = slim > SLIM ? beam->outline.nouter : FEW;
  if (!sar_scene_thin_outline(sweep->in->arena, &beam->outline, corners, &sweep->outline)) {
    return sar_report_no_memory(sweep->in->context);
  }
  for (int32_t e = 0; e < beam->nelements; e++) {
    for (int32_t part = 0; part < beam->order; part++) {
      Stretch stretch = stretch_of(sweep, e, part);
      SAR_TRY(put_stretch(sweep, &stretch));
    }
  }
  return SAR_OK;
}

SarStatus sar_instant_beams(const SarInstant *in, SarSolids *out) {
  int32_t first = 0;
  for (int32_t b = 0; b < in->scene->nbeams; b++) {
    Sweep sweep = {.in = in, .beam = &in->scene->beams[b], .out = out};
    if (in->tint) sweep.values = in->values + first;
    SAR_TRY(put_beam(&sweep));
    first += sweep.beam->nelements;
  }
  return SAR_OK;
}
