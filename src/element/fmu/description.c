/* modelDescription.xml of an FMU: version, identity, capabilities and variables. Nothing of the FMU is run. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "element/fmu/slave.h"
#include "store/zip.h"

#define NAME "modelDescription.xml"

typedef struct Reading {
  SarContext *context;
  SarArena *arena;
  SarSlaveFile *file;
  int32_t capacity;
  bool in_scalar; /* within a variable of version 2.0, whose type comes as a tag inside */
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

static SarStatus take_head(Reading *r, const char *const *attributes) {
  const char *version = sar_xml_attribute(attributes, "fmiVersion");
  SarSlaveFile *f = r->file;
  f->version = version && version[0] == '2' && version[1] == '.' ? 2 : version && version[0] == '3' ? 3 : 0;
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

static SarSlaveCause cause_of(const char *word) {
  if (!word) return SAR_SLAVE_OTHER;
  if (strcmp(word, "input") == 0) return SAR_SLAVE_INPUT;
  if (strcmp(word, "output") == 0) return SAR_SLAVE_OUTPUT;
  return strcmp(word, "parameter") == 0 ? SAR_SLAVE_PARAMETER : SAR_SLAVE_OTHER;
}

static void take_start(SarSlavePort *port, const char *const *attributes) {
  const char *text = sar_xml_attribute(attributes, "start");
  port->real = true;
  if (text) sar_text_number(text, strlen(text), &port->start);
}

static SarStatus take_variable(Reading *r, const char *const *attributes) {
  SarSlaveFile *f = r->file;
  const char *reference = sar_xml_attribute(attributes, "valueReference");
  if (!reference) return SAR_OK; /* no variable, but something that is called like one */
  SarSlavePort *port = sar_arena_append(r->arena, 32, &f->ports, &f->nports, &r->capacity, sizeof *port);
  if (!port) return sar_report_no_memory(r->context);
  *port = (SarSlavePort){.reference = (unsigned)strtoul(reference, NULL, 10),
                         .cause = cause_of(sar_xml_attribute(attributes, "causality"))};
  return keep(r, sar_xml_attribute(attributes, "name"), &port->name);
}

static SarStatus begin(void *self, SarXml *xml, const char *tag, const char *const *attributes) {
  Reading *r = self;
  SarSlaveFile *f = r->file;
  (void)xml;
  if (strcmp(tag, "fmiModelDescription") == 0) return take_head(r, attributes);
  if (strcmp(tag, "CoSimulation") == 0) return take_capabilities(r, attributes);
  if (f->version == 2 && strcmp(tag, "ScalarVariable") == 0) {
    r->in_scalar = true;
    return take_variable(r, attributes);
  }
  if (f->version == 2 && r->in_scalar && strcmp(tag, "Real") == 0 && f->nports) {
    take_start(&f->ports[f->nports - 1], attributes);
  }
  if (f->version != 3) return SAR_OK;
  bool real = strcmp(tag, "Float64") == 0;
  if (!real && !sar_xml_attribute(attributes, "causality")) return SAR_OK;
  int32_t before = f->nports;
  SAR_TRY(take_variable(r, attributes));
  if (real && f->nports > before) take_start(&f->ports[before], attributes);
  return SAR_OK;
}

static SarStatus end(void *self, SarXml *xml, const char *tag) {
  Reading *r = self;
  (void)xml;
  if (strcmp(tag, "ScalarVariable") == 0) r->in_scalar = false;
  return SAR_OK;
}

/* ---- the file ---- */

static SarStatus parse(SarContext *context, SarArena *arena, SarSlaveFile *f, SarZip *zip) {
  int32_t index = sar_zip_find(zip, NAME);
  unsigned char *bytes = NULL;
  size_t count;
  if (index < 0) return refuse(context, f, "name an FMU", "is no FMU: there is no " NAME " in it");
  SAR_TRY(sar_zip_read(zip, index, &bytes, &count));
  Reading r = {.context = context, .arena = arena, .file = f};
  SarXmlHandler handler = {.self = &r, .begin = begin, .end = end};
  const char *name = sar_arena_printf(arena, "%s/" NAME, f->shown);
  SarStatus status =
      name ? sar_xml_parse(context, name, (const char *)bytes, count, &handler) : sar_report_no_memory(context);
  free(bytes);
  return status;
}

static SarStatus check(SarContext *context, const SarSlaveFile *f) {
  if (!f->version) return refuse(context, f, "name an FMU", "is no FMU: its " NAME " begins with something else");
  if (!f->simulates) return refuse(context, f, "export it for co-simulation", "is an FMU, but not for co-simulation");
  if (f->needs_tool) {
    return refuse(context, f, "export it with its solver inside", "needs the program that it was made with");
  }
  if (f->identifier[0] && !strchr(f->identifier, '/')) return SAR_OK;
  return refuse(context, f, "export it anew", "does not say which shared object is its own");
}

SarStatus sar_slave_open(SarContext *context, SarArena *arena, SarSlaveFile *f) {
  SarZip *zip = NULL;
  SAR_TRY(sar_zip_open(context, f->path, f->shown, f->source, &zip));
  SarStatus status = parse(context, arena, f, zip);
  if (status == SAR_OK) status = check(context, f);
  sar_zip_close(&zip);
  return status;
}

const SarSlavePort *sar_slave_port(const SarSlaveFile *f, const char *name) {
  for (int32_t i = 0; i < f->nports; i++) {
    if (strcmp(f->ports[i].name, name) == 0) return &f->ports[i];
  }
  return NULL;
}
