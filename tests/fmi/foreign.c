#include "fmi/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "check.h"
#include "file.h"
#include "store/zip.h"

static char *load_object(const char *name, size_t *size) {
  char path[400];
  long length;
  snprintf(path, sizeof path, SAR_FOREIGN_DIR "/%s.so", name);
  char *bytes = file_bytes(path, &length);
  *size = (size_t)length;
  return bytes;
}

void foreign_write(const char *path, const ForeignFile *files, int count) {
  SarContext *context = sar_context_create();
  SarZipWriter *zip = NULL;
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  SarStatus status = sar_zip_begin(context, stream, path, &zip);
  for (int i = 0; i < count && status == SAR_OK; i++) {
    size_t size = files[i].object ? 0 : strlen(files[i].text);
    char *object = files[i].object ? load_object(files[i].object, &size) : NULL;
    status = sar_zip_add(zip, files[i].name, object ? object : files[i].text, size);
    free(object);
  }
  assert_int_equal(sar_zip_end(&zip, status), SAR_OK);
  fclose(stream);
  sar_context_destroy(&context);
}

const char *foreign_place(int version, const char *name, char *room, size_t size) {
  struct utsname machine;
  assert_int_equal(uname(&machine), 0);
  if (version == 2 && strcmp(machine.machine, "x86_64") == 0)
    snprintf(room, size, "binaries/linux64/%s.so", name);
  else
    snprintf(room, size, "binaries/%s-linux/%s.so", machine.machine, name);
  return room;
}
