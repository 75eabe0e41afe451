/* tmpfile() knows nothing of TMPDIR, and /tmp may be small. */
#define _XOPEN_SOURCE 700

#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

const char *sar_temporary_folder(void) {
  const char *folder = getenv("TMPDIR");
  return folder && folder[0] ? folder : "/tmp";
}

static FILE *open_nameless(int descriptor) {
  if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) {
    FILE *stream = fdopen(descriptor, "w+b");
    if (stream) return stream;
  }
  int reason = errno;
  close(descriptor);
  errno = reason;
  return NULL;
}

FILE *sar_temporary_open(void) {
  char name[PATH_MAX];
  int length = snprintf(name, sizeof name, "%s/sarrus-XXXXXX", sar_temporary_folder());
  if (length < 0 || length >= (int)sizeof name) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  int descriptor = mkstemp(name);
  if (descriptor < 0) return NULL;
  unlink(name);
  return open_nameless(descriptor);
}
