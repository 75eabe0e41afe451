/* CalculiX expands shells into solid elements over their thickness before it does anything else, and lists them in
 * JOB.12d: every element with its nodes and the nodes that were made. Where the normals of elements around a node
 * differ by little, one mean normal holds for all of them and they share the nodes that are made: below, in (of corners
 * of quadratic shells) and above the middle surface. JOB.dof names the nodes of the deck in the place of those; the
 * unknowns stand in the order of the numbers that JOB.12d has.
 *
 * Where normals differ much, at edges, CalculiX ties the nodes of the elements together by a `knot`, whose rotations
 * and stretch are unknowns: that is not read. */
#include "fe/read/shells.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REMEDY "run ccx again in this folder: it writes the expansion of shells beside its results"
#define CORNERS 4
#define MOST 20

/* What is summed up at a node that is made. */
typedef struct Made {
  int64_t number, original;
  SarVec3 normal; /* sum over elements */
  double height;  /* over the middle surface: -1/2, 0, 1/2 of the thickness */
} Made;

typedef struct Expansion {
  SarFeDeck *deck;
  SarFeText text;
  Made *made;
  int32_t count, capacity;
} Expansion;

/* Over the element, the place of a node that is made: which node of the shell, and where over the thickness. */
static void place_of(const SarFeType *type, int32_t k, int32_t *node, double *height) {
  int32_t corners = type->nodes > CORNERS ? type->nodes / 2 : type->nodes;
  if (k < 2 * corners) {
    *node = k % corners;
    *height = k < corners ? -0.5 : 0.5;
  } else if (k < 4 * corners) {
    *node = corners + (k - 2 * corners) % corners;
    *height = k < 3 * corners ? -0.5 : 0.5;
  } else {
    *node = k - 4 * corners;
    *height = 0;
  }
}

/* ---- normals ---- */

/* Derivatives of the shape functions of a triangle at its node k. */
static void triangle(int32_t nodes, int32_t k, double d[2][8]) {
  static const double at[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};
  double r = at[k][0], s = at[k][1], l = 1 - r - s;
  double linear[2][3] = {{-1, 1, 0}, {-1, 0, 1}};
  for (int i = 0; nodes == 3 && i < 3; i++) d[0][i] = linear[0][i], d[1][i] = linear[1][i];
  if (nodes == 3) return;
  double quadratic[2][6] = {{1 - 4 * l, 4 * r - 1, 0, 4 * (l - r), 4 * s, -4 * s},
                            {1 - 4 * l, 0, 4 * s - 1, -4 * r, 4 * r, 4 * (l - s)}};
  memcpy(d[0], quadratic[0], sizeof quadratic[0]);
  memcpy(d[1], quadratic[1], sizeof quadratic[1]);
}

/* The same of a quadrilateral of four or eight nodes. */
static void quadrilateral(int32_t nodes, int32_t k, double d[2][8]) {
  static const double at[8][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  double r = at[k][0], s = at[k][1];
  for (int i = 0; i < 4; i++) {
    double a = at[i][0], b = at[i][1];
    d[0][i] = nodes == 4 ? a * (1 + b * s) / 4 : a * (1 + b * s) * (2 * a * r + b * s) / 4;
    d[1][i] = nodes == 4 ? b * (1 + a * r) / 4 : b * (1 + a * r) * (2 * b * s + a * r) / 4;
  }
  for (int i = 4; i < nodes; i++) {
    double a = at[i][0], b = at[i][1];
    d[0][i] = a == 0 ? -r * (1 + b * s) : a * (1 - s * s) / 2;
    d[1][i] = a == 0 ? b * (1 - r * r) / 2 : -s * (1 + a * r);
  }
}

/* Unit normal at node k of a shell whose nodes are at x. */
static SarVec3 normal_at(const SarFeType *type, const SarVec3 *x, int32_t k) {
  double d[2][8] = {{0}};
  SarVec3 tangents[2] = {{0, 0, 0}, {0, 0, 0}};
  if (type->nodes % 3 == 0)
    triangle(type->nodes, k, d);
  else
    quadrilateral(type->nodes, k, d);
  for (int32_t i = 0; i < type->nodes; i++) {
    for (int a = 0; a < 2; a++) tangents[a] = sar_axpy(d[a][i], x[i], tangents[a]);
  }
  SarVec3 normal = sar_cross(tangents[0], tangents[1]);
  double size = sar_norm(normal);
  return size > 0 ? sar_scale(1 / size, normal) : sar_vec3(0, 0, 0);
}

/* ---- JOB.12d ---- */

/* Whether the line begins so, behind blanks; the cursor then stands behind it. */
static bool begins(SarFeText *text, const char *word) {
  size_t length = strlen(word);
  text->cursor = text->line;
  if (!sar_fe_text_more(text) || (size_t)(text->line + text->length - text->cursor) < length) return false;
  if (memcmp(text->cursor, word, length) != 0) return false;
  text->cursor += length;
  return true;
}

/* Numbers from the next lines on. */
static SarStatus read_numbers(SarFeText *text, int32_t count, int64_t *numbers) {
  for (int32_t i = 0; i < count;) {
    if (!sar_fe_text_more(text)) {
      if (sar_fe_text_line(text)) continue;
      SAR_TRY(text->status);
      return sar_fe_file_wrong(text, REMEDY, "the file is cut short");
    }
    if (!sar_fe_text_int(text, &numbers[i]) || numbers[i] < 1) {
      return sar_fe_text_wrong(text, REMEDY, "`%.*s` is not the number of a node", sar_fe_text_shown(text),
                               text->cursor);
    }
    i++;
  }
  return SAR_OK;
}

/* Puts the solid element into the place of the shell, and keeps what is known of its nodes. */
static SarStatus put_solid(Expansion *x, SarFeDeckElement *element, const int64_t *numbers) {
  SarFeDeck *deck = x->deck;
  SarFeReading *r = deck->reading;
  int32_t first = deck->nconnectivity, made = sar_fe_nodes_of(element);
  SarVec3 at[8];
  const int64_t *shell = deck->connectivity + element->first;
  for (int32_t i = 0; i < element->type->nodes; i++) {
    int32_t node = sar_fe_index(r->out->numbers, r->out->nnodes, shell[i]);
    if (node < 0) return sar_fe_text_wrong(&x->text, REMEDY, "node %" PRId64 " has no coordinates", shell[i]);
    at[i] = r->out->at[node];
  }
  for (int32_t k = 0; k < made; k++) {
    Made *m = sar_arena_append(r->scratch, 256, &x->made, &x->count, &x->capacity, sizeof *m);
    int64_t *place = sar_arena_append(r->scratch, 256, &deck->connectivity, &deck->nconnectivity,
                                      &deck->connectivity_capacity, sizeof *place);
    if (!m || !place) return sar_report_no_memory(r->context);
    int32_t node = 0;
    *place = numbers[k];
    place_of(element->type, k, &node, &m->height);
    m->height *= element->thickness;
    m->number = numbers[k];
    m->original = deck->connectivity[element->first + node];
    m->normal = normal_at(element->type, at, node);
  }
  element->first = first;
  element->expanded = true;
  return SAR_OK;
}

static SarStatus read_element(Expansion *x) {
  SarFeText *text = &x->text;
  int64_t number = 0, numbers[MOST], nodes[8];
  int32_t index = sar_fe_text_int(text, &number) ? sar_fe_deck_element(x->deck, number) : -1;
  SarFeDeckElement *element = index >= 0 ? &x->deck->elements[index] : NULL;
  if (!element || !element->type->shell || element->expanded) {
    return sar_fe_text_wrong(text, REMEDY, "element %" PRId64 " is no shell of the input deck, or stands here twice",
                             number);
  }
  text->cursor = text->line + text->length;
  SAR_TRY(read_numbers(text, element->type->nodes, nodes));
  if (memcmp(nodes, x->deck->connectivity + element->first, (size_t)element->type->nodes * sizeof *nodes) != 0) {
    return sar_fe_text_wrong(text, REMEDY, "element %" PRId64 " has other nodes in the input deck", number);
  }
  if (!sar_fe_text_line(text)) return sar_fe_file_wrong(text, REMEDY, "the file is cut short");
  text->cursor = text->line + text->length; /* what it is expanded into */
  SAR_TRY(read_numbers(text, sar_fe_nodes_of(element), numbers));
  if (element->thickness > 0) return put_solid(x, element, numbers);
  return sar_report(x->deck->reading->context, SAR_INPUT, (SarSource){element->file, element->line, 1}, NULL,
                    "give a thickness under *SHELL SECTION", "element %" PRId64 " has no thickness", number);
}

static SarStatus read_expansion(Expansion *x) {
  SarFeText *text = &x->text;
  while (sar_fe_text_line(text)) {
    if (begins(text, "a KNOT was generated in node")) {
      return sar_fe_text_wrong(text, "make the model of solid elements, or round the edge off in several steps",
                               "shells meet at an edge at node%.*s: that is not read", sar_fe_text_shown(text),
                               text->cursor);
    }
    if (begins(text, "ELEMENT")) SAR_TRY(read_element(x));
  }
  return text->status;
}

/* ---- the nodes ---- */

static int by_number(const void *a, const void *b) {
  const Made *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* All that elements have made of one node under one number: their mean normal. */
static SarStatus add_node(Expansion *x, const Made *all, int32_t count, SarFeShells *out) {
  SarFeDeck *deck = x->deck;
  SarFeReading *r = deck->reading;
  SarVec3 normal = {0, 0, 0};
  for (int32_t i = 0; i < count; i++) {
    if (all[i].original != all[0].original) {
      return sar_fe_file_wrong(&x->text, REMEDY, "node %" PRId64 " is made of two nodes", all[0].number);
    }
    normal = sar_add(normal, all[i].normal);
  }
  int32_t node = sar_fe_index(r->out->numbers, r->out->nnodes, all[0].original);
  double size = sar_norm(normal);
  if (!(size > 0)) {
    return sar_fe_file_wrong(&x->text, "give shells with an area", "the shells around node %" PRId64 " have no normal",
                             all[0].original);
  }
  SarFeExpanded *e = sar_arena_append(r->scratch, 256, &out->nodes, &out->count, &out->capacity, sizeof *e);
  int64_t *number =
      sar_arena_append(r->scratch, 256, &deck->numbers, &deck->nnodes, &deck->numbers_capacity, sizeof *number);
  SarVec3 *at = sar_arena_append(r->scratch, 256, &deck->at, &deck->at_count, &deck->at_capacity, sizeof *at);
  if (!e || !number || !at) return sar_report_no_memory(r->context);
  *e = (SarFeExpanded){all[0].number, all[0].original};
  *number = all[0].number;
  *at = sar_axpy(all[0].height / size, normal, r->out->at[node]);
  return SAR_OK;
}

static SarStatus add_nodes(Expansion *x, SarFeShells *out) {
  if (x->count) qsort(x->made, (size_t)x->count, sizeof *x->made, by_number);
  for (int32_t i = 0, end; i < x->count; i = end) {
    for (end = i + 1; end < x->count && x->made[end].number == x->made[i].number;) end++;
    SAR_TRY(add_node(x, &x->made[i], end - i, out));
  }
  for (int32_t i = 0; i < x->deck->nelements; i++) {
    const SarFeDeckElement *e = &x->deck->elements[i];
    if (!e->type->shell || e->expanded) continue;
    return sar_fe_file_wrong(&x->text, REMEDY,
                             "the file is cut short or of another model: nothing about element %" PRId64, e->number);
  }
  return SAR_OK;
}

/* ---- which nodes were made of a node ---- */

static int by_original(const void *a, const void *b) {
  const SarFeExpanded *x = a, *y = b;
  if (x->original != y->original) return x->original < y->original ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static SarStatus sort_by_original(SarFeReading *r, SarFeShells *out) {
  if (!(out->made_of = SAR_NEW(r->scratch, out->count + 1, SarFeExpanded))) return sar_report_no_memory(r->context);
  if (!out->count) return SAR_OK;
  memcpy(out->made_of, out->nodes, (size_t)out->count * sizeof *out->made_of);
  qsort(out->made_of, (size_t)out->count, sizeof *out->made_of, by_original);
  return SAR_OK;
}

const SarFeExpanded *sar_fe_made_of(const SarFeShells *shells, int64_t original, int32_t *count) {
  int32_t first = 0, end = shells->count;
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    if (shells->made_of[middle].original < original)
      first = middle + 1;
    else
      end = middle;
  }
  for (*count = 0; first + *count < shells->count && shells->made_of[first + *count].original == original;) ++*count;
  return *count ? &shells->made_of[first] : NULL;
}

SarStatus sar_fe_shells_expand(SarFeDeck *deck, const char *path, SarFeShells *out) {
  Expansion x = {.deck = deck};
  bool any = false;
  *out = (SarFeShells){0};
  for (int32_t i = 0; i < deck->nelements; i++) any = any || deck->elements[i].type->shell;
  if (!any) return SAR_OK;
  if (!path) return sar_report_no_memory(deck->reading->context);
  SarStatus status = sar_fe_text_open(deck->reading->context, path, sar_nowhere(), &x.text);
  if (status == SAR_OK) status = read_expansion(&x);
  if (status == SAR_OK) status = add_nodes(&x, out);
  if (status == SAR_OK) status = sort_by_original(deck->reading, out);
  sar_fe_text_close(&x.text);
  return status;
}

/* ---- sets ---- */

static SarStatus expand_set(SarFeReading *r, const SarFeShells *shells, SarFeSet *set) {
  SarFeModel *m = r->out;
  int32_t *nodes = NULL, used = 0, capacity = 0;
  for (int32_t i = 0; i < set->count; i++) {
    int32_t made;
    const SarFeExpanded *e = sar_fe_made_of(shells, m->numbers[set->nodes[i]], &made);
    for (int32_t k = 0; k < (e ? made : 1); k++) {
      int32_t *place = sar_arena_append(r->arena, 64, &nodes, &used, &capacity, sizeof *place);
      if (!place) return sar_report_no_memory(r->context);
      *place = e ? sar_fe_index(m->numbers, m->nnodes, e[k].number) : set->nodes[i];
    }
  }
  set->count = sar_fe_sort_indices(nodes, used);
  set->nodes = nodes;
  return SAR_OK;
}

SarStatus sar_fe_shells_sets(SarFeReading *r, const SarFeShells *shells) {
  if (!shells->count) return SAR_OK;
  SarFeSet *sets = SAR_NEW(r->arena, r->out->nsets, SarFeSet);
  if (!sets) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < r->out->nsets; i++) {
    sets[i] = r->out->sets[i];
    if (sets[i].count) SAR_TRY(expand_set(r, shells, &sets[i]));
  }
  r->out->sets = sets;
  return SAR_OK;
}
