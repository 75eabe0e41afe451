/* A results file of Adams in its XML form, as a table. A map says which number of a step is which component; steps are
 * flat lists of numbers. */
#include "result/xrf_read.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "result/load.h"
#include "result/table.h"

#define LEAST_BYTES 16 /* that a component takes in the file: its number cannot be larger than there is room for */

typedef struct Reader {
  SarTable *table;
  SarArena *arena; /* of the columns */
  char *entity;    /* the one being read, or null */
  const char **names, **units;
  int32_t count, capacity; /* of components: the largest number seen */
  int32_t most;            /* components that the file has room for */
  bool in_step, is_input, begun;
  SarSource step; /* where it begins */
  char *text;     /* of a step */
  size_t length, room;
} Reader;

bool sar_xrf_is_one(const char *path) {
  char head[512] = "";
  FILE *file = fopen(path, "rb");
  size_t length = file ? fread(head, 1, sizeof head - 1, file) : 0;
  if (file) fclose(file);
  head[length] = 0;
  return strstr(head, "<Results") != NULL;
}

/* ---- the map ---- */

static bool grow_map(Reader *r, int32_t count) {
  if (count <= r->capacity) return true;
  int32_t capacity = 2 * count + 64;
  const char **names = SAR_NEW(r->arena, capacity, const char *), **units = SAR_NEW(r->arena, capacity, const char *);
  if (!names || !units) return false;
  for (int32_t i = 0; i < r->count; i++) names[i] = r->names[i], units[i] = r->units[i];
  r->names = names, r->units = units, r->capacity = capacity;
  return true;
}

static SarStatus read_component(Reader *r, SarXml *xml, const char *const *attributes) {
  SarContext *context = r->table->context;
  const char *name = sar_xml_attribute(attributes, "name"), *id = sar_xml_attribute(attributes, "id");
  const char *unit = sar_xml_attribute(attributes, "unitsValue");
  long number = id ? strtol(id, NULL, 10) : 0;
  if (!name || number < 1 || number > r->most) {
    return sar_report(context, SAR_INPUT, sar_xml_place(xml), NULL, "write the file again",
                      "a component needs a name, and its place among the numbers of a step as its id");
  }
  if (!grow_map(r, (int32_t)number)) return sar_report_no_memory(context);
  if (number > r->count) r->count = (int32_t)number;
  bool is_time = strcmp(r->entity, "time") == 0 && strcmp(name, "TIME") == 0;
  r->names[number - 1] =
      is_time ? sar_arena_copy_text(r->arena, "time") : sar_arena_printf(r->arena, "%s.%s", r->entity, name);
  r->units[number - 1] = sar_arena_copy_text(r->arena, unit ? unit : "");
  return r->names[number - 1] && r->units[number - 1] ? SAR_OK : sar_report_no_memory(context);
}

/* The columns of the table, once the map is known. */
static SarStatus begin_table(Reader *r, SarXml *xml) {
  SarTable *table = r->table;
  if (r->count < 2 || !r->names[0] || strcmp(r->names[0], "time") != 0) {
    return sar_report(table->context, SAR_INPUT, sar_xml_place(xml), NULL,
                      "give a results file with components, the first of which is the time",
                      "the file does not say what its numbers are");
  }
  table->columns = (SarColumns){.arena = r->arena, .count = r->count, .names = r->names, .units = r->units};
  table->columns.factors = SAR_NEW(r->arena, r->count, double);
  table->columns.indeterminate = SAR_NEW(r->arena, r->count, bool);
  if (!table->columns.factors || !table->columns.indeterminate) return sar_report_no_memory(table->context);
  for (int32_t i = 0; i < r->count; i++) {
    table->columns.factors[i] = 1;
    if (!r->names[i]) r->names[i] = sar_arena_printf(r->arena, "number%d", (int)i + 1);
    if (!r->units[i]) r->units[i] = "";
    if (!r->names[i]) return sar_report_no_memory(table->context);
  }
  r->begun = true;
  SAR_TRY(sar_table_index(table));
  return sar_table_grow(table);
}

/* ---- steps ---- */

static SarStatus end_step(Reader *r) {
  SarTable *table = r->table;
  const char *at = r->text ? r->text : "";
  int32_t count = 0;
  if (table->rows == table->capacity) SAR_TRY(sar_table_grow(table));
  for (;; count++) {
    double value;
    at += strspn(at, " \t\r\n");
    size_t used = sar_text_number(at, strlen(at), &value);
    if (!used) break;
    if (count < table->columns.count) table->data[count * table->capacity + table->rows] = value;
    at += used;
  }
  if (*at || count != table->columns.count) {
    return sar_report(table->context, SAR_INPUT, r->step, NULL, "write the file again",
                      "number %d of %d of this step is missing or wrong", (int)count + 1, (int)table->columns.count);
  }
  table->rows++;
  return SAR_OK;
}

static SarStatus take_text(void *self, SarXml *xml, const char *text, size_t length) {
  Reader *r = self;
  (void)xml;
  if (!r->in_step || r->is_input) return SAR_OK;
  if (r->room - r->length <= length) {
    size_t room = 2 * (r->length + length) + 1024;
    char *larger = realloc(r->text, room);
    if (!larger) return sar_report_no_memory(r->table->context);
    r->text = larger, r->room = room;
  }
  memcpy(r->text + r->length, text, length);
  r->length += length;
  r->text[r->length] = 0;
  return SAR_OK;
}

static SarStatus begin_tag(void *self, SarXml *xml, const char *tag, const char *const *attributes) {
  Reader *r = self;
  if (strcmp(tag, "Entity") == 0) {
    const char *name = sar_xml_attribute(attributes, "name");
    r->entity = sar_arena_copy_text(r->arena, name ? name : "");
    return r->entity ? SAR_OK : sar_report_no_memory(r->table->context);
  }
  if (strcmp(tag, "Component") == 0 && r->entity && !r->begun) return read_component(r, xml, attributes);
  if (strcmp(tag, "Step") != 0) return SAR_OK;
  const char *type = sar_xml_attribute(attributes, "type");
  r->in_step = true;
  r->is_input = type && strncmp(type, "input step", 5) == 0;
  r->step = sar_xml_place(xml);
  r->length = 0;
  if (r->text) r->text[0] = 0;
  return r->begun ? SAR_OK : begin_table(r, xml);
}

static SarStatus end_tag(void *self, SarXml *xml, const char *tag) {
  Reader *r = self;
  (void)xml;
  if (strcmp(tag, "Entity") == 0) r->entity = NULL;
  if (strcmp(tag, "Step") != 0 || !r->in_step) return SAR_OK;
  r->in_step = false;
  return r->is_input ? SAR_OK : end_step(r);
}

SarStatus sar_xrf_read_text(SarTable *table, const char *name, const char *bytes, size_t length) {
  sar_table_clear(table);
  size_t most = length / LEAST_BYTES + 2;
  Reader r = {.table = table, .arena = sar_arena_create(), .most = most < 1 << 28 ? (int32_t)most : 1 << 28};
  if (!r.arena) return sar_report_no_memory(table->context);
  SarXmlHandler handler = {&r, begin_tag, take_text, end_tag};
  SarStatus status = sar_xml_parse(table->context, name, bytes, length, &handler);
  if (status == SAR_OK && !r.begun) {
    status = sar_report(table->context, SAR_INPUT, (SarSource){sar_intern(table->context, name), 0, 0}, NULL,
                        "give a results file in XML form (`RESULTS/XRF`)", "the file holds no steps");
  }
  if (!table->columns.arena) sar_arena_destroy(&r.arena);
  free(r.text);
  return status;
}

SarStatus sar_xrf_read(SarTable *table, const char *path) {
  char *bytes = NULL;
  size_t length = 0;
  SAR_TRY(sar_load_text(table->context, path, "give the path of a results file", &bytes, &length));
  SarStatus status = sar_xrf_read_text(table, path, bytes, length);
  free(bytes);
  return status;
}

/* ---- names that both sides agree on ---- */

static const char *plain_name(SarArena *arena, const char *name) {
  size_t length = strlen(name), used = 0;
  char *plain = SAR_NEW(arena, length + 1, char);
  const char *transform = strstr(name, "_XFORM.");
  for (size_t i = 0; plain && i < length; i++) {
    if (transform && name + i == transform) i += strlen("_XFORM");
    if (name[i] != '_') plain[used++] = (char)tolower((unsigned char)name[i]);
  }
  return plain;
}

SarStatus sar_xrf_plain_names(SarTable *table) {
  SarColumns *columns = &table->columns;
  for (int32_t i = 1; i < columns->count; i++) {
    columns->names[i] = plain_name(columns->arena, columns->names[i]);
    columns->units[i] = ""; /* files of Adams and ours name units differently: numbers are compared as they are */
    if (!columns->names[i]) return sar_report_no_memory(table->context);
  }
  columns->units[0] = "";
  return sar_table_index(table);
}
