/* Files: their bytes, and paths that stay inside the folder of the model. */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "read/reader.h"

/* Reads up to limit + 1 bytes; *length > limit means that there is more. */
static SarStatus read_all(FILE *stream, char **bytes, size_t *length, size_t limit) {
  size_t capacity = 0;
  *bytes = NULL;
  *length = 0;
  for (;;) {
    if (*length == capacity) {
      capacity = capacity ? 2 * capacity : 65536;
      char *larger = realloc(*bytes, capacity);
      if (!larger) return SAR_NO_MEMORY;
      *bytes = larger;
    }
    size_t got = fread(*bytes + *length, 1, capacity - *length, stream);
    *length += got;
    if (*length > limit) return SAR_OK;
    if (got == 0) return ferror(stream) ? SAR_IO : SAR_OK;
  }
}

SarStatus sar_read_bytes(SarContext *context, SarArena *arena, const char *path, const char *shown, SarSource from,
                         const char **text, size_t *length) {
  char *bytes = NULL;
  SAR_TRY(sar_file_check_regular(context, path, shown, from, "give the path of a model file"));
  errno = 0;
  FILE *stream = fopen(path, "rb");
  SarStatus status = stream ? read_all(stream, &bytes, length, SAR_FILE_BYTES) : SAR_IO;
  int reason = errno;
  if (stream) fclose(stream);
  if (status == SAR_IO) {
    status = sar_file_report_unreadable(context, shown, from, reason);
  } else if (status == SAR_NO_MEMORY) {
    sar_report_no_memory(context);
  } else if (*length > SAR_FILE_BYTES) {
    status = sar_report(context, SAR_INPUT, from, NULL, "use `for:` and `include:`", "`%s` is larger than %zu MB",
                        shown, SAR_FILE_BYTES >> 20);
  }
  if (status == SAR_OK) {
    *text = sar_arena_copy_text_n(arena, bytes, *length);
    if (!*text) status = sar_report_no_memory(context);
  }
  free(bytes);
  return status;
}

/* Whether a path is that of the folder or of something in it; both without links. */
static bool is_below(const char *path, const char *folder) {
  size_t length = strlen(folder);
  if (length && folder[length - 1] == '/') length--; /* the root */
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

SarStatus sar_path_check_links(SarContext *context, const char *folder, const char *path, const char *shown,
                               SarSource from) {
  char *real_path = realpath(path, NULL), *real_folder = NULL;
  int reason = errno;
  if (real_path) {
    real_folder = realpath(folder, NULL);
    reason = errno;
  }
  SarStatus status = SAR_OK;
  if (!real_path || !real_folder) {
    status = sar_file_report_unreadable(context, shown, from, reason);
  } else if (!is_below(real_path, real_folder)) {
    status = sar_report(context, SAR_INPUT, from, NULL, "copy the file into the folder of the model",
                        "the path `%s` is a link that leaves the folder of the model", shown);
  }
  free(real_path);
  free(real_folder);
  return status;
}

/* Removes the last part of a path; false if there is none. */
static bool climb(char *path) {
  if (!path[0]) return false;
  char *slash = strrchr(path, '/');
  *(slash ? slash : path) = 0;
  return true;
}

char *sar_path_join(SarArena *arena, const char *folder, const char *path) {
  char *result = sar_arena_alloc(arena, strlen(folder) + strlen(path) + 2, 1);
  if (!result || path[0] == '/') return NULL;
  strcpy(result, folder);
  for (const char *part = path; *part;) {
    size_t length = strcspn(part, "/");
    bool here = length == 0 || (length == 1 && part[0] == '.'), up = length == 2 && memcmp(part, "..", 2) == 0;
    if (up && !climb(result)) return NULL;
    if (!up && !here) {
      if (result[0]) strcat(result, "/");
      strncat(result, part, length);
    }
    part += length + (part[length] == '/');
  }
  return result;
}

char *sar_path_folder(SarArena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  return sar_arena_copy_text_n(arena, path, slash ? (size_t)(slash - path) : 0);
}
