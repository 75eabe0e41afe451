#define _POSIX_C_SOURCE 200809L

#include "fmu/location.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* %20 and the like, in place. */
static void decode(char *text) {
  char *out = text;
  for (const char *in = text; *in; in++) {
    int high = *in == '%' ? digit(in[1]) : -1, low = high >= 0 ? digit(in[2]) : -1;
    if (low >= 0 && (high || low)) {
      *out++ = (char)(16 * high + low);
      in += 2;
    } else {
      *out++ = *in;
    }
  }
  *out = 0;
}

char *location_trim(const char *path) {
  char *text = path ? strdup(path) : NULL;
  size_t length = text ? strlen(text) : 0;
  while (length > 1 && text[length - 1] == '/') text[--length] = 0;
  return text;
}

char *location_to_path(const char *uri) {
  static const char scheme[] = "file:", host[] = "localhost";
  if (!uri || strncmp(uri, scheme, sizeof scheme - 1) != 0) return NULL;
  const char *path = uri + sizeof scheme - 1;
  if (strncmp(path, "//", 2) == 0) { /* a host comes first; none is this one */
    path += 2;
    if (strncmp(path, host, sizeof host - 1) == 0) path += sizeof host - 1;
  }
  char *text = path[0] == '/' ? location_trim(path) : NULL;
  if (text) decode(text);
  return text;
}
