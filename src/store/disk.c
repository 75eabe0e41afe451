/* The file under an HDF5 file. HDF5 cannot close a file whose last writes fail: it keeps the handle, and complains when
 * the program ends. So its writes always "succeed" here, and whoever owns the disk looks at `error`. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "store/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(SarDisk *disk) {
  if (!disk->error) disk->error = errno;
}

bool sar_disk_open(SarDisk *disk, const char *path) {
  *disk = (SarDisk){.descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
  if (disk->descriptor < 0) note(disk);
  return disk->descriptor >= 0;
}

bool sar_disk_open_read(SarDisk *disk, const char *path) {
  struct stat facts;
  *disk = (SarDisk){.descriptor = open(path, O_RDONLY | O_CLOEXEC)};
  if (disk->descriptor < 0 || fstat(disk->descriptor, &facts) != 0) {
    note(disk);
    return false;
  }
  disk->end = facts.st_size;
  return true;
}

void sar_disk_write(SarDisk *disk, int64_t at, const void *bytes, size_t count) {
  const char *p = bytes;
  while (count && !disk->error) {
    ssize_t done = pwrite(disk->descriptor, p, count, (off_t)at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {
      note(disk);
      return;
    }
    p += done;
    at += done;
    count -= (size_t)done;
    if (at > disk->end) disk->end = at;
  }
}

void sar_disk_read(SarDisk *disk, int64_t at, void *bytes, size_t count) {
  char *p = bytes;
  while (count) {
    ssize_t done = pread(disk->descriptor, p, count, (off_t)at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) note(disk);
    if (done <= 0) break;
    p += done;
    at += done;
    count -= (size_t)done;
  }
  memset(p, 0, count);
}

void sar_disk_resize(SarDisk *disk, int64_t size) {
  if (disk->error || size == disk->end) return;
  if (ftruncate(disk->descriptor, (off_t)size) != 0) note(disk);
  disk->end = size;
}

/* A file with holes where writes failed could be taken for a complete one: after an error nothing is left of it. */
void sar_disk_close(SarDisk *disk) {
  if (disk->descriptor >= 0 && disk->error && ftruncate(disk->descriptor, 0) != 0) note(disk);
  if (disk->descriptor >= 0 && close(disk->descriptor) != 0) note(disk);
  disk->descriptor = -1;
}
