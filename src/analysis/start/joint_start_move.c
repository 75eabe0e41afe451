/* All starts at once, from the ground outwards: a body moves as the one moves on which it hangs, after what the joint
 * between them does. So a chain costs as much as it has links, however many of them have starts. */
#include "analysis/start/joint_start.h"

/* The node on which one hangs. */
static int32_t parent_of(const SarStartTree *tree, int32_t node) {
  const SarPlace *place = sar_system_place(tree->system, tree->via[node]);
  return place->a.body == node ? place->b.body : place->a.body;
}

/* The line about which, or along which, a coordinate moves the second side. */
typedef struct Line {
  SarVec3 point, axis;
  bool turns;
  int32_t body; /* that it is fixed on */
} Line;

static Line line_of(const SarSystem *s, const SarWorkspace *m, const SarJointStart *start) {
  const SarCoordinateSpec *spec = &sar_system_element(s, start->element)->class->joint->coordinates[start->of];
  const SarPlace *place = sar_system_place(s, start->element);
  const SarModelElement *element = sar_system_element(s, start->element);
  bool slides = spec->kind == SAR_COORDINATE_DISPLACEMENT;
  bool on_second = slides && sar_joint_in_second(element->class, element->values); /* there the first side moves */
  bool second = on_second || spec->kind == SAR_COORDINATE_CROSS_SECOND;
  const SarSide *side = second ? &place->b : &place->a;
  const SarKin *k = &m->kin[side->body];
  SarVec3 axis = sar_column(&side->axes, slides ? (int)spec->axis : SAR_Z);
  return (Line){.point = sar_kin_point(k, side->point),
                .axis = sar_mul(&k->A, on_second ? sar_neg(axis) : axis),
                .turns = !slides,
                .body = side->body};
}

/* +1: the start moves the second side of its joint, -1: the first. */
static int side_of(const SarStartTree *tree, const SarJointStart *start, int32_t node) {
  return sar_system_place(tree->system, start->element)->b.body == node ? 1 : -1;
}

/* ---- positions ---- */

static SarVec3 moved(const SarStartMove *m, SarVec3 x) {
  if (!m->turns) return sar_add(x, m->shift);
  SarMat3 R = sar_quat_matrix(m->turn);
  return sar_add(m->to, sar_mul(&R, sar_sub(x, m->from)));
}

/* `first`, then `then`. */
static SarStartMove combine(const SarStartMove *then, const SarStartMove *first) {
  if (!first->any) return *then;
  if (!then->any) return *first;
  SarStartMove both = *first;
  if (!then->turns) {
    both.shift = sar_add(first->shift, then->shift);
    both.to = sar_add(first->to, then->shift);
  } else if (!first->turns) {
    both = *then;
    both.from = sar_sub(then->from, first->shift);
  } else {
    both.to = moved(then, first->to);
    both.turn = sar_quat_normalise(sar_quat_mul(then->turn, first->turn));
  }
  return both;
}

/* What the starts of a joint do to the side that hangs on it, one after the other. */
static SarStartMove own_move(const SarStartTree *tree, const SarWorkspace *m, const double *ways, int32_t node) {
  SarStartMove own = {.turn = sar_quat_identity()};
  for (int32_t i = tree->first[node]; i >= 0; i = tree->next[i]) {
    const SarJointStart *start = sar_system_start(tree->system, i);
    if (ways[i] == 0) continue;
    Line line = line_of(tree->system, m, start);
    if (own.any && line.body == node) {
      SarMat3 R = sar_quat_matrix(own.turn);
      line.point = moved(&own, line.point);
      line.axis = sar_mul(&R, line.axis);
    }
    SarVec3 step = sar_scale(side_of(tree, start, node) * ways[i], line.axis);
    SarStartMove one = {.any = true, .turns = line.turns, .turn = sar_quat_identity(), .shift = step};
    if (line.turns) {
      one =
          (SarStartMove){.any = true, .turns = true, .turn = sar_quat_exp(step), .from = line.point, .to = line.point};
    }
    own = combine(&one, &own);
  }
  return own;
}

/* Velocities turn with the body; angular ones are in body axes. */
static void move_body(const SarStartMove *move, double *q, double *velocity) {
  SarMat3 R = sar_quat_matrix(move->turn);
  sar_vec3_store(moved(move, sar_vec3_load(q)), q);
  sar_quat_store(sar_quat_normalise(sar_quat_mul(move->turn, sar_quat_load(q + 3))), q + 3);
  sar_vec3_store(sar_mul(&R, sar_vec3_load(velocity)), velocity);
}

void sar_start_tree_move(SarStartTree *tree, const SarWorkspace *m, const double *ways, double *q, double *v) {
  sar_workspace_place(m, q, NULL);
  for (int32_t i = 0; i < tree->reached; i++) {
    int32_t node = tree->queue[i];
    tree->moves[node] = (SarStartMove){0};
    if (tree->via[node] < 0) continue;
    SarStartMove own = own_move(tree, m, ways, node);
    tree->moves[node] = combine(&tree->moves[parent_of(tree, node)], &own);
    tree->visits++;
  }
  for (int32_t b = 0; b < sar_system_bodies(tree->system); b++) {
    if (!tree->moves[b].any || tree->keeps[b]) continue;
    move_body(&tree->moves[b], q + 7 * (size_t)b, v + 6 * (size_t)b);
  }
}

/* ---- rates ---- */

static SarVec3 speed_at(const SarStartField *field, SarVec3 r) {
  return field->turns ? sar_add(field->speed, sar_cross(field->omega, sar_sub(r, field->point))) : field->speed;
}

static SarStartField add_rate(const SarStartField *field, const Line *line, SarVec3 along) {
  SarStartField sum = *field;
  sum.any = true;
  if (!line->turns) {
    sum.speed = sar_add(field->speed, along);
  } else if (!field->turns) {
    sum.turns = true;
    sum.point = line->point;
    sum.omega = along;
  } else {
    sum.speed = sar_add(field->speed, sar_cross(along, sar_sub(field->point, line->point)));
    sum.omega = sar_add(field->omega, along);
  }
  return sum;
}

/* Adds a field to the velocity of one body. */
static void push_body(const SarStartTree *tree, const SarWorkspace *m, const SarStartField *field, int32_t body,
                      const double *q, double *v) {
  const SarKin *k = &m->kin[body];
  double *own = v + 6 * (size_t)body;
  if (!field->any || tree->keeps_rate[body]) return;
  sar_vec3_store(sar_add(sar_vec3_load(own), speed_at(field, k->r)), own);
  if (field->turns) sar_vec3_store(sar_add(sar_vec3_load(own + 3), sar_mul_t(&k->A, field->omega)), own + 3);
  sar_workspace_place_one(m, body, q, v);
}

/* What the starts of a joint lack goes to the node that hangs on it, and to the field that those behind it get. */
static void push_own(const SarStartTree *tree, const SarWorkspace *m, int32_t node, const double *q, double *v,
                     SarStartField *field) {
  for (int32_t i = tree->first[node]; i >= 0; i = tree->next[i]) {
    const SarJointStart *start = sar_system_start(tree->system, i);
    if (!start->rate.given) continue;
    double rate = start->rate.value - sar_workspace_coordinate(m, start->coordinate, 0).rate;
    if (rate == 0) continue;
    Line line = line_of(tree->system, m, start);
    SarVec3 along = sar_scale(side_of(tree, start, node) * rate, line.axis);
    SarStartField one = add_rate(&(SarStartField){0}, &line, along);
    push_body(tree, m, &one, node, q, v);
    *field = add_rate(field, &line, along);
  }
}

void sar_start_tree_push(SarStartTree *tree, const SarWorkspace *m, const double *q, double *v) {
  sar_workspace_place(m, q, v);
  for (int32_t i = 0; i < tree->reached; i++) {
    int32_t node = tree->queue[i];
    SarStartField *field = &tree->fields[node];
    *field = (SarStartField){0};
    if (tree->via[node] < 0) continue;
    *field = tree->fields[parent_of(tree, node)];
    push_body(tree, m, field, node, q, v);
    push_own(tree, m, node, q, v, field);
    tree->visits++;
  }
}
