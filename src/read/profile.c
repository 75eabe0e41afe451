/* `profile:` of a shape: the outline of a cam, a slotted wheel, a gear, a sprocket. It is given by points with rounded
 * corners, by arcs, by points that a smooth curve runs through, or by the numbers of a gear or a sprocket. */
#include <math.h>

#include "geometry/profile_build.h"
#include "read/csv.h"
#include "read/values.h"

#define DEGREE (3.14159265358979323846 / 180)
#define MOST_TEETH 1000

static const char keys[] = "points arcs spline involute sprocket closed radius width";
static const char kinds[] = "points arcs spline involute sprocket";
static const char remedy_kind[] =
    "write one of points: [[x, y], ..], arcs: [{centre: [x, y], radius: r}, ..], spline: [[x, y], ..], involute: {..}, "
    "sprocket: {..}";

typedef struct Outline {
  SarFile *file;
  const SarNode *node; /* of the kind */
  SarProfileBuilder builder;
  bool closed;
  double radius; /* m, of all corners; 0: none is given */
} Outline;

static SarStatus refuse(const Outline *o, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(o->file->reader->context, SAR_INPUT, node->source, o->file->element, remedy, "%s", what);
}

static SarStatus positive(const Outline *o, const SarNode *node, const char *what, double value) {
  if (value > 0 && isfinite(value)) return SAR_OK;
  return sar_report(o->file->reader->context, SAR_INPUT, node->source, o->file->element, "give a positive number",
                    "`%s` of a profile must be positive, but is %g", what, value);
}

/* What is wrong with a curve, at the entry of the list that it is wrong at. */
static SarStatus wrong(const Outline *o, const SarNode *at) {
  static const char *const remedies[] = {
      [SAR_PROFILE_FEW_POINTS] = "give more points, or `closed: false`",
      [SAR_PROFILE_SAME_POINTS] = "give each point once; a closed outline returns to its first point by itself",
      [SAR_PROFILE_FEW_SPLINE] = "give more points",
      [SAR_PROFILE_TURNS_BACK] = "give the tip two points, or an arc",
      [SAR_PROFILE_CORNER] = "add `radius` for all corners of the profile, or write [x, y, r]",
      [SAR_PROFILE_LARGE_RADIUS] = "give a smaller radius, or sides that are longer",
      [SAR_PROFILE_APART] = "let each piece begin where the last one ends",
      [SAR_PROFILE_CROSSES] = "correct the order of the points, or the directions of the arcs",
      [SAR_PROFILE_CLOCKWISE] =
          "give the points in the other order; arcs that bulge outward have `to` larger than `from`",
      [SAR_PROFILE_POINTED] = "give a smaller `addendum`, `shift` or `tip_circle`, or more teeth",
      [SAR_PROFILE_NO_FLANK] = "give a smaller `tip_radius`, a larger `addendum` or `tip_circle`, or another `shift`",
      [SAR_PROFILE_LARGE_ROOT] = "give a smaller `root_radius`, or leave it out",
      [SAR_PROFILE_ROOT_AT_AXIS] = "give more teeth, or a smaller `dedendum`",
      [SAR_PROFILE_LARGE_ROLLER] = "give the diameter of the rollers, and the pitch of the chain",
  };
  if (o->builder.fault == SAR_PROFILE_FINE) return sar_read_no_memory(o->file->reader);
  return refuse(o, at, remedies[o->builder.fault], sar_profile_fault_text(o->builder.fault));
}

static SarStatus wrong_entry(const Outline *o) {
  bool listed = o->node->kind == SAR_NODE_SEQUENCE && o->builder.at < o->node->count;
  return wrong(o, listed ? o->node->items[o->builder.at] : o->node);
}

/* ---- points and arcs ---- */

/* [x, y], or [x, y, r] where a corner may have a radius of its own. */
static SarStatus read_corner(const Outline *o, const SarNode *node, bool rounded, SarPathStep *out) {
  double n[3] = {0, 0, o->radius};
  SAR_TRY(sar_read_expect(o->file, node, SAR_NODE_SEQUENCE, "profile", "points [x, y]"));
  SAR_TRY(sar_read_numbers(o->file, node, "profile", "m", rounded && node->count == 3 ? 3 : 2, n));
  if (!isfinite(n[0] + n[1]) || !(n[2] >= 0 && isfinite(n[2]))) {
    return refuse(o, node, "give finite numbers, and a radius that is not negative", "this is no point of a profile");
  }
  *out = (SarPathStep){.at = {n[0], n[1]}, .rounding = n[2]};
  return SAR_OK;
}

static SarStatus read_arc(const Outline *o, const SarNode *node, SarPathStep *out) {
  double centre[2], from = 0, to = 360 * DEGREE;
  const SarNode *middle = sar_node_get(node, "centre"), *radius = sar_node_get(node, "radius");
  const SarNode *start = sar_node_get(node, "from"), *end = sar_node_get(node, "to");
  SAR_TRY(sar_read_check_keys(o->file, node, "an arc", "centre radius from to"));
  if (!middle || !radius || !start != !end) {
    return refuse(o, node,
                  "write {centre: [x, y], radius: r, from: angle, to: angle}; without both angles it is a circle",
                  "this arc lacks something");
  }
  SAR_TRY(sar_read_numbers(o->file, middle, "centre", "m", 2, centre));
  SAR_TRY(sar_read_number(o->file, radius, "radius", "m", &out->radius));
  if (start) SAR_TRY(sar_read_number(o->file, start, "from", "rad", &from));
  if (end) SAR_TRY(sar_read_number(o->file, end, "to", "rad", &to));
  SAR_TRY(positive(o, radius, "radius", out->radius));
  if (!(fabs(to - from) > 1e-6 && fabs(to - from) < 360.001 * DEGREE) || !isfinite(centre[0] + centre[1])) {
    return refuse(o, node, "anticlockwise arcs have `to` larger than `from`, clockwise ones smaller; at most one turn",
                  "this arc has no length, or more than a turn");
  }
  out->at = (SarVec2){centre[0], centre[1]};
  out->angle = from, out->sweep = to - from;
  out->rounding = o->radius;
  return SAR_OK;
}

static SarStatus read_path(Outline *o, bool arcs) {
  int32_t n = o->node->count;
  SarPathStep *steps = SAR_NEW(o->file->reader->scratch, n, SarPathStep);
  if (!steps) return sar_read_no_memory(o->file->reader);
  for (int32_t i = 0; i < n; i++) {
    const SarNode *item = o->node->items[i];
    bool arc = arcs && item->kind == SAR_NODE_MAPPING;
    SAR_TRY(arc ? read_arc(o, item, &steps[i]) : read_corner(o, item, true, &steps[i]));
  }
  return sar_profile_path(&o->builder, steps, n, o->closed) ? SAR_OK : wrong_entry(o);
}

/* ---- tables ---- */

/* The columns x and y of a file. */
static SarStatus read_table(Outline *o, SarVec2 **points, int32_t *count) {
  SarReader *reader = o->file->reader;
  double factor = sar_units_factor(&o->file->units, "m");
  SarCsvColumn columns[2] = {{.index = 0, .source = o->node->source}, {.index = 1, .source = o->node->source}};
  SarCsv csv = {0};
  int32_t index;
  SAR_TRY(sar_read_path(o->file, o->node, "name a file with two columns, or write [[x, y], ..]", &csv.path));
  SAR_TRY(sar_read_named_file(reader, csv.path, o->node->source, &csv.name, &csv.text, &csv.length));
  SAR_TRY(sar_csv_read(o->file, &csv, columns, 2));
  SAR_TRY(sar_read_keep_file(reader, csv.path, csv.text, &index));
  *count = csv.nrows;
  *points = SAR_NEW(reader->scratch, csv.nrows, SarVec2);
  if (!*points) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < csv.nrows; i++) {
    (*points)[i] = (SarVec2){factor * csv.values[i], factor * csv.values[csv.nrows + i]};
  }
  return SAR_OK;
}

static SarStatus read_list(Outline *o, SarVec2 **points, int32_t *count) {
  SAR_TRY(sar_read_expect(o->file, o->node, SAR_NODE_SEQUENCE, "spline", "a list of points, or a file"));
  *count = o->node->count;
  *points = SAR_NEW(o->file->reader->scratch, *count, SarVec2);
  if (!*points) return sar_read_no_memory(o->file->reader);
  for (int32_t i = 0; i < *count; i++) {
    SarPathStep step;
    SAR_TRY(read_corner(o, o->node->items[i], false, &step));
    (*points)[i] = step.at;
  }
  return SAR_OK;
}

static SarStatus read_spline(Outline *o) {
  SarVec2 *points = NULL;
  int32_t n = 0;
  SAR_TRY(o->node->kind == SAR_NODE_SCALAR ? read_table(o, &points, &n) : read_list(o, &points, &n));
  return sar_profile_spline(&o->builder, points, n, o->closed) ? SAR_OK : wrong_entry(o);
}

/* ---- gears and sprockets ---- */

/* A number of a gear: it must be given where it has no default (NAN). */
typedef struct Number {
  const char *name, *unit;
  double *out;
  double least; /* it must be larger */
} Number;

static SarStatus read_entries(const Outline *o, const char *what, const Number *numbers, int count) {
  for (int i = 0; i < count; i++) {
    const Number *n = &numbers[i];
    const SarNode *node = sar_node_get(o->node, n->name);
    if (node) SAR_TRY(sar_read_number(o->file, node, n->name, n->unit, n->out));
    if (!node && isnan(*n->out)) {
      return sar_report(o->file->reader->context, SAR_INPUT, o->node->source, o->file->element, "add it",
                        "%s lacks `%s`", what, n->name);
    }
    if (!node || (*n->out > n->least && isfinite(*n->out))) continue;
    return sar_report(o->file->reader->context, SAR_INPUT, node->source, o->file->element, "give a larger number",
                      "`%s` of %s must be more than %g, but is %g", n->name, what, n->least, *n->out);
  }
  return SAR_OK;
}

static SarStatus read_teeth(const Outline *o, double teeth, int32_t *out) {
  if (teeth == floor(teeth) && teeth <= MOST_TEETH) {
    *out = (int32_t)teeth;
    return SAR_OK;
  }
  return refuse(o, sar_node_get(o->node, "teeth"), "give a whole number up to 1000", "this is no number of teeth");
}

static SarStatus read_involute(Outline *o) {
  SarInvolute gear = {.module = NAN, .pressure_angle = 20 * DEGREE, .addendum = 1, .dedendum = 1.25};
  double teeth = NAN;
  SAR_TRY(sar_read_expect(o->file, o->node, SAR_NODE_MAPPING, "involute", "{teeth: 20, module: 0.005}"));
  SAR_TRY(sar_read_check_keys(o->file, o->node, "a gear",
                              "teeth module pressure_angle shift backlash addendum dedendum tip_radius root_radius"));
  const Number numbers[] = {{"teeth", "", &teeth, 3},
                            {"module", "m", &gear.module, 0},
                            {"pressure_angle", "rad", &gear.pressure_angle, 0},
                            {"shift", "", &gear.shift, -10},
                            {"backlash", "m", &gear.backlash, -1e-300},
                            {"addendum", "", &gear.addendum, 0},
                            {"dedendum", "", &gear.dedendum, 0},
                            {"root_radius", "m", &gear.root_radius, 0}};
  SAR_TRY(read_entries(o, "a gear", numbers, SAR_COUNT(numbers)));
  gear.tip_radius = 0.02 * gear.module;
  const Number tip = {"tip_radius", "m", &gear.tip_radius, 0};
  SAR_TRY(read_entries(o, "a gear", &tip, 1));
  SAR_TRY(read_teeth(o, teeth, &gear.teeth));
  if (!(gear.pressure_angle < 45 * DEGREE)) {
    return refuse(o, sar_node_get(o->node, "pressure_angle"), "mind the unit of angles: 20 deg",
                  "the pressure angle of a gear is below 45 degrees");
  }
  return sar_profile_involute(&o->builder, &gear) ? SAR_OK : wrong(o, o->node);
}

/* `flank_angle` makes the flanks straight; the radii of seat and tips go with it. */
static SarStatus read_straight_flanks(const Outline *o, SarSprocket *out) {
  const SarNode *seat = sar_node_get(o->node, "seat"), *tip = sar_node_get(o->node, "tip_circle");
  out->straight = sar_node_get(o->node, "flank_angle");
  if (!out->straight && (seat || tip)) {
    return refuse(o, seat ? seat : tip, "add `flank_angle`, or leave it out",
                  "`seat` and `tip_circle` belong to sprockets with straight flanks; others have the form of ISO 606");
  }
  if (!out->straight) return SAR_OK;
  out->seat = 0.505 * out->roller;
  out->tip_circle = NAN;
  const Number numbers[] = {{"flank_angle", "rad", &out->flank_angle, 0},
                            {"seat", "m", &out->seat, 0.5 * out->roller},
                            {"tip_circle", "m", &out->tip_circle, 0}};
  SAR_TRY(read_entries(o, "a sprocket", numbers, SAR_COUNT(numbers)));
  if (out->flank_angle < 60 * DEGREE) return SAR_OK;
  return refuse(o, sar_node_get(o->node, "flank_angle"), "give the angle between flank and radius, such as 15 deg",
                "the flanks of a sprocket must be steeper than 60 degrees to the radius");
}

static SarStatus read_sprocket(Outline *o) {
  SarSprocket sprocket = {.pitch = NAN, .roller = NAN};
  double teeth = NAN;
  SAR_TRY(
      sar_read_expect(o->file, o->node, SAR_NODE_MAPPING, "sprocket", "{teeth: 18, pitch: 0.0127, roller: 0.00851}"));
  SAR_TRY(
      sar_read_check_keys(o->file, o->node, "a sprocket", "teeth pitch roller tip_radius flank_angle seat tip_circle"));
  const Number numbers[] = {
      {"teeth", "", &teeth, 5}, {"pitch", "m", &sprocket.pitch, 0}, {"roller", "m", &sprocket.roller, 0}};
  SAR_TRY(read_entries(o, "a sprocket", numbers, SAR_COUNT(numbers)));
  sprocket.tip_radius = 0.05 * sprocket.roller;
  const Number tip = {"tip_radius", "m", &sprocket.tip_radius, 0};
  SAR_TRY(read_entries(o, "a sprocket", &tip, 1));
  SAR_TRY(read_teeth(o, teeth, &sprocket.teeth));
  SAR_TRY(read_straight_flanks(o, &sprocket));
  return sar_profile_sprocket(&o->builder, &sprocket) ? SAR_OK : wrong(o, o->node);
}

/* ---- the whole ---- */

static SarStatus read_kind(Outline *o, int32_t kind) {
  switch (kind) {
    case 0:
    case 1:
      SAR_TRY(
          sar_read_expect(o->file, o->node, SAR_NODE_SEQUENCE, kind ? "arcs" : "points", "a list of points [x, y]"));
      return read_path(o, kind == 1);
    case 2: return read_spline(o);
    case 3: return read_involute(o);
    default: return read_sprocket(o);
  }
}

/* Keys that only some kinds have. */
static SarStatus read_settings(Outline *o, const SarNode *node, int32_t kind, double *width) {
  const SarNode *closed = sar_node_get(node, "closed"), *radius = sar_node_get(node, "radius");
  const SarNode *across = sar_node_get(node, "width");
  if (closed && kind > 2) return refuse(o, closed, "leave it out", "the outline of a gear is always closed");
  if (radius && kind > 1) {
    return refuse(o, radius, kind > 2 ? "give `tip_radius`" : "leave it out",
                  "`radius` rounds the corners of points and arcs");
  }
  if (!across) return refuse(o, o->node, "add `width`, the thickness along z", "the profile lacks its `width`");
  if (closed) SAR_TRY(sar_read_bool(o->file, closed, "closed", &o->closed));
  if (radius) SAR_TRY(sar_read_number(o->file, radius, "radius", "m", &o->radius));
  if (radius) SAR_TRY(positive(o, radius, "radius", o->radius));
  SAR_TRY(sar_read_number(o->file, across, "width", "m", width));
  return positive(o, across, "width", *width);
}

SarStatus sar_read_profile(SarFile *file, const SarNode *node, SarShape *shape) {
  Outline o = {.file = file, .node = node, .closed = true, .builder = {.arena = file->reader->model->arena}};
  int32_t kind = -1;
  double width;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "profile", "{points: [[x, y], ..], radius: r, width: w}"));
  SAR_TRY(sar_read_check_keys(file, node, "a profile", keys));
  for (int32_t i = 0; i < node->count; i++) {
    int32_t choice = sar_field_choice(kinds, node->keys[i]->text);
    if (choice < 0) continue;
    if (kind >= 0) return refuse(&o, node->keys[i], remedy_kind, "a profile is one of these");
    kind = choice;
    o.node = node->items[i];
  }
  if (kind < 0) return refuse(&o, node, remedy_kind, "this profile does not say what it is");
  SAR_TRY(read_settings(&o, node, kind, &width));
  SAR_TRY(read_kind(&o, kind));
  bool moved = file->reader->options->probe != NULL; /* by next to nothing, from one that does not cross itself */
  bool fine = moved ? sar_profile_check_joins(&o.builder, o.closed) : sar_profile_check(&o.builder, o.closed);
  if (!fine) return wrong(&o, o.node);
  SarProfile *profile = SAR_NEW(file->reader->model->arena, 1, SarProfile);
  if (!profile || !sar_profile_create(&o.builder, o.closed, width, profile)) return sar_read_no_memory(file->reader);
  shape->data = profile;
  return SAR_OK;
}
