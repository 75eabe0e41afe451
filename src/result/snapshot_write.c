#include <math.h>
#include <stdio.h>
#include <string.h>

#include "result/markup.h"
#include "result/snapshot.h"
#include "result/snapshot_beam.h"
#include "result/snapshot_draw.h"
#include "result/snapshot_scene.h"
#include "result/snapshot_touches.h"

#define INK "#22303c"
#define GREY "#7a8793"
#define WIDTH 760
#define LEAST_HEIGHT 260
#define MOST_HEIGHT 680
#define SIDE 52   /* margins, pixels */
#define TITLED 58 /* above: with a title, ... */
#define UNTITLED 34
#define BELOW 74   /* for the scale bar and the axes */
#define SAMPLES 33 /* instants at which a motion is asked whether it is planar */
#define MARK 0.085 /* radius of a joint, in typical lengths of the scene, ... */
#define LEAST_MARK 4.5
#define MOST_MARK 11 /* ... and in pixels */
#define LETTER 7.3   /* width of a letter, pixels, about */
#define LINE 15      /* height of a line */
#define SUPPORT 1.9  /* height of the ground's sign, in radii of joints */

typedef struct Picture {
  SarContext *context;
  SarArena *arena;
  const SarScene *scene;
  SarResults *results;
  const SarSnapshotOptions *options;
  SarSnapshotPose *poses; /* at every time */
  SarView view;
  SarSheet sheet;
  double width, height, top;
  double mark; /* radius of a joint, in units of length */
  double low[2], high[2];
  SarTint tint; /* of beams, at every time */
  SarDrawnTouches touches;
} Picture;

static SarInstant instant_at(const Picture *p, SarArena *arena, int32_t time) {
  return (SarInstant){.context = p->context,
                      .arena = arena,
                      .scene = p->scene,
                      .poses = p->poses + (size_t)time * (size_t)p->scene->nbodies,
                      .view = &p->view,
                      .tint = p->options->tint ? &p->tint : NULL,
                      .values = p->tint.values ? p->tint.values + (size_t)time * (size_t)p->tint.nelements : NULL};
}

/* ---- where it is seen from ---- */

static SarStatus choose_view(Picture *p) {
  double times[SAMPLES], first, last;
  SarSnapshotPose *poses;
  int32_t unrecorded;
  SAR_TRY(sar_poses_range(p->context, p->results, &first, &last));
  for (int32_t i = 0; i < SAMPLES; i++) times[i] = first + (last - first) * i / (SAMPLES - 1);
  times[SAMPLES - 1] = last;
  SAR_TRY(sar_poses_read(p->context, p->arena, p->scene, p->results, times, SAMPLES, &poses, &unrecorded));
  p->view = sar_view_choose(p->scene, poses, SAMPLES, p->options);
  return SAR_OK;
}

static SarStatus read_poses(Picture *p) {
  int32_t unrecorded = 0;
  SAR_TRY(sar_poses_read(p->context, p->arena, p->scene, p->results, p->options->times, p->options->ntimes, &p->poses,
                         &unrecorded));
  if (unrecorded > 0) {
    sar_warn(p->context, sar_nowhere(), NULL, "record them: `output: {of: [...]}` names what is recorded",
             "%d bod%s drawn where the model has %s: the poses are not recorded", unrecorded,
             unrecorded == 1 ? "y is" : "ies are", unrecorded == 1 ? "it" : "them");
  }
  return SAR_OK;
}

/* ---- the sheet ---- */

static void widen(Picture *p, const double low[2], const double high[2]) {
  for (int k = 0; k < 2; k++) p->low[k] = fmin(p->low[k], low[k]), p->high[k] = fmax(p->high[k], high[k]);
}

static void widen_links(Picture *p, const SarInstant *in, const SarSceneLinks *links) {
  for (int32_t i = 0; i < links->count; i++) {
    for (int side = 0; side < 2; side++) {
      SarVec3 at = sar_view_see(&p->view, sar_instant_point(in, &links->list[i].sides[side]));
      widen(p, (const double[2]){at.x, at.y}, (const double[2]){at.x, at.y});
    }
  }
}

/* What is done with the bodies at an instant. */
typedef void Look(Picture *p, const SarInstant *in, const SarSolids *solids, void *self);

static SarStatus look_at_instants(Picture *p, Look *look, void *self) {
  for (int32_t t = 0; t < p->options->ntimes; t++) {
    SarArena *arena = sar_arena_create();
    if (!arena) return sar_report_no_memory(p->context);
    SarInstant in = instant_at(p, arena, t);
    SarSolids solids = {0};
    SarStatus status = sar_instant_bodies(&in, &solids);
    if (status == SAR_OK) status = sar_instant_beams(&in, &solids);
    if (status == SAR_OK) look(p, &in, &solids, self);
    sar_arena_destroy(&arena);
    SAR_TRY(status);
  }
  return SAR_OK;
}

static void cover(Picture *p, const SarInstant *in, const SarSolids *solids, void *self) {
  (void)self;
  for (int32_t i = 0; i < solids->count; i++) widen(p, solids->list[i].low, solids->list[i].high);
  widen_links(p, in, &p->scene->joints);
  widen_links(p, in, &p->scene->forces);
}

/* What all instants cover. */
static SarStatus measure(Picture *p) {
  p->low[0] = p->low[1] = INFINITY, p->high[0] = p->high[1] = -INFINITY;
  SAR_TRY(look_at_instants(p, cover, NULL));
  if (!(p->low[0] <= p->high[0])) p->low[0] = p->low[1] = -p->scene->length, p->high[0] = p->high[1] = p->scene->length;
  return SAR_OK;
}

static void lay_out(Picture *p) {
  const SarSnapshotOptions *o = p->options;
  double range[2];
  for (int k = 0; k < 2; k++) range[k] = fmax(p->high[k] - p->low[k], 1e-6 * p->scene->length);
  p->width = o->width > 0 ? o->width : WIDTH;
  p->top = o->title ? TITLED : UNTITLED;
  double wide = fmax(40, p->width - 2 * SIDE);
  p->height =
      o->height > 0 ? o->height : fmin(MOST_HEIGHT, fmax(LEAST_HEIGHT, wide * range[1] / range[0] + p->top + BELOW));
  double high = fmax(40, p->height - p->top - BELOW);
  p->sheet.scale = fmin(wide / range[0], high / range[1]);
  p->sheet.x0 = p->width / 2 - p->sheet.scale * (p->low[0] + p->high[0]) / 2;
  p->sheet.y0 = p->top + high / 2 + p->sheet.scale * (p->low[1] + p->high[1]) / 2;
  double mark = fmin(MOST_MARK, fmax(LEAST_MARK, MARK * p->scene->length * p->sheet.scale));
  p->mark = mark / p->sheet.scale;
}

/* ---- the ground ---- */

/* How far solids of a body reach from a point in a direction of the picture. */
static double reach(const SarSolids *solids, int32_t body, SarVec3 from, double dx, double dy) {
  double most = 0;
  for (int32_t i = 0; i < solids->count; i++) {
    const SarSolid *s = &solids->list[i];
    for (int32_t k = 0; s->body[0] == body && k < s->nhull; k++) {
      most = fmax(most, (s->hull[k][0] - from.x) * dx + (s->hull[k][1] - from.y) * dy);
    }
  }
  return most;
}

/* The way of a sliding joint on the ground, in the picture. */
typedef struct Rail {
  int32_t body; /* that slides */
  const SarSceneSide *ground;
  SarVec3 at, axis; /* at the last instant; the axis is zero where it is seen from its end */
  double ahead, behind, below;
  bool begun;
} Rail;

static void follow_rail(Picture *p, const SarInstant *in, const SarSolids *solids, void *self) {
  Rail *r = self;
  SarVec3 at = sar_view_see(&p->view, sar_instant_point(in, r->ground));
  SarVec3 axis = sar_view_see(&p->view, sar_instant_axis(in, r->ground));
  double size = hypot(axis.x, axis.y), turn = axis.x < -1e-9 || (fabs(axis.x) <= 1e-9 && axis.y < 0) ? -1 : 1;
  axis = size > 0.05 ? sar_vec3(turn * axis.x / size, turn * axis.y / size, 0) : sar_vec3(0, 0, 0);
  r->ahead = fmax(r->ahead, reach(solids, r->body, at, axis.x, axis.y));
  r->behind = fmax(r->behind, reach(solids, r->body, at, -axis.x, -axis.y));
  if (!r->begun) r->below = fmin(4 * p->mark, reach(solids, r->body, at, axis.y, -axis.x));
  r->at = at, r->axis = axis, r->begun = true;
}

/* A hatched line below the slider, as long as it moves. */
static SarStatus draw_rail(Picture *p, SarTextFile *file, const SarSceneLink *joint) {
  bool second = joint->sides[0].body != SAR_SCENE_GROUND; /* is the ground */
  Rail r = {.body = joint->sides[!second].body, .ground = &joint->sides[second]};
  SAR_TRY(look_at_instants(p, follow_rail, &r));
  SarVec3 at = r.at, axis = r.axis;
  if (axis.x == 0 && axis.y == 0) return SAR_OK; /* seen along its axis */
  double middle = (r.ahead - r.behind) / 2, scale = p->sheet.scale;
  double x = at.x + middle * axis.x + r.below * axis.y, y = at.y + middle * axis.y - r.below * axis.x;
  sar_draw_hatched(file, p->sheet.x0 + scale * x, p->sheet.y0 - scale * y, axis.x, -axis.y,
                   scale * (r.ahead + r.behind) + 16);
  return SAR_OK;
}

static SarStatus draw_ground(Picture *p, SarTextFile *file) {
  SarInstant in = instant_at(p, p->arena, 0);
  if (p->scene->ground.nshapes > 0) return SAR_OK; /* the model says what the ground looks like */
  for (int32_t i = 0; i < p->scene->joints.count; i++) {
    const SarSceneLink *joint = &p->scene->joints.list[i];
    int side = joint->sides[0].body == SAR_SCENE_GROUND ? 0 : joint->sides[1].body == SAR_SCENE_GROUND ? 1 : -1;
    if (side < 0) continue;
    SarVec3 at = sar_view_see(&p->view, sar_instant_point(&in, &joint->sides[side]));
    if (joint->mark.support == SAR_SUPPORT_FIXED) {
      sar_draw_support(file, p->sheet.x0 + p->sheet.scale * at.x, p->sheet.y0 - p->sheet.scale * at.y,
                       SUPPORT * p->mark * p->sheet.scale);
    } else if (joint->mark.support == SAR_SUPPORT_RAIL) {
      SAR_TRY(draw_rail(p, file, joint));
    }
  }
  return SAR_OK;
}

/* Where springs are tied to the ground, across their direction. */
static void draw_anchors(Picture *p, SarTextFile *file, int32_t time) {
  SarInstant in = instant_at(p, p->arena, time);
  for (int32_t i = 0; i < p->scene->forces.count; i++) {
    const SarSceneLink *force = &p->scene->forces.list[i];
    if (force->mark.shape != SAR_MARK_SPRING) continue;
    for (int side = 0; side < 2; side++) {
      if (force->sides[side].body != SAR_SCENE_GROUND) continue;
      SarVec3 at = sar_view_see(&p->view, sar_instant_point(&in, &force->sides[side]));
      SarVec3 to = sar_view_see(&p->view, sar_instant_point(&in, &force->sides[1 - side]));
      double dx = to.x - at.x, dy = to.y - at.y, length = hypot(dx, dy);
      if (!(length > 0)) continue;
      sar_draw_hatched(file, p->sheet.x0 + p->sheet.scale * at.x, p->sheet.y0 - p->sheet.scale * at.y, -dy / length,
                       -dx / length, 2.4 * p->mark * p->sheet.scale);
    }
  }
}

/* ---- instants ---- */

static void put_text(SarTextFile *file, double x, double y, const char *attributes, const char *text) {
  sar_text_file_put(file, "<text");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y);
  sar_text_file_put(file, attributes);
  sar_text_file_put(file, ">");
  sar_markup_text(file, text);
  sar_text_file_put(file, "</text>\n");
}

typedef struct Label {
  double x, y, half; /* its middle below, and half its width; pixels */
} Label;

/* Moves a label up until it covers none of those before it. */
static void make_room(const Label *others, int32_t count, Label *label) {
  for (int32_t i = 0; i < count; i++) {
    const Label *o = &others[i];
    bool covers = fabs(o->x - label->x) < o->half + label->half && fabs(o->y - label->y) < LINE;
    if (!covers) continue;
    label->y = o->y - LINE;
    i = -1; /* it may cover an earlier one now; it only goes up, so this ends */
  }
}

/* Nodes of beams have no names of their own in a picture: the beam has one, at its middle. */
static void name_beams(const SarScene *scene, const char **names) {
  for (int32_t i = 0; i < scene->nbeams; i++) {
    const SarSceneBeam *beam = &scene->beams[i];
    size_t length = strlen(beam->name);
    int32_t count = beam->nelements * (beam->order + 1);
    for (int32_t k = 0; k < count; k++) {
      const char **name = &names[beam->sections[k].body];
      if (*name && strncmp(*name, beam->name, length) == 0 && (*name)[length] == '.') *name = NULL;
    }
    const char **middle = &names[beam->sections[count / 2].body];
    if (!*middle) *middle = beam->name;
  }
}

static SarStatus draw_names(Picture *p, SarTextFile *file, SarArena *arena, int32_t time) {
  int32_t nbodies = p->scene->nbodies, count = 0;
  Label *labels = SAR_NEW(arena, nbodies + 1, Label);
  const char **names = SAR_NEW(arena, nbodies + 1, const char *);
  if (!labels || !names) return sar_report_no_memory(p->context);
  for (int32_t b = 0; b < nbodies; b++) names[b] = p->scene->bodies[b].name;
  name_beams(p->scene, names);
  for (int32_t b = 0; b < nbodies; b++) {
    if (!names[b]) continue;
    SarVec3 at = sar_view_see(&p->view, p->poses[(size_t)time * (size_t)nbodies + (size_t)b].at);
    Label *label = &labels[count];
    *label = (Label){.x = p->sheet.x0 + p->sheet.scale * at.x,
                     .y = p->sheet.y0 - p->sheet.scale * at.y - 9,
                     .half = LETTER * (double)strlen(names[b]) / 2 + 2};
    make_room(labels, count++, label);
    put_text(file, label->x, label->y,
             " class=\"name\" text-anchor=\"middle\" fill=\"" INK
             "\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\"",
             names[b]);
  }
  return SAR_OK;
}

static SarStatus draw_instant(Picture *p, SarTextFile *file, SarArena *arena, int32_t time) {
  SarInstant in = instant_at(p, arena, time);
  SarSolids solids = {0};
  SAR_TRY(sar_instant_bodies(&in, &solids));
  SAR_TRY(sar_instant_beams(&in, &solids));
  SAR_TRY(sar_instant_marks(&in, p->mark, p->view.flat, &solids));
  SAR_TRY(sar_instant_cut(&in, &solids));
  int32_t *order = SAR_NEW(arena, solids.count + 1, int32_t);
  if (!order) return sar_report_no_memory(p->context);
  SAR_TRY(sar_solids_order(p->context, solids.list, solids.count, order));
  if (time == 0) sar_draw_shades(file, solids.list, solids.count);
  for (int32_t i = 0; i < solids.count; i++) sar_draw_solid(file, &p->sheet, &solids.list[order[i]]);
  if (p->options->contacts) sar_touches_draw(file, &p->sheet, &p->view, &p->touches, time);
  return SAR_OK;
}

/* A number between 0 and 1 with five digits, whatever the locale. */
static void put_part(SarTextFile *file, int32_t i, int32_t n) {
  char text[16];
  snprintf(text, sizeof text, i == n ? "1" : "0.%05d", (int)((int64_t)i * 100000 / n));
  sar_text_file_put(file, i == 0 ? "0" : text);
}

/* Shown from part i to part i + 1 of every round. */
static void put_turn(Picture *p, SarTextFile *file, int32_t i) {
  int32_t n = p->options->ntimes;
  const char *const values[] = {"visible;hidden", "hidden;visible", "hidden;visible;hidden"};
  sar_text_file_put(file,
                    "<animate attributeName=\"visibility\" calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"");
  sar_markup_pixels(file, p->options->duration);
  sar_text_file_put(file, "s\" values=\"");
  sar_text_file_put(file, values[i == 0 ? 0 : i == n - 1 ? 1 : 2]);
  sar_text_file_put(file, "\" keyTimes=\"0;");
  if (i > 0) put_part(file, i, n);
  if (i > 0 && i < n - 1) sar_text_file_put(file, ";");
  if (i < n - 1) put_part(file, i + 1, n);
  sar_text_file_put(file, "\"/>\n");
}

static void begin_instant(Picture *p, SarTextFile *file, int32_t i) {
  int32_t n = p->options->ntimes;
  sar_text_file_put(file, "<g class=\"instant\" stroke-width=\"1\"");
  if (p->options->animate && n > 1) {
    sar_text_file_put(file, i ? " visibility=\"hidden\">\n" : ">\n");
    put_turn(p, file, i);
  } else {
    if (i < n - 1) sar_markup_attribute(file, "opacity", 0.14 + 0.28 * (i + 1) / n);
    sar_text_file_put(file, ">\n");
  }
}

static void put_time(Picture *p, SarTextFile *file, int32_t first, int32_t last) {
  char text[256];
  int used = snprintf(text, sizeof text, "t = "), decimals = -1; /* -1: as short as can be */
  if (p->options->animate && p->options->ntimes > 1) {           /* the same number of digits in all pictures */
    double step = p->options->times[1] - p->options->times[0];
    decimals = (int)fmin(12, fmax(0, ceil(-log10(step) - 1e-9)));
  }
  for (int32_t i = first; i <= last && used < 180; i++) {
    const char *between = i > first ? ", " : "";
    used += decimals < 0
                ? snprintf(text + used, sizeof text - (size_t)used, "%s%.6g", between, p->options->times[i])
                : snprintf(text + used, sizeof text - (size_t)used, "%s%.*f", between, decimals, p->options->times[i]);
  }
  const char *unit = sar_results_unit(p->results, 0);
  snprintf(text + used, sizeof text - (size_t)used, " %.12s", unit);
  put_text(file, p->width - 22, 26, " class=\"time\" text-anchor=\"end\" fill=\"" GREY "\"", text);
}

static SarStatus draw_instants(Picture *p, SarTextFile *file) {
  int32_t n = p->options->ntimes;
  for (int32_t i = 0; i < n; i++) {
    SarArena *arena = sar_arena_create();
    if (!arena) return sar_report_no_memory(p->context);
    begin_instant(p, file, i);
    SarStatus status = draw_instant(p, file, arena, i);
    bool named = p->options->names && (p->options->animate || i == n - 1);
    if (named && status == SAR_OK) status = draw_names(p, file, arena, i);
    if (p->options->animate) put_time(p, file, i, i);
    sar_text_file_put(file, "</g>\n");
    sar_arena_destroy(&arena);
    SAR_TRY(status);
  }
  if (!p->options->animate) put_time(p, file, 0, n - 1);
  return SAR_OK;
}

/* ---- the picture ---- */

/* The unit of lengths: that of a position. */
static const char *length_unit(const SarResults *results) {
  for (int32_t i = 1; i < sar_results_columns(results); i++) {
    const char *name = sar_results_name(results, i), *dot = strrchr(name, '.');
    if (dot && strcmp(dot, ".x") == 0) return sar_results_unit(results, i);
  }
  return "";
}

static void put_head(Picture *p, SarTextFile *file) {
  const char *title = p->options->title;
  sar_text_file_put(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  sar_markup_pixels(file, p->width);
  sar_text_file_put(file, " ");
  sar_markup_pixels(file, p->height);
  sar_text_file_put(file, "\"");
  sar_markup_attribute(file, "width", p->width);
  sar_markup_attribute(file, "height", p->height);
  sar_text_file_put(file, " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n");
  if (title) {
    sar_text_file_put(file, "<title>");
    sar_markup_text(file, title);
    sar_text_file_put(file, "</title>\n");
  }
  sar_text_file_put(file, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
  if (title) put_text(file, 22, 27, " font-size=\"17\" font-weight=\"bold\" fill=\"" INK "\"", title);
}

static void put_foot(Picture *p, SarTextFile *file) {
  const SarVec3 axes[3] = {sar_view_see(&p->view, sar_vec3(1, 0, 0)), sar_view_see(&p->view, sar_vec3(0, 1, 0)),
                           sar_view_see(&p->view, sar_vec3(0, 0, 1))};
  sar_draw_scale_bar(file, &p->sheet, 24, p->height - 16, 0.24 * p->width, length_unit(p->results));
  sar_draw_axes(file, p->width - 44, p->height - 34, 22, axes);
  if (p->options->contacts) sar_touches_draw_scale(file, &p->touches, 0.68 * p->width, p->height - 20);
  if (p->options->tint) sar_tint_draw(file, &p->tint, 0.36 * p->width, p->height - 14);
  sar_text_file_put(file, "</svg>\n");
}

static SarStatus draw(Picture *p, const char *path) {
  const SarSnapshotOptions *o = p->options;
  SAR_TRY(read_poses(p));
  if (o->tint) {
    SAR_TRY(sar_tint_read(p->context, p->arena, p->scene, p->results, o->tint, o->times, o->ntimes, &p->tint));
  }
  if (o->contacts) SAR_TRY(sar_touches_read(p->context, p->arena, p->results, o->times, o->ntimes, &p->touches));
  SAR_TRY(choose_view(p));
  SAR_TRY(measure(p));
  lay_out(p);
  SarTextFile file;
  SarStatus status = sar_text_file_open(p->context, path, &file);
  if (status == SAR_OK) {
    put_head(p, &file);
    status = draw_ground(p, &file);
    draw_anchors(p, &file, p->options->ntimes - 1);
    if (status == SAR_OK) status = draw_instants(p, &file);
    put_foot(p, &file);
  }
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}

SarStatus sar_snapshot_write(SarContext *context, const char *path, const SarScene *scene, SarResults *results,
                             const SarSnapshotOptions *options) {
  Picture p = {.context = context, .scene = scene, .results = results, .options = options};
  p.arena = sar_arena_create();
  if (!p.arena) return sar_report_no_memory(context);
  SarStatus status = draw(&p, path);
  sar_arena_destroy(&p.arena);
  return status;
}
