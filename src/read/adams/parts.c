/* PART and POINT_MASS: bodies. The reference point of a body is the origin of the part's axes (QG, REULER); what Adams
 * says at markers is brought there: the centre of mass (CM), the inertia (about IM and along its axes), the velocities
 * (of the CM marker). */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <strings.h>

#include "element/body/principal.h"
#include "read/adams/markers.h"
#include "read/adams/translators.h"

#define ROUNDING 1e-15 /* of the largest number: smaller ones are what turning a tensor or vector leaves of zeros */

/* A marker that the part names, and where it is on the part; null: none. */
typedef struct Named {
  const SarStatement *marker;
  SarDeckPose place;
} Named;

static SarStatus named(SarDeck *deck, const SarStatement *part, const char *argument, Named *out) {
  const SarStatement *owner;
  *out = (Named){.place = {.turn = sar_quat_identity()}};
  if (!sar_statement_has(part, argument)) return SAR_OK;
  SAR_TRY(sar_deck_refer(deck, part, argument, 0, "MARKER", &out->marker));
  SAR_TRY(sar_deck_part_of(deck, out->marker, &owner));
  if (owner == part) return sar_deck_place(deck, out->marker, &out->place);
  return sar_report(deck->context, SAR_INPUT, sar_statement_argument(part, argument)->source,
                    sar_deck_title(deck, part), "name a marker of this part", "MARKER/%lld for %s is on another part",
                    (long long)out->marker->id, argument);
}

static bool is_identity(SarQuat p) { return p.x == 0 && p.y == 0 && p.z == 0; }
static bool is_same_place(SarVec3 a, SarVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* ---- mass and centre ---- */

/* A marker's place as it is written, if it is not relative to another one. */
static SarStatus put_centre(SarDeck *deck, const Named *centre, SarNode *body) {
  SarNode place = {.kind = SAR_NODE_MAPPING};
  if (!centre->marker) return SAR_OK;
  SAR_TRY(sar_deck_put_place(deck, centre->marker, &place));
  sar_tree_put(&deck->tree, body, "com", centre->marker->source, sar_node_get(&place, "at"));
  return SAR_OK;
}

static SarStatus put_mass(SarDeck *deck, const SarStatement *part, const Named *centre, SarNode *body, double *mass) {
  const char *text = sar_deck_text(part, "MASS", 0);
  SAR_TRY(sar_statement_number(deck->context, part, "MASS", 0, 0, mass));
  if (*mass != 0 && !centre->marker) {
    return sar_report(deck->context, SAR_INPUT, sar_statement_argument(part, "MASS")->source,
                      sar_deck_title(deck, part), "name the marker at its centre of mass: CM=id",
                      "it has a mass but no CM");
  }
  sar_tree_put_text(&deck->tree, body, "mass", part->source, "%s", text ? text : "0");
  return put_centre(deck, centre, body);
}

/* ---- inertia ---- */

static SarStatus check_moments(SarDeck *deck, const SarStatement *part) {
  const SarArgument *given = sar_statement_argument(part, "IP");
  if (!given || given->count == 3 || given->count == 6) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, part),
                    "give xx, yy, zz, or these and xy, xz, yz", "IP takes three or six numbers, but here are %d",
                    (int)given->count);
}

/* Products are positive integrals of xy dm in IP, so that the tensor has their negatives. */
static SarStatus tensor_of(SarDeck *deck, const SarStatement *part, SarMat3 *out) {
  static const int place[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const SarArgument *given = sar_statement_argument(part, "IP");
  *out = sar_mat3_zero();
  if (!given) return SAR_OK;
  for (int32_t i = 0; i < given->count; i++) {
    double value;
    SAR_TRY(sar_statement_number(deck->context, part, "IP", i, 0, &value));
    if (i >= 3) value = -value;
    out->m[place[i][0]][place[i][1]] = out->m[place[i][1]][place[i][0]] = value;
  }
  return SAR_OK;
}

/* R J R^T - m (d.d 1 - d d^T): from the axes and the origin of the inertia marker to those of the part and the centre
 * of mass, d from the one to the other. */
static SarMat3 moved_tensor(SarMat3 tensor, SarQuat turn, double mass, SarVec3 d) {
  SarMat3 R = sar_quat_matrix(turn), turned = sar_mat3_mul(&R, &tensor);
  SarMat3 out = is_identity(turn) ? tensor : sar_mat3_mult(&turned, &R);
  double v[3], largest = 0;
  sar_vec3_store(d, v);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out.m[i][j] -= mass * ((i == j ? sar_dot(d, d) : 0) - v[i] * v[j]);
  }
  for (int i = 0; i < 3; i++) largest = fmax(largest, fabs(out.m[i][i]));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++) {
      double mean = (out.m[i][j] + out.m[j][i]) / 2;
      out.m[i][j] = out.m[j][i] = fabs(mean) > ROUNDING * largest ? mean : 0;
    }
  }
  return out;
}

static SarNode *computed_inertia(SarDeck *deck, SarSource source, const SarMat3 *tensor) {
  double moments[3] = {tensor->m[0][0], tensor->m[1][1], tensor->m[2][2]};
  if (tensor->m[0][1] == 0 && tensor->m[0][2] == 0 && tensor->m[1][2] == 0) {
    return sar_deck_numbers_node(deck, source, moments, 3);
  }
  SarNode *rows = sar_tree_list(&deck->tree, source);
  for (int i = 0; i < 3; i++) {
    sar_tree_push(&deck->tree, rows, sar_deck_numbers_node(deck, source, tensor->m[i], 3));
  }
  return rows;
}

static SarNode *negative(SarDeck *deck, const SarWritten *value) {
  const char *text = value->text;
  if (sar_deck_is_zero(text)) return sar_tree_text(&deck->tree, value->source, "0");
  bool minus = text[0] == '-', sign = minus || text[0] == '+';
  return sar_tree_text(&deck->tree, value->source, "%s%s", minus ? "" : "-", text + sign);
}

/* IP as it is written: three moments, or rows with the products' signs turned round. */
static SarNode *written_inertia(SarDeck *deck, const SarArgument *given) {
  static const int order[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  bool diagonal = true;
  for (int32_t i = 3; i < given->count; i++) diagonal = diagonal && sar_deck_is_zero(given->values[i].text);
  SarNode *rows = sar_tree_list(&deck->tree, given->source);
  for (int i = 0; i < 3; i++) {
    SarNode *row = diagonal ? rows : sar_tree_list(&deck->tree, given->source);
    for (int j = 0; j < 3; j++) {
      const SarWritten *value = &given->values[order[i][j] < given->count ? order[i][j] : 0];
      if (diagonal && i != j) continue;
      sar_tree_push(&deck->tree, row,
                    i == j ? sar_tree_text(&deck->tree, value->source, "%s", value->text) : negative(deck, value));
    }
    if (!diagonal) sar_tree_push(&deck->tree, rows, row);
  }
  return rows;
}

/* No real body has such moments, but Adams takes them. */
static void put_unphysical(SarDeck *deck, const SarStatement *part, const SarMat3 *tensor, SarNode *body) {
  double moment[3];
  sar_principal_moments(tensor->m, moment);
  if (moment[0] + moment[1] >= moment[2] * (1 - 1e-9)) return;
  sar_tree_put_text(&deck->tree, body, "unphysical", part->source, "true");
  sar_deck_remark(deck, part, part->source, "no body has its principal moments: %g + %g < %g", moment[0], moment[1],
                  moment[2]);
}

static SarStatus put_inertia(SarDeck *deck, const SarStatement *part, const Named *centre, double mass, SarNode *body) {
  const SarArgument *given = sar_statement_argument(part, "IP");
  SarMat3 tensor;
  Named axes;
  SAR_TRY(tensor_of(deck, part, &tensor));
  SAR_TRY(named(deck, part, sar_statement_has(part, "IM") ? "IM" : "CM", &axes));
  SarVec3 d = sar_sub(axes.place.at, centre->place.at);
  bool moved = mass != 0 && centre->marker && !is_same_place(axes.place.at, centre->place.at);
  bool as_written = given && is_identity(axes.place.turn) && !moved;
  tensor = moved_tensor(tensor, axes.place.turn, moved ? mass : 0, d);
  SarSource source = given ? given->source : part->source;
  sar_tree_put(&deck->tree, body, "inertia", source,
               as_written ? written_inertia(deck, given) : computed_inertia(deck, source, &tensor));
  put_unphysical(deck, part, &tensor, body);
  return SAR_OK;
}

/* ---- velocities ---- */

static const char *const linear[3] = {"VX", "VY", "VZ"}, *const angular[3] = {"WX", "WY", "WZ"};

static int given_of(const SarStatement *part, const char *const names[3]) {
  return sar_statement_has(part, names[0]) + sar_statement_has(part, names[1]) + sar_statement_has(part, names[2]);
}

static SarStatus components(SarDeck *deck, const SarStatement *part, const char *const names[3], SarVec3 *out) {
  double v[3];
  for (int i = 0; i < 3; i++) SAR_TRY(sar_statement_number(deck->context, part, names[i], 0, 0, &v[i]));
  *out = sar_vec3_load(v);
  return SAR_OK;
}

/* The axes along which velocities are given, in ground axes: those of the marker that `argument` names. */
static SarStatus axes_of(SarDeck *deck, const SarStatement *part, const char *argument, const SarStatement *fallback,
                         SarQuat *out) {
  const SarStatement *marker = fallback;
  SarDeckPose pose = {.turn = sar_quat_identity()};
  if (sar_statement_has(part, argument)) SAR_TRY(sar_deck_refer(deck, part, argument, 0, "MARKER", &marker));
  if (marker) SAR_TRY(sar_deck_pose(deck, marker, &pose));
  *out = pose.turn;
  return SAR_OK;
}

static void put_velocity(SarDeck *deck, const SarStatement *part, const char *key, const char *const names[3],
                         bool as_written, SarVec3 value, SarNode *body) {
  double v[3], size = sar_norm(value);
  sar_vec3_store(value, v);
  for (int i = 0; i < 3; i++) v[i] = fabs(v[i]) > ROUNDING * size ? v[i] : 0;
  if (!as_written) {
    sar_tree_put(&deck->tree, body, key, part->source, sar_deck_numbers_node(deck, part->source, v, 3));
    return;
  }
  SarNode *list = sar_tree_list(&deck->tree, part->source);
  for (int i = 0; i < 3; i++) {
    const char *text = sar_deck_text(part, names[i], 0);
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, part->source, "%s", text ? text : "0"));
  }
  sar_tree_put(&deck->tree, body, key, part->source, list);
}

/* Those of Adams are of the CM marker along ground axes or VM, and about the axes of the CM marker or WM. */
static SarStatus put_velocities(SarDeck *deck, const SarStatement *part, const Named *centre, SarNode *body) {
  SarVec3 v, w;
  SarQuat v_axes, w_axes;
  SarDeckPose pose;
  bool moves = given_of(part, linear) > 0, turns = given_of(part, angular) > 0;
  if (!moves && !turns) return SAR_OK;
  SAR_TRY(components(deck, part, linear, &v));
  SAR_TRY(components(deck, part, angular, &w));
  SAR_TRY(axes_of(deck, part, "VM", NULL, &v_axes));
  SAR_TRY(axes_of(deck, part, "WM", centre->marker, &w_axes));
  SAR_TRY(sar_deck_part_pose(deck, part, &pose));
  SarMat3 V = sar_quat_matrix(v_axes), W = sar_quat_matrix(w_axes), R = sar_quat_matrix(pose.turn);
  SarVec3 omega = is_identity(w_axes) ? w : sar_mul(&W, w), arm = sar_mul(&R, centre->place.at);
  SarVec3 back = sar_cross(omega, arm), velocity = sar_sub(is_identity(v_axes) ? v : sar_mul(&V, v), back);
  bool same_point = sar_norm(back) == 0;
  if (moves || !same_point) {
    put_velocity(deck, part, "velocity", linear, is_identity(v_axes) && same_point, velocity, body);
  }
  if (turns) put_velocity(deck, part, "omega", angular, is_identity(w_axes), omega, body);
  return SAR_OK;
}

/* ---- what assembly keeps ---- */

/* The axis, 0 to 2, along which a direction points; -1: none. */
static int axis_along(SarVec3 d) {
  double v[3];
  sar_vec3_store(d, v);
  for (int i = 0; i < 3; i++) {
    if (fabs(v[i]) > 1 - 1e-9) return i;
  }
  return -1;
}

/* Velocities that are given are kept by assembly, the others follow from them. Ours are kept along ground axes (of the
 * centre of mass) and body axes (omega), so a single one given along another axis cannot be. */
static void keep_velocities(SarDeck *deck, const SarStatement *part, const char *const names[3], SarQuat axes,
                            char letter, SarNode *keep) {
  int count = given_of(part, names);
  SarMat3 A = sar_quat_matrix(axes);
  for (int i = 0; i < 3; i++) {
    int along = count == 3 ? i : axis_along(sar_column(&A, i));
    if (!sar_statement_has(part, names[i])) continue;
    if (along < 0) {
      sar_deck_remark(deck, part, part->source, "%s is along no axis of its own: assembly may change it", names[i]);
      continue;
    }
    sar_tree_push(&deck->tree, keep, sar_tree_text(&deck->tree, part->source, "%c%c", letter, 'x' + along));
  }
}

/* EXACT=X:Y:Z:PSI:THETA:PHI: of the centre of mass, and three angles, which are kept together or not at all. */
static void keep_position(SarDeck *deck, const SarStatement *part, SarNode *keep) {
  static const char *const words[] = {"X", "Y", "Z", "PSI", "THETA", "PHI"};
  const SarArgument *exact = sar_statement_argument(part, "EXACT");
  int angles = 0;
  for (int32_t i = 0; exact && i < exact->count; i++) {
    const char *text = exact->values[i].text;
    int word = 0;
    while (word < 6 && strcasecmp(words[word], text) != 0) word++;
    angles += word >= 3 && word < 6;
    if (word == 6) {
      sar_deck_remark(deck, part, exact->values[i].source, "EXACT has X, Y, Z, PSI, THETA and PHI, but no %s", text);
    } else if (word < 3) {
      sar_tree_push(&deck->tree, keep, sar_tree_text(&deck->tree, exact->values[i].source, "%c", 'x' + word));
    }
  }
  if (angles == 3) {
    sar_tree_push(&deck->tree, keep, sar_tree_text(&deck->tree, exact->source, "turn"));
  } else if (angles > 0) {
    sar_deck_remark(deck, part, exact->source, "EXACT names %d of three angles: assembly may change them", angles);
  }
}

static SarStatus put_keep(SarDeck *deck, const SarStatement *part, const Named *centre, SarNode *body) {
  SarNode *keep = sar_tree_list(&deck->tree, part->source);
  SarQuat v_axes, w_axes;
  SarDeckPose pose;
  SAR_TRY(axes_of(deck, part, "VM", NULL, &v_axes));
  SAR_TRY(axes_of(deck, part, "WM", centre->marker, &w_axes));
  SAR_TRY(sar_deck_part_pose(deck, part, &pose));
  keep_position(deck, part, keep);
  keep_velocities(deck, part, linear, v_axes, 'v', keep);
  keep_velocities(deck, part, angular, sar_quat_mul(sar_quat_conjugate(pose.turn), w_axes), 'w', keep);
  if (keep && keep->count > 0) sar_tree_put(&deck->tree, body, "keep", part->source, keep);
  return SAR_OK;
}

/* ---- statements ---- */

static SarStatus put_body(SarDeck *deck, const SarStatement *part) {
  SarNode *body;
  Named centre;
  double mass;
  SarStatus moments = check_moments(deck, part); /* said beside what is wrong with CM */
  SAR_TRY(sar_deck_body(deck, part, &body));
  SAR_TRY(named(deck, part, "CM", &centre));
  SAR_TRY(put_mass(deck, part, &centre, body, &mass));
  SAR_TRY(moments);
  SAR_TRY(put_inertia(deck, part, &centre, mass, body));
  SAR_TRY(sar_deck_put_place(deck, part, body));
  SAR_TRY(put_velocities(deck, part, &centre, body));
  return put_keep(deck, part, &centre, body);
}

/* The first PART with GROUND, or null. Asked for once per such part. */
static const SarStatement *first_ground(const SarDeck *deck) {
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *one = &deck->statements.all[i];
    if (strcmp(one->class->name, "PART") == 0 && sar_statement_has(one, "GROUND")) return one;
  }
  return NULL;
}

SarStatus sar_deck_part(SarDeck *deck, const SarStatement *part) {
  if (!sar_statement_has(part, "GROUND")) return put_body(deck, part);
  const SarStatement *first = first_ground(deck);
  if (first == part) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, part->source, NULL, "keep one GROUND",
                    "PART/%lld is the ground already (line %d)", (long long)first->id, (int)first->source.line);
}

/* Three translations alone: a joint holds the orientation, so that torques do nothing and markers keep their axes. */
SarStatus sar_deck_point_mass(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  SAR_TRY(put_body(deck, statement));
  SarNode *joint = sar_tree_mapping(tree, statement->source), *between = sar_tree_list(tree, statement->source);
  sar_tree_put_text(tree, joint, "type", statement->source, "same-orientation");
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "ground"));
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", statement->name));
  sar_tree_put(tree, joint, "between", statement->source, between);
  const char *name = sar_arena_printf(deck->arena, "%s_axes", statement->name);
  if (!name) return sar_report_no_memory(deck->context);
  sar_tree_put(tree, sar_tree_section(tree, "joints"), name, statement->source, joint);
  return SAR_OK;
}
