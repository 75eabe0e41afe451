/* Expansion of beams into nodes and elements (beam.h). */
#include <math.h>
#include <string.h>

#include "model/beam.h"
#include "model/modal.h"

/* A beam on its way. */
typedef struct Mesh {
  SarModel *model;
  struct SarBeam *beam;
  const SarBeamLine *line;
  const char *name;
  SarSource source;
  const SarProgram *twist;
  double *scratch;
} Mesh;

#define AXIS_LEAST 0.017452406437283512 /* sine of one degree: an axis that lies along the beam says nothing */
#define NEAR 1e-6                       /* of the beam's length: a point is meant to be there */

static const SarValue *values_of(const Mesh *mesh) { return mesh->model->elements[mesh->beam->element].values; }

static const SarValue *value_of(const Mesh *mesh, int field) { return &values_of(mesh)[field]; }

/* ---- the line with its nodes ---- */

static int32_t elements_on(const Mesh *mesh, int32_t piece) {
  const SarValue *elements = value_of(mesh, SAR_BEAM_FIELD_ELEMENTS);
  if (!elements->given) return 8;
  return (int32_t)elements->list[elements->nlist == 1 ? 0 : piece];
}

/* Length of a part of a piece, by Gauss-Legendre points: exact for straight ones. */
static double length_between(const SarBeamLine *line, int32_t piece, double from, double to) {
  static const double at[2] = {0.33998104358485626, 0.86113631159405258};
  static const double weight[2] = {0.65214515486254614, 0.34785484513745386};
  double sum = 0, half = (to - from) / 2, middle = (to + from) / 2;
  for (int i = 0; i < 4; i++) {
    SarVec3 r, by_u;
    sar_beam_line_at(line, piece, middle + (i % 2 ? -1 : 1) * half * at[i / 2], &r, &by_u);
    sum += half * weight[i / 2] * sar_norm(by_u);
  }
  return sum;
}

static double twist_at(const Mesh *mesh, double s) {
  double twist = 0;
  if (mesh->twist) sar_program_evaluate(mesh->twist, &s, mesh->scratch, &twist);
  return twist;
}

/* Section axes at a place of the line: 1 along it, 2 from `axis2`, both turned by the twist. */
static SarStatus section_at(const Mesh *mesh, int32_t piece, double u, double s, SarQuat *out) {
  SarVec3 r, e1;
  sar_beam_line_at(mesh->line, piece, u, &r, &e1);
  e1 = sar_scale(1 / sar_norm(e1), e1);
  SarVec3 given = sar_beam_line_axis2(mesh->line, piece, u), e2 = sar_axpy(-sar_dot(given, e1), e1, given);
  if (!(sar_norm(e2) > AXIS_LEAST * sar_norm(given))) {
    const SarValue *axis2 = value_of(mesh, SAR_BEAM_FIELD_AXIS2);
    return sar_report(mesh->model->context, SAR_INPUT, axis2->given ? axis2->source : mesh->source, mesh->name,
                      "give an `axis2` across the beam, or a list: one direction per point",
                      "section axis 2 lies along the beam at (%g, %g, %g) m", r.x, r.y, r.z);
  }
  e2 = sar_scale(1 / sar_norm(e2), e2);
  SarVec3 e3 = sar_cross(e1, e2);
  double twist = twist_at(mesh, s), c = cos(twist), d = sin(twist);
  if (!isfinite(twist)) {
    return sar_report(mesh->model->context, SAR_INPUT, value_of(mesh, SAR_BEAM_FIELD_TWIST)->source, mesh->name,
                      "give an expression that has a value all along the beam", "the twist has no value at s = %g m",
                      s);
  }
  SarMat3 axes =
      sar_mat3_columns(e1, sar_add(sar_scale(c, e2), sar_scale(d, e3)), sar_sub(sar_scale(c, e3), sar_scale(d, e2)));
  *out = sar_quat_from_matrix(&axes);
  return SAR_OK;
}

static SarStatus place_piece(Mesh *mesh, int32_t piece, int32_t *element) {
  struct SarBeam *b = mesh->beam;
  int32_t count = elements_on(mesh, piece), p = b->order;
  for (int32_t e = 0; e < count; e++, ++*element) {
    double last = (double)e / count;
    for (int32_t i = 0; i <= p; i++) {
      int32_t slot = *element * (p + 1) + i, node = *element * p + i;
      double u = i == p ? (e + 1.0) / count : (e + (1 + sar_beam_node(p, i)) / 2) / count;
      SarVec3 by_u;
      if (i > 0) b->s[node] = b->s[node - 1] + length_between(mesh->line, piece, last, u);
      sar_beam_line_at(mesh->line, piece, u, &b->at[slot], &by_u);
      SAR_TRY(section_at(mesh, piece, u, b->s[node], &b->turn[slot]));
      last = u;
    }
  }
  return SAR_OK;
}

static SarStatus place_nodes(Mesh *mesh) {
  struct SarBeam *b = mesh->beam;
  int32_t element = 0;
  for (int32_t k = 0; k < sar_beam_line_pieces(mesh->line); k++) SAR_TRY(place_piece(mesh, k, &element));
  b->length = b->s[b->nnodes - 1];
  for (int32_t e = 0; e < b->nelements; e++) {
    const SarVec3 *at = &b->at[e * (b->order + 1)];
    for (int32_t i = 0; i <= b->order; i++) {
      double metric = sar_beam_metric(b->order, at, sar_beam_node(b->order, i));
      b->share[e * b->order + i] += sar_beam_weight(b->order, i) * metric;
    }
  }
  return SAR_OK;
}

/* ---- masses ---- */

static SarMat3 turned(SarQuat turn, const double moments[3], double factor) {
  SarMat3 R = sar_quat_matrix(turn), out;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out.m[i][j] = 0;
      for (int k = 0; k < 3; k++) out.m[i][j] += factor * moments[k] * R.m[i][k] * R.m[j][k];
    }
  }
  return out;
}

/* What the elements on both sides lump at a node: the mass, and the inertia in the given axes. */
static SarMassProperties lumped(const Mesh *mesh, int32_t node, SarQuat axes) {
  const struct SarBeam *b = mesh->beam;
  int32_t p = b->order, last = node / p;
  SarMassProperties sum = {0, sar_mat3_zero(), sar_vec3(0, 0, 0)};
  for (int32_t e = node % p == 0 ? last - 1 : last; e <= last; e++) {
    if (e < 0 || e >= b->nelements) continue;
    int32_t i = node - e * p;
    double length = sar_beam_weight(p, i) * sar_beam_metric(p, &b->at[e * (p + 1)], sar_beam_node(p, i));
    SarQuat turn = sar_quat_mul(sar_quat_conjugate(axes), b->turn[e * (p + 1) + i]);
    SarMat3 inertia = turned(turn, b->section.inertia, length);
    sum.mass += length * b->section.mass;
    for (int k = 0; k < 9; k++) sum.inertia.m[k / 3][k % 3] += inertia.m[k / 3][k % 3];
  }
  return sum;
}

/* ---- nodes ---- */

static SarValue *field_of(SarModelElement *element, const char *field) {
  return &element->values[sar_field_index(element->class, field)];
}

static void set_vector(SarModelElement *element, const char *field, SarVec3 vector) {
  SarValue *value = field_of(element, field);
  value->vector = vector;
  value->given = true;
}

static SarStatus add_node(Mesh *mesh, int32_t node, SarVec3 at, SarQuat turn) {
  SarModel *model = mesh->model;
  char name[32];
  snprintf(name, sizeof name, ".n%d", (int)node);
  const char *whole = sar_arena_printf(model->arena, "%s%s", mesh->name, name);
  if (!whole) return sar_report_no_memory(model->context);
  int32_t index;
  SAR_TRY(sar_model_add_class(model, sar_element_class_find(SAR_SECTION_BODIES, NULL), whole, mesh->source, &index));
  SarModelElement *body = &model->elements[index];
  SarVec3 first = mesh->beam->at[0], omega = value_of(mesh, SAR_BEAM_FIELD_OMEGA)->vector;
  SarMassProperties mass = lumped(mesh, node, turn);
  body->beam = mesh->beam;
  body->number = node;
  set_vector(body, "at", at);
  set_vector(body, "velocity",
             sar_add(value_of(mesh, SAR_BEAM_FIELD_VELOCITY)->vector, sar_cross(omega, sar_sub(at, first))));
  set_vector(body, "omega", omega);
  SarValue *value = field_of(body, "turn");
  value->turn = turn, value->given = true;
  value = field_of(body, "mass");
  value->real = mass.mass, value->given = true;
  value = field_of(body, "inertia");
  memcpy(value->tensor, mass.inertia.m, sizeof value->tensor), value->given = true;
  value = field_of(body, "unphysical"); /* the section was judged */
  value->real = 1, value->given = true;
  mesh->beam->nodes[node] = index;
  return SAR_OK;
}

/* Adds the mass of a node to a body that is not the beam's own. */
static SarStatus attach(Mesh *mesh, int32_t node, int32_t body, SarVec3 at) {
  SarModelElement *element = &mesh->model->elements[body];
  SarQuat turn = sar_quat_normalise(field_of(element, "turn")->turn);
  SarMat3 R = sar_quat_matrix(turn);
  SarMassProperties mass = lumped(mesh, node, turn);
  mass.com = sar_mul_t(&R, sar_sub(at, field_of(element, "at")->vector));
  if (!element->attached) element->attached = SAR_NEW(mesh->model->arena, 1, SarMassProperties);
  if (!element->attached) return sar_report_no_memory(mesh->model->context);
  *element->attached = sar_mass_together(element->attached, &mass);
  mesh->beam->nodes[node] = body;
  return SAR_OK;
}

/* The end of a beam that is a node, frame or body of something else. */
static SarStatus share_node(Mesh *mesh, const SarValue *value, int32_t node, SarVec3 at) {
  SarModel *model = mesh->model;
  SarSideName side = value->side[0];
  SAR_TRY(sar_model_check_side(model, mesh->name, &side));
  SAR_TRY(sar_model_check_held(model, mesh->name, &side));
  int32_t body = sar_model_find(model, side.body);
  if (body < 0) {
    if (strcmp(side.body, "ground") != 0) return SAR_INPUT; /* faulty, and reported */
    return sar_report(model->context, SAR_INPUT, value->source, mesh->name,
                      "leave it out, and clamp the node with a fixed joint to the ground",
                      "a node cannot be the ground's");
  }
  SarModelElement *element = &model->elements[body];
  if (element->faulty) return SAR_INPUT;
  SarVec3 place = field_of(element, "at")->vector;
  if (side.frame) {
    SarMat3 R = sar_quat_matrix(sar_quat_normalise(field_of(element, "turn")->turn));
    place = sar_add(place, sar_mul(&R, sar_model_find_frame(model, body, side.frame)->at));
  }
  bool exact = side.frame || element->beam;
  double apart = sar_norm(sar_sub(place, at));
  if (exact && apart > NEAR * mesh->beam->length) {
    return sar_report(model->context, SAR_INPUT, value->source, mesh->name,
                      "correct the points; an arm between body and beam is said by naming the body alone",
                      "the beam does not reach `%s%s%s`: it lies %g m away", side.body, side.frame ? "." : "",
                      side.frame ? side.frame : "", apart);
  }
  return attach(mesh, node, body, at);
}

static SarStatus alias(Mesh *mesh, const char *word, int32_t node) {
  const char *name = sar_arena_printf(mesh->model->arena, "%s.%s", mesh->name, word);
  if (!name) return sar_report_no_memory(mesh->model->context);
  return sar_model_take_name(mesh->model, name, mesh->source, "node", mesh->beam->nodes[node]);
}

static SarStatus make_node(Mesh *mesh, int32_t node) {
  const struct SarBeam *b = mesh->beam;
  int32_t last = b->nnodes - 1, e = node > 0 ? (node - 1) / b->order : 0,
          slot = e * (b->order + 1) + node - e * b->order;
  const SarValue *start = value_of(mesh, SAR_BEAM_FIELD_START), *end = value_of(mesh, SAR_BEAM_FIELD_END);
  const SarValue *shared = node == 0 && start->given ? start : node == last && end->given ? end : NULL;
  if (!shared) return add_node(mesh, node, b->at[slot], b->turn[slot]);
  SAR_TRY(share_node(mesh, shared, node, b->at[slot]));
  char word[32];
  snprintf(word, sizeof word, "n%d", (int)node);
  return alias(mesh, word, node);
}

static SarStatus make_nodes(Mesh *mesh) {
  struct SarBeam *b = mesh->beam;
  for (int32_t i = 0; i < b->nnodes; i++) SAR_TRY(make_node(mesh, i));
  SAR_TRY(alias(mesh, "start", 0));
  SAR_TRY(alias(mesh, "end", b->nnodes - 1));
  for (int32_t i = 1; i + 1 < b->nnodes; i++) {
    if (fabs(b->s[i] - b->length / 2) <= NEAR * b->length) return alias(mesh, "mid", i);
  }
  return SAR_OK;
}

/* ---- frames and shapes ---- */

/* The node that something is fixed on; what: "frame `eye`". */
static SarStatus find_node(Mesh *mesh, const char *word, SarSource source, const char *what, const char *name,
                           int32_t *node) {
  SarModel *model = mesh->model;
  SarSideName side = {mesh->name, word ? word : "start", source};
  if (!word) {
    return sar_report(model->context, SAR_INPUT, source, mesh->name,
                      "say which node it is fixed on: {node: end, at: [0, 0, 0.1]}", "the %s `%s` names no node", what,
                      name);
  }
  SAR_TRY(sar_model_settle_beam_side(model, mesh->name, &side));
  int32_t body = sar_model_find(model, side.body);
  *node = -1;
  for (int32_t i = 0; i < mesh->beam->nnodes; i++) {
    if (mesh->beam->nodes[i] == body) *node = i;
  }
  if (*node >= 0 && model->elements[body].beam == mesh->beam) return SAR_OK;
  const char *remedy = sar_arena_printf(model->arena, "give the %s to the body or beam that the node belongs to", what);
  return sar_report(model->context, SAR_INPUT, source, mesh->name, remedy ? remedy : "give it to another body",
                    "the node `%s` of this %s is not the beam's own", word, what);
}

static SarStatus make_frames(Mesh *mesh) {
  const SarValue *frames = value_of(mesh, SAR_BEAM_FIELD_FRAMES);
  for (int32_t i = 0; i < frames->nlist; i++) {
    const SarNamedFrame *frame = &frames->frames[i];
    int32_t node;
    SAR_TRY(find_node(mesh, frame->node, frame->source, "frame", frame->name, &node));
    SarValue *of = field_of(&mesh->model->elements[mesh->beam->nodes[node]], "frames");
    size_t count = (size_t)of->nlist;
    SarNamedFrame *list = sar_arena_grow(mesh->model->arena, of->frames, count, count + 1, sizeof *list);
    if (!list) return sar_report_no_memory(mesh->model->context);
    list[count] = *frame;
    of->frames = list;
    of->nlist++;
    of->given = true;
  }
  return SAR_OK;
}

static SarStatus make_shapes(Mesh *mesh) {
  const SarValue *shapes = value_of(mesh, SAR_BEAM_FIELD_SHAPES);
  for (int32_t i = 0; i < shapes->nlist; i++) {
    const SarModelShape *shape = &shapes->shapes[i];
    int32_t node;
    SAR_TRY(find_node(mesh, shape->node, shape->source, "shape", shape->name, &node));
    SarValue *of = field_of(&mesh->model->elements[mesh->beam->nodes[node]], "shapes");
    size_t count = (size_t)of->nlist;
    SarModelShape *list = sar_arena_grow(mesh->model->arena, of->shapes, count, count + 1, sizeof *list);
    if (!list) return sar_report_no_memory(mesh->model->context);
    list[count] = *shape;
    of->shapes = list;
    of->nlist++;
    of->given = true;
  }
  return SAR_OK;
}

/* ---- elements ---- */

static SarStatus make_elements(Mesh *mesh) {
  SarModel *model = mesh->model;
  mesh->beam->first = model->nelements;
  for (int32_t e = 0; e < mesh->beam->nelements; e++) {
    const char *name = sar_arena_printf(model->arena, "%s.e%d", mesh->name, (int)e);
    int32_t index;
    if (!name) return sar_report_no_memory(model->context);
    SAR_TRY(sar_model_add_made(model, &sar_structure_beam_element, name, mesh->source, &index));
    model->elements[index].beam = mesh->beam;
    model->elements[index].number = e;
    SarBeamSetup setup = sar_model_beam_setup(model, &model->elements[index]);
    const char *fault = sar_beam_fault(&setup);
    if (!fault) continue;
    return sar_report(model->context, SAR_INPUT, mesh->source, name, "choose other points, or more elements",
                      "the element %d of `%s` %s", (int)e, mesh->name, fault);
  }
  return SAR_OK;
}

/* ---- a beam ---- */

static SarStatus measure(Mesh *mesh) {
  SarModel *model = mesh->model;
  SarArena *arena = model->arena;
  struct SarBeam *b = mesh->beam;
  const SarModelElement *section =
      &model->elements[sar_model_find(model, value_of(mesh, SAR_BEAM_FIELD_SECTION)->names[0])];
  const char *material = sar_section_material(section->values);
  sar_section_data(section->values, material ? model->elements[sar_model_find(model, material)].values : NULL,
                   &b->section);
  b->order = (int32_t)value_of(mesh, SAR_BEAM_FIELD_ORDER)->real;
  int64_t elements = 0;
  for (int32_t k = 0; k < sar_beam_line_pieces(mesh->line); k++) elements += elements_on(mesh, k);
  if (elements * (b->order + 1) > SAR_MAX_ELEMENTS) {
    return sar_report(model->context, SAR_INPUT, mesh->source, mesh->name, "give fewer elements",
                      "this beam has %lld elements", (long long)elements);
  }
  b->nelements = (int32_t)elements;
  b->nnodes = b->nelements * b->order + 1;
  b->nodes = SAR_NEW(arena, b->nnodes, int32_t);
  b->s = SAR_NEW(arena, b->nnodes, double);
  b->share = SAR_NEW(arena, b->nnodes, double);
  b->at = SAR_NEW(arena, b->nelements * (b->order + 1), SarVec3);
  b->turn = SAR_NEW(arena, b->nelements * (b->order + 1), SarQuat);
  return b->nodes && b->s && b->share && b->at && b->turn ? SAR_OK : sar_report_no_memory(model->context);
}

static SarStatus compile_twist(Mesh *mesh) {
  const SarExpr *twist = value_of(mesh, SAR_BEAM_FIELD_TWIST)->function[0];
  if (!twist || !value_of(mesh, SAR_BEAM_FIELD_TWIST)->given) return SAR_OK;
  SAR_TRY(sar_program_compile(mesh->model->context, mesh->model->arena, &twist, 1, &mesh->twist));
  mesh->scratch = SAR_NEW(mesh->model->arena, sar_program_scratch(mesh->twist) + 1, double);
  return mesh->scratch ? SAR_OK : sar_report_no_memory(mesh->model->context);
}

static SarStatus expand(SarModel *model, int32_t element) {
  SarModelElement *beam = &model->elements[element];
  Mesh mesh = {.model = model, .name = beam->name, .source = beam->source};
  const char *fault;
  mesh.beam = SAR_NEW(model->arena, 1, struct SarBeam);
  mesh.line = sar_beam_line_create(beam->values, model->arena, &fault);
  if (!mesh.beam || !mesh.line) return sar_report_no_memory(model->context);
  beam->beam = mesh.beam;
  mesh.beam->element = element;
  if (fault) {
    return sar_report(model->context, SAR_INPUT, beam->values[SAR_BEAM_FIELD_POINTS].source, beam->name,
                      "move one of them, or leave `curve` out", "%s", fault);
  }
  SAR_TRY(measure(&mesh));
  SAR_TRY(compile_twist(&mesh));
  SAR_TRY(place_nodes(&mesh));
  SAR_TRY(make_nodes(&mesh));
  SAR_TRY(make_frames(&mesh));
  SAR_TRY(make_shapes(&mesh));
  return make_elements(&mesh);
}

/* A beam that begins or ends at a node of another one comes after it. */
static SarStatus expand_after(SarModel *model, int32_t element, int depth) {
  if (model->elements[element].beam || model->elements[element].faulty) return SAR_OK;
  for (int k = 0; k < 2; k++) {
    const SarValue *side = &model->elements[element].values[k ? SAR_BEAM_FIELD_END : SAR_BEAM_FIELD_START];
    int32_t other = side->given ? sar_model_find(model, side->side[0].body) : -1;
    bool is_beam = other >= 0 && model->elements[other].class == &sar_structure_beam;
    if (!is_beam || model->elements[other].beam) continue;
    if (other == element || depth > model->nelements) {
      return sar_report(model->context, SAR_INPUT, side->source, model->elements[element].name,
                        "leave out one of `start` and `end`: two beams meet in one node",
                        "this node is given by beams that wait for each other");
    }
    SAR_TRY(expand_after(model, other, depth + 1));
  }
  return expand(model, element);
}

SarStatus sar_model_expand_beams(SarModel *model) {
  SarStatus status = SAR_OK;
  int32_t written = model->nelements;
  for (int32_t i = 0; i < written; i++) {
    if (model->elements[i].class != &sar_structure_beam) continue;
    SarStatus one = expand_after(model, i, 0);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) model->elements[i].faulty = true, status = one;
  }
  return status;
}
