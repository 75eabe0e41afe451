/* A dyad is two bodies that are joined to each other and each to the rest of the mechanism, or one body with a hinge or
 * ball joint and a rod without mass (distance) or a plane that guides one of its points. With the rest held, the middle
 * point C lies on a circle about one outer point and on a sphere, a circle or a line about the other one: it has a
 * mirror image in the plane that contains the circle's axis and both centres. Where the dyad closes there too, and the
 * two poses are not connected by a motion, the joints close in two ways. */
#include "analysis/start/mirror.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/joint_graph.h"
#include "system/names.h"

#define MOBILE 1e-4    /* speed of the middle point over that of the bodies, from which the dyad counts as moving */
#define DIFFERENT 1e-3 /* L (or rad): what makes two poses different */
#define FAR_MOVED 0.3  /* rad: turn from the written pose that makes one wonder */
#define MOST_TRIALS 64 /* dyads that are looked at ... */
#define LEAST_TRIALS 4
#define TRIALS_TIMES_BODIES 1000 /* ... fewer in large mechanisms, where each costs more and tells less */
#define MANY_BODIES 500          /* no search in larger mechanisms: they have a dyad nearly everywhere */
#define AMBIGUOUS 2              /* times the distance: up to here the other way may have been meant as well */
#define NEARER 0.999             /* of the distance: what counts as nearer to the written pose */

static SarDyadKind kind_of(const SarSystem *s, int32_t joint) { return sar_system_element(s, joint)->class->dyad; }

typedef struct Dyad {
  int32_t body[2], nbodies;
  int32_t joint[3], njoints; /* outer of body 0, middle, outer of body 1; one body: hinge, then rod or plane */
} Dyad;

typedef struct Search {
  SarStart *s;
  const SarSystem *system;
  SarAssembler a;
  SarJointGraph graph;
  int32_t *scratch;
  int32_t *degree; /* per node: joints that count; 0: the body hangs on the others and goes along */
  double *memory, *trial, *direction;
  SarArena *arena;
  SarMirror *found;
  int32_t nfound, ntried, most; /* most: trials */
} Search;

/* ---- finding dyads ---- */

/* Bodies that hang on one joint, and what hangs on them, take no part: they can always go along. */
static void prune(Search *s) {
  const SarJointGraph *g = &s->graph;
  int32_t ground = g->nnodes - 1;
  for (int32_t i = 0; i < g->nnodes; i++) s->degree[i] = g->first[i + 1] - g->first[i];
  for (bool again = true; again;) {
    again = false;
    for (int32_t b = 0; b < ground; b++) {
      if (s->degree[b] != 1) continue;
      for (int32_t k = g->first[b]; k < g->first[b + 1]; k++) s->degree[g->edges[k].other]--;
      s->degree[b] = 0;
      again = true;
    }
  }
  s->degree[ground] = INT32_MAX; /* always there */
}

static bool hangs(const Search *s, int32_t node) { return s->degree[node] <= 0; }

/* The rows of what hangs on others do not count. */
static void leave_hanging(Search *s) {
  const SarSystem *system = s->system;
  for (int32_t row = 0; row < sar_system_counts(system).position; row++) {
    int32_t e = sar_row_element(system, row);
    if (!sar_is_edge(system, e)) continue;
    const SarPlace *place = sar_system_place(system, e);
    if (hangs(s, place->a.body) || hangs(s, place->b.body)) sar_assembler_activate(&s->a, row, false);
  }
  for (int32_t i = 0; i < sar_system_counts(system).relations; i++) {
    const SarRelationRow *relation = sar_system_relation(system, i);
    for (int32_t k = relation->term; k < relation->term + relation->nterms; k++) {
      const SarCoordinate *y = sar_system_coordinate(system, sar_system_term(system, k)->coordinate);
      bool counts = !hangs(s, y->a) && !hangs(s, y->b);
      if (!counts && relation->level == SAR_LEVEL_POSITION) sar_assembler_activate(&s->a, relation->row, false);
    }
  }
}

/* The joint of a body with two joints that count that is not `joint`. */
static const SarGraphEdge *other_edge(const Search *s, int32_t body, int32_t joint) {
  const SarGraphEdge *edge = s->graph.edges + s->graph.first[body];
  while (edge->joint == joint || hangs(s, edge->other)) edge++;
  return edge;
}

static bool is_hinge(SarDyadKind kind) {
  return kind == SAR_DYAD_PIN || kind == SAR_DYAD_BALL || kind == SAR_DYAD_CROSS;
}

static bool in_loop(Search *s, int32_t joint) {
  return sar_joint_graph_loop(&s->graph, joint, s->scratch, s->scratch + s->graph.nnodes + 1) > 0;
}

static bool can_move(const Search *s, int32_t body) {
  return body < sar_system_bodies(s->system) && !sar_body_keeps_position(s->system, body);
}

/* Two bodies with the given joint between them. */
static bool find_pair(Search *s, int32_t middle, Dyad *d) {
  int32_t b0 = sar_system_place(s->system, middle)->a.body, b1 = sar_system_place(s->system, middle)->b.body;
  if (!is_hinge(kind_of(s->system, middle)) || !can_move(s, b0) || !can_move(s, b1)) return false;
  if (s->degree[b0] != 2 || s->degree[b1] != 2) return false;
  const SarGraphEdge *o0 = other_edge(s, b0, middle), *o1 = other_edge(s, b1, middle);
  if (o0->other == b1 || o1->other == b0 || !in_loop(s, middle)) return false;
  SarDyadKind k0 = kind_of(s->system, o0->joint), k1 = kind_of(s->system, o1->joint);
  bool usable = (is_hinge(k0) && (is_hinge(k1) || k1 == SAR_DYAD_SLIDER)) || (k0 == SAR_DYAD_SLIDER && is_hinge(k1));
  *d = (Dyad){{b0, b1}, 2, {o0->joint, middle, o1->joint}, 3};
  return usable;
}

/* One body with a hinge and the given rod or plane. */
static bool find_single(Search *s, int32_t guide, Dyad *d) {
  SarDyadKind kind = kind_of(s->system, guide);
  if (kind != SAR_DYAD_ROD && kind != SAR_DYAD_PLANE) return false;
  const SarPlace *place = sar_system_place(s->system, guide);
  for (int side = 0; side < 2; side++) {
    int32_t b = side ? place->b.body : place->a.body;
    if (!can_move(s, b) || s->degree[b] != 2 || !in_loop(s, guide)) continue;
    int32_t hinge = other_edge(s, b, guide)->joint;
    *d = (Dyad){{b, b}, 1, {hinge, guide, -1}, 2};
    if (is_hinge(kind_of(s->system, hinge)) && (kind == SAR_DYAD_ROD || side == 1)) return true;
  }
  return false;
}

/* ---- the mirror image ---- */

/* A joint seen from one of its bodies, in ground axes at the placed pose. */
typedef struct View {
  SarDyadKind kind;
  SarVec3 own, other; /* the joint's points on the body and on the other side */
  SarVec3 axis;       /* z of the first side; zero: none */
} View;

static View view_of(const Search *s, int32_t joint, int32_t body) {
  const SarPlace *place = sar_system_place(s->system, joint);
  const SarKin *ka = &s->s->all->kin[place->a.body], *kb = &s->s->all->kin[place->b.body];
  SarVec3 pa = sar_kin_point(ka, place->a.point), pb = sar_kin_point(kb, place->b.point);
  View view = {.kind = kind_of(s->system, joint), .own = place->a.body == body ? pa : pb};
  view.other = place->a.body == body ? pb : pa;
  bool directed = view.kind != SAR_DYAD_BALL && view.kind != SAR_DYAD_ROD;
  if (directed) view.axis = sar_kin_arm(ka, sar_column(&place->a.axes, SAR_Z));
  return view;
}

/* The dyad as points: outer points O0 and O1, the middle C, and its image. */
typedef struct Image {
  View outer[2];
  SarVec3 centre[2], middle, image;
  SarVec3 axis; /* of the circle; zero: none */
} Image;

static SarVec3 first_axis(const Image *image, const View *middle) {
  const View *views[] = {&image->outer[0], &image->outer[1], middle};
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < 3; i++) {
      if (views[i]->kind == (pass ? SAR_DYAD_CROSS : SAR_DYAD_PIN)) return views[i]->axis;
    }
  }
  return sar_vec3(0, 0, 0);
}

/* Along a line through the middle point: to the other side of the foot of the outer point. */
static SarVec3 slide_image(SarVec3 middle, SarVec3 outer, SarVec3 direction) {
  double along = sar_dot(sar_sub(outer, middle), direction);
  return sar_axpy(2 * along, direction, middle);
}

static bool make_image(const Search *s, const Dyad *d, Image *out) {
  double L = sar_system_length(s->system);
  sar_workspace_place(s->s->all, s->s->q, NULL);
  *out = (Image){.outer = {view_of(s, d->joint[0], d->body[0])}};
  View middle = view_of(s, d->joint[1], d->body[0]);
  if (d->nbodies == 2) out->outer[1] = view_of(s, d->joint[2], d->body[1]);
  out->middle = middle.own;
  out->centre[0] = out->outer[0].own;
  out->centre[1] = d->nbodies == 2 ? out->outer[1].own : middle.other;
  SarVec3 axis = out->axis = first_axis(out, &middle);
  if (out->outer[0].kind == SAR_DYAD_SLIDER) {
    out->image = slide_image(out->middle, out->centre[1], out->outer[0].axis);
  } else if (out->outer[1].kind == SAR_DYAD_SLIDER) {
    out->image = slide_image(out->middle, out->centre[0], out->outer[1].axis);
  } else if (middle.kind == SAR_DYAD_PLANE) {
    SarVec3 direction = sar_cross(axis, middle.axis);
    if (sar_norm(direction) < 1e-3) return false;
    out->image = slide_image(out->middle, out->centre[0], sar_scale(1 / sar_norm(direction), direction));
  } else {
    SarVec3 normal = sar_cross(axis, sar_sub(out->centre[0], out->centre[1]));
    double size = sar_norm(normal);
    if (size < 1e-6 * L) return false;
    normal = sar_scale(1 / size, normal);
    out->image = sar_axpy(-2 * sar_dot(sar_sub(out->middle, out->centre[1]), normal), normal, out->middle);
  }
  return sar_norm(sar_sub(out->image, out->middle)) > DIFFERENT * L;
}

/* The angle about an axis that brings one vector to the other, as seen along the axis. */
static SarVec3 turn_about(SarVec3 axis, SarVec3 from, SarVec3 to) {
  SarVec3 a = sar_axpy(-sar_dot(from, axis), axis, from), b = sar_axpy(-sar_dot(to, axis), axis, to);
  return sar_scale(atan2(sar_dot(axis, sar_cross(a, b)), sar_dot(a, b)), axis);
}

/* The rotation vector, ground axes, about the outer point that brings the middle point to its image. */
static SarVec3 turn_of(const Image *image, int side) {
  SarVec3 a = sar_sub(image->middle, image->centre[side]), b = sar_sub(image->image, image->centre[side]);
  double flat = 1e-6 * sar_norm(a), size = sar_norm(sar_cross(a, b));
  if (image->outer[side].kind == SAR_DYAD_PIN) return turn_about(image->outer[side].axis, a, b);
  bool across = fabs(sar_dot(a, image->axis)) < flat && fabs(sar_dot(b, image->axis)) < flat;
  if (across && sar_norm(image->axis) > 0) return turn_about(image->axis, a, b);
  return size > 0 ? sar_scale(atan2(size, sar_dot(a, b)) / size, sar_cross(a, b)) : sar_vec3(0, 0, 0);
}

static void put_image(const Search *s, const Dyad *d, const Image *image) {
  memcpy(s->trial, s->s->q, (size_t)s->s->all->problem.n.nq * sizeof *s->trial);
  for (int i = 0; i < d->nbodies; i++) {
    double *q = s->trial + (size_t)7 * (size_t)d->body[i];
    SarVec3 r = sar_vec3_load(q), centre = image->centre[i];
    if (image->outer[i].kind == SAR_DYAD_SLIDER) {
      sar_vec3_store(sar_add(r, sar_sub(image->image, image->middle)), q);
      continue;
    }
    SarQuat turn = sar_quat_exp(turn_of(image, i));
    SarMat3 R = sar_quat_matrix(turn);
    sar_vec3_store(sar_add(centre, sar_mul(&R, sar_sub(r, centre))), q);
    sar_quat_store(sar_quat_normalise(sar_quat_mul(turn, sar_quat_load(q + 3))), q + 3);
  }
}

/* ---- the second closure ---- */

static void hold_rest(Search *s, const Dyad *d) {
  for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
    sar_assembler_lock(&s->a, b, b != d->body[0] && b != d->body[1]);
  }
  sar_assembler_lock_coordinates(&s->a, true);
}

/* Whether the middle point can move while the rest is held: then both poses belong to one motion. */
static SarStatus is_mobile(Search *s, const Dyad *d, const Image *image, bool *mobile) {
  SAR_TRY(sar_assembler_free_direction(&s->a, 0, s->s->q, NULL, s->direction));
  const SarKin *k = &s->s->all->kin[d->body[0]];
  const double *v = s->direction + (size_t)6 * (size_t)d->body[0];
  SarVec3 omega = sar_mul(&k->A, sar_vec3_load(v + 3));
  SarVec3 speed = sar_add(sar_vec3_load(v), sar_cross(omega, sar_sub(image->middle, k->r)));
  double size = sqrt((double)s->s->all->problem.n.nv); /* the whole direction has this norm, or is zero */
  *mobile = sar_norm(speed) / sar_system_length(s->system) > MOBILE * size;
  return SAR_OK;
}

typedef struct Apart {
  double shift, angle; /* in L, rad */
} Apart;

static Apart apart(const SarSystem *s, const double *from, const double *to, int32_t body) {
  const double *f = from + (size_t)7 * (size_t)body, *g = to + (size_t)7 * (size_t)body;
  SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(f + 3)), sar_quat_load(g + 3));
  return (Apart){sar_norm(sar_sub(sar_vec3_load(g), sar_vec3_load(f))) / sar_system_length(s),
                 sar_norm(sar_quat_log(turn))};
}

static double rms_apart(const SarSystem *s, const Dyad *d, const double *from, const double *to) {
  double sum = 0;
  for (int32_t i = 0; i < d->nbodies; i++) {
    Apart a = apart(s, from, to, d->body[i]);
    sum += a.shift * a.shift + a.angle * a.angle;
  }
  return sqrt(sum / d->nbodies);
}

static void fill(const Search *s, const Dyad *d, SarMirror *out) {
  const SarSystem *system = s->system;
  SarGuess guess = sar_system_guess(system);
  *out = (SarMirror){.njoints = d->njoints, .nbodies = d->nbodies};
  double most = -1;
  bool turned_far = false;
  for (int32_t i = 0; i < d->njoints; i++) out->joints[i] = sar_system_element(system, d->joint[i])->name;
  for (int32_t i = 0; i < d->nbodies; i++) {
    const SarBody *body = sar_system_body(system, d->body[i]);
    const double *q = s->trial + (size_t)7 * (size_t)d->body[i];
    SarMat3 A = sar_quat_matrix(sar_quat_load(q + 3));
    sar_vec3_store(sar_sub(sar_vec3_load(q), sar_mul(&A, body->com)), out->at[i]);
    memcpy(out->turn[i], q + 3, sizeof out->turn[i]);
    out->bodies[i] = body->name;
    Apart a = apart(system, s->s->q, s->trial, d->body[i]), moved = apart(system, guess.q, s->s->q, d->body[i]);
    turned_far = turned_far || moved.angle > FAR_MOVED;
    if (a.angle <= most) continue;
    most = a.angle;
    out->turned = body->name;
    out->angle = a.angle;
    out->distance = a.shift * sar_system_length(system);
  }
  out->assembled = rms_apart(system, d, guess.q, s->s->q);
  out->other = rms_apart(system, d, guess.q, s->trial);
  bool nearer = out->other < NEARER * out->assembled, doubtful = out->other < AMBIGUOUS * out->assembled;
  /* Led by starts of joints, along a path from the written pose: the branch is that one. */
  bool led = sar_system_counts(system).starts > 0;
  out->suspicious = !led && (nearer || (turned_far && doubtful));
}

/* How far the middle point is from where it was, in L. What the bodies do about it (a rod that spins) does not count.
 */
static double middle_shift(const Search *s, const Dyad *d, const Image *image) {
  size_t at = (size_t)7 * (size_t)d->body[0];
  SarMat3 A0 = sar_quat_matrix(sar_quat_load(s->s->q + at + 3)), A = sar_quat_matrix(sar_quat_load(s->trial + at + 3));
  SarVec3 arm = sar_mul_t(&A0, sar_sub(image->middle, sar_vec3_load(s->s->q + at)));
  SarVec3 now = sar_add(sar_vec3_load(s->trial + at), sar_mul(&A, arm));
  return sar_norm(sar_sub(now, image->middle)) / sar_system_length(s->system);
}

static SarStatus try_dyad(Search *s, const Dyad *d) {
  Image image;
  bool mobile;
  double error;
  if (!make_image(s, d, &image)) return SAR_OK;
  s->ntried++;
  hold_rest(s, d);
  SAR_TRY(is_mobile(s, d, &image, &mobile));
  if (mobile) return SAR_OK;
  put_image(s, d, &image);
  SAR_TRY(sar_assembler_damped(&s->a, 0, s->trial, &error));
  if (error > SAR_ASSEMBLED) return SAR_OK;
  if (middle_shift(s, d, &image) > DIFFERENT) fill(s, d, &s->found[s->nfound++]);
  return SAR_OK;
}

static SarStatus search(Search *s) {
  for (int32_t e = 0; e < sar_system_model(s->system)->nelements; e++) {
    Dyad dyad;
    if (s->nfound == SAR_MAX_MIRRORS || s->ntried >= s->most) break;
    if (!sar_is_edge(s->system, e)) continue;
    if (find_pair(s, e, &dyad) || find_single(s, e, &dyad)) SAR_TRY(try_dyad(s, &dyad));
  }
  return SAR_OK;
}

static SarStatus prepare(Search *s) {
  int32_t nbodies = sar_system_bodies(s->system);
  const SarSizes *n = &s->s->all->problem.n;
  s->found = SAR_NEW(s->arena, SAR_MAX_MIRRORS, SarMirror);
  s->memory = calloc((size_t)(n->nq + n->nv) + 1, sizeof *s->memory);
  s->scratch = calloc(5 * ((size_t)nbodies + 1) + 1, sizeof *s->scratch);
  if (!s->found || !s->memory || !s->scratch) return sar_report_no_memory(s->s->context);
  s->trial = s->memory;
  s->direction = s->trial + n->nq;
  SAR_TRY(sar_joint_graph_create(s->s->context, s->system, &s->graph));
  s->degree = s->scratch + 4 * s->graph.nnodes + 1;
  prune(s);
  SAR_TRY(sar_assembler_create(s->s->context, s->s->all, &s->a));
  leave_hanging(s);
  int32_t most = TRIALS_TIMES_BODIES / (nbodies + 1);
  s->most = most > MOST_TRIALS ? MOST_TRIALS : most < LEAST_TRIALS ? LEAST_TRIALS : most;
  return SAR_OK;
}

SarStatus sar_mirror_find(SarStart *start, SarArena *arena, const SarMirror **list, int32_t *count) {
  *list = NULL;
  *count = 0;
  if (!start->all || sar_system_bodies(start->system) > MANY_BODIES) return SAR_OK;
  Search s = {.s = start, .system = start->system, .arena = arena};
  SarStatus status = prepare(&s);
  if (status == SAR_OK) status = search(&s);
  *list = s.found;
  *count = s.nfound;
  sar_assembler_destroy(&s.a);
  sar_joint_graph_destroy(&s.graph);
  free(s.memory);
  free(s.scratch);
  return status;
}

/* ---- telling ---- */

static const char *list_joints(const SarMirror *m, char *text, size_t size) {
  snprintf(text, size, "`%s`, `%s`%s%s%s", m->joints[0], m->joints[1], m->njoints > 2 ? ", `" : "",
           m->njoints > 2 ? m->joints[2] : "", m->njoints > 2 ? "`" : "");
  return text;
}

/* By how much the other way moves the body it moves most, in the model's units. */
static const char *how_far(const SarUnits *units, const SarMirror *m, char *text, size_t size) {
  bool turns = m->angle > DIFFERENT;
  snprintf(text, size, "%s `%s` by %.4g %s", turns ? "turns" : "shifts", m->turned,
           turns ? m->angle / units->angle : m->distance / units->length,
           turns ? units->angle_name : units->length_name);
  return text;
}

/* In the model's unit of length; rounding is nothing. */
static double tidy(const SarSystem *s, double length) {
  return fabs(length) < 1e-9 * sar_system_length(s) ? 0 : length / sar_system_model(s)->units.length;
}

void sar_mirror_tell(const SarStart *s, const SarMirror *m) {
  const SarModel *model = sar_system_model(s->system);
  const SarUnits *units = &model->units;
  char joints[256], far[160], pose[512];
  int32_t element = sar_model_find(model, m->joints[1]);
  SarSource source = model->elements[element].source;
  list_joints(m, joints, sizeof joints);
  how_far(units, m, far, sizeof far);
  if (!m->suspicious) {
    sar_note(s->context, SAR_OK, source, m->joints[1], NULL, "joints %s close in two ways; the other one %s", joints,
             far);
    return;
  }
  size_t used = 0;
  for (int32_t i = 0; i < m->nbodies && used < sizeof pose; i++) {
    const double *r = m->at[i], *p = m->turn[i];
    used += (size_t)snprintf(pose + used, sizeof pose - used,
                             "%s `%s` at [%.6g, %.6g, %.6g] %s with the quaternion [%.6g, %.6g, %.6g, %.6g]",
                             i ? " and" : "", m->bodies[i], tidy(s->system, r[0]), tidy(s->system, r[1]),
                             tidy(s->system, r[2]), units->length_name, p[0], p[1], p[2], p[3]);
  }
  sar_warn(s->context, source, m->joints[1], "write a pose nearer to the branch that is meant",
           "wrong branch? joints %s close in two ways, and assembly moved them to the one that is %s the written pose; "
           "the other one %s: it has%s",
           joints, m->other < m->assembled ? "farther from" : "nearer to", far, pose);
}

SarStatus sar_mirror_note(SarStart *s) {
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(s->context);
  const SarMirror *list;
  int32_t count;
  SarStatus status = sar_mirror_find(s, arena, &list, &count);
  for (int32_t i = 0; i < count; i++) sar_mirror_tell(s, &list[i]);
  sar_arena_destroy(&arena);
  return status;
}
