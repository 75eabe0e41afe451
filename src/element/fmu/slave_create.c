#define _XOPEN_SOURCE 700

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/temporary.h"
#include "element/fmu/calls.h"
#include "element/fmu/slave.h"
#include "element/plugin/loader.h"
#include "store/zip.h"

/* ---- the folder ---- */

/* The folders of binaries/, for whoever has none for this machine. */
static void list_platforms(SarSlave *s, const SarZip *zip) {
  static const char head[] = "binaries/";
  const char *name;
  size_t used = 0;
  for (int32_t i = 0; (name = sar_zip_name(zip, i)); i++) {
    if (strncmp(name, head, sizeof head - 1) != 0) continue;
    const char *platform = name + sizeof head - 1;
    size_t length = strcspn(platform, "/");
    char word[64];
    if (!length || !platform[length] || length + 3 > sizeof word) continue;
    snprintf(word, sizeof word, "%.*s", (int)length, platform);
    if (strstr(s->platforms, word) || used + length + 3 > sizeof s->platforms) continue;
    used += (size_t)snprintf(s->platforms + used, sizeof s->platforms - used, "%s%s", used ? ", " : "", word);
  }
}

static SarStatus unpack(SarSlave *s) {
  SarZip *zip = NULL;
  size_t size = strlen(sar_temporary_folder()) + sizeof "/sarrus-fmu-XXXXXX";
  s->folder = malloc(size);
  if (!s->folder) return sar_report_no_memory(s->context);
  snprintf(s->folder, size, "%s/sarrus-fmu-XXXXXX", sar_temporary_folder());
  if (!mkdtemp(s->folder)) {
    SarStatus status = sar_report_write(s->context, s->folder, errno, NULL);
    free(s->folder);
    s->folder = NULL;
    return status;
  }
  SarStatus status = sar_zip_open(s->context, s->file->path, s->file->shown, s->file->source, &zip);
  if (status == SAR_OK) status = sar_zip_unpack(zip, s->folder);
  if (status == SAR_OK) list_platforms(s, zip);
  sar_zip_close(&zip);
  return status;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind, (void)place;
  return remove(path);
}

/* ---- the code ---- */

/* Folders of binaries/ for this machine, the usual one first. Version 2.0 has words of its own, and files of it that
 * have those of version 3.0. */
static SarStatus find_object(SarSlave *s, char *path, size_t size, bool *found) {
  struct utsname machine;
  char tuple[100];
  if (uname(&machine) != 0) machine.machine[0] = 0;
  snprintf(tuple, sizeof tuple, "%s-linux", machine.machine);
  bool usual = strcmp(machine.machine, "x86_64") == 0;
  const char *const platforms[] = {usual && s->file->version == 2 ? "linux64" : tuple, tuple};
  for (int i = 0; i < 2; i++) {
    snprintf(path, size, "%s/binaries/%s/%s.so", s->folder, platforms[i], s->file->identifier);
    *found = sar_file_is_regular(path);
    if (*found) return SAR_OK;
  }
  return sar_report(s->context, SAR_INPUT, s->file->source, s->file->element, "get one that has code for this machine",
                    "the FMU `%s` has no shared object for this machine: binaries/%s/%s.so is missing%s%s",
                    s->file->shown, platforms[0], s->file->identifier, s->platforms[0] ? "; it has code for " : "",
                    s->platforms);
}

static SarStatus load(SarSlave *s) {
  const SarSlaveFile *f = s->file;
  size_t size = strlen(s->folder) + strlen(f->identifier) + 130;
  char *path = malloc(size);
  bool found = false;
  if (!path) return sar_report_no_memory(s->context);
  SarStatus status = find_object(s, path, size, &found);
  if (found) status = sar_object_load(s->context, path, f->shown, f->source, f->element, &s->handle);
  free(path);
  return status;
}

static SarStatus find_functions(SarSlave *s) {
  for (int32_t i = 0; i < SAR_CALLS; i++) {
    const char *name = s->face->names[i];
    void *symbol = name ? sar_object_symbol(s->handle, name) : NULL;
    memcpy(&s->functions[i], &symbol, sizeof symbol);
    if (name && i < SAR_CALL_NEEDED) SAR_TRY(sar_slave_need(s, (SarSlaveCall)i));
  }
  return SAR_OK;
}

/* ---- life ---- */

static SarStatus give(SarSlave *s, const SarSlaveSetting *setting) {
  const SarSlavePort *port = setting->port;
  char what[200];
  uint64_t packed = 0;
  SAR_TRY(sar_slave_need(s, SAR_CALL_SET + port->type));
  snprintf(what, sizeof what, "take the parameter `%s`", port->name);
  if (!setting->text) sar_slave_pack(port->type, s->face->boolean, setting->value, &packed, 0);
  const void *value = setting->text ? (const void *)&setting->text : &packed;
  s->heard[0] = 0;
  return sar_slave_check(s, what, s->face->set(s, port->type, &port->reference, 1, value));
}

static SarStatus instantiate(SarSlave *s) {
  size_t size = strlen(s->folder) + sizeof "/resources";
  char *resources = malloc(size);
  if (!resources) return sar_report_no_memory(s->context);
  snprintf(resources, size, "%s/resources", s->folder);
  mkdir(resources, 0700); /* it may be there, or there may be none */
  int answer = s->face->create(s, resources);
  free(resources);
  return sar_slave_check(s, "be instantiated", answer);
}

static SarStatus make(SarSlave *s, const SarSlaveSetting *settings, int32_t count, double end) {
  SAR_TRY(unpack(s));
  SAR_TRY(load(s));
  SAR_TRY(find_functions(s));
  SAR_TRY(instantiate(s));
  for (int32_t i = 0; i < count; i++) SAR_TRY(give(s, &settings[i]));
  s->heard[0] = 0;
  return sar_slave_check(s, "be initialised", s->face->enter(s, end));
}

SarStatus sar_slave_create(SarContext *context, const SarSlaveFile *file, const SarSlaveSetting *settings,
                           int32_t count, double end, SarSlave **out) {
  SarSlave *s = *out = calloc(1, sizeof *s);
  if (!s) return sar_report_no_memory(context);
  s->context = context;
  s->file = file;
  s->face = file->version == 2 ? &sar_slave_face_2 : &sar_slave_face_3;
  SarStatus status = make(s, settings, count, end);
  if (status != SAR_OK) sar_slave_destroy(out);
  return status;
}

/* As the standard allows it: after an error there is no termination, after a fatal one nothing more may be called. */
static void end(SarSlave *s) {
  typedef int Terminate(void *);
  typedef void Free(void *);
  if (!s->component || s->dead) return;
  if (s->started && !s->failed) ((Terminate *)s->functions[SAR_CALL_TERMINATE])(s->component);
  ((Free *)s->functions[SAR_CALL_FREE])(s->component);
}

void sar_slave_destroy(SarSlave **slave) {
  SarSlave *s = *slave;
  if (!s) return;
  end(s);
  sar_plugin_unload(s->handle);
  if (s->folder) nftw(s->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(s->folder);
  free(s->callbacks);
  free(s);
  *slave = NULL;
}
