#include "fe/read/loads.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "fe/couple.h"
#include "fe/elements/face_load.h"
#include "fe/elements/matrices.h"
#include "fe/matrix.h"

typedef struct Loads {
  SarFeDeck *deck;
  SarContext *context;
  const SarFeModel *model;
  const SarFeShells *shells;
  const int32_t *unknown; /* six per node */
  double *force;          /* of the case */
  double *room;           /* nunknowns twice */
} Loads;

/* ---- forces on nodes ---- */

static SarStatus add(Loads *l, const SarFeDeckLoad *load, int32_t node, int32_t direction, double value) {
  const int32_t unknown = l->unknown[6 * node + direction];
  if (unknown >= 0) {
    l->force[unknown] += value;
    return SAR_OK;
  }
  return sar_report(l->context, SAR_INPUT, load->source, NULL,
                    direction > 2
                        ? "give a couple of forces instead"
                        : "take *BOUNDARY, *EQUATION and the like out there and run ccx again, or load other nodes",
                    direction > 2 ? "node %" PRId64 " has no rotation %d that a moment could act on"
                                  : "node %" PRId64
                                    " has no unknown in direction %d: it is fixed, tied to others, or "
                                    "belongs to no element",
                    l->model->numbers[node], (int)direction + 1);
}

static SarStatus add_vector(Loads *l, const SarFeDeckLoad *load, int32_t node, SarVec3 force) {
  const double f[3] = {force.x, force.y, force.z};
  for (int32_t k = 0; k < 3; k++) {
    if (f[k] != 0) SAR_TRY(add(l, load, node, k, f[k]));
  }
  return SAR_OK;
}

/* On a node of shells: half of it below the middle surface, half above. */
static SarStatus add_force(Loads *l, const SarFeDeckLoad *load, int32_t node) {
  int32_t made = 0;
  const int64_t number = l->model->numbers[node];
  const SarFeExpanded *e = l->shells->count ? sar_fe_made_of(l->shells, number, &made) : NULL;
  if (!e) return add(l, load, node, load->which, load->value);
  const int32_t below = sar_fe_index(l->model->numbers, l->model->nnodes, e[0].number);
  const int32_t above = sar_fe_index(l->model->numbers, l->model->nnodes, e[made - 1].number);
  SAR_TRY(add(l, load, below, load->which, load->value / 2));
  return add(l, load, above, load->which, load->value / 2);
}

/* ---- loads on elements ---- */

static SarStatus report_face(Loads *l, const SarFeDeckLoad *load, const SarFeElement *element, bool shell) {
  char label[3] = "P";
  if (load->which >= 0) label[1] = (char)('1' + load->which);
  return sar_report(l->context, SAR_INPUT, load->source, NULL,
                    shell ? "give P: it pushes along the normal of the shell, with a minus sign against it"
                          : "give the face, P1 to P6 of hexahedra, to P5 of wedges, to P4 of tetrahedra",
                    "%s does not fit element %" PRId64 ": it is a %s", label, element->number,
                    shell ? "shell" : "solid");
}

static SarStatus add_pressure(Loads *l, const SarFeDeckLoad *load, int32_t index) {
  const SarFeElement *element = &l->model->elements[index];
  const bool shell = l->deck->elements[index].type->shell;
  const int32_t *connectivity = l->model->connectivity + element->first;
  SarVec3 nodes[SAR_FE_NODES], force[8];
  SarFeFace face;
  if (shell != (load->which < 0) || load->which >= sar_fe_face_count(element->kind)) {
    return report_face(l, load, element, shell);
  }
  const int32_t which = shell ? 0 : load->which; /* the lower side of a shell is the first face of its solid */
  for (int32_t k = 0; k < sar_fe_node_count(element->kind); k++) nodes[k] = l->model->at[connectivity[k]];
  sar_fe_face(element->kind, which, &face);
  const int32_t count = sar_fe_face_pressure(element->kind, which, nodes, load->value, force);
  for (int32_t k = 0; k < count; k++) SAR_TRY(add_vector(l, load, connectivity[face.node[k]], force[k]));
  return SAR_OK;
}

/* The acceleration times the mass of one element, at the points that CalculiX takes. */
static SarStatus add_weight(Loads *l, const SarFeDeckLoad *load, int32_t index) {
  const SarFeElement *element = &l->model->elements[index];
  const int32_t *connectivity = l->model->connectivity + element->first, count = sar_fe_node_count(element->kind);
  const double density = element->material >= 0 ? l->model->materials[element->material].density : 0;
  SarVec3 nodes[SAR_FE_NODES];
  double m[SAR_FE_NODES * SAR_FE_NODES];
  SarFePoints points;
  if (!(density > 0)) {
    return sar_report(l->context, SAR_INPUT, load->source, NULL, "give its material a density",
                      "element %" PRId64 " has no mass that could be accelerated", element->number);
  }
  for (int32_t k = 0; k < count; k++) nodes[k] = l->model->at[connectivity[k]];
  sar_fe_stiffness_points(element->kind, element->variant, &points);
  sar_fe_element_mass(element->kind, &points, nodes, density, m);
  for (int32_t i = 0; i < count; i++) {
    double sum = 0;
    for (int32_t j = 0; j < count; j++) sum += m[i * count + j];
    SAR_TRY(add_vector(l, load, connectivity[i], sar_scale(sum * load->value, load->direction)));
  }
  return SAR_OK;
}

/* All elements: the mass matrix times the acceleration, which has masses that are no elements, too. */
static void add_whole_weight(Loads *l, const SarFeDeckLoad *load) {
  const double a[3] = {load->direction.x, load->direction.y, load->direction.z};
  const int32_t n = l->model->nunknowns;
  for (int32_t i = 0; i < n; i++) {
    const SarFeUnknown u = l->model->unknowns[i];
    l->room[i] = u.node >= 0 && u.direction < 3 ? load->value * a[u.direction] : 0;
  }
  sar_fe_multiply(&l->model->mass, 1, l->room, l->room + n);
  for (int32_t i = 0; i < n; i++) l->force[i] += l->room[n + i];
}

/* ---- what they act on ---- */

static SarStatus report_target(Loads *l, const SarFeDeckLoad *load, bool elements) {
  const char *what = elements ? "element" : "node";
  if (!load->set) {
    return sar_report(l->context, SAR_INPUT, load->source, NULL, "load one that the deck has",
                      "there is no %s %" PRId64, what, load->number);
  }
  SarSuggestion suggestion = sar_suggestion(load->set);
  for (int32_t i = 0; i < l->deck->nsets; i++) {
    if (l->deck->sets[i].elements == elements) sar_suggestion_offer(&suggestion, l->deck->sets[i].name);
  }
  const SarHint hint = sar_hint(&suggestion);
  return sar_report(l->context, SAR_INPUT, load->source, NULL, "name a set that the deck has",
                    "there is no set of %ss `%s`%s%s%s", what, load->set, hint.open, hint.word, hint.close);
}

/* Indices of nodes or elements that a line means; `one` is room for a single one. */
static SarStatus find_target(Loads *l, const SarFeDeckLoad *load, int32_t *one, SarFeSet *out) {
  const bool elements = load->kind != SAR_FE_FORCE;
  *out = (SarFeSet){.count = 1, .nodes = one};
  if (!load->set) {
    *one = elements ? sar_fe_deck_element(l->deck, load->number)
                    : sar_fe_index(l->model->numbers, l->model->nnodes, load->number);
    return *one >= 0 ? SAR_OK : report_target(l, load, elements);
  }
  for (int32_t i = 0; i < l->deck->nsets; i++) {
    if (l->deck->sets[i].elements != elements || !sar_fe_same(l->deck->sets[i].name, load->set)) continue;
    *out = (elements ? l->deck->element_sets : l->deck->node_sets)[i];
    return SAR_OK;
  }
  return report_target(l, load, elements);
}

static SarStatus add_load(Loads *l, const SarFeDeckLoad *load) {
  int32_t one = -1;
  SarFeSet target;
  SAR_TRY(find_target(l, load, &one, &target));
  if (load->kind == SAR_FE_GRAVITY && target.count == l->model->nelements) {
    add_whole_weight(l, load);
    return SAR_OK;
  }
  for (int32_t i = 0; i < target.count; i++) {
    switch (load->kind) {
      case SAR_FE_FORCE: SAR_TRY(add_force(l, load, target.nodes[i])); break;
      case SAR_FE_PRESSURE: SAR_TRY(add_pressure(l, load, target.nodes[i])); break;
      case SAR_FE_GRAVITY: SAR_TRY(add_weight(l, load, target.nodes[i])); break;
    }
  }
  return SAR_OK;
}

/* ---- load cases ---- */

static SarStatus check_names(const SarFeDeck *deck) {
  for (int32_t i = 0; i < deck->nsteps; i++) {
    for (int32_t k = 0; k < i; k++) {
      if (strcmp(deck->steps[i].name, deck->steps[k].name) != 0) continue;
      return sar_report(deck->reading->context, SAR_INPUT, deck->steps[i].source, NULL, "give it another name",
                        "two steps have the name `%s`", deck->steps[i].name);
    }
  }
  return SAR_OK;
}

/* Loads stand in the order of the steps. */
static SarStatus set_cases(Loads *l, SarFeLoad *cases, int32_t *count) {
  SarFeReading *r = l->deck->reading;
  for (int32_t i = 0; i < l->deck->nloads; i++) {
    const SarFeDeckLoad *load = &l->deck->loads[i];
    if (!i || load->step != load[-1].step) {
      const char *name = sar_arena_copy_text(r->arena, l->deck->steps[load->step].name);
      l->force = SAR_NEW(r->arena, l->model->nunknowns, double);
      if (!name || !l->force) return sar_report_no_memory(r->context);
      cases[(*count)++] = (SarFeLoad){name, l->force};
    }
    SAR_TRY(add_load(l, load));
  }
  return SAR_OK;
}

SarStatus sar_fe_set_loads(SarFeDeck *deck, const SarFeShells *shells) {
  SarFeReading *r = deck->reading;
  Loads l = {.deck = deck, .context = r->context, .model = r->out, .shells = shells};
  if (!deck->nloads) return SAR_OK;
  SAR_TRY(check_names(deck));
  l.unknown = sar_fe_unknowns_of_nodes(r->out, r->scratch);
  l.room = SAR_NEW(r->scratch, 2 * (size_t)r->out->nunknowns, double);
  SarFeLoad *cases = SAR_NEW(r->arena, deck->nsteps, SarFeLoad);
  if (!l.unknown || !l.room || !cases) return sar_report_no_memory(r->context);
  SAR_TRY(set_cases(&l, cases, &r->out->nloads));
  r->out->loads = cases;
  return SAR_OK;
}
