/* Any bytes given as an FMU end in its variables or in messages, never in a crash, a leak, a long wait or memory beyond
 * a multiple of their number. After a `z` they are the file, a zip archive of which every member is unpacked; after
 * anything else the modelDescription.xml alone. No code is run. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "element/fmu/slave.h"
#include "store/zip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_ports(const SarSlaveFile *f) {
  if (!f->simulates || !f->identifier || (f->version != 2 && f->version != 3)) __builtin_trap();
  for (int32_t i = 0; i < f->nports; i++) {
    const SarSlavePort *first = sar_slave_port(f, f->ports[i].name); /* of several the first one */
    if (!first || first > &f->ports[i] || f->ports[i].type > SAR_SLAVE_CLOCK) __builtin_trap();
  }
}

static void unpack(SarContext *context, const SarSlaveFile *f) {
  SarZip *zip = NULL;
  if (sar_zip_open(context, f->path, f->shown, f->source, &zip) != SAR_OK) return;
  for (int32_t i = 0; sar_zip_name(zip, i); i++) {
    unsigned char *bytes;
    size_t count;
    const char *name = sar_zip_name(zip, i);
    if (name[0] == '/' || strstr(name, "../") == name || strstr(name, "/../")) __builtin_trap();
    if ((sar_zip_read(zip, i, &bytes, &count) == SAR_OK) != (bytes != NULL)) __builtin_trap();
    free(bytes);
  }
  sar_zip_close(&zip);
}

static SarStatus open_archive(SarContext *context, SarArena *arena, SarSlaveFile *f, const uint8_t *data, size_t size) {
  char path[40];
  int descriptor = memfd_create("fuzz.fmu", 0);
  if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size) __builtin_trap();
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  f->path = path;
  SarStatus status = sar_slave_open(context, arena, f);
  int32_t errors = sar_context_errors(context);
  if ((status == SAR_OK) != (errors == 0)) __builtin_trap();
  unpack(context, f);
  close(descriptor);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarSlaveFile file = {.shown = "fuzz.fmu", .element = "fuzz", .source = sar_nowhere()};
  if (context && arena && size) {
    bool archive = data[0] == 'z';
    SarStatus status = archive ? open_archive(context, arena, &file, data + 1, size - 1)
                               : sar_slave_describe(context, arena, (const char *)data + 1, size - 1, &file);
    /* A failure without a message, or a message without a failure, is a mistake. */
    if (!archive && (status == SAR_OK) != (sar_context_errors(context) == 0)) __builtin_trap();
    if (status == SAR_OK) check_ports(&file);
  }
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
