/* A node turns by unknowns of its own. A rigid set follows its point: u_k = u + theta x (X_k - P). The point of a
 * distributed set follows the set: with weights w_k of sum one, middle c = sum w X, r = X - c,
 *
 *   theta = (sum w (r.r 1 - r r^T))^-1 sum w r x u_k,    u = sum w u_k + theta x (P - c),
 *
 * the rigid motion nearest to that of the set in the mean square. A rigid motion of the set gives exactly itself. */
#include "fe/couple.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "store/reduced.h"

/* A set whose nodes lie on a line to this part of its size has no rotation about it. */
#define THIN 1e-6

int32_t *sar_fe_unknowns_of_nodes(const SarFeModel *model, SarArena *arena) {
  int32_t *unknown = SAR_NEW(arena, 6 * (size_t)model->nnodes + 1, int32_t);
  if (!unknown) return NULL;
  for (int32_t i = 0; i < 6 * model->nnodes; i++) unknown[i] = -1;
  for (int32_t i = 0; i < model->nunknowns; i++) {
    SarFeUnknown u = model->unknowns[i];
    if (u.node >= 0 && u.direction < 6) unknown[6 * u.node + u.direction] = i;
  }
  return unknown;
}

void sar_fe_rigid_row(SarVec3 from, SarVec3 x, int32_t direction, double row[6]) {
  const SarVec3 r = sar_sub(x, from);
  const SarMat3 arm = sar_skew(sar_neg(r)); /* theta x r = -r x theta */
  for (int j = 0; j < 6; j++) row[j] = j == direction;
  for (int j = 0; j < 3 && direction < 3; j++) row[3 + j] = arm.m[direction][j];
}

void sar_fe_mean_column(const SarFeModel *model, const SarFeCoupled *interface, int32_t k, int32_t direction,
                        double column[6]) {
  const double w = interface->weights[k];
  const SarVec3 unit = {direction == 0, direction == 1, direction == 2};
  const SarVec3 r = sar_sub(model->at[interface->nodes[k]], interface->middle);
  const SarVec3 turn = sar_mul(&interface->spread, sar_scale(w, sar_cross(r, unit)));
  const SarVec3 shift = sar_add(sar_scale(w, unit), sar_cross(turn, sar_sub(interface->at, interface->middle)));
  sar_vec3_store(shift, column);
  sar_vec3_store(turn, column + 3);
}

/* ---- what was asked for ---- */

typedef struct Couple {
  SarContext *context;
  const SarFeModel *model;
  const int32_t *unknown;
  const SarFeSurface *surface;
  int32_t *mark; /* of all nodes, zeros */
  SarArena *arena;
} Couple;

static SarStatus refuse(const Couple *c, const char *name, const char *remedy, const char *what) {
  return sar_report(c->context, SAR_INPUT, sar_nowhere(), name, remedy, "interface `%s`: %s", name, what);
}

static SarStatus find_set(const Couple *c, const SarFeInterface *asked, SarFeCoupled *out) {
  const SarFeModel *model = c->model;
  int32_t set = sar_fe_find_set(model, asked->set);
  if (set < 0) {
    SarSuggestion suggestion = sar_suggestion(asked->set);
    for (int32_t i = 0; i < model->nsets; i++) sar_suggestion_offer(&suggestion, model->sets[i].name);
    SarHint hint = sar_hint(&suggestion);
    return sar_report(c->context, SAR_INPUT, sar_nowhere(), asked->name,
                      model->nsets ? "give the number of a node or the name of a set of nodes (*NSET)"
                                   : "the model has no sets of nodes: give the number of a node, or write sets (*NSET)",
                      "interface `%s`: there is no set of nodes `%s`%s%s%s", asked->name, asked->set, hint.open,
                      hint.word, hint.close);
  }
  out->nodes = model->sets[set].nodes;
  out->count = model->sets[set].count;
  if (!out->count) return refuse(c, asked->name, "give a set with nodes", "its set of nodes is empty");
  return SAR_OK;
}

static SarStatus find_node(const Couple *c, const SarFeInterface *asked, SarFeCoupled *out) {
  int32_t *node = SAR_NEW(c->arena, 1, int32_t);
  if (!node) return sar_report_no_memory(c->context);
  *node = sar_fe_find_node(c->model, asked->node);
  if (*node < 0) {
    return sar_report(c->context, SAR_INPUT, sar_nowhere(), asked->name, "give the number of a node of the mesh",
                      "interface `%s`: there is no node %" PRId64, asked->name, asked->node);
  }
  out->nodes = node;
  out->count = 1;
  return SAR_OK;
}

/* The nodes must be free in all directions, else the body is held there. */
static SarStatus check_unknowns(const Couple *c, const SarFeCoupled *interface) {
  for (int32_t k = 0; k < interface->count; k++) {
    const int32_t node = interface->nodes[k];
    for (int32_t d = 0; d < 3; d++) {
      if (c->unknown[6 * node + d] >= 0) continue;
      return sar_report(c->context, SAR_INPUT, sar_nowhere(), interface->name,
                        "take supports (*BOUNDARY), equations and nodes without elements out; of a shell give a set "
                        "with the node in it",
                        "interface `%s`: node %" PRId64 " has no displacement along %c among the unknowns",
                        interface->name, c->model->numbers[node], "xyz"[d]);
    }
  }
  return SAR_OK;
}

static bool turns(const Couple *c, int32_t node) {
  const int32_t *u = c->unknown + 6 * node;
  return u[3] >= 0 && u[4] >= 0 && u[5] >= 0;
}

/* ---- middle and spread ---- */

/* Weights by area make a fine and a coarse part of a surface count alike; without surface inside the set all nodes do.
 */
static SarStatus weigh(const Couple *c, SarFeCoupled *interface) {
  double *w = SAR_NEW(c->arena, interface->count, double), sum = 0;
  if (!w) return sar_report_no_memory(c->context);
  sar_fe_area_of_set(c->model, c->surface, interface->count, interface->nodes, c->mark, w);
  for (int32_t k = 0; k < interface->count; k++) sum += w[k];
  for (int32_t k = 0; k < interface->count; k++) w[k] = sum > 0 ? w[k] / sum : 1.0 / interface->count;
  interface->weights = w;
  SarVec3 middle = {0, 0, 0};
  for (int32_t k = 0; k < interface->count; k++) {
    middle = sar_axpy(w[k], c->model->at[interface->nodes[k]], middle);
  }
  interface->middle = middle;
  return SAR_OK;
}

/* The inertia of the weights; singular where the nodes are on a line: |det| against the cube of the mean. */
static bool spread(const Couple *c, SarFeCoupled *interface) {
  SarMat3 inertia = sar_mat3_zero();
  for (int32_t k = 0; k < interface->count; k++) {
    const SarVec3 r = sar_sub(c->model->at[interface->nodes[k]], interface->middle);
    const SarMat3 one = sar_mat3_identity(), dyad = sar_outer(r, r);
    inertia = sar_mat3_axpy(interface->weights[k] * sar_dot(r, r), &one, &inertia);
    inertia = sar_mat3_axpy(-interface->weights[k], &dyad, &inertia);
  }
  const double mean = (inertia.m[0][0] + inertia.m[1][1] + inertia.m[2][2]) / 3;
  if (!(sar_mat3_determinant(&inertia) > THIN * THIN * mean * mean * mean)) return false;
  interface->spread = sar_mat3_inverse(&inertia);
  return true;
}

static SarStatus check_turning(const Couple *c, const SarFeCoupled *interface, bool spread_out) {
  const char *name = interface->name;
  if (interface->coupling == SAR_FE_NODE) {
    if (turns(c, interface->nodes[0])) return SAR_OK;
    return refuse(c, name, "give a set of nodes around it: NAME=SET:rigid or NAME=SET:distributed",
                  "a node of a solid has no rotation, so that nothing can be joined to it");
  }
  bool own = interface->coupling == SAR_FE_RIGID;
  for (int32_t k = 0; k < interface->count && own; k++) own = turns(c, interface->nodes[k]);
  if (spread_out || (own && interface->count)) return SAR_OK;
  return refuse(c, name, "give a set with three nodes that are not on one line",
                interface->count < 3 ? "its set has fewer than three nodes: its rotation is not defined"
                                     : "the nodes of its set lie on one line: the rotation about it is not defined");
}

static SarStatus couple_one(const Couple *c, const SarFeInterface *asked, SarFeCoupled *out) {
  *out = (SarFeCoupled){.name = asked->name, .coupling = asked->coupling, .number = asked->node};
  SAR_TRY(asked->set ? find_set(c, asked, out) : find_node(c, asked, out));
  SAR_TRY(check_unknowns(c, out));
  SAR_TRY(weigh(c, out));
  bool spread_out = spread(c, out);
  out->at = asked->placed ? asked->at : out->middle;
  return check_turning(c, out, spread_out);
}

/* ---- together ---- */

static SarStatus check_names(SarContext *context, const SarReduceOptions *options) {
  if (options->ninterfaces < 1) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give --interface NAME=NODE or NAME=SET:rigid",
                      "a reduced body needs an interface: nothing could hold it");
  }
  for (int32_t i = 0; i < options->ninterfaces; i++) {
    const char *name = options->interfaces[i].name;
    const bool reserved = sar_reduced_is_reserved(name);
    if (!sar_text_is_name(name) || reserved) {
      return sar_report(context, SAR_INPUT, sar_nowhere(), name,
                        reserved ? SAR_REDUCED_RESERVED : "letters, digits and _, not starting with a digit",
                        "`%s` cannot be the name of an interface", name);
    }
    for (int32_t k = 0; k < i; k++) {
      if (strcmp(name, options->interfaces[k].name) != 0) continue;
      return sar_report(context, SAR_INPUT, sar_nowhere(), name, "give each interface a name of its own",
                        "two interfaces have the name `%s`", name);
    }
  }
  return SAR_OK;
}

static SarStatus check_overlap(const Couple *c, const SarFeCoupled *interfaces, int32_t count) {
  int32_t *owner = SAR_NEW(c->arena, c->model->nnodes + 1, int32_t);
  if (!owner) return sar_report_no_memory(c->context);
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = 0; k < interfaces[i].count; k++) {
      const int32_t node = interfaces[i].nodes[k], other = owner[node] - 1;
      owner[node] = i + 1;
      if (other < 0) continue;
      return sar_report(c->context, SAR_INPUT, sar_nowhere(), interfaces[i].name,
                        "give interfaces that share no node, or one interface for both",
                        "interfaces `%s` and `%s` both have node %" PRId64, interfaces[other].name, interfaces[i].name,
                        c->model->numbers[node]);
    }
  }
  return SAR_OK;
}

SarStatus sar_fe_couple(SarContext *context, const SarFeModel *model, const int32_t *unknown,
                        const SarFeSurface *surface, const SarReduceOptions *options, SarArena *arena,
                        SarFeCoupled **out) {
  const Couple c = {context, model, unknown, surface, SAR_NEW(arena, model->nnodes + 1, int32_t), arena};
  SAR_TRY(check_names(context, options));
  *out = SAR_NEW(arena, options->ninterfaces, SarFeCoupled);
  if (!*out || !c.mark) return sar_report_no_memory(context);
  for (int32_t i = 0; i < options->ninterfaces; i++) SAR_TRY(couple_one(&c, &options->interfaces[i], &(*out)[i]));
  return check_overlap(&c, *out, options->ninterfaces);
}
