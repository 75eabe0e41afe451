/* What the start says of the written pose and velocities: which bodies it had to change. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/start/start.h"
#include "system/ask.h"
#include "system/carry.h"
#include "system/names.h"

#define NOTHING 1e-9       /* in L and rad, and of the largest speed: shown as 0 */
#define MOVED_A_LOT 0.01   /* in L and rad: worth a warning */
#define CHANGED_A_LOT 0.01 /* of the largest speed, over L, or angular velocity: worth a warning */

/* ---- what moved ---- */

/* A body's reference point and its motion. */
static SarKin reference(const SarSystem *s, int32_t body, const double *q, const double *v) {
  SarKin k = {.A = sar_quat_matrix(sar_quat_load(q + (size_t)7 * (size_t)body + 3))};
  SarVec3 arm = sar_mul(&k.A, sar_system_body(s, body)->com);
  k.w = sar_mul(&k.A, sar_vec3_load(v + (size_t)6 * (size_t)body + 3)); /* ground axes */
  k.r = sar_sub(sar_vec3_load(q + (size_t)7 * (size_t)body), arm);
  k.v = sar_sub(sar_vec3_load(v + (size_t)6 * (size_t)body), sar_cross(k.w, arm));
  return k;
}

/* Numbers without a unit count as angles do. */
static SarMoved moved_coordinate(const SarStart *s, int32_t i) {
  const SarSystem *system = s->system;
  SarGuess guess = sar_system_guess(system);
  int32_t nbodies = sar_system_bodies(system);
  int32_t q = 7 * nbodies + i, v = 6 * nbodies + i;
  int32_t element = sar_culprit_name(system, v).index;
  double way = fabs(s->q[q] - guess.q[q]), change = fabs(s->v[v] - guess.v[v]);
  bool length = sar_system_coordinate_is_length(system, i);
  return (SarMoved){.body = element >= 0 ? sar_system_element(system, element)->name : "",
                    .distance = length ? way : 0,
                    .angle = length ? 0 : way,
                    .velocity = length ? change : 0,
                    .angular_velocity = length ? 0 : change};
}

SarMoved sar_start_moved(const SarStart *s, int32_t body) {
  const SarSystem *system = s->system;
  SarGuess guess = sar_system_guess(system);
  int32_t nbodies = sar_system_bodies(system);
  if (body >= nbodies) return moved_coordinate(s, body - nbodies);
  SarKin written = reference(system, body, guess.q, guess.v), closed = reference(system, body, s->closed, s->v);
  SarKin then = reference(system, body, s->begun_q, s->begun_v), now = reference(system, body, s->q, s->v);
  SarQuat before = sar_quat_load(guess.q + (size_t)7 * (size_t)body + 3);
  SarQuat after = sar_quat_load(s->closed + (size_t)7 * (size_t)body + 3);
  return (SarMoved){.body = sar_system_body(system, body)->name,
                    .distance = sar_norm(sar_sub(closed.r, written.r)),
                    .angle = sar_norm(sar_quat_log(sar_quat_mul(sar_quat_conjugate(before), after))),
                    .velocity = sar_norm(sar_sub(now.v, then.v)),
                    .angular_velocity = sar_norm(sar_sub(now.w, then.w))};
}

static double extent(const SarMoved *moved, double L) { return fmax(moved->distance / L, moved->angle); }

static void warn_opposed(const SarStart *s) {
  const SarSystem *system = s->system;
  const SarModel *model = sar_system_model(system);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    if (!sar_joint_is_opposed(system, e, sar_system_guess(system).q, s->closed)) continue;
    sar_warn(s->context, element->source, element->name,
             "write poses in which the axes of its two sides point nearly the same way",
             "assembly closed `%s` with its axes opposed: a body has been turned over", element->name);
    return; /* what follows from it would only repeat it */
  }
}

/* The scalar coordinate whose value (or rate) assembly has changed most; -1: none by more than a little. */
static int32_t changed_coordinate(const SarStart *s, const double *written, const double *now, double limit) {
  const SarSystem *system = s->system;
  int32_t worst = -1;
  for (int32_t i = 0; i < sar_system_counts(system).scalars; i++) {
    SarCulpritName name = sar_culprit_name(system, 6 * sar_system_bodies(system) + i);
    bool found = name.index >= 0 && sar_system_element(system, name.index)->class->section == SAR_SECTION_JOINTS;
    if (found) continue; /* nobody wrote it: where a cam touches follows from the pose */
    double size = fabs(now[i] - written[i]) * s->m->problem.weight[6 * sar_system_bodies(system) + i];
    if (size > limit) limit = size, worst = i;
  }
  return worst;
}

static void warn_coordinate(const SarStart *s, int32_t i, const char *what, double written, double now) {
  SarCulpritName name = sar_culprit_name(s->system, 6 * sar_system_bodies(s->system) + i);
  if (name.index < 0) return;
  const SarModelElement *element = sar_system_element(s->system, name.index);
  sar_warn(s->context, element->source, element->name, "write values that satisfy all constraints",
           "the constraints do not allow the written %s of coordinate `%s`: it starts with %.6g instead of %.6g (SI)",
           what, element->name, now, written);
}

static void warn_moved_coordinate(const SarStart *s) {
  size_t first = (size_t)7 * (size_t)sar_system_bodies(s->system);
  const double *written = sar_system_guess(s->system).q + first, *now = s->q + first;
  int32_t i = changed_coordinate(s, written, now, MOVED_A_LOT);
  if (i >= 0) warn_coordinate(s, i, "value", written[i], now[i]);
}

void sar_start_warn_moved(const SarStart *s) {
  double length = sar_system_length(s->system);
  const SarModel *model = sar_system_model(s->system);
  const SarUnits *units = &model->units;
  SarMoved most = {0};
  int32_t index = -1;
  warn_opposed(s);
  warn_moved_coordinate(s);
  for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
    SarMoved moved = sar_start_moved(s, b);
    if (index < 0 || extent(&moved, length) > extent(&most, length)) most = moved, index = b;
  }
  if (index < 0 || extent(&most, length) <= MOVED_A_LOT) return;
  const SarModelElement *element = &model->elements[sar_system_body(s->system, index)->element];
  if (most.distance < NOTHING * length) most.distance = 0;
  if (most.angle < NOTHING) most.angle = 0;
  bool carried = sar_system_is_carried(s->system);
  sar_warn(s->context, element->source, element->name,
           carried ? "let the phase before end where they fit" : "`sarrus assemble` lists all bodies that were moved",
           "%s does not close the joints: assembly moved `%s` by %.3g %s and turned it by %.3g %s",
           carried ? "where the phase before has ended" : "the written pose", element->name,
           most.distance / units->length, units->length_name, most.angle / units->angle, units->angle_name);
}

/* ---- velocities ---- */

/* A written velocity or angular velocity that the start does not keep. */
typedef struct Changed {
  int32_t body;
  bool rotation;
  double size; /* over L, 1/s */
  SarVec3 written, now;
} Changed;

static double speed_of(const SarKin *k, double L) { return fmax(sar_norm(k->v) / L, sar_norm(k->w)); }

static void look_at_field(const SarStart *s, Changed changed, const char *field, Changed *most) {
  const SarModelElement *body = sar_system_element(s->system, sar_system_body(s->system, changed.body)->element);
  changed.size =
      sar_norm(sar_sub(changed.now, changed.written)) / (changed.rotation ? 1 : sar_system_length(s->system));
  bool known = sar_model_value(body, field)->given || sar_system_is_carried(s->system);
  if (known && sar_norm(changed.written) > 0 && changed.size > most->size) {
    *most = changed;
  }
}

/* Over L, 1/s: what moves nothing in all the time that a run of phases has taken, or takes to the end of this one. What
 * is at rest may have velocities of 1e-60 at the end of a phase. */
static double slowest(const SarStart *s) {
  double end = sar_system_model(s->system)->simulation.end, time = isnan(end) ? s->t : fmax(s->t, end);
  return sar_system_is_carried(s->system) && time > 0 ? NOTHING / time : 0;
}

/* The largest change, and the largest speed of all. */
static Changed find_changed(const SarStart *s, double *speed) {
  const SarSystem *system = s->system;
  double length = sar_system_length(system);
  Changed most = {.body = -1};
  *speed = slowest(s);
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    SarKin then = reference(system, b, s->begun_q, s->begun_v), now = reference(system, b, s->q, s->v);
    *speed = fmax(*speed, fmax(speed_of(&then, length), speed_of(&now, length)));
    look_at_field(s, (Changed){.body = b, .written = then.v, .now = now.v}, "velocity", &most);
    look_at_field(s, (Changed){.body = b, .rotation = true, .written = then.w, .now = now.w}, "omega", &most);
  }
  return most;
}

/* The row of a constraint on the body, or else anywhere, that the written velocities violate most. */
static SarStatus find_violated(const SarStart *s, int32_t body, int32_t *out) {
  const SarProblem *p = &s->all->problem;
  int32_t rows = p->n.np + p->n.nn, worst = -1;
  double *rates = calloc((size_t)rows + 1, sizeof *rates), largest = 0;
  if (!rates) return sar_report_no_memory(s->context);
  SarStatus status = p->ops->velocity(p, &(SarPoint){.t = s->t, .q = s->q, .v = s->begun_v, .x = s->x}, rates);
  for (int pass = 0; status == SAR_OK && pass < 2 && worst < 0; pass++) {
    for (int32_t i = 0; i < rows; i++) {
      int32_t element = sar_row_element(s->system, i);
      const SarPlace *place = element >= 0 ? sar_system_place(s->system, element) : NULL;
      bool counts = pass || (place && (place->a.body == body || place->b.body == body));
      if (counts && fabs(rates[i]) > largest) largest = fabs(rates[i]), worst = i;
    }
  }
  free(rates);
  *out = worst;
  return status;
}

/* A rate of zero counts as open. */
static void warn_coordinate_rate(const SarStart *s, double speed) {
  size_t first = (size_t)6 * (size_t)sar_system_bodies(s->system);
  const double *written = sar_system_guess(s->system).v + first, *now = s->v + first;
  for (int32_t i = 0; i < sar_system_counts(s->system).scalars; i++) {
    speed = fmax(speed, fabs(now[i]) * s->m->problem.weight[first + (size_t)i]);
  }
  int32_t i = changed_coordinate(s, written, now, CHANGED_A_LOT * speed);
  if (i >= 0 && written[i] != 0) warn_coordinate(s, i, "velocity", written[i], now[i]);
}

static void warn_of_impact(const SarStart *s, const Changed *c, int32_t joint) {
  const SarModel *model = sar_system_model(s->system);
  const SarUnits *u = &model->units;
  double unit = (c->rotation ? u->angle : u->length) / u->time;
  sar_warn(s->context, model->elements[joint].source, model->elements[joint].name,
           "let the phase before end where velocities fit, if no impact is meant",
           "`%s` does not allow the velocities at the end of the phase before: as in an impact that of `%s` jumps by "
           "%.4g %s/%s at t = %.9g %s",
           model->elements[joint].name, sar_system_body(s->system, c->body)->name,
           sar_norm(sar_sub(c->now, c->written)) / unit, c->rotation ? u->angle_name : u->length_name, u->time_name,
           s->t / u->time, u->time_name);
}

SarStatus sar_start_warn_velocity(const SarStart *s) {
  const SarModel *model = sar_system_model(s->system);
  const SarUnits *u = &model->units;
  double speed;
  Changed c = find_changed(s, &speed);
  int32_t row = -1;
  warn_coordinate_rate(s, speed);
  if (c.body < 0 || !(c.size > CHANGED_A_LOT * speed)) return SAR_OK;
  SAR_TRY(find_violated(s, c.body, &row));
  int32_t joint = row >= 0 ? sar_row_element(s->system, row) : -1;
  if (joint >= 0 && sar_system_is_carried(s->system)) warn_of_impact(s, &c, joint);
  if (joint < 0 || sar_system_is_carried(s->system)) return SAR_OK;
  const SarModelElement *body = &model->elements[sar_system_body(s->system, c.body)->element];
  double unit = (c.rotation ? u->angle : u->length) / u->time;
  SarVec3 written = sar_scale(1 / unit, c.written), now = sar_scale(1 / unit, c.now);
  sar_warn(
      s->context, sar_model_value(body, c.rotation ? "omega" : "velocity")->source, body->name,
      "write velocities of all bodies that the joints allow (`sarrus assemble` prints them), or `lock: velocity` on "
      "the body that shall keep its own",
      "`%s` (%s) does not allow the written %s of `%s`: it starts with [%.4g, %.4g, %.4g] instead of [%.4g, %.4g, "
      "%.4g] %s/%s",
      model->elements[joint].name, sar_row_equation(s->system, row), c.rotation ? "angular velocity" : "velocity",
      body->name, now.x, now.y, now.z, written.x, written.y, written.z, c.rotation ? u->angle_name : u->length_name,
      u->time_name);
  return SAR_OK;
}

/* ---- both, for the summary ---- */

static void note_coordinate_rate(const SarStart *s, double speed, double size, SarStartChange *out) {
  const SarSystem *system = s->system;
  SarGuess guess = sar_system_guess(system);
  int32_t first = 6 * sar_system_bodies(system);
  for (int32_t i = first; i < first + sar_system_counts(system).scalars; i++) {
    double change = fabs(s->v[i] - guess.v[i]), weighted = change * s->m->problem.weight[i];
    if (guess.v[i] == 0 || !(weighted > size) || !(weighted > NOTHING * speed)) continue;
    size = weighted;
    out->rotation = !sar_system_coordinate_is_length(system, i - first);
    out->velocity_change = change;
    out->written = fabs(guess.v[i]);
    snprintf(out->accelerated, sizeof out->accelerated, "%s", sar_culprit_name(system, i).element);
  }
}

SarStartChange sar_start_change(const SarStart *s) {
  const SarSystem *system = s->system;
  double length = sar_system_length(system);
  int32_t nbodies = sar_system_bodies(system);
  SarStartChange out = {.moved = ""};
  double most = NOTHING, speed;
  for (int32_t b = 0; b < nbodies + sar_system_counts(system).scalars; b++) {
    SarMoved moved = sar_start_moved(s, b);
    if (!(extent(&moved, length) > most)) continue;
    most = extent(&moved, length);
    out.distance = moved.distance;
    out.angle = moved.angle;
    snprintf(out.moved, sizeof out.moved, "%s", moved.body);
  }
  Changed changed = find_changed(s, &speed);
  for (int32_t i = 6 * nbodies; i < s->m->problem.n.nv; i++) {
    speed = fmax(speed, fabs(sar_system_guess(system).v[i]) * s->m->problem.weight[i]);
  }
  bool told = changed.body >= 0 && changed.size > NOTHING * speed;
  if (told) {
    out.rotation = changed.rotation;
    out.velocity_change = sar_norm(sar_sub(changed.now, changed.written));
    out.written = sar_norm(changed.written);
    snprintf(out.accelerated, sizeof out.accelerated, "%s", sar_system_body(system, changed.body)->name);
  }
  note_coordinate_rate(s, speed, told ? changed.size : 0, &out);
  return out;
}
