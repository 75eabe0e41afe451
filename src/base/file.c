#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 /* as Linux has it */

/* Where a file that does not exist yet would be made: a folder that exists, and a name in it. */
typedef struct Place {
  char folder[PATH_MAX];
  const char *name; /* in the path */
} Place;

static bool split(const char *path, Place *place) {
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) + 1 : 2;
  if (length >= sizeof place->folder) return false;
  memcpy(place->folder, slash ? path : "./", length);
  place->folder[length] = 0;
  place->name = slash ? slash + 1 : path;
  return true;
}

/* Follows links that lead to nothing: writing makes the file at their end. `path` has room for PATH_MAX bytes. */
static bool follow_links(char *path) {
  char target[PATH_MAX];
  ssize_t length;
  for (int i = 0; (length = readlink(path, target, sizeof target - 1)) >= 0; i++) {
    const char *slash = strrchr(path, '/');
    size_t folder = slash && target[0] != '/' ? (size_t)(slash - path) + 1 : 0;
    if (i == MOST_LINKS || folder + (size_t)length >= PATH_MAX) return false;
    memcpy(path + folder, target, (size_t)length);
    path[folder + (size_t)length] = 0;
  }
  return true;
}

/* The same name in the same folder, whatever the way there. */
static bool is_same_place(const char *a, const char *b) {
  char first[PATH_MAX], second[PATH_MAX];
  struct stat one, other;
  Place pa, pb;
  if (strlen(a) >= sizeof first || strlen(b) >= sizeof second) return false;
  strcpy(first, a);
  strcpy(second, b);
  if (!follow_links(first) || !follow_links(second) || !split(first, &pa) || !split(second, &pb)) return false;
  if (strcmp(pa.name, pb.name) != 0 || stat(pa.folder, &one) != 0 || stat(pb.folder, &other) != 0) return false;
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool sar_file_is_same(const char *a, const char *b) {
  struct stat first, second;
  if (strcmp(a, b) == 0) return true;
  bool there = stat(a, &first) == 0, other_there = stat(b, &second) == 0;
  if (!there && !other_there) return is_same_place(a, b);
  return there && other_there && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool sar_file_is_regular(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
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

static const char *remedy_for(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT: return "free some space or choose another folder";
    case EFBIG: return "allow larger files (`ulimit -f`), or give fewer rows";
    case ENOENT: return "create the folder or choose another path";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder you may write to";
    case EISDIR: return "give the name of a file, not of a folder";
    case EPIPE: return "the program that reads the output has ended; write to a file instead";
    default: return "choose another path";
  }
}

SarStatus sar_report_write(SarContext *context, const char *path, int reason, const char *detail) {
  const char *shown = strcmp(path, "-") == 0 ? "standard output" : path;
  return sar_report(context, SAR_IO, sar_nowhere(), NULL, remedy_for(reason), "cannot write %s: %s", shown,
                    reason ? strerror(reason) : detail);
}

SarStatus sar_file_check_writable(SarContext *context, const char *path) {
  struct stat facts;
  if (strcmp(path, "-") == 0) return SAR_OK;
  if (stat(path, &facts) == 0) {
    if (S_ISDIR(facts.st_mode)) return sar_report_write(context, path, EISDIR, "");
    return access(path, W_OK) == 0 ? SAR_OK : sar_report_write(context, path, errno, "");
  }
  Place place;
  if (!split(path, &place)) return sar_report_write(context, path, ENAMETOOLONG, "");
  return access(place.folder, W_OK | X_OK) == 0 ? SAR_OK : sar_report_write(context, path, errno, "");
}
