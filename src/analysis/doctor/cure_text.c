/* Edits in the text of a model: comments and layout stay as they are. */
#include <stdlib.h>
#include <string.h>

#include "analysis/doctor/cure.h"

/* Bytes begin .. end - 1 of a text replaced. */
typedef struct Change {
  int32_t file;
  SarSpan span;
  const char *by;
  int32_t sequence; /* changes of the same bytes keep the order in which they were asked for */
} Change;

typedef struct Changes {
  SarArena *arena;
  const SarModel *model;
  Change *list;
  int32_t count;
  bool impossible, out_of_memory;
} Changes;

static const char *text_of(const SarModel *model, int32_t file) {
  return file < 0 ? model->text : model->files[file].text;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* ---- what goes with a key and its value when they are removed ---- */

/* In braces: the comma behind, or else the one before. */
static SarSpan widen_in_braces(const char *text, SarSpan span) {
  size_t end = span.end, begin = span.begin;
  while (is_blank(text[end])) end++;
  if (text[end] == ',') {
    for (end++; text[end] == ' ';) end++;
    return (SarSpan){span.begin, end};
  }
  while (begin > 0 && is_blank(text[begin - 1])) begin--;
  if (begin > 0 && text[begin - 1] == ',') return (SarSpan){begin - 1, span.end};
  return span;
}

/* In lines: the whole lines, with the comment behind the value. False if something else stands before the key. */
static bool widen_in_lines(const char *text, SarSpan *span) {
  size_t begin = span->begin, end = span->end;
  while (begin > 0 && text[begin - 1] == ' ') begin--;
  if (begin > 0 && text[begin - 1] != '\n') return false;
  while (text[end] && text[end] != '\n') end++;
  *span = (SarSpan){begin, end + (text[end] == '\n')};
  return true;
}

static void add_removal(Changes *changes, int32_t file, SarSpan span, bool braces) {
  const char *text = text_of(changes->model, file);
  if (braces) {
    span = widen_in_braces(text, span);
  } else if (!widen_in_lines(text, &span)) {
    changes->impossible = true;
    return;
  }
  changes->list[changes->count++] = (Change){file, span, "", 0};
}

/* The text of a new key beside `between`: behind it in braces, in a line before it otherwise. */
static void insert_key(Changes *changes, const SarModelEntry *entry, const SarModelKey *between, const char *key,
                       const char *value) {
  const char *text = text_of(changes->model, entry->file);
  size_t begin = between->span.begin, indent = 0, at = entry->braces ? between->span.end : begin;
  while (indent < begin && text[begin - indent - 1] == ' ') indent++;
  const char *by = entry->braces ? sar_arena_printf(changes->arena, ", %s: %s", key, value)
                                 : sar_arena_printf(changes->arena, "%s: %s\n%*s", key, value, (int)indent, "");
  changes->out_of_memory = changes->out_of_memory || !by;
  changes->list[changes->count++] = (Change){entry->file, {at, at}, by ? by : "", 0};
}

static void set_key(Changes *changes, const SarModelEntry *entry, const char *key, const char *value) {
  const SarModelKey *between = NULL, *own = NULL;
  for (int32_t i = 0; i < entry->nkeys; i++) {
    if (strcmp(entry->keys[i].name, "between") == 0) between = &entry->keys[i];
    if (strcmp(entry->keys[i].name, key) == 0) own = &entry->keys[i];
  }
  if (own) {
    changes->list[changes->count++] = (Change){entry->file, own->value, value, 0};
  } else if (between) {
    insert_key(changes, entry, between, key, value);
  } else {
    changes->impossible = true;
  }
}

static void add_edit(Changes *changes, const SarCureEdit *edit) {
  const SarModelEntry *entry = edit->entry;
  if (!edit->to) {
    add_removal(changes, entry->file, entry->span, entry->in_braces);
    return;
  }
  changes->list[changes->count++] = (Change){entry->file, entry->type, edit->to->name, 0};
  if (edit->axis) set_key(changes, entry, "axis", edit->axis);
  if (edit->axis2) set_key(changes, entry, "axis2", edit->axis2);
  for (int32_t i = 0; i < entry->nkeys; i++) {
    const SarModelKey *key = &entry->keys[i];
    if (!sar_cure_takes(edit, key->name)) add_removal(changes, entry->file, key->span, entry->braces);
  }
}

/* ---- carrying changes out ---- */

static int compare_changes(const void *a, const void *b) {
  const Change *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
  return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* The changes of one file, in the order of its text; null when memory is exhausted. */
static const char *change_text(SarArena *arena, const char *text, const Change *list, int32_t count) {
  size_t length = strlen(text) + 1, at = 0, used = 0;
  for (int32_t i = 0; i < count; i++) length += strlen(list[i].by);
  char *out = sar_arena_alloc(arena, length, 1);
  if (!out) return NULL;
  for (int32_t i = 0; i < count; i++) {
    size_t kept = list[i].span.begin - at, added = strlen(list[i].by);
    memcpy(out + used, text + at, kept);
    memcpy(out + used + kept, list[i].by, added);
    used += kept + added;
    at = list[i].span.end;
  }
  strcpy(out + used, text + at);
  return out;
}

/* Removals of neighbours share the comma between them and become one. Other changes do not overlap. */
static void merge_removals(Changes *changes) {
  int32_t kept = 0;
  for (int32_t i = 1; i < changes->count; i++) {
    Change *before = &changes->list[kept], change = changes->list[i];
    if (before->file != change.file || change.span.begin >= before->span.end) {
      changes->list[++kept] = change;
      continue;
    }
    changes->impossible = changes->impossible || before->by[0] || change.by[0];
    if (change.span.end > before->span.end) before->span.end = change.span.end;
  }
  if (changes->count > 0) changes->count = kept + 1;
}

static SarStatus carry_out(SarContext *context, SarArena *arena, const Changes *changes, SarCureText *out) {
  for (int32_t first = 0, end; first < changes->count; first = end) {
    int32_t file = changes->list[first].file;
    for (end = first; end < changes->count && changes->list[end].file == file;) end++;
    const char *text = change_text(arena, text_of(changes->model, file), changes->list + first, end - first);
    if (!text) return sar_report_no_memory(context);
    if (file < 0) out->text = text;
    if (file >= 0) out->files[file].text = text;
  }
  return SAR_OK;
}

SarStatus sar_cure_text(SarContext *context, SarArena *arena, const SarModel *model, const SarCureEdit *edits,
                        int32_t nedits, SarCureText *out) {
  int32_t most = 3 * nedits; /* a type and two axes */
  for (int32_t i = 0; i < nedits; i++) most += edits[i].entry->nkeys;
  Changes changes = {.arena = arena, .model = model, .list = SAR_NEW(arena, most + 1, Change)};
  *out = (SarCureText){.text = NULL, .files = SAR_NEW(arena, model->nfiles + 1, SarModelFile)};
  if (!changes.list || !out->files) return sar_report_no_memory(context);
  for (int32_t i = 0; i < model->nfiles; i++) out->files[i] = model->files[i];
  for (int32_t i = 0; i < nedits; i++) add_edit(&changes, &edits[i]);
  if (changes.out_of_memory) return sar_report_no_memory(context);
  for (int32_t i = 0; i < changes.count; i++) changes.list[i].sequence = i;
  qsort(changes.list, (size_t)changes.count, sizeof *changes.list, compare_changes);
  merge_removals(&changes);
  if (changes.impossible) return SAR_OK;
  out->text = model->text;
  return carry_out(context, arena, &changes, out);
}
