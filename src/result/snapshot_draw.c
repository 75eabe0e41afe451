#include "result/snapshot_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/markup.h"

#define INK "#22303c"
#define DEGREE (3.14159265358979323846 / 180)
#define COILS 9       /* of a spring */
#define STRAIGHT 0.14 /* of its length, at both ends */

static void put(SarTextFile *file, const char *text) { sar_text_file_put(file, text); }

static void put_point(SarTextFile *file, char letter, double x, double y) {
  if (letter) sar_text_file_put_char(file, letter);
  sar_markup_pixels(file, x);
  sar_text_file_put_char(file, ',');
  sar_markup_pixels(file, y);
}

static double to_x(const SarSheet *sheet, SarVec3 p) { return sheet->x0 + sheet->scale * p.x; }
static double to_y(const SarSheet *sheet, SarVec3 p) { return sheet->y0 - sheet->scale * p.y; }

/* ---- colours ---- */

/* light 0: black, 0.5: the colour itself, 1: white. Anything that is no "#rrggbb" is grey. */
static void put_shade(SarTextFile *file, const char *colour, double light) {
  char text[8];
  unsigned long rgb = strlen(colour) == 7 ? strtoul(colour + 1, NULL, 16) : 0x8896a2;
  text[0] = '#';
  for (int k = 0; k < 3; k++) {
    double part = (double)(rgb >> (16 - 8 * k) & 0xff);
    part = light <= 0.5 ? 2 * light * part : part + (2 * light - 1) * (255 - part);
    snprintf(text + 1 + 2 * k, 3, "%02x", (unsigned)lround(fmin(255, fmax(0, part))) & 0xffU);
  }
  put(file, text);
}

static void put_stop(SarTextFile *file, const char *offset, const char *colour, double light) {
  put(file, "<stop offset=\"");
  put(file, offset);
  put(file, "\" stop-color=\"");
  put_shade(file, colour, light);
  put(file, "\"/>");
}

/* The name of a colour's gradient: of a ball b, or across a rod r. */
static void put_gradient_name(SarTextFile *file, char kind, const char *colour) {
  put(file, "sar-");
  sar_text_file_put_char(file, kind);
  for (const char *c = colour; *c; c++) { /* colours come from models: no letter but those of names */
    bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'f') || (*c >= 'A' && *c <= 'F');
    if (plain) sar_text_file_put_char(file, *c);
  }
}

static void put_gradients(SarTextFile *file, const char *colour) {
  put(file, "<radialGradient cx=\".38\" cy=\".34\" r=\".72\" id=\"");
  put_gradient_name(file, 'b', colour);
  put(file, "\">");
  put_stop(file, "0", colour, 0.84);
  put_stop(file, ".55", colour, 0.58);
  put_stop(file, "1", colour, 0.4);
  put(file, "</radialGradient>\n<linearGradient x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\" id=\"");
  put_gradient_name(file, 'r', colour);
  put(file, "\">");
  put_stop(file, "0", colour, 0.44);
  put_stop(file, ".42", colour, 0.76);
  put_stop(file, "1", colour, 0.42);
  put(file, "</linearGradient>\n");
}

void sar_draw_shades(SarTextFile *file, const SarSolid *solids, int32_t count) {
  put(file, "<defs>\n");
  for (int32_t i = 0; i < count; i++) {
    bool known = solids[i].kind == SAR_SOLID_FACES;
    for (int32_t k = 0; k < i && !known; k++) {
      known = solids[k].kind != SAR_SOLID_FACES && strcmp(solids[k].colour, solids[i].colour) == 0;
    }
    if (!known) put_gradients(file, solids[i].colour);
  }
  put(file, "</defs>\n");
}

/* The lines of a solid: its colour, dark. */
static void put_outline(SarTextFile *file, const char *colour) {
  put(file, " stroke=\"");
  put_shade(file, colour, 0.26);
  put(file, "\"");
}

static void put_fill(SarTextFile *file, char kind, const char *colour) {
  put(file, " fill=\"url(#");
  put_gradient_name(file, kind, colour);
  put(file, ")\"");
  put_outline(file, colour);
}

/* ---- round solids ---- */

static void draw_ball(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  put(file, "<circle");
  sar_markup_attribute(file, "cx", to_x(sheet, s->a));
  sar_markup_attribute(file, "cy", to_y(sheet, s->a));
  sar_markup_attribute(file, "r", sheet->scale * s->radius);
  put_fill(file, 'b', s->colour);
  put(file, "/>\n");
}

/* A frame in which the axis lies along x, so that one gradient serves all directions. */
static void begin_along(SarTextFile *file, const SarSheet *sheet, const SarSolid *s, const char *tag) {
  double angle = atan2(-(s->b.y - s->a.y), s->b.x - s->a.x) / DEGREE;
  if (fabs(angle) > 90) angle += angle > 0 ? -180 : 180; /* the light stays above */
  put(file, tag);
  put(file, " transform=\"translate(");
  put_point(file, 0, (to_x(sheet, s->a) + to_x(sheet, s->b)) / 2, (to_y(sheet, s->a) + to_y(sheet, s->b)) / 2);
  put(file, ") rotate(");
  sar_markup_pixels(file, angle);
  put(file, ")\"");
}

static double seen_length(const SarSheet *sheet, const SarSolid *s) {
  return sheet->scale * hypot(s->b.x - s->a.x, s->b.y - s->a.y);
}

static void draw_capsule(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  double half = seen_length(sheet, s) / 2, radius = sheet->scale * s->radius;
  begin_along(file, sheet, s, "<rect");
  sar_markup_attribute(file, "x", -half - radius);
  sar_markup_attribute(file, "y", -radius);
  sar_markup_attribute(file, "width", 2 * (half + radius));
  sar_markup_attribute(file, "height", 2 * radius);
  sar_markup_attribute(file, "rx", radius);
  put_fill(file, 'r', s->colour);
  put(file, "/>\n");
}

static void put_arc(SarTextFile *file, double narrow, double radius, int sweep, double x, double y) {
  put_point(file, 'A', narrow, radius);
  put(file, sweep ? " 0 0 1 " : " 0 0 0 ");
  put_point(file, 0, x, y);
}

/* Is the second end the right one in the frame of begin_along? */
static bool is_forward(const SarSolid *s) { return fabs(atan2(-(s->b.y - s->a.y), s->b.x - s->a.x)) <= 90 * DEGREE; }

/* The lines of the outline: both sides, and the far end where the cylinder does not go on. */
static void draw_cylinder_lines(SarTextFile *file, const SarSolid *s, double half, double narrow, double radius) {
  bool forward = is_forward(s), left = forward ? s->cut_a : s->cut_b, right = forward ? s->cut_b : s->cut_a;
  put(file, "<path fill=\"none\" stroke=\"");
  put_shade(file, s->colour, 0.26);
  put(file, "\" d=\"");
  put_point(file, 'M', -half, -radius);
  put_point(file, 'L', half, -radius);
  if (right)
    put_point(file, 'M', half, radius);
  else
    put_arc(file, narrow, radius, 1, half, radius);
  put_point(file, 'L', -half, radius);
  if (!left) put_arc(file, narrow, radius, 1, -half, -radius);
  put(file, "\"/>");
}

static void draw_cylinder(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  SarVec3 axis = sar_sub(s->b, s->a);
  double length = sar_norm(axis), half = seen_length(sheet, s) / 2, radius = sheet->scale * s->radius;
  double narrow = length > 0 ? radius * fabs(axis.z) / length : radius; /* the end circles are ellipses */
  begin_along(file, sheet, s, "<g");
  bool whole = !s->cut_a && !s->cut_b;
  put(file, "><path fill=\"url(#");
  put_gradient_name(file, 'r', s->colour);
  put(file, ")\"");
  if (whole) put_outline(file, s->colour);
  put(file, " d=\"");
  put_point(file, 'M', -half, -radius);
  put_point(file, 'L', half, -radius);
  put_arc(file, narrow, radius, 1, half, radius);
  put_point(file, 'L', -half, radius);
  put_arc(file, narrow, radius, 1, -half, -radius);
  put(file, "Z\"/>");
  if (!whole) draw_cylinder_lines(file, s, half, narrow, radius);
  bool second = axis.z > 0;
  if (narrow > 0.02 * radius && !(second ? s->cut_b : s->cut_a)) { /* the end that is seen */
    put(file, "<ellipse");
    sar_markup_attribute(file, "cx", second == is_forward(s) ? half : -half);
    sar_markup_attribute(file, "rx", narrow);
    sar_markup_attribute(file, "ry", radius);
    put(file, " fill=\"");
    put_shade(file, s->colour, 0.5 + 0.2 * narrow / radius);
    put(file, "\" stroke=\"");
    put_shade(file, s->colour, 0.26);
    put(file, "\"/>");
  }
  put(file, "</g>\n");
}

static void draw_spring(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  double ax = to_x(sheet, s->a), ay = to_y(sheet, s->a), dx = to_x(sheet, s->b) - ax, dy = to_y(sheet, s->b) - ay;
  double length = hypot(dx, dy), radius = sheet->scale * s->radius;
  double nx = length > 0 ? -dy / length : 0, ny = length > 0 ? dx / length : 0;
  for (int pass = 0; pass < 2; pass++) { /* on a light ground, so that it is seen before bodies */
    put(file, "<path fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" stroke=\"");
    put(file, pass ? s->colour : "#ffffff");
    put(file, pass ? "\" stroke-width=\"2\" d=\"" : "\" stroke-width=\"4.5\" stroke-opacity=\".7\" d=\"");
    put_point(file, 'M', ax, ay);
    for (int k = 0; k <= 2 * COILS; k++) {
      double t = STRAIGHT + (1 - 2 * STRAIGHT) * k / (2 * COILS), off = k == 0 || k == 2 * COILS ? 0 : k % 2 ? 1 : -1;
      put_point(file, 'L', ax + t * dx + off * radius * nx, ay + t * dy + off * radius * ny);
    }
    put_point(file, 'L', ax + dx, ay + dy);
    put(file, "\"/>\n");
  }
}

/* ---- faces ---- */

static SarVec3 normal_of(const SarSolid *s, const SarFace *face) {
  SarVec3 a = s->vertices[face->corner[0]];
  SarVec3 n = sar_cross(sar_sub(s->vertices[face->corner[1]], a), sar_sub(s->vertices[face->corner[2]], a));
  double size = sar_norm(n);
  return size > 0 ? sar_scale(1 / size, n) : sar_vec3(0, 0, 0);
}

static int corners_of(const SarFace *face) { return face->corner[3] < 0 ? 3 : 4; }

static void draw_face(SarTextFile *file, const SarSheet *sheet, const SarSolid *s, const SarFace *face,
                      SarVec3 normal) {
  const SarVec3 light = {-0.32, 0.62, 0.716}; /* from the upper left, of length 1 */
  const char *colour = face->colour ? face->colour : s->colour;
  if (normal.z < 0) normal = sar_neg(normal);
  double lit = fmax(0, sar_dot(normal, light));
  double shade = face->colour ? 0.42 + 0.09 * lit : 0.46 + 0.27 * lit; /* what stands for a number is hardly changed */
  int corners = corners_of(face);
  uint32_t all = (1U << corners) - 1;
  put(file, "<path fill=\"");
  put_shade(file, colour, shade);
  put(file, "\" stroke=\"");
  put_shade(file, colour, (face->edges & all) == all ? 0.26 : shade); /* without lines: over the seam */
  if ((face->edges & all) != all) put(file, s->swept ? "\" stroke-width=\"1.2" : "\" stroke-width=\".6");
  put(file, "\" d=\"");
  for (int k = 0; k < corners; k++) {
    put_point(file, k ? 'L' : 'M', to_x(sheet, s->vertices[face->corner[k]]),
              to_y(sheet, s->vertices[face->corner[k]]));
  }
  put(file, "Z\"/>\n");
  if (!(face->edges & all) || (face->edges & all) == all) return;
  put(file, "<path fill=\"none\" stroke=\"");
  put_shade(file, colour, 0.26);
  put(file, "\" d=\"");
  for (int k = 0; k < corners; k++) {
    SarVec3 p = s->vertices[face->corner[k]], q = s->vertices[face->corner[(k + 1) % corners]];
    if (!(face->edges >> k & 1)) continue;
    put_point(file, 'M', to_x(sheet, p), to_y(sheet, p));
    put_point(file, 'L', to_x(sheet, q), to_y(sheet, q));
  }
  put(file, "\"/>\n");
}

typedef struct Sorted {
  int32_t face;
  double depth;
} Sorted;

static int compare_depths(const void *a, const void *b) {
  const Sorted *p = a, *q = b;
  if (p->depth != q->depth) return p->depth < q->depth ? -1 : 1;
  return (p->face > q->face) - (p->face < q->face);
}

static double face_depth(const SarSolid *s, const SarFace *face) {
  double sum = 0;
  for (int k = 0; k < corners_of(face); k++) sum += s->vertices[face->corner[k]].z;
  return sum / corners_of(face);
}

/* Faces of one solid from the back to the front; those that look away only where they can be seen. */
static void draw_faces(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  Sorted *sorted = malloc(((size_t)s->nfaces + 1) * sizeof *sorted);
  int32_t count = 0;
  if (!sorted) {
    file->status = sar_report_no_memory(file->context);
    return;
  }
  for (int32_t i = 0; i < s->nfaces; i++) {
    if (!s->open && normal_of(s, &s->faces[i]).z <= 1e-6) continue;
    sorted[count++] = (Sorted){i, face_depth(s, &s->faces[i])};
  }
  qsort(sorted, (size_t)count, sizeof *sorted, compare_depths);
  for (int32_t i = 0; i < count; i++) {
    const SarFace *face = &s->faces[sorted[i].face];
    draw_face(file, sheet, s, face, normal_of(s, face));
  }
  free(sorted);
}

void sar_draw_solid(SarTextFile *file, const SarSheet *sheet, const SarSolid *s) {
  switch (s->kind) {
    case SAR_SOLID_SPHERE: draw_ball(file, sheet, s); break;
    case SAR_SOLID_CAPSULE: draw_capsule(file, sheet, s); break;
    case SAR_SOLID_CYLINDER: draw_cylinder(file, sheet, s); break;
    case SAR_SOLID_SPRING: draw_spring(file, sheet, s); break;
    case SAR_SOLID_FACES: draw_faces(file, sheet, s); break;
  }
}

/* ---- signs ---- */

void sar_draw_hatched(SarTextFile *file, double x, double y, double dx, double dy, double length) {
  int strokes = (int)fmax(3, round(length / 6));
  double step = length / strokes, long_side = 5.5;
  put(file, "<path fill=\"none\" stroke=\"" INK "\" stroke-width=\"1.4\" d=\"");
  put_point(file, 'M', x - dx * length / 2, y - dy * length / 2);
  put_point(file, 'L', x + dx * length / 2, y + dy * length / 2);
  put(file, "\"/>\n<path fill=\"none\" stroke=\"" INK "\" stroke-width=\".9\" d=\"");
  for (int k = 0; k < strokes; k++) {
    double at = (k + 0.75) * step - length / 2, px = x + dx * at, py = y + dy * at;
    put_point(file, 'M', px, py); /* backwards and to the right of the line, which is down where the line goes right */
    put_point(file, 'L', px - long_side * dx - long_side * dy, py - long_side * dy + long_side * dx);
  }
  put(file, "\"/>\n");
}

void sar_draw_support(SarTextFile *file, double x, double y, double size) {
  put(file, "<path fill=\"#ffffff\" stroke=\"" INK "\" stroke-width=\"1.3\" stroke-linejoin=\"round\" d=\"");
  put_point(file, 'M', x, y);
  put_point(file, 'L', x - 0.62 * size, y + size);
  put_point(file, 'L', x + 0.62 * size, y + size);
  put(file, "Z\"/>\n");
  sar_draw_hatched(file, x, y + size, 1, 0, 2.1 * size);
}

void sar_draw_scale_bar(SarTextFile *file, const SarSheet *sheet, double x, double y, double longest,
                        const char *unit) {
  double length = longest / sheet->scale, power = pow(10, floor(log10(length))), part = length / power;
  double nice = (part >= 5 ? 5 : part >= 2 ? 2 : 1) * power, end = x + nice * sheet->scale;
  char text[64];
  snprintf(text, sizeof text, "%.12g %s", nice, unit);
  put(file, "<path class=\"scale\" fill=\"none\" stroke=\"" INK "\" stroke-width=\"1.4\" d=\"");
  put_point(file, 'M', x, y - 4);
  put_point(file, 'L', x, y);
  put_point(file, 'L', end, y);
  put_point(file, 'L', end, y - 4);
  put(file, "\"/>\n<text text-anchor=\"middle\" fill=\"" INK "\"");
  sar_markup_attribute(file, "x", (x + end) / 2);
  sar_markup_attribute(file, "y", y - 7);
  put(file, ">");
  sar_markup_text(file, text);
  put(file, "</text>\n");
}

void sar_draw_axes(SarTextFile *file, double x, double y, double size, const SarVec3 directions[3]) {
  static const char *const names[] = {"x", "y", "z"}, *const colours[] = {"#c8443f", "#3b7d4f", "#1f6f9f"};
  for (int k = 0; k < 3; k++) {
    double dx = directions[k].x, dy = -directions[k].y, seen = hypot(dx, dy);
    if (seen < 0.05) continue; /* along the view */
    put(file, "<path fill=\"none\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke=\"");
    put(file, colours[k]);
    put(file, "\" d=\"");
    put_point(file, 'M', x, y);
    put_point(file, 'L', x + size * dx, y + size * dy);
    put(file, "\"/>\n<text text-anchor=\"middle\" font-size=\"12\" fill=\"");
    put(file, colours[k]);
    put(file, "\"");
    sar_markup_attribute(file, "x", x + size * dx + 9 * dx / seen);
    sar_markup_attribute(file, "y", y + size * dy + 9 * dy / seen + 4);
    put(file, ">");
    put(file, names[k]);
    put(file, "</text>\n");
  }
}
