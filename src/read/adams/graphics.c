/* GRAPHICS: looks of parts, and shapes where a CONTACT names them. A marker (CORNER, CM or RM) places each of them. */
#define _POSIX_C_SOURCE 200809L

#include "read/adams/graphics.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/number.h"
#include "read/adams/markers.h"
#include "read/adams/translators.h"

#define THIN 1e-3       /* thickness of a plane that is drawn, over its width */
#define THIN_LINE 0.005 /* radius of lines, over their size */
#define BARS 24         /* of a circle */
#define MOST_LOOKS 5000 /* of a part: what is beyond is not drawn, for model files have a limit */
#define BLUNT 0.02      /* radius of the tip of a cone, over that of its base */
#define TURN 6.2831853071795864769

/* What a geometry is in the model. */
typedef struct Form {
  const char *word; /* of the model file: "box"; null: nothing */
  double sizes[3];
  int count;          /* of sizes; 1: a number alone */
  const char *file;   /* of a mesh */
  SarVec3 centre;     /* from the marker, along its axes */
  const char *reason; /* why it is nothing */
} Form;

static SarStatus number(SarDeck *deck, const SarStatement *s, const char *name, double fallback, double *out) {
  return sar_statement_number(deck->context, s, name, 0, fallback, out);
}

/* From a corner; sizes may be negative. */
static SarStatus box_form(SarDeck *deck, const SarStatement *s, Form *form) {
  static const char *const names[] = {"X", "Y", "Z"};
  double half[3];
  for (int i = 0; i < 3; i++) {
    SAR_TRY(number(deck, s, names[i], 0, &half[i]));
    form->sizes[i] = fabs(half[i]);
    half[i] /= 2;
  }
  form->word = "box";
  form->count = 3;
  form->centre = sar_vec3_load(half);
  return SAR_OK;
}

/* Along z of its marker; the length may be negative. */
static SarStatus cylinder_form(SarDeck *deck, const SarStatement *s, Form *form) {
  double length;
  SAR_TRY(number(deck, s, "RADIUS", 0, &form->sizes[0]));
  SAR_TRY(number(deck, s, "LENGTH", 0, &length));
  form->word = "cylinder";
  form->count = 2;
  form->sizes[1] = fabs(length);
  form->centre = sar_vec3(0, 0, length / 2);
  return SAR_OK;
}

/* BOTTOM is at the marker, TOP at the other end, which a negative length puts below it. */
static SarStatus frustum_form(SarDeck *deck, const SarStatement *s, Form *form) {
  double top, bottom, length = 0;
  SAR_TRY(cylinder_form(deck, s, form));
  SAR_TRY(number(deck, s, "TOP", 0, &top));
  SAR_TRY(number(deck, s, "BOTTOM", 0, &bottom));
  SAR_TRY(number(deck, s, "LENGTH", 0, &length));
  form->sizes[2] = form->sizes[1];
  form->sizes[0] = length < 0 ? top : bottom;
  form->sizes[1] = length < 0 ? bottom : top;
  form->word = "frustum";
  form->count = 3;
  return SAR_OK;
}

/* What touches: without a step it is a cylinder, and a tip is blunt. */
static void make_touching(Form *form) {
  double *sizes = form->sizes;
  if (!form->word || strcmp(form->word, "frustum") != 0) return;
  if (sizes[0] == sizes[1]) {
    form->word = "cylinder";
    form->count = 2;
    sizes[1] = sizes[2];
    return;
  }
  double least = BLUNT * fmax(sizes[0], sizes[1]);
  for (int i = 0; i < 2; i++) sizes[i] = fmax(sizes[i], least);
}

/* What is drawn: a cylinder of the mean radius. */
static void make_drawn(Form *form) {
  if (!form->word || strcmp(form->word, "frustum") != 0) return;
  form->word = "cylinder";
  form->count = 2;
  form->sizes[0] = (form->sizes[0] + form->sizes[1]) / 2;
  form->sizes[1] = form->sizes[2];
}

/* The scales are diameters. */
static SarStatus ellipsoid_form(SarDeck *deck, const SarStatement *s, Form *form) {
  static const char *const names[] = {"XSCALE", "YSCALE", "ZSCALE"};
  for (int i = 0; i < 3; i++) {
    SAR_TRY(number(deck, s, names[i], 0, &form->sizes[i]));
    form->sizes[i] /= 2;
  }
  bool ball = form->sizes[0] == form->sizes[1] && form->sizes[1] == form->sizes[2];
  form->word = ball ? "sphere" : "ellipsoid";
  form->count = ball ? 1 : 3;
  return SAR_OK;
}

static SarStatus torus_form(SarDeck *deck, const SarStatement *s, Form *form) {
  SAR_TRY(number(deck, s, "MAJOR", 0, &form->sizes[0]));
  SAR_TRY(number(deck, s, "MINOR", 0, &form->sizes[1]));
  form->word = "torus";
  form->count = 2;
  return SAR_OK;
}

/* Its extent, for pictures: a thin plate below it. */
static SarStatus plane_form(SarDeck *deck, const SarStatement *s, Form *form) {
  double x[2], y[2];
  SAR_TRY(number(deck, s, "XMIN", 0, &x[0]));
  SAR_TRY(number(deck, s, "XMAX", 0, &x[1]));
  SAR_TRY(number(deck, s, "YMIN", 0, &y[0]));
  SAR_TRY(number(deck, s, "YMAX", 0, &y[1]));
  form->word = "plane";
  form->sizes[0] = fabs(x[1] - x[0]);
  form->sizes[1] = fabs(y[1] - y[0]);
  form->sizes[2] = THIN * fmax(form->sizes[0], form->sizes[1]);
  form->count = 3;
  form->centre = sar_vec3((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, -form->sizes[2] / 2);
  return SAR_OK;
}

static bool ends_with(const char *text, const char *ending) {
  size_t length = strlen(text), tail = strlen(ending);
  return length > tail && strcasecmp(text + length - tail, ending) == 0;
}

/* A mesh, if its file is one that can be read. */
static SarStatus external_form(SarDeck *deck, const SarStatement *s, Form *form) {
  const char *file = sar_deck_text(s, "FILE", 0);
  (void)deck;
  form->reason = "only STL and OBJ files can be read: export the part to one and name it in FILE";
  if (!file || !(ends_with(file, ".stl") || ends_with(file, ".obj"))) return SAR_OK;
  form->word = "mesh";
  form->file = file;
  form->reason = NULL;
  return SAR_OK;
}

static SarStatus no_form(SarDeck *deck, const SarStatement *s, Form *form) {
  (void)deck;
  (void)s;
  form->reason = "points, lines and curves cannot touch: give a solid, or a `profile` in the converted model";
  return SAR_OK;
}

static const struct {
  const char *flag, *marker;
  SarStatus (*form)(SarDeck *, const SarStatement *, Form *);
} kinds[] = {{"BOX", "CORNER", box_form},
             {"CYLINDER", "CM", cylinder_form},
             {"ELLIPSOID", "CM", ellipsoid_form},
             {"FRUSTUM", "CM", frustum_form},
             {"TORUS", "CM", torus_form},
             {"PLANE", "RM", plane_form},
             {"EXTERNAL", "RM", external_form},
             {"POINT", "RM", no_form},
             {"CIRCLE", "CM", no_form},
             {"ARC", "CM", no_form},
             {"OUTLINE", "OUTLINE", no_form},
             {"CURVE", "CRM", no_form},
             {"BSPLINE", "RM", no_form},
             {"REVOLUTION", "CM", no_form},
             {"SPDP", "I", no_form},
             {"FORCE", "EMARKER", no_form}};

/* The form, the marker and the part of a geometry. */
typedef struct Solid {
  Form form;
  const SarStatement *marker, *part;
  SarDeckPose place; /* of the marker on the part */
} Solid;

static SarStatus solid_of(SarDeck *deck, const SarStatement *s, Solid *out) {
  *out = (Solid){.form = {.reason = "its kind is not known"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!sar_statement_has(s, kinds[i].flag)) continue;
    out->form.reason = NULL;
    SAR_TRY(kinds[i].form(deck, s, &out->form));
    if (!out->form.word) return SAR_OK;
    SAR_TRY(sar_deck_refer(deck, s, kinds[i].marker, 0, "MARKER", &out->marker));
    SAR_TRY(sar_deck_part_of(deck, out->marker, &out->part));
    if (out->part->class->support == SAR_DECK_REFUSED) out->form.reason = "its part cannot be read";
    return sar_deck_place(deck, out->marker, &out->place);
  }
  return SAR_OK;
}

/* ---- in the tree ---- */

static void put_sizes(SarDeck *deck, SarSource source, const char *word, const double *sizes, int count,
                      SarNode *node) {
  if (count == 1) {
    sar_deck_put_number(deck, node, word, source, sizes[0]);
  } else {
    sar_tree_put(&deck->tree, node, word, source, sar_deck_numbers_node(deck, source, sizes, count));
  }
}

/* The centre is computed; the turn is as the marker has it written. */
static SarStatus put_place(SarDeck *deck, const Solid *solid, SarVec3 centre, SarNode *node) {
  SarNode place = {.kind = SAR_NODE_MAPPING};
  SAR_TRY(sar_deck_put_place(deck, solid->marker, &place));
  const SarNode *at = sar_node_get(&place, "at"), *turn = sar_node_get(&place, "turn");
  if (centre.x != 0 || centre.y != 0 || centre.z != 0) {
    SarMat3 R = sar_quat_matrix(solid->place.turn);
    SarVec3 moved = sar_add(solid->place.at, sar_mul(&R, centre));
    double v[3], size = fmax(sar_norm(solid->place.at), sar_norm(centre));
    sar_vec3_store(moved, v);
    for (int i = 0; i < 3; i++) v[i] = fabs(v[i]) > 1e-15 * size ? v[i] : 0;
    bool somewhere = v[0] != 0 || v[1] != 0 || v[2] != 0;
    at = somewhere ? sar_deck_numbers_node(deck, solid->marker->source, v, 3) : NULL;
  }
  sar_tree_put(&deck->tree, node, "at", solid->marker->source, at);
  sar_tree_put(&deck->tree, node, "turn", solid->marker->source, turn);
  return SAR_OK;
}

static SarStatus shape_node(SarDeck *deck, const SarStatement *s, const Solid *solid, SarNode **out) {
  const Form *form = &solid->form;
  SarVec3 centre = form->centre;
  *out = sar_tree_mapping(&deck->tree, s->source);
  if (form->file) {
    sar_tree_put_text(&deck->tree, *out, form->word, s->source, "%s", form->file);
  } else if (strcmp(form->word, "plane") == 0) {
    sar_tree_put_text(&deck->tree, *out, "plane", s->source, "z");
    centre = sar_vec3(0, 0, 0);
  } else {
    put_sizes(deck, s->source, form->word, form->sizes, form->count, *out);
  }
  return put_place(deck, solid, centre, *out);
}

/* Whether the file of a mesh is there, beside the deck: a picture is no reason to stop. */
static bool is_there(SarDeck *deck, const SarStatement *s, const char *file) {
  const char *deck_file = s->source.file, *slash = deck_file ? strrchr(deck_file, '/') : NULL;
  int folder = slash ? (int)(slash - deck_file) + 1 : 0;
  const char *path = sar_arena_printf(deck->arena, "%.*s%s", folder, deck_file ? deck_file : "", file);
  return path && access(path, R_OK) == 0;
}

/* Looks have no ellipsoids and tori, and none of size zero. */
static bool can_be_drawn(SarDeck *deck, const SarStatement *s, const Form *form) {
  if (!form->word || strcmp(form->word, "ellipsoid") == 0 || strcmp(form->word, "torus") == 0) return false;
  if (form->file) return is_there(deck, s, form->file);
  for (int i = 0; i < form->count; i++) {
    if (!(form->sizes[i] > 0)) return false;
  }
  return true;
}

/* ---- lines ---- */

/* A round bar between two points of a part; lines are drawn by many. */
static SarStatus put_bar(SarDeck *deck, const SarStatement *s, const SarStatement *part, int number, double radius,
                         SarVec3 from, SarVec3 to) {
  SarNode *looks, *bar = sar_tree_mapping(&deck->tree, s->source);
  double ends[2][3];
  sar_vec3_store(from, ends[0]);
  sar_vec3_store(to, ends[1]);
  if (!(radius > 0) || !(sar_norm(sar_sub(to, from)) > 0)) return SAR_OK;
  sar_deck_put_number(deck, bar, "capsule", s->source, radius);
  sar_tree_put(&deck->tree, bar, "from", s->source, sar_deck_numbers_node(deck, s->source, ends[0], 3));
  sar_tree_put(&deck->tree, bar, "to", s->source, sar_deck_numbers_node(deck, s->source, ends[1], 3));
  SAR_TRY(sar_deck_body_list(deck, part, "looks", &looks));
  if (looks->count >= MOST_LOOKS) return SAR_OK;
  const char *name = sar_arena_printf(deck->arena, "%s_%d", s->name, number);
  if (!name) return sar_report_no_memory(deck->context);
  sar_tree_put(&deck->tree, looks, name, s->source, bar);
  return SAR_OK;
}

/* Part of a circle about z of the marker CM, from its x on: CIRCLE, ARC, and TORUS, which is thick. */
static SarStatus put_arc(SarDeck *deck, const SarStatement *s) {
  const SarStatement *marker, *part;
  SarDeckPose place;
  double radius, thickness, angle;
  bool torus = sar_statement_has(s, "TORUS"), arc = sar_statement_has(s, "ARC");
  SAR_TRY(number(deck, s, torus ? "MAJOR" : "RADIUS", 0, &radius));
  SAR_TRY(number(deck, s, "MINOR", THIN_LINE * radius, &thickness));
  SAR_TRY(number(deck, s, sar_statement_has(s, "RANGLE") ? "RANGLE" : "ANGLE", TURN, &angle));
  SAR_TRY(sar_deck_refer(deck, s, "CM", 0, "MARKER", &marker));
  SAR_TRY(sar_deck_part_of(deck, marker, &part));
  SAR_TRY(sar_deck_place(deck, marker, &place));
  if (!arc) angle = TURN;
  SarVec3 before = sar_vec3(radius, 0, 0);
  SarMat3 R = sar_quat_matrix(place.turn);
  for (int i = 1; i <= BARS && part->class->support != SAR_DECK_REFUSED; i++) {
    double a = angle * i / BARS;
    SarVec3 after = sar_vec3(radius * cos(a), radius * sin(a), 0);
    SAR_TRY(put_bar(deck, s, part, i, thickness, sar_add(place.at, sar_mul(&R, before)),
                    sar_add(place.at, sar_mul(&R, after))));
    before = after;
  }
  return SAR_OK;
}

/* From marker to marker, as far as they are on one part. */
static SarStatus put_outline(SarDeck *deck, const SarStatement *s) {
  const SarArgument *markers = sar_statement_argument(s, "OUTLINE");
  const SarStatement *last = NULL;
  SarVec3 from = {0}, first = {0};
  double size = 0;
  for (int pass = 0; pass < 2; pass++) { /* how large is it? then the bars */
    for (int32_t i = 0; i < markers->count; i++) {
      const SarStatement *marker, *part;
      SarDeckPose place;
      SAR_TRY(sar_deck_refer(deck, s, "OUTLINE", i, "MARKER", &marker));
      SAR_TRY(sar_deck_part_of(deck, marker, &part));
      SAR_TRY(sar_deck_place(deck, marker, &place));
      if (i == 0) first = place.at, last = NULL;
      size = fmax(size, sar_norm(sar_sub(place.at, first)));
      bool joined = pass == 1 && part == last && part->class->support != SAR_DECK_REFUSED;
      if (joined) SAR_TRY(put_bar(deck, s, part, i, THIN_LINE * size, from, place.at));
      from = place.at;
      last = part;
    }
  }
  return SAR_OK;
}

SarStatus sar_deck_graphics(SarDeck *deck, const SarStatement *s) {
  Solid solid;
  SarNode *looks, *look;
  if (sar_statement_has(s, "OUTLINE")) return put_outline(deck, s);
  if (sar_statement_has(s, "CIRCLE") || sar_statement_has(s, "ARC") || sar_statement_has(s, "TORUS")) {
    return put_arc(deck, s);
  }
  SAR_TRY(solid_of(deck, s, &solid));
  make_drawn(&solid.form);
  if (!can_be_drawn(deck, s, &solid.form) || solid.part->class->support == SAR_DECK_REFUSED) return SAR_OK;
  look = sar_tree_mapping(&deck->tree, s->source);
  if (solid.form.file) {
    sar_tree_put_text(&deck->tree, look, "mesh", s->source, "%s", solid.form.file);
  } else {
    bool plane = strcmp(solid.form.word, "plane") == 0;
    put_sizes(deck, s->source, plane ? "box" : solid.form.word, solid.form.sizes, solid.form.count, look);
  }
  SAR_TRY(put_place(deck, &solid, solid.form.centre, look));
  SAR_TRY(sar_deck_body_list(deck, solid.part, "looks", &looks));
  if (looks->count >= MOST_LOOKS) return SAR_OK;
  sar_tree_put(&deck->tree, looks, s->name, s->source, look);
  return SAR_OK;
}

bool sar_deck_is_solid(SarDeck *deck, const SarStatement *graphics) {
  Solid solid;
  return solid_of(deck, graphics, &solid) == SAR_OK && solid.form.word && !solid.form.reason;
}

SarStatus sar_deck_shape(SarDeck *deck, const SarStatement *contact, const SarStatement *s, const char **name) {
  Solid solid;
  SarNode *shapes, *shape;
  *name = NULL;
  SAR_TRY(solid_of(deck, s, &solid));
  if (solid.form.reason || !solid.form.word) {
    return sar_deck_refuse_detail(deck, contact, s->source, NULL, "GRAPHICS/%lld: %s", (long long)s->id,
                                  solid.form.reason);
  }
  SAR_TRY(sar_deck_body_list(deck, solid.part, "shapes", &shapes));
  if (sar_deck_make(deck, s)) {
    make_touching(&solid.form);
    SAR_TRY(shape_node(deck, s, &solid, &shape));
    sar_tree_put(&deck->tree, shapes, s->name, s->source, shape);
  }
  *name = sar_arena_printf(deck->arena, "%s.%s", solid.part->name, s->name);
  return *name ? SAR_OK : sar_report_no_memory(deck->context);
}
