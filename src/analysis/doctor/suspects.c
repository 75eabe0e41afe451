#include "analysis/doctor/suspects.h"

#include <math.h>
#include <stdlib.h>

#include "element/body/principal.h"

static const struct {
  SarSuspectRule *look;
  const char *what; /* several elements that the rule finds */
} rules[] = {
    {sar_suspect_massless, "bodies have neither inertia nor a joint in some direction"},
    {sar_suspect_unconnected, "bodies are connected to nothing"},
    {sar_suspect_mass_ratio, "joints connect bodies of very different mass"},
    {sar_suspect_mass_range, "bodies have very different masses"},
    {sar_suspect_gyration, "bodies have an inertia that does not go with their size"},
    {sar_suspect_density, "bodies are of no material that exists"},
    {sar_suspect_bends, "beams have too few elements for their bend"},
    {sar_suspect_tilt, "beams have sections that do not stand across their line"},
    {sar_suspect_stiffness, "springs are very stiff"},
    {sar_suspect_damping, "dampers are very strong"},
    {sar_suspect_gravity, "directions of gravity look wrong"},
    {sar_suspect_extent, "lengths look wrong"},
    {sar_suspect_angles, "angles look like degrees"},
    {sar_suspect_jumps, "motions jump"},
    {sar_suspect_sticking, "forces jump with a rate"},
};

/* ---- facts ---- */

/* The box around the points of a body, body axes, from the centre of mass. */
typedef struct Box {
  SarVec3 low, high;
} Box;

static void add_point(SarBodyFacts *facts, Box *box, SarVec3 point) {
  facts->reach = fmax(facts->reach, sar_norm(point));
  box->low = sar_vec3(fmin(box->low.x, point.x), fmin(box->low.y, point.y), fmin(box->low.z, point.z));
  box->high = sar_vec3(fmax(box->high.x, point.x), fmax(box->high.y, point.y), fmax(box->high.z, point.z));
}

static void add_side(SarSuspects *s, Box *boxes, const SarSide *side, SarSection section) {
  if (side->body >= sar_system_bodies(s->system)) return;
  SarBodyFacts *facts = &s->bodies[side->body];
  add_point(facts, &boxes[side->body], side->point);
  if (section == SAR_SECTION_FORCES) facts->forces++;
  if (section != SAR_SECTION_FORCES) facts->joints++;
}

static void add_frames(SarSuspects *s, int32_t body, Box *box) {
  const SarValue *frames = sar_model_value(sar_suspect_body(s, body), "frames");
  for (int32_t i = 0; i < frames->nlist; i++) {
    add_point(&s->bodies[body], box, sar_sub(frames->frames[i].at, sar_system_body(s->system, body)->com));
  }
}

static void collect_facts(SarSuspects *s, Box *boxes) {
  const SarSystem *system = s->system;
  const SarModel *model = sar_system_model(system);
  for (int32_t i = 0; i < model->nelements; i++) {
    SarSection section = model->elements[i].class->section;
    if (section != SAR_SECTION_JOINTS && section != SAR_SECTION_MOTIONS && section != SAR_SECTION_FORCES) continue;
    add_side(s, boxes, &sar_system_place(system, i)->a, section);
    add_side(s, boxes, &sar_system_place(system, i)->b, section);
  }
  for (int32_t b = 0; b < sar_system_bodies(system); b++) { /* a modal body reaches to its interfaces */
    const SarSide *side = &sar_system_place(system, sar_system_body(system, b)->element)->a;
    if (sar_system_body(system, b)->tie) add_point(&s->bodies[side->body], &boxes[side->body], side->point);
  }
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    double moment[3];
    add_frames(s, b, &boxes[b]);
    s->bodies[b].span = sar_norm(sar_sub(boxes[b].high, boxes[b].low));
    const SarBody *body = sar_system_body(system, b);
    if (sar_suspect_is_meshed(s, b)) continue; /* its mass follows from the mesh */
    sar_principal_moments(body->inertia.m, moment);
    if (body->mass > 0) s->bodies[b].gyration = sqrt(fmax(moment[2], 0) / body->mass);
  }
}

/* ---- all ---- */

static SarStatus look(SarSuspects *s) {
  for (int32_t i = 0; i < SAR_COUNT(rules); i++) {
    s->found = 0;
    s->cut = false;
    SAR_TRY(rules[i].look(s));
    if (s->found <= SAR_SUSPECTS_NAMED) continue;
    sar_warn(s->context, sar_nowhere(), NULL, NULL, "%s%d more %s", s->cut ? "at least " : "",
             s->found - SAR_SUSPECTS_NAMED, rules[i].what);
  }
  return SAR_OK;
}

SarStatus sar_suspects(SarContext *context, const SarSystem *system) {
  int32_t nbodies = sar_system_bodies(system);
  SarSuspects s = {.context = context, .system = system};
  Box *boxes = calloc((size_t)nbodies + 1, sizeof *boxes);
  s.bodies = calloc((size_t)nbodies + 1, sizeof *s.bodies);
  SarStatus status = boxes && s.bodies ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = sar_workspace_create(context, system, NULL, false, &s.m);
  if (status == SAR_OK) {
    sar_workspace_place(s.m, sar_system_guess(system).q, NULL);
    collect_facts(&s, boxes);
    status = look(&s);
  }
  sar_workspace_destroy(&s.m);
  free(boxes);
  free(s.bodies);
  return status;
}

SarStatus sar_suspects_after_small_steps(SarContext *context, const SarSystem *system) {
  SarSuspects s = {.context = context, .system = system};
  SAR_TRY(sar_workspace_create(context, system, NULL, false, &s.m));
  SarStatus status = sar_suspect_jumps(&s);
  if (status == SAR_OK) status = sar_suspect_sticking(&s);
  sar_workspace_destroy(&s.m);
  return status;
}
