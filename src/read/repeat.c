/* `for:` repeats an element: {i: 0..N-1}, {i: 0..2, j: [1, 2, 5]}. Several counters are nested loops, the last one runs
 * fastest; the range of a later counter may use the earlier ones. An empty range (0..-1) gives nothing. */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

typedef struct Loop {
  SarFile *file;
  const SarNode *node;
  SarRepeat body;
  void *self;
} Loop;

static SarStatus run_level(const Loop *loop, int32_t level);

static int32_t limit_of(const SarReader *reader) {
  return reader->options->max_elements ? reader->options->max_elements : SAR_MAX_ELEMENTS;
}

static SarStatus too_many(const Loop *loop, SarSource at) {
  SarReader *reader = loop->file->reader;
  if (reader->iterations > limit_of(reader)) return SAR_INPUT; /* said before */
  reader->iterations = limit_of(reader) + 1;
  return sar_report(reader->context, SAR_INPUT, at, loop->file->element, "make the ranges smaller",
                    "`for` makes more than %d elements", (int)limit_of(reader));
}

/* One value of one counter. It is known only inside: not in its own range. */
static SarStatus step(const Loop *loop, int32_t level, SarSource at, double value) {
  SarFile *file = loop->file;
  SarReader *reader = file->reader;
  if (reader->iterations >= limit_of(reader)) return too_many(loop, at);
  reader->iterations++;
  file->counters[file->ncounters++] = (SarCounter){loop->node->keys[level]->text, value};
  SarStatus status = run_level(loop, level + 1);
  file->ncounters--;
  return status;
}

/* Once as many errors are reported as are shown, repeating them only costs time. */
static bool said_enough(const Loop *loop, SarStatus one) {
  return one == SAR_NO_MEMORY || (one != SAR_OK && sar_context_errors(loop->file->reader->context) >= SAR_MAX_ERRORS);
}

static SarStatus run_list(const Loop *loop, int32_t level, const SarNode *list) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < list->count; i++) {
    double value;
    SAR_TRY(sar_read_number(loop->file, list->items[i], "for", "", &value));
    SarStatus one = step(loop, level, list->items[i]->source, value);
    if (one != SAR_OK) status = one;
    if (said_enough(loop, one)) return status;
  }
  return status;
}

/* The two ends of "a..b". */
static SarStatus read_range(SarFile *file, const SarNode *node, int64_t *first, int64_t *last) {
  SarReader *reader = file->reader;
  const char *text;
  SAR_TRY(sar_read_text(file, node, "for", &text));
  const char *dots = strstr(text, "..");
  if (!dots) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "write 0..9 or [1, 2, 4]",
                      "`%s` is not a range", text);
  }
  char *left = sar_arena_copy_text_n(reader->scratch, text, (size_t)(dots - text));
  if (!left) return sar_read_no_memory(reader);
  SarSource right = node->inside;
  right.column += (int32_t)(dots - text) + 2;
  SAR_TRY(sar_read_integer(file, left, node->inside, "the end of a range", first));
  SAR_TRY(sar_read_integer(file, dots + 2, right, "the end of a range", last));
  if (*last >= *first - 1) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, node->source, file->element, "write the smaller end first",
                    "the range %lld..%lld runs backwards", (long long)*first, (long long)*last);
}

static SarStatus run_range(const Loop *loop, int32_t level, const SarNode *node) {
  int64_t first, last;
  SAR_TRY(read_range(loop->file, node, &first, &last));
  SarStatus status = SAR_OK;
  SarReader *reader = loop->file->reader;
  if (last - first >= limit_of(reader) - reader->iterations) return too_many(loop, node->source);
  for (int64_t i = first; i <= last; i++) {
    SarStatus one = step(loop, level, node->source, (double)i);
    if (one != SAR_OK) status = one;
    if (said_enough(loop, one) || reader->iterations > limit_of(reader)) return status;
  }
  return status;
}

static SarStatus check_counter(SarFile *file, const SarNode *key) {
  SarContext *context = file->reader->context;
  const char *name = key->text;
  if (!sar_text_is_name(name) || sar_text_is_reserved(name)) {
    return sar_report(context, SAR_INPUT, key->source, file->element, "use a name such as i",
                      "`%s` cannot be a counter", name);
  }
  for (int32_t i = 0; i < file->ncounters; i++) {
    if (strcmp(file->counters[i].name, name) != 0) continue;
    return sar_report(context, SAR_INPUT, key->source, file->element, "choose another counter",
                      "the counter `%s` is that of the `for` around it", name);
  }
  if (!sar_parameter_find(file, name)) return SAR_OK;
  return sar_report(context, SAR_INPUT, key->source, file->element, "choose another counter",
                    "the counter `%s` has the name of a parameter", name);
}

static SarStatus run_level(const Loop *loop, int32_t level) {
  SarFile *file = loop->file;
  if (level == loop->node->count) return loop->body(file, loop->self);
  const SarNode *key = loop->node->keys[level], *item = loop->node->items[level];
  if (item->kind == SAR_NODE_MAPPING) {
    return sar_report(file->reader->context, SAR_INPUT, item->source, file->element, "write 0..9 or [1, 2, 4]",
                      "the counter `%s` takes a range or a list, not a mapping", key->text);
  }
  return item->kind == SAR_NODE_SEQUENCE ? run_list(loop, level, item) : run_range(loop, level, item);
}

SarStatus sar_read_repeat(SarFile *file, const SarNode *node, SarRepeat body, void *self) {
  if (!node) return body(file, self);
  SarContext *context = file->reader->context;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "for", "counters with ranges, such as {i: 0..9}"));
  if (node->count == 0 || node->count + file->ncounters > SAR_MAX_COUNTERS) {
    return sar_report(context, SAR_INPUT, node->source, file->element, "write {i: 0..9}",
                      "`for` takes 1 to %d counters, not %d", SAR_MAX_COUNTERS, (int)node->count);
  }
  for (int32_t i = 0; i < node->count; i++) SAR_TRY(check_counter(file, node->keys[i]));
  Loop loop = {file, node, body, self};
  return run_level(&loop, 0);
}

/* ---- mappings of named things ---- */

typedef struct Named {
  SarNamed entry;
  SarReadNamed read;
  void *self;
  bool failed;
} Named;

static SarStatus read_once(SarFile *file, void *self) {
  Named *named = self;
  if (named->failed) return SAR_INPUT;
  SarStatus status = named->read(file, &named->entry, named->self);
  named->failed = status != SAR_OK;
  return status;
}

SarStatus sar_read_named(SarFile *file, const SarNode *key, const SarNode *node, SarReadNamed read, void *self) {
  const SarNode *counters = node->kind == SAR_NODE_MAPPING ? sar_node_get(node, "for") : NULL;
  Named named = {.entry = {key, node, counters != NULL}, .read = read, .self = self};
  return sar_read_repeat(file, counters, read_once, &named);
}

SarStatus sar_read_all_named(SarFile *file, const SarNode *mapping, SarReadNamed read, void *self) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < mapping->count; i++) {
    SarStatus one = sar_read_named(file, mapping->keys[i], mapping->items[i], read, self);
    if (one != SAR_OK) status = one;
  }
  return status;
}
