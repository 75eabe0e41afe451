/* From columns to tables. */
#include "result/layout.h"

#include <stdlib.h>
#include <string.h>

#include "result/column_runs.h"

#define MOST_NAME_BYTES 40000 /* of all names in a table: with the rest of their fields below 64 kB */

static const char *const shared_names[SAR_TABLE_KINDS] = {
    [SAR_TABLE_VARIABLES] = "variables", [SAR_TABLE_MEASURES] = "measures", [SAR_TABLE_STATES] = "states"};

typedef struct Maker {
  const SarSinkHeader *header;
  SarLayout *out;
  SarArena *arena;
  bool whole_names;   /* of shared fields, see name_shared */
  const char *errors; /* the group of error bars */
} Maker;

/* A slash would lead into a group. No element of a model has one in its name; a header made by hand may. */
static const char *table_name(Maker *m, const char *element, int32_t part) {
  char *name = part ? sar_arena_printf(m->arena, "%s.%d", element, (int)part) : sar_arena_copy_text(m->arena, element);
  for (char *c = name; c && *c; c++) *c = *c == '/' ? '_' : *c;
  return name;
}

static SarLayoutTable *add_table(Maker *m, const char *element, int32_t part, bool error) {
  SarLayoutTable *table = &m->out->tables[m->out->ntables++];
  *table = (SarLayoutTable){
      .group = error ? m->errors : NULL, .name = table_name(m, element, part), .first = m->out->nfields, .parts = 1};
  table->path = table->name && error ? sar_arena_printf(m->arena, "%s/%s", m->errors, table->name) : table->name;
  return table->path ? table : NULL;
}

static const char *group_of_errors(const SarSinkHeader *header) {
  for (int32_t i = 0; i < header->ncolumns; i++) {
    const char *element = header->columns[i].element;
    if (element && strcmp(element, SAR_LAYOUT_ERRORS) == 0) return SAR_LAYOUT_ERRORS ".1";
  }
  return SAR_LAYOUT_ERRORS;
}

static void add_field(Maker *m, SarLayoutTable *table, int32_t column, const char *name) {
  SarLayout *out = m->out;
  out->columns[out->nfields] = column;
  out->names[out->nfields++] = name;
  out->tables_of[column] = (int32_t)(table - out->tables);
  out->fields_of[column] = table->nfields++;
}

/* ---- elements ---- */

static bool is_numbered(SarSinkTable table) { return table == SAR_TABLE_NODES || table == SAR_TABLE_ELEMENTS; }

/* `shaft` of `shaft.n12`: how long it is. */
static size_t owner_length(const char *element) {
  const char *point = strrchr(element, '.');
  return point ? (size_t)(point - element) : strlen(element);
}

/* How many runs from this one on are parts of one table: nodes or elements of a beam with the same fields. */
static int32_t count_parts(const Maker *m, const SarColumnRuns *runs, int32_t from) {
  const SarColumnRun *first = &runs->runs[from];
  const SarSinkColumn *columns = m->header->columns, *of = &columns[first->first];
  size_t length = owner_length(of->element);
  int32_t i = from + 1;
  for (; i < runs->nruns && runs->runs[i].kind == first->kind; i++) {
    const SarSinkColumn *other = &columns[runs->runs[i].first];
    bool same = other->table == of->table && other->error == of->error && owner_length(other->element) == length;
    if (!same || strncmp(other->element, of->element, length) != 0) break;
  }
  return i - from;
}

static bool add_numbered(Maker *m, const SarColumnRuns *runs, int32_t from, int32_t parts) {
  const SarSinkColumn *columns = m->header->columns, *of = &columns[runs->runs[from].first];
  const char *what = of->table == SAR_TABLE_NODES ? "nodes" : "elements";
  const char *name = sar_arena_printf(m->arena, "%.*s.%s", (int)owner_length(of->element), of->element, what);
  SarLayoutTable *table = name ? add_table(m, name, 0, of->error) : NULL;
  if (!table) return false;
  for (int32_t i = from; i < from + parts; i++) {
    const SarColumnRun *run = &runs->runs[i];
    for (int32_t k = 0; k < run->count; k++) add_field(m, table, run->first + k, columns[run->first + k].quantity);
  }
  table->kind = runs->runs[from].kind;
  table->parts = parts;
  return true;
}

/* Runs from this one on that are amplitudes of the same body: each amplitude is a part of one field. */
static bool add_modes(Maker *m, const SarColumnRuns *runs, int32_t from, int32_t *count) {
  const SarSinkColumn *columns = m->header->columns, *of = &columns[runs->runs[from].first];
  const char *name = sar_arena_printf(m->arena, "%s.modes", of->element);
  SarLayoutTable *table = name ? add_table(m, name, 0, of->error) : NULL;
  if (!table) return false;
  for (*count = 0; from + *count < runs->nruns; ++*count) {
    const SarColumnRun *run = &runs->runs[from + *count];
    const SarSinkColumn *other = &columns[run->first];
    if (other->table != SAR_TABLE_MODES || other->error != of->error || strcmp(other->element, of->element) != 0) break;
    for (int32_t k = 0; k < run->count; k++) add_field(m, table, run->first + k, "amplitude");
  }
  table->kind = -1;
  table->parts = table->nfields;
  return true;
}

static bool add_elements(Maker *m, const SarColumnRuns *runs) {
  const SarSinkColumn *columns = m->header->columns;
  int32_t part = 0;
  for (int32_t i = 0; i < runs->nruns; i++) {
    const SarColumnRun *run = &runs->runs[i];
    const SarSinkColumn *first = &columns[run->first], *before = i ? &columns[runs->runs[i - 1].first] : NULL;
    int32_t parts = is_numbered(first->table) ? count_parts(m, runs, i) : 1;
    if (first->table == SAR_TABLE_MODES) {
      if (!add_modes(m, runs, i, &parts)) return false;
      i += parts - 1;
      continue;
    }
    if (parts > 1) {
      if (!add_numbered(m, runs, i, parts)) return false;
      i += parts - 1;
      continue;
    }
    if (first->table != SAR_TABLE_OWN && !is_numbered(first->table)) continue;
    bool again = before && strcmp(before->element, first->element) == 0 && before->error == first->error;
    part = !again ? 0 : part ? part + 1 : 2;
    SarLayoutTable *table = add_table(m, first->element, part, first->error);
    if (!table) return false;
    for (int32_t k = 0; k < run->count; k++) add_field(m, table, run->first + k, columns[run->first + k].quantity);
    table->kind = run->kind;
  }
  return true;
}

/* ---- what shares tables ---- */

/* `speed.value` is the field `speed`, `filter.rate` the field `filter.rate`. */
static const char *name_shared(Maker *m, const SarSinkColumn *column) {
  if (!m->whole_names && strcmp(column->quantity, "value") == 0) return column->element;
  return sar_arena_printf(m->arena, "%s.%s", column->element, column->quantity);
}

static bool is_taken(const Maker *m, const char *name) {
  for (int32_t i = 0; i < m->out->ntables; i++) {
    if (!m->out->tables[i].group && strcmp(m->out->tables[i].name, name) == 0) return true;
  }
  return false;
}

static bool add_shared(Maker *m, SarSinkTable which, bool error) {
  SarLayoutTable *table = NULL;
  int32_t part = is_taken(m, shared_names[which]) ? 1 : 0;
  size_t bytes = 0;
  for (int32_t i = 0; i < m->header->ncolumns; i++) {
    if (m->header->columns[i].table != which || m->header->columns[i].error != error) continue;
    const char *name = name_shared(m, &m->header->columns[i]);
    if (!name) return false;
    bytes += strlen(name);
    if (!table || table->nfields == SAR_LAYOUT_FIELDS || bytes > MOST_NAME_BYTES) {
      if (table) part = part ? part + 1 : 2;
      table = add_table(m, shared_names[which], part, error);
      bytes = strlen(name);
    }
    if (!table) return false;
    add_field(m, table, i, name);
    table->kind = -1;
  }
  return true;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Whether the short names of shared fields are all different: the state `left` has the rate `left.rate`, and a
 * sub-model `left` may have a state `rate`. If they are not, all of them get the name of their column. */
static bool find_clash(Maker *m, SarSinkTable which) {
  const char **names = calloc((size_t)m->header->ncolumns + 1, sizeof *names);
  size_t count = 0;
  bool ok = names != NULL;
  for (int32_t i = 0; ok && i < m->header->ncolumns; i++) {
    if (m->header->columns[i].table != which || m->header->columns[i].error) continue;
    names[count] = name_shared(m, &m->header->columns[i]);
    ok = names[count++] != NULL;
  }
  if (ok && count) qsort(names, count, sizeof *names, compare_names);
  bool clash = false;
  for (size_t i = 1; ok && i < count; i++) clash |= strcmp(names[i - 1], names[i]) == 0;
  free(names);
  m->whole_names |= clash;
  return ok;
}

static bool has_shared(const SarSinkHeader *header) {
  for (int32_t i = 0; i < header->ncolumns; i++) {
    SarSinkTable table = header->columns[i].table;
    if (table >= SAR_TABLE_VARIABLES && table <= SAR_TABLE_STATES) return true;
  }
  return false;
}

static bool add_all_shared(Maker *m) {
  bool ok = true;
  if (!has_shared(m->header)) return true;
  for (SarSinkTable which = SAR_TABLE_VARIABLES; which <= SAR_TABLE_STATES && ok; which++) ok = find_clash(m, which);
  for (SarSinkTable which = SAR_TABLE_VARIABLES; which <= SAR_TABLE_STATES && ok; which++) {
    ok = add_shared(m, which, false) && add_shared(m, which, true);
  }
  return ok;
}

/* ---- kinds ---- */

/* Kinds of runs that are no table of their own are left out; every shared table is a kind. */
static bool number_kinds(Maker *m, int32_t nkinds) {
  SarLayout *out = m->out;
  int32_t *number = malloc(((size_t)nkinds + 1) * sizeof *number);
  if (!number) return false;
  for (int32_t i = 0; i < nkinds; i++) number[i] = -1;
  for (int32_t i = 0; i < out->ntables; i++) {
    int32_t kind = out->tables[i].kind;
    bool fresh = kind < 0 || number[kind] < 0;
    if (fresh) out->kinds[out->nkinds++] = i;
    if (kind >= 0 && fresh) number[kind] = out->nkinds - 1;
    out->tables[i].kind = kind < 0 ? out->nkinds - 1 : number[kind];
  }
  free(number);
  return true;
}

static bool allocate(SarLayout *out, int32_t count) {
  out->tables = SAR_NEW(out->arena, count + 1, SarLayoutTable);
  out->kinds = SAR_NEW(out->arena, count + 1, int32_t);
  out->columns = SAR_NEW(out->arena, count + 1, int32_t);
  out->names = SAR_NEW(out->arena, count + 1, const char *);
  out->tables_of = SAR_NEW(out->arena, count + 1, int32_t);
  out->fields_of = SAR_NEW(out->arena, count + 1, int32_t);
  return out->tables && out->kinds && out->columns && out->names && out->tables_of && out->fields_of;
}

SarStatus sar_layout_create(SarContext *context, const SarSinkHeader *header, SarLayout *out) {
  *out = (SarLayout){.arena = sar_arena_create()};
  SarColumnRuns runs = {0};
  Maker m = {.header = header, .out = out, .arena = out->arena, .errors = group_of_errors(header)};
  bool ok = out->arena && allocate(out, header->ncolumns) && sar_column_runs_create(header, SAR_LAYOUT_FIELDS, &runs) &&
            add_elements(&m, &runs) && add_all_shared(&m) && number_kinds(&m, runs.nkinds);
  sar_column_runs_free(&runs);
  return ok ? SAR_OK : sar_report_no_memory(context);
}

void sar_layout_destroy(SarLayout *layout) {
  sar_arena_destroy(&layout->arena);
  *layout = (SarLayout){0};
}
