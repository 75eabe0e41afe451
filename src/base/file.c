#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool sar_file_is_same(const char *a, const char *b) {
  struct stat first, second;
  if (strcmp(a, b) == 0) return true;
  if (stat(a, &first) != 0 || stat(b, &second) != 0) return false;
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

SarStatus sar_file_report_unreadable(SarContext *context, const char *shown, SarSource from, int reason) {
  bool environment = reason == EIO || reason == EMFILE || reason == ENFILE;
  SarStatus status = environment ? SAR_IO : SAR_INPUT;
  const char *remedy =
      environment ? "check the disk and how many files are open" : "check the path and the permissions";
  if (reason == ENOMEM) return sar_report_no_memory(context);
  if (!shown) return sar_report(context, status, from, NULL, remedy, "cannot read: %s", strerror(reason));
  return sar_report(context, status, from, NULL, remedy, "cannot read `%s`: %s", shown, strerror(reason));
}

SarStatus sar_file_check_regular(SarContext *context, const char *path, const char *shown, SarSource from,
                                 const char *remedy) {
  struct stat facts;
  if (stat(path, &facts) != 0) return sar_file_report_unreadable(context, shown, from, errno);
  if (S_ISREG(facts.st_mode)) return SAR_OK;
  const char *kind = S_ISDIR(facts.st_mode) ? "a folder" : S_ISFIFO(facts.st_mode) ? "a pipe" : "a device";
  if (!shown) return sar_report(context, SAR_INPUT, from, NULL, remedy, "this is %s, not a file", kind);
  return sar_report(context, SAR_INPUT, from, NULL, remedy, "`%s` is %s, not a file", shown, kind);
}
