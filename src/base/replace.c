#define _DEFAULT_SOURCE

#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* A device or pipe is no file that another one could take the place of: /dev/null must stay what it is. */
static SarStatus refuse_device(SarContext *context, const char *path) {
  struct stat facts;
  if (stat(path, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return SAR_OK;
  return sar_report(context, SAR_IO, sar_nowhere(), NULL, "give the name of a file",
                    "%s is there already and is no plain file", path);
}

SarStatus sar_replace_begin(SarContext *context, const char *path, SarReplacement *out) {
  static const char ending[] = ".new";
  *out = (SarReplacement){.context = context, .shown = path, .target = realpath(path, NULL)};
  SAR_TRY(refuse_device(context, path));
  if (!out->target) out->target = strdup(path);
  size_t length = out->target ? strlen(out->target) : 0;
  out->fresh = out->target ? malloc(length + sizeof ending) : NULL;
  if (!out->fresh) return sar_report_no_memory(context);
  memcpy(out->fresh, out->target, length);
  memcpy(out->fresh + length, ending, sizeof ending);
  return SAR_OK;
}

/* On the disk before what it replaces is gone: else a power failure could take both. */
static SarStatus settle(const SarReplacement *r) {
  int descriptor = open(r->fresh, O_WRONLY | O_CLOEXEC);
  bool ok = descriptor >= 0 && (fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP);
  int reason = errno;
  if (descriptor >= 0) close(descriptor);
  return ok ? SAR_OK : sar_report_write(r->context, r->fresh, reason, "");
}

/* The new name, too. A folder that cannot be opened, or a file system that cannot do it, is no reason to fail. */
static SarStatus settle_folder(const SarReplacement *r) {
  char *folder = strdup(r->target), *slash = folder ? strrchr(folder, '/') : NULL;
  if (!folder) return sar_report_no_memory(r->context);
  if (slash) slash[1] = 0;
  int descriptor = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool ok = descriptor < 0 || fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
  int reason = errno;
  if (descriptor >= 0) close(descriptor);
  free(folder);
  return ok ? SAR_OK : sar_report_write(r->context, r->target, reason, "");
}

SarStatus sar_replace_end(SarReplacement *r, SarStatus status) {
  if (status == SAR_OK) status = settle(r);
  if (status == SAR_OK && rename(r->fresh, r->target) != 0) status = sar_report_write(r->context, r->shown, errno, "");
  if (status == SAR_OK) status = settle_folder(r);
  if (status != SAR_OK && r->fresh) unlink(r->fresh);
  free(r->fresh);
  free(r->target);
  *r = (SarReplacement){0};
  return status;
}
