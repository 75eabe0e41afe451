#define _XOPEN_SOURCE 700

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "base/temporary.h"
#include "element/fmu/calls.h"
#include "element/fmu/slave.h"
#include "element/plugin/loader.h"
#include "store/zip.h"

#define OK 0
#define WARNING 1

/* ---- answers ---- */

static SarStatus check(SarSlave *s, const char *what, int answer) {
  static const char *const words[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
  if (answer == OK || answer == WARNING) return SAR_OK;
  bool known = answer > 0 && answer < (int)(sizeof words / sizeof *words);
  return sar_report(s->context, SAR_FAILED, s->file->source, s->file->element,
                    "look at its inputs, and try a shorter `step`", "the FMU `%s` cannot %s (its answer: %s)%s%s",
                    s->file->shown, what, known ? words[answer] : "none", s->heard[0] ? ": " : "", s->heard);
}

/* ---- the folder ---- */

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
  sar_zip_close(&zip);
  return status;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind, (void)place;
  return remove(path);
}

/* ---- the code ---- */

static SarStatus load(SarSlave *s) {
  const SarSlaveFile *f = s->file;
  struct utsname machine;
  if (uname(&machine) != 0) machine.machine[0] = 0;
  bool usual = f->version == 2 && strcmp(machine.machine, "x86_64") == 0;
  char platform[100];
  snprintf(platform, sizeof platform, usual ? "linux64" : "%s-linux", machine.machine);
  size_t size = strlen(s->folder) + strlen(f->identifier) + sizeof platform + 20;
  char *path = malloc(size);
  if (!path) return sar_report_no_memory(s->context);
  snprintf(path, size, "%s/binaries/%s/%s.so", s->folder, platform, f->identifier);
  SarStatus status =
      sar_file_is_regular(path)
          ? sar_object_load(s->context, path, f->shown, f->source, f->element, &s->handle)
          : sar_report(s->context, SAR_INPUT, f->source, f->element, "get one that has code for this machine",
                       "the FMU `%s` has no shared object for this machine: binaries/%s/%s.so is missing", f->shown,
                       platform, f->identifier);
  free(path);
  return status;
}

static SarStatus find_functions(SarSlave *s) {
  const SarSlaveCalls *calls = s->calls;
  s->functions = calloc(1, calls->size);
  if (!s->functions) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < calls->nnames; i++) {
    void *symbol = sar_object_symbol(s->handle, calls->names[i]);
    if (!symbol && i < calls->nneeded) {
      return sar_report(s->context, SAR_INPUT, s->file->source, s->file->element, "tell whoever made it",
                        "the FMU `%s` does not export %s", s->file->shown, calls->names[i]);
    }
    memcpy((char *)s->functions + (size_t)i * sizeof symbol, &symbol, sizeof symbol);
  }
  return SAR_OK;
}

/* ---- life ---- */

static SarStatus make(SarSlave *s, const unsigned *settings, const double *values, int32_t count, double end) {
  SAR_TRY(unpack(s));
  SAR_TRY(load(s));
  SAR_TRY(find_functions(s));
  size_t size = strlen(s->folder) + sizeof "/resources";
  char *resources = malloc(size);
  if (!resources) return sar_report_no_memory(s->context);
  snprintf(resources, size, "%s/resources", s->folder);
  int answer = s->calls->create(s, resources);
  free(resources);
  SAR_TRY(check(s, "be instantiated", answer));
  SAR_TRY(check(s, "take its parameters", count ? s->calls->set(s, settings, (size_t)count, values) : OK));
  return check(s, "be initialised", s->calls->enter(s, end));
}

SarStatus sar_slave_create(SarContext *context, const SarSlaveFile *file, const unsigned *settings,
                           const double *values, int32_t count, double end, SarSlave **out) {
  SarSlave *s = *out = calloc(1, sizeof *s);
  if (!s) return sar_report_no_memory(context);
  s->context = context;
  s->file = file;
  s->calls = file->version == 2 ? &sar_slave_calls_2 : &sar_slave_calls_3;
  SarStatus status = make(s, settings, values, count, end);
  if (status != SAR_OK) sar_slave_destroy(out);
  return status;
}

void sar_slave_destroy(SarSlave **slave) {
  SarSlave *s = *slave;
  if (!s) return;
  if (s->component) s->calls->terminate(s);
  sar_plugin_unload(s->handle);
  if (s->folder) nftw(s->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(s->folder);
  free(s->functions);
  free(s->callbacks);
  free(s);
  *slave = NULL;
}

SarStatus sar_slave_start(SarSlave *s) {
  SAR_TRY(check(s, "be initialised", s->calls->leave(s)));
  s->started = true;
  return SAR_OK;
}

/* ---- stepping ---- */

SarStatus sar_slave_set(SarSlave *s, const unsigned *references, int32_t count, const double *values) {
  return check(s, "take its inputs", count ? s->calls->set(s, references, (size_t)count, values) : OK);
}

SarStatus sar_slave_get(SarSlave *s, const unsigned *references, int32_t count, double *values) {
  return check(s, "give its outputs", count ? s->calls->get(s, references, (size_t)count, values) : OK);
}

SarStatus sar_slave_step(SarSlave *s, double from, double step) {
  char what[80];
  snprintf(what, sizeof what, "be stepped from t = %.9g s by %.9g s", from, step);
  return check(s, what, s->calls->step(s, from, step));
}

SarStatus sar_slave_save(SarSlave *s, void **bytes, size_t *count) {
  return check(s, "save its state", s->calls->save(s, bytes, count));
}

SarStatus sar_slave_restore(SarSlave *s, const void *bytes, size_t count) {
  return check(s, "restore its state", s->calls->restore(s, bytes, count));
}
