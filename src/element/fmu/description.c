/* modelDescription.xml of an FMU: version, identity, capabilities and variables. Nothing of the FMU is run. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"
#include "element/fmu/slave.h"
#include "store/zip.h"

#define NAME "modelDescription.xml"

typedef struct Reading {
  SarContext *context;
  SarArena *arena;
  SarSlaveFile *file;
  SarXml *xml;
  int32_t capacity;
  bool in_list;     /* of variables: other parts have tags of the same names */
  bool in_variable; /* what stands inside of one says more of it */
} Reading;

static SarStatus refuse(SarContext *context, const SarSlaveFile *f, const char *remedy, const char *what) {
  return sar_report(context, SAR_INPUT, f->source, f->element, remedy, "`%s` %s", f->shown, what);
}

/* ---- tags ---- */

static bool is_true(const char *const *attributes, const char *name) {
  const char *value = sar_xml_attribute(attributes, name);
  return value && (strcmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

static SarStatus keep(Reading *r, const char *text, const char **out) {
  *out = sar_arena_copy_text(r->arena, text ? text : "");
  return *out ? SAR_OK : sar_report_no_memory(r->context);
}

/* What is wrong with the description itself, with its place. */
static SarStatus refuse_tag(const Reading *r, const char *what, const char *value) {
  return sar_report(r->context, SAR_INPUT, sar_xml_place(r->xml), r->file->element, "tell whoever made the FMU",
                    "%s%s%s%s", what, value ? ": `" : "", value ? value : "", value ? "`" : "");
}

static SarStatus take_head(Reading *r, const char *const *attributes) {
  const char *version = sar_xml_attribute(attributes, "fmiVersion");
  SarSlaveFile *f = r->file;
  bool draft = version && strchr(version, '-'); /* 3.0-beta.1: its functions may differ */
  if (version && !draft && strncmp(version, "2.", 2) == 0) f->version = 2;
  if (version && !draft && strncmp(version, "3.", 2) == 0) f->version = 3;
  if (!f->version) {
    return sar_report(r->context, SAR_INPUT, f->source, f->element, "export it anew as FMI 2.0 or 3.0",
                      "`%s` is an FMU of version %s, which is not supported", f->shown, version ? version : "(none)");
  }
  return keep(r, sar_xml_attribute(attributes, f->version == 2 ? "guid" : "instantiationToken"), &f->token);
}

static SarStatus take_capabilities(Reading *r, const char *const *attributes) {
  SarSlaveFile *f = r->file;
  f->simulates = true;
  f->needs_tool = is_true(attributes, "needsExecutionTool");
  f->saves = is_true(attributes, "canSerializeFMUstate") || is_true(attributes, "canSerializeFMUState");
  return keep(r, sar_xml_attribute(attributes, "modelIdentifier"), &f->identifier);
}

/* ---- variables ---- */

static SarStatus cause_of(const Reading *r, const char *word, SarSlaveCause *out) {
  static const struct {
    const char *word;
    SarSlaveCause cause;
  } causes[] = {{"input", SAR_SLAVE_INPUT},
                {"output", SAR_SLAVE_OUTPUT},
                {"parameter", SAR_SLAVE_PARAMETER},
                {"calculatedParameter", SAR_SLAVE_CALCULATED},
                {"structuralParameter", SAR_SLAVE_STRUCTURAL},
                {"local", SAR_SLAVE_LOCAL},
                {"independent", SAR_SLAVE_TIME}};
  *out = SAR_SLAVE_LOCAL; /* where nothing is said */
  if (!word) return SAR_OK;
  for (int i = 0; i < (int)(sizeof causes / sizeof *causes); i++) {
    if (strcmp(causes[i].word, word) != 0) continue;
    *out = causes[i].cause;
    return SAR_OK;
  }
  return refuse_tag(r, "`causality` is none of the standard", word);
}

/* Parameters that are no constants, and others whose start is given. */
static bool is_settable(SarSlaveCause cause, const char *const *attributes) {
  const char *variability = sar_xml_attribute(attributes, "variability");
  const char *initial = sar_xml_attribute(attributes, "initial");
  if (variability && strcmp(variability, "constant") == 0) return false;
  if (cause == SAR_SLAVE_PARAMETER) return true;
  bool given = initial && (strcmp(initial, "exact") == 0 || strcmp(initial, "approx") == 0);
  return given && (cause == SAR_SLAVE_OUTPUT || cause == SAR_SLAVE_LOCAL);
}

static SarStatus take_reference(const Reading *r, const char *text, unsigned *out) {
  size_t digits = text ? strspn(text, "0123456789") : 0;
  unsigned long long value = digits && digits <= 10 && !text[digits] ? strtoull(text, NULL, 10) : ULLONG_MAX;
  *out = (unsigned)value;
  return value <= UINT32_MAX ? SAR_OK : refuse_tag(r, "`valueReference` is no number of 32 bits", text);
}

static SarStatus add_port(Reading *r, const char *name, const SarSlavePort *port) {
  SarSlaveFile *f = r->file;
  if (!name || !name[0]) return refuse_tag(r, "a variable has no name", NULL);
  SarSlavePort *added = sar_arena_append(r->arena, 32, &f->ports, &f->nports, &r->capacity, sizeof *added);
  if (!added) return sar_report_no_memory(r->context);
  *added = *port;
  SAR_TRY(keep(r, name, &added->name));
  return sar_index_put(&f->names, added->name, f->nports - 1) ? SAR_OK : sar_report_no_memory(r->context);
}

static SarStatus take_variable(Reading *r, const char *const *attributes, SarSlaveType type) {
  SarSlavePort port = {.type = type};
  r->in_variable = true;
  SAR_TRY(take_reference(r, sar_xml_attribute(attributes, "valueReference"), &port.reference));
  SAR_TRY(cause_of(r, sar_xml_attribute(attributes, "causality"), &port.cause));
  port.settable = is_settable(port.cause, attributes);
  return add_port(r, sar_xml_attribute(attributes, "name"), &port);
}

/* Tags inside of a variable: its type in version 2.0; sizes and other names of it in version 3.0. */
static SarStatus take_inside(Reading *r, const char *tag, const char *const *attributes) {
  SarSlaveFile *f = r->file;
  SarSlavePort *port = &f->ports[f->nports - 1];
  if (f->version == 2) {
    SarSlaveType type;
    if (sar_slave_type_of(2, tag, &type)) port->type = type;
  } else if (strcmp(tag, "Dimension") == 0) {
    port->array = true;
  } else if (strcmp(tag, "Alias") == 0) {
    SarSlavePort other = *port;
    return add_port(r, sar_xml_attribute(attributes, "name"), &other);
  }
  return SAR_OK;
}

static bool is_variable(const SarSlaveFile *f, const char *tag, SarSlaveType *type) {
  *type = SAR_SLAVE_BINARY; /* of version 2.0 it is said inside; where it is not, nothing can be exchanged */
  return f->version == 2 ? strcmp(tag, "ScalarVariable") == 0 : sar_slave_type_of(f->version, tag, type);
}

static SarStatus begin(void *self, SarXml *xml, const char *tag, const char *const *attributes) {
  Reading *r = self;
  SarSlaveType type;
  r->xml = xml;
  if (strcmp(tag, "fmiModelDescription") == 0) return take_head(r, attributes);
  if (strcmp(tag, "CoSimulation") == 0) return take_capabilities(r, attributes);
  if (r->in_variable) return take_inside(r, tag, attributes);
  if (strcmp(tag, "ModelVariables") == 0) r->in_list = true;
  return r->in_list && is_variable(r->file, tag, &type) ? take_variable(r, attributes, type) : SAR_OK;
}

static SarStatus end(void *self, SarXml *xml, const char *tag) {
  Reading *r = self;
  (void)xml;
  SarSlaveType type;
  if (strcmp(tag, "ModelVariables") == 0) r->in_list = false;
  if (r->in_list && is_variable(r->file, tag, &type)) r->in_variable = false;
  return SAR_OK;
}

/* ---- the file ---- */

static SarStatus load(SarContext *context, const SarSlaveFile *f, SarZip *zip, char **text, size_t *count) {
  int32_t index = sar_zip_find(zip, NAME);
  unsigned char *bytes = NULL;
  if (index < 0) return refuse(context, f, "name an FMU", "is no FMU: there is no " NAME " in it");
  SarStatus status = sar_zip_read(zip, index, &bytes, count);
  *text = (char *)bytes;
  return status;
}

static SarStatus check(SarContext *context, const SarSlaveFile *f) {
  if (!f->version) return refuse(context, f, "name an FMU", "is no FMU: its " NAME " begins with something else");
  if (!f->simulates) return refuse(context, f, "export it for co-simulation", "is an FMU, but not for co-simulation");
  if (f->needs_tool) {
    sar_warn(context, f->source, f->element, "let that program be installed here, or export it with its solver inside",
             "`%s` needs the program that it was made with to run", f->shown);
  }
  if (f->identifier[0] && !strchr(f->identifier, '/')) return SAR_OK;
  return refuse(context, f, "export it anew", "does not say which shared object is its own");
}

SarStatus sar_slave_describe(SarContext *context, SarArena *arena, const char *text, size_t count, SarSlaveFile *f) {
  const char *name = sar_arena_printf(arena, "%s/" NAME, f->shown);
  Reading r = {.context = context, .arena = arena, .file = f};
  SarXmlHandler handler = {.self = &r, .begin = begin, .end = end};
  if (!name) return sar_report_no_memory(context);
  f->names.arena = arena;
  SAR_TRY(sar_xml_parse(context, name, text, count, &handler));
  return check(context, f);
}

SarStatus sar_slave_open(SarContext *context, SarArena *arena, SarSlaveFile *f) {
  SarZip *zip = NULL;
  char *text = NULL;
  size_t count = 0;
  SAR_TRY(sar_zip_open(context, f->path, f->shown, f->source, &zip));
  SarStatus status = load(context, f, zip, &text, &count);
  if (status == SAR_OK) status = sar_slave_describe(context, arena, text, count, f);
  free(text);
  sar_zip_close(&zip);
  return status;
}

const SarSlavePort *sar_slave_port(const SarSlaveFile *f, const char *name) {
  int32_t index = sar_index_get(&f->names, name);
  return index < 0 ? NULL : &f->ports[index];
}
