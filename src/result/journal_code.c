/* Writing and reading the bytes of a journal. Reading trusts nothing: every length is compared with what is left before
 * it is used. */
#include "result/journal_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/column_runs.h"

#define LONGEST_UNIT 31

/* In the place of the number of columns: they follow by kinds of elements (up to format 2: one by one). */
#define BY_KINDS UINT64_MAX
#define MOST_OF_A_RUN 64 /* a few bytes cannot stand for so many columns that memory is exhausted */

void sar_step_encode(const SarStepRecord *step, uint8_t bytes[SAR_STEP_BYTES]) {
  sar_put_real(bytes, step->time);
  sar_put_real(bytes + 8, step->step);
  sar_put_real(bytes + 16, step->error);
  sar_put_u32(bytes + 24, (uint32_t)step->iterations);
  sar_put_u32(bytes + 28, (uint32_t)step->order);
  sar_put_u32(bytes + 32, (uint32_t)step->rejections);
  sar_put_real(bytes + 36, step->constraint_position);
  sar_put_real(bytes + 44, step->constraint_velocity);
}

bool sar_step_decode(const uint8_t *bytes, size_t count, SarStepRecord *out) {
  if (count != SAR_STEP_BYTES && count != SAR_STEP_OLD_BYTES) return false;
  *out = (SarStepRecord){.time = sar_get_real(bytes),
                         .step = sar_get_real(bytes + 8),
                         .error = sar_get_real(bytes + 16),
                         .iterations = (int32_t)sar_get_u32(bytes + 24),
                         .order = (int32_t)sar_get_u32(bytes + 28),
                         .rejections = (int32_t)sar_get_u32(bytes + 32),
                         .constraint_position = NAN,
                         .constraint_velocity = NAN};
  if (count == SAR_STEP_OLD_BYTES) return true;
  out->constraint_position = sar_get_real(bytes + 36);
  out->constraint_velocity = sar_get_real(bytes + 44);
  return true;
}

void sar_event_encode(const SarEventRecord *event, uint8_t bytes[SAR_EVENT_BYTES]) {
  sar_put_real(bytes, event->time);
  sar_put_u32(bytes + 8, (uint32_t)event->event);
  sar_put_u32(bytes + 12, (uint32_t)event->direction);
}

void sar_event_decode(const uint8_t bytes[SAR_EVENT_BYTES], SarEventRecord *out) {
  *out = (SarEventRecord){.time = sar_get_real(bytes),
                          .event = (int32_t)sar_get_u32(bytes + 8),
                          .direction = (int32_t)sar_get_u32(bytes + 12)};
}

/* ---- writing the header ---- */

/* With bytes = null it only counts. */
typedef struct Writer {
  uint8_t *bytes;
  size_t used;
} Writer;

static void write_u64(Writer *w, uint64_t value) {
  if (w->bytes) sar_put_u64(w->bytes + w->used, value);
  w->used += 8;
}

static void write_real(Writer *w, double value) {
  if (w->bytes) sar_put_real(w->bytes + w->used, value);
  w->used += 8;
}

static void write_text(Writer *w, const char *text) {
  size_t length = text ? strlen(text) : 0;
  write_u64(w, length);
  if (w->bytes && length) memcpy(w->bytes + w->used, text, length);
  w->used += length;
}

static void write_units(Writer *w, const SarUnits *u) {
  write_real(w, u->length);
  write_real(w, u->mass);
  write_real(w, u->time);
  write_real(w, u->force);
  write_real(w, u->angle);
  write_text(w, u->length_name);
  write_text(w, u->mass_name);
  write_text(w, u->time_name);
  write_text(w, u->force_name);
  write_text(w, u->angle_name);
}

/* The first four kinds of tables, then the same of error bars, then the others. */
#define FIRST_TABLES 4

static uint64_t table_code(SarSinkTable table, bool error) {
  uint64_t number = (uint64_t)table % FIRST_TABLES, group = 2 * ((uint64_t)table / FIRST_TABLES) + error;
  return FIRST_TABLES * group + number;
}

static uint64_t table_of_code(uint64_t code, bool *error) {
  uint64_t group = code / FIRST_TABLES;
  *error = group % 2;
  return code % FIRST_TABLES + FIRST_TABLES * (group / 2);
}

/* Quantities and units where a kind comes for the first time; then only its number. */
static void write_columns(Writer *w, const SarSinkHeader *h, const SarColumnRuns *runs) {
  write_u64(w, BY_KINDS);
  write_u64(w, (uint64_t)runs->nruns);
  for (int32_t i = 0; i < runs->nruns; i++) {
    const SarColumnRun *run = &runs->runs[i];
    const SarSinkColumn *columns = h->columns + run->first;
    uint64_t indeterminate = 0;
    for (int32_t k = 0; k < run->count; k++) indeterminate |= (uint64_t)columns[k].indeterminate << k;
    write_text(w, columns->element);
    write_u64(w, table_code(columns->table, columns->error));
    write_u64(w, indeterminate);
    write_u64(w, (uint64_t)run->kind);
    if (runs->kinds[run->kind] != i) continue;
    write_u64(w, (uint64_t)run->count);
    for (int32_t k = 0; k < run->count; k++) {
      write_text(w, columns[k].quantity);
      write_text(w, columns[k].unit);
    }
  }
}

static void write_header(Writer *w, const SarSinkHeader *h, const SarColumnRuns *runs) {
  write_text(w, h->title);
  write_text(w, h->text);
  write_text(w, h->parameters);
  write_units(w, &h->units);
  write_text(w, h->units_json);
  write_text(w, h->version);
  write_text(w, h->method);
  write_text(w, h->settings);
  write_u64(w, (uint64_t)h->kinematic);
  write_u64(w, (uint64_t)h->rows_expected);
  write_u64(w, (uint64_t)h->nfiles);
  for (int32_t i = 0; i < h->nfiles; i++) {
    write_text(w, h->files[i].path);
    write_text(w, h->files[i].text);
  }
  write_columns(w, h, runs);
  if (!h->nplugins && !h->nevents) return; /* as in files from before there were any */
  write_u64(w, (uint64_t)h->nplugins);
  for (int32_t i = 0; i < h->nplugins; i++) {
    write_text(w, h->plugins[i].name);
    write_text(w, h->plugins[i].path);
    write_text(w, h->plugins[i].version);
    write_text(w, h->plugins[i].hash);
  }
  write_u64(w, (uint64_t)h->nevents);
  for (int32_t i = 0; i < h->nevents; i++) {
    write_text(w, h->events[i].name);
    write_text(w, h->events[i].action);
  }
}

uint8_t *sar_header_encode(const SarSinkHeader *header, size_t *count) {
  Writer counted = {0}, w = {0};
  SarColumnRuns runs;
  *count = 0;
  if (sar_column_runs_create(header, MOST_OF_A_RUN, &runs)) {
    write_header(&counted, header, &runs);
    w.bytes = malloc(counted.used);
    if (w.bytes) write_header(&w, header, &runs);
    *count = counted.used;
  }
  sar_column_runs_free(&runs);
  return w.bytes;
}

/* ---- reading it ---- */

typedef struct Cursor {
  const uint8_t *at;
  size_t left;
  SarArena *arena;
  SarStatus status;
  uint32_t format; /* of the journal; 0: any */
} Cursor;

static uint64_t read_u64(Cursor *c) {
  if (c->left < 8) c->status = SAR_INPUT;
  if (c->status != SAR_OK) return 0;
  uint64_t value = sar_get_u64(c->at);
  c->at += 8;
  c->left -= 8;
  return value;
}

static double read_real(Cursor *c) {
  uint64_t bits = read_u64(c);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Never null: "" after a failure. */
static const char *read_text(Cursor *c) {
  uint64_t length = read_u64(c);
  if (c->status == SAR_OK && (length > c->left || (length && memchr(c->at, 0, (size_t)length)))) c->status = SAR_INPUT;
  if (c->status != SAR_OK) return "";
  const char *text = sar_arena_copy_text_n(c->arena, (const char *)c->at, (size_t)length);
  if (!text) c->status = SAR_NO_MEMORY;
  c->at += length;
  c->left -= (size_t)length;
  return text ? text : "";
}

static void read_name(Cursor *c, char *name, size_t size) {
  const char *text = read_text(c);
  size_t length = strlen(text);
  if (c->status == SAR_OK && (!length || length >= size)) c->status = SAR_INPUT;
  if (c->status == SAR_OK) memcpy(name, text, length + 1);
}

static void read_units(Cursor *c, SarUnits *u) {
  double *values[] = {&u->length, &u->mass, &u->time, &u->force, &u->angle};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    *values[i] = read_real(c);
    if (c->status == SAR_OK && !(*values[i] > 0 && isfinite(*values[i]))) c->status = SAR_INPUT;
  }
  read_name(c, u->length_name, sizeof u->length_name);
  read_name(c, u->mass_name, sizeof u->mass_name);
  read_name(c, u->time_name, sizeof u->time_name);
  read_name(c, u->force_name, sizeof u->force_name);
  read_name(c, u->angle_name, sizeof u->angle_name);
}

/* A number of things of which each needs `least` bytes. */
static int32_t read_number(Cursor *c, size_t least) {
  uint64_t number = read_u64(c);
  if (c->status == SAR_OK && (number > c->left / least || number > INT32_MAX - 1)) c->status = SAR_INPUT;
  return c->status == SAR_OK ? (int32_t)number : 0;
}

static void read_files(Cursor *c, SarSinkHeader *h) {
  h->nfiles = read_number(c, 16);
  SarModelFile *files = SAR_NEW(c->arena, h->nfiles, SarModelFile);
  if (!files) c->status = SAR_NO_MEMORY;
  for (int32_t i = 0; i < h->nfiles && c->status == SAR_OK; i++) {
    files[i].path = read_text(c);
    files[i].text = read_text(c);
  }
  h->files = files;
}

static void read_plugins(Cursor *c, SarSinkHeader *h) {
  if (c->status != SAR_OK || !c->left) return;
  h->nplugins = read_number(c, 32);
  SarModelPlugin *plugins = SAR_NEW(c->arena, h->nplugins, SarModelPlugin);
  if (!plugins) c->status = SAR_NO_MEMORY;
  for (int32_t i = 0; i < h->nplugins && c->status == SAR_OK; i++) {
    plugins[i].name = read_text(c);
    plugins[i].path = read_text(c);
    plugins[i].version = read_text(c);
    plugins[i].hash = read_text(c);
  }
  h->plugins = plugins;
}

static void read_events(Cursor *c, SarSinkHeader *h) {
  if (c->status != SAR_OK || !c->left) return;
  h->nevents = read_number(c, 16);
  SarModelEvent *events = SAR_NEW(c->arena, h->nevents, SarModelEvent);
  if (!events) c->status = SAR_NO_MEMORY;
  for (int32_t i = 0; i < h->nevents && c->status == SAR_OK; i++) {
    events[i].name = read_text(c);
    events[i].action = read_text(c);
  }
  h->events = events;
}

/* Parts joined with dots. A model has only letters, digits and `_` in them; a file that was made by hand may have
 * anything but control characters, which would act on the terminal where the name is printed. */
static bool is_column_name(const char *name) {
  bool begun = false; /* of a part */
  for (const unsigned char *p = (const unsigned char *)name; *p; p++) {
    bool second_set = p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0; /* U+0080 to U+009F */
    if (*p < ' ' || *p == 0x7f || second_set || (*p == '.' && !begun)) return false;
    begun = *p != '.';
  }
  return begun;
}

/* Short, with powers of one digit and a positive factor. */
static bool is_unit(const SarUnits *units, const char *unit) {
  if (strlen(unit) > LONGEST_UNIT) return false;
  if (unit[0] == SAR_UNIT_LABEL) return true;
  for (const char *power = strchr(unit, '^'); power; power = strchr(power + 1, '^')) {
    if (power[1] < '1' || power[1] > '9' || !strchr("*/", power[2])) return false; /* strchr also finds the end */
  }
  double factor = sar_units_factor(units, unit);
  return factor > 0 && isfinite(factor);
}

static void check_column(Cursor *c, const SarUnits *units, const SarSinkColumn *column) {
  bool right = is_column_name(column->element) && is_column_name(column->quantity) && is_unit(units, column->unit);
  if (c->status == SAR_OK && !right) c->status = SAR_INPUT;
}

/* As files up to format 2 have them. */
static void read_each_column(Cursor *c, SarSinkHeader *h) {
  h->ncolumns = read_number(c, 32);
  SarSinkColumn *columns = SAR_NEW(c->arena, h->ncolumns, SarSinkColumn);
  if (!columns) c->status = SAR_NO_MEMORY;
  for (int32_t i = 0; i < h->ncolumns && c->status == SAR_OK; i++) {
    columns[i].element = read_text(c);
    columns[i].quantity = read_text(c);
    columns[i].unit = read_text(c);
    columns[i].indeterminate = read_u64(c) != 0;
    check_column(c, &h->units, &columns[i]);
  }
  h->columns = columns;
}

/* The columns read so far, and where those of each kind stand among them. */
typedef struct Kinds {
  SarSinkColumn *columns;
  int32_t ncolumns, capacity;
  int32_t *first, *count;
  int32_t nkinds;
} Kinds;

static void read_run(Cursor *c, const SarUnits *units, Kinds *kinds) {
  const char *element = read_text(c);
  uint64_t table = read_u64(c), indeterminate = read_u64(c), kind = read_u64(c);
  bool fresh = kind == (uint64_t)kinds->nkinds;
  bool error = false;
  table = table_of_code(table, &error);
  if (c->status == SAR_OK && (table >= SAR_TABLE_KINDS || kind > (uint64_t)kinds->nkinds)) c->status = SAR_INPUT;
  if (c->status != SAR_OK) return;
  if (fresh) {
    kinds->first[kind] = kinds->ncolumns;
    kinds->count[kind] = read_number(c, 16);
    kinds->nkinds++;
  }
  int32_t count = kinds->count[kind];
  if (count > MOST_OF_A_RUN) c->status = SAR_INPUT;
  for (int32_t i = 0; i < count && c->status == SAR_OK; i++) {
    SarSinkColumn *column =
        sar_arena_append(c->arena, 64, &kinds->columns, &kinds->ncolumns, &kinds->capacity, sizeof *column);
    if (!column) {
      c->status = SAR_NO_MEMORY;
      return;
    }
    const SarSinkColumn *like = &kinds->columns[kinds->first[kind] + i];
    *column = (SarSinkColumn){
        .element = element, .table = (SarSinkTable)table, .indeterminate = indeterminate >> i & 1, .error = error};
    column->quantity = fresh ? read_text(c) : like->quantity;
    column->unit = fresh ? read_text(c) : like->unit;
    check_column(c, units, column);
  }
}

static void read_columns(Cursor *c, SarSinkHeader *h) {
  bool by_kinds = c->left >= 8 && sar_get_u64(c->at) == BY_KINDS;
  bool fits = !c->format || by_kinds == (c->format >= SAR_JOURNAL_KINDS);
  if (c->status == SAR_OK && !fits) c->status = SAR_INPUT;
  if (!by_kinds) {
    read_each_column(c, h);
    return;
  }
  read_u64(c);
  int32_t nruns = read_number(c, 32);
  Kinds kinds = {.first = SAR_NEW(c->arena, nruns, int32_t), .count = SAR_NEW(c->arena, nruns, int32_t)};
  if (!kinds.first || !kinds.count) c->status = SAR_NO_MEMORY;
  for (int32_t i = 0; i < nruns && c->status == SAR_OK; i++) read_run(c, &h->units, &kinds);
  h->columns = kinds.columns;
  h->ncolumns = kinds.ncolumns;
}

SarStatus sar_header_decode(const uint8_t *bytes, size_t count, SarArena *arena, SarSinkHeader *out) {
  return sar_header_decode_format(bytes, count, 0, arena, out);
}

SarStatus sar_header_decode_format(const uint8_t *bytes, size_t count, uint32_t format, SarArena *arena,
                                   SarSinkHeader *out) {
  Cursor c = {bytes, count, arena, SAR_OK, format};
  *out = (SarSinkHeader){.units = sar_units_si()};
  out->title = read_text(&c);
  out->text = read_text(&c);
  out->parameters = read_text(&c);
  read_units(&c, &out->units);
  out->units_json = read_text(&c);
  out->version = read_text(&c);
  out->method = read_text(&c);
  out->settings = read_text(&c);
  out->kinematic = read_u64(&c) != 0;
  uint64_t expected = read_u64(&c);
  out->rows_expected = expected <= INT64_MAX / 2 ? (int64_t)expected : 0;
  read_files(&c, out);
  read_columns(&c, out);
  read_plugins(&c, out);
  read_events(&c, out);
  if (c.status == SAR_OK && c.left) c.status = SAR_INPUT;
  return c.status;
}
