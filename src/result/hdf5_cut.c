/* HDF5 opens a cut file when its driver tells the length that the file should have. Where a read begins beyond the real
 * end, or asks for numbers beyond it, the driver fails: zeros are never taken for data (hdf5_driver.c). */
#include "result/hdf5_cut.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "result/journal_code.h"
#include "store/hdf5_access.h"
#include "store/hdf5_driver.h"

/* In the superblock, versions 2 and 3: where the root group stands. */
#define ROOT_AT 36

/* Object headers, version 2: signature, version, flags; times and limits if the flags say so; the size of the messages;
 * these, and a checksum. They may go on elsewhere: another signature, messages, a checksum. */
#define OBJECT_HEAD 6
#define CHECKSUM 4
#define SIGNATURE 4
#define CONTINUATION 0x10
#define MOST_BLOCKS 64

bool sar_hdf5_disk(const char *path, SarDisk *out) {
  uint8_t head[SAR_HDF5_HEAD];
  if (!sar_disk_open_read(out, path)) {
    sar_disk_close(out);
    return false;
  }
  sar_disk_read(out, 0, head, sizeof head);
  int64_t told = out->end >= SAR_HDF5_HEAD ? sar_hdf5_told(head) : 0;
  out->told = told > out->end ? told : out->end;
  return true;
}

/* ---- the header of the root ---- */

/* Messages of an object header. */
typedef struct Block {
  int64_t at, size;
} Block;

typedef struct Blocks {
  Block list[MOST_BLOCKS];
  int32_t count;
  bool ordered; /* messages have the number of their creation */
} Blocks;

static bool is_there(const SarDisk *disk, int64_t at, int64_t size) {
  return at >= 0 && size >= 0 && size <= disk->end && at <= disk->end - size;
}

static bool add_block(const SarDisk *disk, Blocks *blocks, int64_t at, int64_t size) {
  if (blocks->count == MOST_BLOCKS || !is_there(disk, at, size) || !is_there(disk, at + size, CHECKSUM)) return false;
  blocks->list[blocks->count++] = (Block){at, size};
  return true;
}

/* Adds the blocks in which the messages of this one go on. */
static bool follow(SarDisk *disk, Blocks *blocks, const Block *block) {
  uint8_t *bytes = malloc((size_t)block->size + 1);
  if (!bytes) return false;
  sar_disk_read(disk, block->at, bytes, (size_t)block->size);
  int64_t head = blocks->ordered ? 6 : 4, at = 0;
  bool ok = true;
  while (ok && block->size - at >= head) {
    const uint8_t *message = bytes + at;
    int64_t size = message[1] | message[2] << 8;
    if (size > block->size - at - head) break; /* HDF5 will look closer */
    if (message[0] == CONTINUATION && size == 16) {
      int64_t place = (int64_t)sar_get_u64(message + head), length = (int64_t)sar_get_u64(message + head + 8);
      ok = length >= SIGNATURE + CHECKSUM && is_there(disk, place, length) &&
           add_block(disk, blocks, place + SIGNATURE, length - SIGNATURE - CHECKSUM);
    }
    at += head + size;
  }
  free(bytes);
  return ok;
}

/* Whether all of it lies before the cut. HDF5 loses memory where a part of a header cannot be read, and complains about
 * that when the program ends: so it is not asked. */
static bool root_is_there(SarDisk *disk) {
  uint8_t head[SAR_HDF5_HEAD];
  Blocks blocks = {0};
  sar_disk_read(disk, ROOT_AT, head, 8);
  int64_t root = (int64_t)sar_get_u64(head);
  if (!is_there(disk, root, sizeof head)) return false;
  sar_disk_read(disk, root, head, sizeof head);
  if (memcmp(head, "OHDR", SIGNATURE) != 0 || head[4] != 2) return false;
  uint8_t flags = head[5];
  int64_t skipped = OBJECT_HEAD + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0), width = 1 << (flags & 3);
  uint64_t size = 0;
  for (int64_t i = width; i-- > 0;) size = size << 8 | head[skipped + i];
  blocks.ordered = (flags & 4) != 0;
  bool ok = size <= INT64_MAX && add_block(disk, &blocks, root + skipped + width, (int64_t)size);
  for (int32_t i = 0; i < blocks.count && ok; i++) ok = follow(disk, &blocks, &blocks.list[i]);
  return ok;
}

/* ---- reading ---- */

int64_t sar_hdf5_open_disk(SarDisk *disk, int64_t *driver) {
  *driver = H5I_INVALID_HID;
  if (!root_is_there(disk)) return H5I_INVALID_HID;
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = H5I_INVALID_HID;
  *driver = H5FDregister(&sar_hdf5_cut_driver);
  bool ok = access >= 0 && *driver >= 0 && H5Pset_driver(access, *driver, &disk) >= 0;
  if (ok) file = H5Fopen("cut", H5F_ACC_RDONLY, access);
  if (access >= 0) H5Pclose(access);
  return file;
}

/* Whether chunk k lies before the cut: HDF5 reads chunks as a whole, and of one that is not there it would make zeros
 * up. */
static bool is_left(hid_t dataset, hsize_t chunk, int64_t k, int64_t end) {
  hsize_t first[2] = {chunk * (hsize_t)k, 0}, stored = 0;
  haddr_t place = HADDR_UNDEF;
  unsigned mask = 0;
  return H5Dget_chunk_info_by_coord(dataset, first, &mask, &place, &stored) >= 0 && place != HADDR_UNDEF && stored &&
         stored <= (hsize_t)end && place <= (haddr_t)end - stored;
}

static hsize_t chunk_of(hid_t dataset) {
  hsize_t chunk[2] = {0, 0};
  hid_t create = H5Dget_create_plist(dataset);
  bool chunked = create >= 0 && H5Pget_layout(create) == H5D_CHUNKED && H5Pget_chunk(create, 2, chunk) >= 1;
  if (create >= 0) H5Pclose(create);
  return chunked ? chunk[0] : 0;
}

/* Chunks stand in their order: what is left ends somewhere, and bisection finds it. */
static int64_t left_in_chunks(hid_t dataset, int64_t size, int64_t end) {
  hsize_t chunk = chunk_of(dataset);
  if (!chunk || chunk > INT64_MAX / 2) return 0;
  int64_t left = 0, lost = (size + (int64_t)chunk - 1) / (int64_t)chunk; /* chunks: so many are left; this is lost */
  while (lost > left) {
    int64_t middle = left + (lost - left) / 2;
    if (is_left(dataset, chunk, middle, end))
      left = middle + 1;
    else
      lost = middle;
  }
  return left > size / (int64_t)chunk ? size : left * (int64_t)chunk;
}

int64_t sar_hdf5_values_left(int64_t dataset, int64_t size, int64_t bytes, int64_t end) {
  if (size <= 0) return 0;
  haddr_t place = H5Dget_offset(dataset);
  if (place == HADDR_UNDEF) return left_in_chunks(dataset, size, end);
  int64_t left = place < (haddr_t)end ? (end - (int64_t)place) / bytes : 0;
  return left < size ? left : size;
}
