/* The file driver: HDF5 asks for bytes at addresses, the disk has them. Space is given out from the end, as HDF5 does
 * by itself for drivers without an allocator of their own. */
#include <hdf5.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include <stdlib.h>

#include "store/disk.h"
#include "store/hdf5_driver.h"

/* What HDF5 knows as an open file; the disk belongs to the sink. */
typedef struct DriverFile {
  H5FD_t public;
  SarDisk *disk;
  haddr_t allocated;
} DriverFile;

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t limit) {
  (void)name, (void)flags, (void)limit;
  SarDisk *const *disk = H5Pget_driver_info(access);
  DriverFile *file = calloc(1, sizeof *file);
  if (!file || !disk) {
    free(file);
    return NULL;
  }
  file->disk = *disk;
  return &file->public;
}

static herr_t driver_close(H5FD_t *file) {
  free(file);
  return 0;
}

/* As HDF5's own driver for plain files: small pieces are gathered before they are written. */
static herr_t driver_query(const H5FD_t *file, unsigned long *flags) {
  (void)file;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return ((const DriverFile *)file)->allocated;
}

static herr_t driver_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t size) {
  (void)type;
  ((DriverFile *)file)->allocated = size;
  return 0;
}

/* Numbers get their place when their dataset is created, and what describes the next one still comes before them. */
static haddr_t driver_alloc(H5FD_t *file, H5FD_mem_t type, hid_t transfer, hsize_t size) {
  (void)transfer;
  DriverFile *f = (DriverFile *)file;
  SarDisk *disk = f->disk;
  haddr_t limit = (haddr_t)disk->numbers_from, at = f->allocated;
  bool number = type == H5FD_MEM_DRAW;
  if (limit && !number && (haddr_t)disk->described + size <= limit) {
    at = (haddr_t)disk->described;
    disk->described += (int64_t)size;
  } else if (limit && !number) {
    disk->described = disk->numbers_from + 1; /* no room is left: it stands behind numbers */
  } else if (at < limit) {
    at = limit;
  }
  if (at + size > f->allocated) f->allocated = at + size;
  return at;
}

static haddr_t driver_get_eof(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return (haddr_t)((const DriverFile *)file)->disk->end;
}

static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t count, void *bytes) {
  (void)type, (void)transfer;
  sar_disk_read(((DriverFile *)file)->disk, (int64_t)at, bytes, count);
  return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t count, const void *bytes) {
  (void)type, (void)transfer;
  sar_disk_write(((DriverFile *)file)->disk, (int64_t)at, bytes, count);
  return 0;
}

static herr_t driver_truncate(H5FD_t *file, hid_t transfer, hbool_t closing) {
  (void)transfer, (void)closing;
  DriverFile *f = (DriverFile *)file;
  sar_disk_resize(f->disk, (int64_t)f->allocated);
  return 0;
}

/* ---- cut files ---- */

/* Not in pieces that are larger than what is asked for: they might reach over the cut. */
static herr_t cut_query(const H5FD_t *file, unsigned long *flags) {
  herr_t status = driver_query(file, flags);
  *flags &= ~(unsigned long)H5FD_FEAT_DATA_SIEVE;
  return status;
}

static haddr_t cut_get_eof(const H5FD_t *file, H5FD_mem_t type) {
  (void)type;
  return (haddr_t)((const DriverFile *)file)->disk->told;
}

/* HDF5 may ask for more of its own structures than it needs, and looks at their checksums: what lies beyond the end is
 * zero. Numbers have no checksums: all of them must be there. */
static herr_t cut_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t count, void *bytes) {
  (void)transfer;
  SarDisk *disk = ((DriverFile *)file)->disk;
  haddr_t end = (haddr_t)disk->end;
  if (at >= end || (type == H5FD_MEM_DRAW && count > end - at)) return -1;
  sar_disk_read(disk, (int64_t)at, bytes, count);
  return disk->error ? -1 : 0;
}

static herr_t cut_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t count, const void *bytes) {
  (void)file, (void)type, (void)transfer, (void)at, (void)count, (void)bytes;
  return -1;
}

const H5FD_class_t sar_hdf5_cut_driver = {
#if H5_VERSION_GE(1, 13, 2)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)601,
#endif
    .name = "sarrus-cut",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(SarDisk *),
    .open = driver_open,
    .close = driver_close,
    .query = cut_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = cut_get_eof,
    .read = cut_read,
    .write = cut_write,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

const H5FD_class_t sar_hdf5_driver = {
#if H5_VERSION_GE(1, 13, 2)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* above the numbers that HDF5 registers */
#endif
    .name = "sarrus",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(SarDisk *),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .alloc = driver_alloc,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};
