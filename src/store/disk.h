/* A file of random access that remembers its first failure instead of returning it. */
#ifndef SAR_STORE_DISK_H
#define SAR_STORE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SarDisk {
  int descriptor; /* -1: not open */
  int error;      /* errno of the first failure, 0: none; after it nothing is written any more */
  int64_t end;    /* bytes in the file */
  int64_t told;   /* bytes that it should have, of one that is read and may be cut short */
  /* Of one that HDF5 writes: its own structures stand before this byte as long as there is room, numbers behind it. 0:
   * one after the other. */
  int64_t numbers_from;
  int64_t described; /* where its structures end; beyond numbers_from: there was no room for all of them */
} SarDisk;

/* Creates or empties the file. False with `error` set if that fails. */
bool sar_disk_open(SarDisk *disk, const char *path);
/* To read only. */
bool sar_disk_open_read(SarDisk *disk, const char *path);
void sar_disk_write(SarDisk *disk, int64_t at, const void *bytes, size_t count);
/* What lies beyond the end, or cannot be read, is zero. */
void sar_disk_read(SarDisk *disk, int64_t at, void *bytes, size_t count);
void sar_disk_resize(SarDisk *disk, int64_t size);
void sar_disk_close(SarDisk *disk); /* may be called twice */

#endif
