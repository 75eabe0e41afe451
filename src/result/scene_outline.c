/* What the section of a beam looks like from its end. */
#include <math.h>
#include <string.h>

#include "result/scene.h"

#define PI 3.14159265358979323846
#define ROUND 0.05 /* edges that differ by less are those of something round */

/* The numbers of an outline before it is copied: m. */
typedef struct Draft {
  double outer[2], inner[2]; /* half the width and the height; of what is round the radius, of the hole 0: none */
  double flange, web;        /* of an I; 0: none */
  bool round;
} Draft;

/* A section of given stiffness: one with the same radii of gyration, round unless the two differ. */
static Draft draft_of_stiffness(const SarSectionData *section, double most) {
  Draft draft = {.round = true};
  bool known = section->mass > 0 && section->inertia[1] > 0 && section->inertia[2] > 0;
  for (int k = 0; k < 2; k++) { /* inertia about axis 3 is width along axis 2 */
    double square =
        known ? section->inertia[2 - k] / section->mass : section->stiffness[5 - k][5 - k] / section->stiffness[0][0];
    draft.outer[k] = fmin(sqrt(3 * square), most);
  }
  if (fabs(draft.outer[0] - draft.outer[1]) > ROUND * fmax(draft.outer[0], draft.outer[1])) {
    draft.round = false;
  } else {
    draft.outer[0] *= 2 / sqrt(3); /* of a circle */
    draft.outer[1] = draft.outer[0];
  }
  return draft;
}

static Draft draft_of(const SarSectionData *section, double most) {
  const SarSectionShape *shape = section->shape;
  const double *sizes = section->sizes;
  if (!shape) return draft_of_stiffness(section, most);
  Draft draft = {.outer = {section->geometry.edge2, section->geometry.edge3}};
  draft.round = strcmp(shape->name, "circle") == 0 || strcmp(shape->name, "tube") == 0;
  if (strcmp(shape->name, "tube") == 0) draft.inner[0] = draft.inner[1] = sizes[1];
  if (strcmp(shape->name, "box") == 0) {
    for (int k = 0; k < 2; k++) draft.inner[k] = draft.outer[k] - sizes[2];
  }
  if (strcmp(shape->name, "i") == 0) draft.flange = sizes[2], draft.web = sizes[3];
  return draft;
}

/* A thin wire is seen, too: everything is made thicker alike. */
static void thicken(Draft *draft, double least) {
  for (int k = 0; k < 2; k++) {
    double factor = fmax(1, least / draft->outer[k]);
    draft->outer[k] *= factor;
    draft->inner[k] *= factor;
    *(k ? &draft->flange : &draft->web) *= factor;
  }
}

/* ---- corners ---- */

static void put_circle(double radius, int32_t count, double (*out)[2]) {
  for (int32_t i = 0; i < count; i++) {
    out[i][0] = radius * cos(2 * PI * i / count);
    out[i][1] = radius * sin(2 * PI * i / count);
  }
}

static void put_rectangle(const double half[2], double (*out)[2]) {
  for (int32_t i = 0; i < 4; i++) {
    out[i][0] = i == 1 || i == 2 ? half[0] : -half[0];
    out[i][1] = i >= 2 ? half[1] : -half[1];
  }
}

enum { I_CORNERS = 12 };

static void put_i(const Draft *draft, double (*out)[2]) {
  double b = draft->outer[0], h = draft->outer[1], web = draft->web / 2, inside = h - draft->flange;
  const double corners[I_CORNERS][2] = {{-b, -h},      {b, -h},        {b, -inside},    {web, -inside},
                                        {web, inside}, {b, inside},    {b, h},          {-b, h},
                                        {-b, inside},  {-web, inside}, {-web, -inside}, {-b, -inside}};
  memcpy(out, corners, sizeof corners);
}

/* ---- the end ---- */

static void add_cap(SarSceneOutline *out, int32_t a, int32_t b, int32_t c) {
  const int32_t triangle[3] = {a, b, c};
  memcpy(out->caps + 3 * out->ncaps++, triangle, sizeof triangle);
}

/* A quadrangle, given by its corners. */
static void add_caps(SarSceneOutline *out, int32_t a, int32_t b, int32_t c, int32_t d) {
  add_cap(out, a, b, c);
  add_cap(out, a, c, d);
}

static void close_end(SarSceneOutline *out, bool is_i) {
  int32_t n = out->nouter;
  if (is_i) {
    add_caps(out, 0, 1, 2, 11);
    add_caps(out, 10, 3, 4, 9);
    add_caps(out, 8, 5, 6, 7);
  } else if (out->ninner) {
    for (int32_t i = 0; i < n; i++) add_caps(out, i, (i + 1) % n, n + (i + 1) % n, n + i);
  } else {
    for (int32_t i = 1; i + 1 < n; i++) add_cap(out, 0, i, i + 1);
  }
}

bool sar_scene_outline(SarScene *scene, const SarSectionData *section, double least, double most, int32_t corners,
                       SarSceneOutline *out) {
  Draft draft = draft_of(section, most);
  thicken(&draft, least);
  bool is_i = draft.web > 0;
  *out = (SarSceneOutline){.round = draft.round, .nouter = draft.round ? corners : is_i ? I_CORNERS : 4};
  if (draft.inner[0] > 0) out->ninner = out->nouter;
  int32_t count = out->nouter + out->ninner;
  out->corners = sar_arena_alloc(scene->arena, (size_t)count, sizeof *out->corners);
  out->caps = SAR_NEW(scene->arena, 6 * (size_t)out->nouter, int32_t);
  if (!out->corners || !out->caps) return false;
  if (is_i) {
    put_i(&draft, out->corners);
  } else if (draft.round) {
    put_circle(draft.outer[0], out->nouter, out->corners);
    put_circle(draft.inner[0], out->ninner, out->corners + out->nouter);
  } else {
    put_rectangle(draft.outer, out->corners);
    if (out->ninner) put_rectangle(draft.inner, out->corners + out->nouter);
  }
  for (int32_t i = 0; i < count; i++)
    out->corners[i][0] /= scene->length_unit, out->corners[i][1] /= scene->length_unit;
  close_end(out, is_i);
  return true;
}

bool sar_scene_thin_outline(SarArena *arena, const SarSceneOutline *from, int32_t corners, SarSceneOutline *out) {
  *out = *from;
  int32_t every = from->round && corners < from->nouter && from->nouter % corners == 0 ? from->nouter / corners : 1;
  if (every == 1) return true;
  out->nouter = from->nouter / every, out->ninner = from->ninner / every, out->ncaps = 0;
  int32_t count = out->nouter + out->ninner;
  out->corners = sar_arena_alloc(arena, (size_t)count, sizeof *out->corners);
  out->caps = SAR_NEW(arena, 6 * (size_t)out->nouter, int32_t);
  if (!out->corners || !out->caps) return false;
  for (int32_t i = 0; i < count; i++) memcpy(out->corners[i], from->corners[every * i], sizeof *out->corners);
  close_end(out, false);
  return true;
}
