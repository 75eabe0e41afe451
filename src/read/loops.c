/* `loops:` are belts, chains and tracks: equal chords around wheels, of which the last ends where the first begins.
 *
 *   belt: {around: {crank: {at: [0, 0], radius: 80}, idler: {at: [9, 50], radius: 35, outside: true}}, chords: 100}
 *
 * Chords as long as the path asks for; or a `pitch` is given, and `close: {idler_x: [4, 5]}` is the number, used by
 * wheels, that makes the path as long as the chords ask for. All in the file's units. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/loop.h"

#define MOST_CHORDS 1000000
#define MOST_WHEELS 10000
#define CLOSED 1e-9 /* of the length: a given pitch that closes without `close` */

static const char keys[] = "plane sense around chords start pitch close", wheel_keys[] = "at radius outside for";

/* The wheels as they are for one value of what closes the loop. */
typedef struct Wheels {
  SarLoopWheel *list;
  const char **names;
  SarLoopPiece *pieces;
  int32_t count, capacity, names_count, names_capacity, npieces; /* npieces: room for pieces */
  double sign;                                                   /* of the sense */
} Wheels;

typedef struct Solving {
  SarFile *file;
  SarFileLoop *loop;
  Wheels wheels;
  double start;
  int32_t iterations; /* of the reader, when the wheels have been read once */
} Solving;

static SarStatus wrong(const Solving *s, SarSource at, const char *remedy, const char *message) {
  return sar_report(s->file->reader->context, SAR_INPUT, at, s->loop->name, remedy, "%s", message);
}

/* ---- wheels ---- */

static SarStatus read_wheel(SarFile *file, const SarNamed *entry, void *self) {
  Solving *s = self;
  Wheels *w = &s->wheels;
  SarReader *reader = file->reader;
  const char *name;
  bool outside = false;
  double at[2], radius;
  SAR_TRY(sar_read_text(file, entry->key, "name", &name));
  SAR_TRY(sar_read_expect(file, entry->node, SAR_NODE_MAPPING, name, "{at: [x, y], radius: r}"));
  SAR_TRY(sar_read_check_keys(file, entry->node, "a wheel", wheel_keys));
  const SarNode *centre = sar_node_get(entry->node, "at"), *size = sar_node_get(entry->node, "radius");
  const SarNode *back = sar_node_get(entry->node, "outside");
  if (!centre || !size) {
    return sar_report(reader->context, SAR_INPUT, entry->key->source, s->loop->name,
                      "write {at: [x, y], radius: r}: a centre and a radius in the plane of the loop",
                      "the wheel `%s` has no `%s`", name, centre ? "radius" : "at");
  }
  SAR_TRY(sar_read_numbers(file, centre, "at", "", 2, at));
  SAR_TRY(sar_read_number(file, size, "radius", "", &radius));
  if (back) SAR_TRY(sar_read_bool(file, back, "outside", &outside));
  if (!(radius > 0)) return wrong(s, size->source, "give a positive radius", "the radius of a wheel must be positive");
  if (w->count == MOST_WHEELS) return wrong(s, entry->key->source, "use fewer", "a loop has too many wheels");
  SarLoopWheel *wheel = sar_arena_append(reader->scratch, 8, &w->list, &w->count, &w->capacity, sizeof *wheel);
  const char **named =
      sar_arena_append(reader->scratch, 8, &w->names, &w->names_count, &w->names_capacity, sizeof *named);
  if (!wheel || !named) return sar_read_no_memory(reader);
  *wheel = (SarLoopWheel){{at[0], at[1]}, (outside ? -1 : 1) * w->sign * radius};
  *named = sar_arena_copy_text(reader->scratch, name);
  return *named ? SAR_OK : sar_read_no_memory(reader);
}

static SarStatus report_fault(const Solving *s, SarLoopFault fault, int32_t where) {
  SarContext *context = s->file->reader->context;
  const Wheels *w = &s->wheels;
  const SarFileLoop *loop = s->loop;
  SarSource at = loop->key->source;
  if (fault == SAR_LOOP_NO_TANGENT) {
    const SarLoopWheel *a = &w->list[where], *b = &w->list[(where + 1) % w->count];
    bool crosses = a->radius * b->radius < 0;
    return sar_report(
        context, SAR_INPUT, at, loop->name,
        "move them apart, make them smaller, or list the wheels in the order in which the loop meets them",
        "the wheels `%s` and `%s` %s: their centres are %g apart, their radii %g and %g", w->names[where],
        w->names[(where + 1) % w->count], crosses ? "overlap, but the loop runs between them" : "lie within each other",
        hypot(b->at.x - a->at.x, b->at.y - a->at.y), fabs(a->radius), fabs(b->radius));
  }
  if (fault == SAR_LOOP_AWAY) {
    return sar_report(context, SAR_INPUT, at, loop->name,
                      "move it to the loop, leave it out, or say `outside: true` if it presses on the back",
                      "the wheel `%s` does not touch the loop, which would have to go round twice to reach it",
                      w->names[where]);
  }
  double length = sar_loop_length(w->pieces, 2 * w->count);
  if (where < 0) {
    return sar_report(context, SAR_INPUT, at, loop->name, "use more chords",
                      "%d chords do not reach around a loop of length %g", (int)loop->count, length);
  }
  return sar_report(context, SAR_INPUT, at, loop->name, "use more chords, or larger wheels",
                    "%d chords are too few: one of %g reaches over the wheel `%s`, which is %g wide", (int)loop->count,
                    length / loop->count, w->names[where], 2 * fabs(w->list[where].radius));
}

/* The path, and where it begins, as it is now. */
static SarStatus read_path(Solving *s) {
  SarFile *file = s->file;
  Wheels *w = &s->wheels;
  const SarNode *around = sar_node_get(s->loop->node, "around"), *start = sar_node_get(s->loop->node, "start");
  if (start) SAR_TRY(sar_read_number(file, start, "start", "", &s->start));
  w->count = w->names_count = 0;
  SAR_TRY(sar_read_all_named(file, around, read_wheel, s));
  if (s->iterations < 0) s->iterations = file->reader->iterations;
  file->reader->iterations = s->iterations; /* looking for what closes the loop makes no elements */
  if (w->count < 2) return wrong(s, around->source, "name two or more", "a loop runs around two wheels at least");
  if (w->count > w->npieces / 2) {
    w->npieces = 2 * w->count;
    w->pieces = SAR_NEW(file->reader->scratch, w->npieces, SarLoopPiece);
  }
  if (!w->pieces) return sar_read_no_memory(file->reader);
  int32_t where;
  SarLoopFault fault = sar_loop_path(w->list, w->count, w->pieces, &where);
  return fault == SAR_LOOP_FINE ? SAR_OK : report_fault(s, fault, where);
}

/* ---- closing ---- */

/* How much further the chords reach than the path is long. */
static SarStatus surplus(Solving *s, double *value) {
  const Wheels *w = &s->wheels;
  int32_t where;
  SarLoopFault fault =
      sar_loop_march(w->pieces, 2 * w->count, s->start, s->loop->chord, s->loop->count, NULL, value, &where);
  *value -= sar_loop_length(w->pieces, 2 * w->count);
  return fault == SAR_LOOP_FINE ? SAR_OK : report_fault(s, fault, where);
}

static SarStatus surplus_at(void *self, double x, double *value) {
  Solving *s = self;
  SarFile *file = s->file;
  file->counters[file->ncounters++] = (SarCounter){s->loop->closing, x};
  SarStatus status = read_path(s);
  file->ncounters--;
  SAR_TRY(status);
  return surplus(s, value);
}

static SarStatus check_closing_name(const Solving *s, const SarNode *key) {
  const char *name = key->text;
  SarContext *context = s->file->reader->context;
  if (!sar_text_is_name(name) || sar_text_is_reserved(name)) {
    return sar_report(context, SAR_INPUT, key->source, s->loop->name, "use a name such as idler_x",
                      "`%s` cannot be the name of a number", name);
  }
  if (!sar_parameter_find(s->file, name)) return SAR_OK;
  return sar_report(context, SAR_INPUT, key->source, s->loop->name,
                    "choose another name, and use it in the wheels instead of the parameter",
                    "what closes the loop has the name of the parameter `%s`", name);
}

static SarStatus solve_closing(Solving *s, const SarNode *close) {
  SarFile *file = s->file;
  SarFileLoop *loop = s->loop;
  double ends[2], values[2];
  SAR_TRY(sar_read_expect(file, close, SAR_NODE_MAPPING, "close", "a name and its range, such as {idler_x: [4, 5]}"));
  if (close->count != 1) return wrong(s, close->source, "write {idler_x: [4, 5]}", "one number closes a loop");
  SAR_TRY(check_closing_name(s, close->keys[0]));
  SAR_TRY(sar_read_numbers(file, close->items[0], close->keys[0]->text, "", 2, ends));
  loop->closing = close->keys[0]->text;
  for (int i = 0; i < 2; i++) SAR_TRY(surplus_at(s, ends[i], &values[i]));
  if (values[0] == values[1] || (values[0] > 0) == (values[1] > 0)) {
    return sar_report(file->reader->context, SAR_INPUT, close->items[0]->source, loop->name,
                      "give a range within which the path becomes as long as the chords reach",
                      "no `%s` between %g and %g closes the loop: the %d chords of %g miss its end by %g there and by "
                      "%g here",
                      loop->closing, ends[0], ends[1], (int)loop->count, loop->chord, values[0], values[1]);
  }
  SAR_TRY(sar_loop_zero(surplus_at, s, ends[0], values[0], ends[1], values[1], &loop->closed));
  return surplus_at(s, loop->closed, &values[0]); /* the wheels as they are then */
}

static SarStatus close_loop(Solving *s, const SarNode *pitch, const SarNode *close) {
  SarFileLoop *loop = s->loop;
  const Wheels *w = &s->wheels;
  if (close && !pitch) {
    return wrong(s, close->source, "add `pitch`, or leave `close` out",
                 "without a `pitch` the chords close the loop, and `close` has nothing to do");
  }
  if (pitch) SAR_TRY(sar_read_number(s->file, pitch, "pitch", "", &loop->chord));
  if (pitch && !(loop->chord > 0)) return wrong(s, pitch->source, "give a positive pitch", "`pitch` must be positive");
  if (close) return solve_closing(s, close);
  SAR_TRY(read_path(s));
  double chord, missing;
  int32_t where;
  SarLoopFault fault = sar_loop_chord(w->pieces, 2 * w->count, s->start, loop->count, &chord, &where);
  if (fault != SAR_LOOP_FINE) return report_fault(s, fault, where);
  if (!pitch) loop->chord = chord;
  SAR_TRY(surplus(s, &missing));
  if (fabs(missing) <= CLOSED * sar_loop_length(w->pieces, 2 * w->count)) return SAR_OK;
  return sar_report(s->file->reader->context, SAR_INPUT, pitch->source, loop->name,
                    "leave `pitch` out, or add `close: {x: [from, to]}` and let a wheel stand at x",
                    "%d chords of %g do not close the loop: they miss its end by %g; chords of %.10g would close it",
                    (int)loop->count, loop->chord, missing, chord);
}

/* ---- one loop ---- */

static SarStatus read_word(const Solving *s, const char *key, const char *choices, const char *remedy, int32_t *which) {
  const char *text;
  const SarNode *node = sar_node_get(s->loop->node, key);
  *which = 0;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(s->file, node, key, &text));
  *which = sar_field_choice(choices, text);
  if (*which >= 0) return SAR_OK;
  return sar_report(s->file->reader->context, SAR_INPUT, node->source, s->loop->name, remedy, "`%s` cannot be `%s`",
                    key, text);
}

static SarStatus read_settings(Solving *s) {
  static const char planes[] = "xy xz yz yx zx zy";
  SarFileLoop *loop = s->loop;
  const SarNode *chords = sar_node_get(loop->node, "chords");
  const SarNode *around = sar_node_get(loop->node, "around");
  int32_t plane, sense;
  int64_t count;
  const char *text;
  SAR_TRY(read_word(s, "plane", planes, "use one of: xy xz yz yx zx zy", &plane));
  SAR_TRY(read_word(s, "sense", "counter-clockwise clockwise", "use counter-clockwise or clockwise", &sense));
  loop->axes[0] = planes[3 * plane];
  loop->axes[1] = planes[3 * plane + 1];
  s->wheels.sign = sense == 0 ? 1 : -1;
  if (!chords || !around) {
    return sar_report(s->file->reader->context, SAR_INPUT, loop->key->source, loop->name,
                      "write {around: {a: {at: [0, 0], radius: 1}, ..}, chords: 40}", "the loop `%s` has no `%s`",
                      loop->name, around ? "chords" : "around");
  }
  SAR_TRY(sar_read_text(s->file, chords, "chords", &text));
  SAR_TRY(sar_read_integer(s->file, text, chords->inside, "the number of chords", &count));
  if (count < 3 || count > MOST_CHORDS) {
    return sar_report(s->file->reader->context, SAR_INPUT, chords->source, loop->name, "use 3 to 1000000",
                      "a loop cannot have %lld chords", (long long)count);
  }
  loop->count = (int32_t)count;
  return sar_read_expect(s->file, around, SAR_NODE_MAPPING, "around", "named wheels");
}

/* Nodes, and the angles of the chords. */
static SarStatus make_nodes(Solving *s) {
  SarFileLoop *loop = s->loop;
  const Wheels *w = &s->wheels;
  SarArena *arena = s->file->reader->arena;
  loop->nodes = SAR_NEW(arena, loop->count + 1, SarLoopNode);
  loop->angles = SAR_NEW(arena, loop->count + 1, double);
  if (!loop->nodes || !loop->angles) return sar_read_no_memory(s->file->reader);
  double travel, last = 0;
  int32_t where;
  SarLoopFault fault =
      sar_loop_march(w->pieces, 2 * w->count, s->start, loop->chord, loop->count, loop->nodes, &travel, &where);
  if (fault != SAR_LOOP_FINE) return report_fault(s, fault, where);
  for (int32_t i = 0; i < loop->count; i++) {
    SarVec2 a = loop->nodes[i].at, b = loop->nodes[i + 1].at;
    double angle = atan2(b.y - a.y, b.x - a.x), turn = 6.283185307179586477;
    last = loop->angles[i] = i == 0 ? angle : angle - turn * round((angle - last) / turn);
  }
  SarVec2 first = loop->nodes[0].at, end = loop->nodes[loop->count].at;
  loop->length = sar_loop_length(w->pieces, 2 * w->count);
  loop->gap = hypot(end.x - first.x, end.y - first.y);
  return SAR_OK;
}

static SarStatus solve_within(Solving *s) {
  const SarNode *node = s->loop->node;
  SAR_TRY(sar_read_expect(s->file, node, SAR_NODE_MAPPING, s->loop->name, "{around: {..}, chords: ..}"));
  SAR_TRY(sar_read_check_keys(s->file, node, "a loop", keys));
  SAR_TRY(read_settings(s));
  SAR_TRY(close_loop(s, sar_node_get(node, "pitch"), sar_node_get(node, "close")));
  return make_nodes(s);
}

/* Whoever asks for the loop may do so within `for:`, whose counters its wheels do not know. */
static SarStatus solve(SarFile *file, SarFileLoop *loop) {
  Solving solving = {.file = file, .loop = loop, .iterations = -1};
  const char *element = file->element;
  int32_t counters = file->ncounters;
  file->element = loop->name;
  file->ncounters = 0;
  loop->state = SAR_ACTIVE;
  SarStatus status = solve_within(&solving);
  loop->state = status == SAR_OK ? SAR_KNOWN : SAR_BROKEN;
  file->ncounters = counters;
  file->element = element;
  return status;
}

/* ---- all of them ---- */

static SarStatus check_name(SarFile *file, const SarNode *key) {
  const SarNode *include = sar_node_get(file->root, "include"), *plugins = sar_node_get(file->root, "plugins");
  const char *name = key->text, *other = NULL;
  SarContext *context = file->reader->context;
  if (!sar_text_is_name(name) || sar_text_is_reserved(name)) {
    return sar_report(context, SAR_INPUT, key->source, NULL, "use letters, digits and _, and do not start with a digit",
                      "`%s` cannot be the name of a loop", name);
  }
  if (include && include->kind == SAR_NODE_MAPPING && sar_node_get(include, name)) other = "a sub-model";
  if (plugins && plugins->kind == SAR_NODE_MAPPING && sar_node_get(plugins, name)) other = "a plugin";
  if (!other) return SAR_OK;
  return sar_report(context, SAR_INPUT, key->source, NULL, "choose another name",
                    "the loop `%s` has the name of %s: `%s.x` would mean both", name, other, name);
}

SarStatus sar_read_loops(SarFile *file, const SarNode *node) {
  if (!node || (node->kind == SAR_NODE_SCALAR && !node->text[0])) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "loops", "named loops"));
  file->loops = SAR_NEW(file->reader->arena, node->count, SarFileLoop);
  if (!file->loops) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = check_name(file, node->keys[i]);
    file->loops[file->nloops++] = (SarFileLoop){.name = node->keys[i]->text,
                                                .key = node->keys[i],
                                                .node = node->items[i],
                                                .state = one == SAR_OK ? SAR_WAITING : SAR_BROKEN,
                                                .solve = solve};
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_read_finish_loops(SarFile *file) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < file->nloops; i++) {
    if (file->loops[i].state == SAR_WAITING) (void)solve(file, &file->loops[i]);
    if (file->loops[i].state != SAR_KNOWN) status = SAR_INPUT;
  }
  return status;
}
