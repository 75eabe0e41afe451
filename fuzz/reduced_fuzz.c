/* Any file given as a reduced body ends in one whose numbers are right, or in a message; never in a crash, a leak or
 * memory beyond what the file can hold. Inputs are changes of a good file: to its arrays, by way of HDF5, and to its
 * bytes. */
#define _GNU_SOURCE

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/reduced.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* HDF5 loses memory of its own where the header of an object is damaged. */
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

#define N 2
#define NODES 4
#define CHANGE 8 /* bytes that describe one */

static char path[64];
static uint8_t *good; /* the file without changes */
static size_t good_size;

static const char *const arrays[] = {
    "/invariants/mass", "/invariants/centre", "/invariants/j0",  "/invariants/stiffness",  "/invariants/psi",
    "/invariants/g0",   "/invariants/j1",     "/invariants/j2",  "/invariants/g1",         "/invariants/reach",
    "/interface/name",  "/interface/node",    "/interface/at",   "/interface/phi",         "/interface/theta",
    "/loads/name",      "/loads/force",       "/loads/moment",   "/loads/modal",           "/mesh/number",
    "/mesh/at",         "/mesh/triangle",     "/stress/shapes",  "/shapes/displacement",   "/facts/source",
    "/facts/unknowns",  "/facts/fixed",       "/stress/preload", "/facts/frequency_error", "/invariants/preload"};
#define ARRAYS (sizeof arrays / sizeof *arrays)

/* ---- the good file ---- */

static void write_good(void) {
  static const double ones[200] = {[0 ... 199] = 1}, zeros[200] = {0};
  static const float floats[200] = {[0 ... 199] = 0.5f};
  static const int64_t numbers[NODES] = {1, 2, 3, 4};
  static const int32_t triangle[] = {0, 1, 2, 0, 2, 3};
  SarReducedInterface interface = {"left", 1, {1, 2, 3}, ones, ones};
  SarReducedLoad load = {"weight", {1, 2, 3}, {4, 5, 6}, ones};
  SarReduced body = {.n = N,
                     .mass = 1,
                     .j0 = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                     .stiffness = ones,
                     .psi = ones,
                     .g0 = ones,
                     .j1 = ones,
                     .j2 = ones,
                     .g1 = zeros,
                     .reach = ones,
                     .preload = ones,
                     .ninterfaces = 1,
                     .nloads = 1,
                     .interfaces = &interface,
                     .loads = &load};
  body.mesh = (SarReducedMesh){NODES, 2, numbers, floats, triangle, floats, floats, floats};
  SarContext *context = sar_context_create();
  if (!context || sar_reduced_write(context, path, &body) != SAR_OK) abort();
  sar_context_destroy(&context);
}

static void remove_file(void) {
  unlink(path);
  free(good);
}

static void prepare(void) {
  snprintf(path, sizeof path, "%s/sarrus_reduced_fuzz_%d.h5", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
           (int)getpid());
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  write_good();
  FILE *stream = fopen(path, "rb");
  if (!stream) abort();
  fseek(stream, 0, SEEK_END);
  good_size = (size_t)ftell(stream);
  rewind(stream);
  good = malloc(good_size);
  if (!good || fread(good, 1, good_size, stream) != good_size) abort();
  fclose(stream);
  atexit(remove_file);
}

/* ---- changes ---- */

static void set_number(hid_t file, const uint8_t *c) {
  static const double special[] = {NAN, INFINITY, -1, 0, 1e300, 1e-300, -0.0, 5};
  double values[200] = {0};
  hid_t dataset = H5Dopen2(file, arrays[c[1] % ARRAYS], H5P_DEFAULT);
  hid_t space = dataset >= 0 ? H5Dget_space(dataset) : H5I_INVALID_HID;
  bool fits = space >= 0 && H5Sget_simple_extent_npoints(space) <= 200;
  if (fits && H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0) {
    values[c[2] % 200] = special[c[3] % 8];
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  }
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0) H5Dclose(dataset);
}

/* An array of another type, rank and extent; large ones are promised, not written. */
static void replace_array(hid_t file, const uint8_t *c) {
  const hid_t types[] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_STD_I64LE, H5T_STD_U64LE,
                         H5T_STD_I8LE,   H5T_C_S1,       H5T_STD_I32LE, H5T_NATIVE_LDOUBLE};
  static const uint8_t zeros[1 << 16];
  hsize_t extent[4], chunk[4], count = 1;
  int rank = c[3] % 5;
  for (int i = 0; i < rank; i++) {
    extent[i] = i == 3 ? 1 : c[4 + i] < 8 ? c[4 + i] : (hsize_t)1 << c[4 + i] % 40;
    chunk[i] = extent[i] ? (extent[i] < 16 ? extent[i] : 16) : 1;
    count *= extent[i] < 100 ? extent[i] : 100000;
  }
  H5Ldelete(file, arrays[c[1] % ARRAYS], H5P_DEFAULT);
  hid_t space = rank ? H5Screate_simple(rank, extent, NULL) : H5Screate(H5S_SCALAR);
  hid_t create = H5Pcreate(H5P_DATASET_CREATE), type = types[c[2] % 8];
  if (rank && c[7] & 2) H5Pset_chunk(create, rank, chunk), H5Pset_deflate(create, 1);
  hid_t dataset = H5Dcreate2(file, arrays[c[1] % ARRAYS], type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  if (dataset >= 0 && c[7] & 1 && count * 16 <= sizeof zeros)
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros);
  if (dataset >= 0) H5Dclose(dataset);
  if (space >= 0) H5Sclose(space);
  H5Pclose(create);
}

static void replace_link(hid_t file, const uint8_t *c) {
  const char *from = arrays[c[1] % ARRAYS], *to = arrays[c[2] % ARRAYS];
  H5Ldelete(file, from, H5P_DEFAULT);
  if (c[3] % 4 == 0) H5Lcreate_soft(to, file, from, H5P_DEFAULT, H5P_DEFAULT);
  if (c[3] % 4 == 1) H5Lcreate_external("/etc/passwd", to, file, from, H5P_DEFAULT, H5P_DEFAULT);
  if (c[3] % 4 == 2) H5Lcreate_hard(file, to, file, from, H5P_DEFAULT, H5P_DEFAULT);
}

static void change_arrays(const uint8_t *data, size_t size) {
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  if (file < 0) return;
  for (size_t at = 0; at + CHANGE <= size; at += CHANGE) {
    if (data[at] % 4 == 1) set_number(file, data + at);
    if (data[at] % 4 == 2) replace_array(file, data + at);
    if (data[at] % 4 == 3) replace_link(file, data + at);
  }
  H5Fclose(file);
}

static void change_bytes(const uint8_t *data, size_t size) {
  FILE *stream = fopen(path, "r+b");
  if (!stream) abort();
  for (size_t at = 0; at + CHANGE <= size; at += CHANGE) {
    const uint8_t *c = data + at;
    if (c[0] % 4 != 0) continue;
    fseek(stream, (long)((size_t)(c[1] << 16 | c[2] << 8 | c[3]) % good_size), SEEK_SET);
    fwrite(c + 4, 1, 1 + c[0] / 4 % 4, stream);
  }
  fclose(stream);
}

/* ---- what is read ---- */

static void check(const SarReduced *b) {
  if (!(b->mass > 0) || b->n < 1) __builtin_trap();
  for (int32_t i = 0; i < b->n; i++) {
    if (!(b->stiffness[i] >= 0) || !(b->reach[i] >= 0)) __builtin_trap();
  }
  for (int32_t i = 0; i < 6 * b->n * b->n; i++) {
    if (!isfinite(b->j2[i])) __builtin_trap();
  }
  for (int32_t i = 0; i < b->ninterfaces; i++) {
    if (!b->interfaces[i].name[0] || !isfinite(b->interfaces[i].phi[3 * b->n - 1])) __builtin_trap();
  }
  for (int32_t i = 0; i < 3 * b->mesh.ntriangles; i++) {
    if (b->mesh.triangle[i] < 0 || b->mesh.triangle[i] >= b->mesh.nnodes) __builtin_trap();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!good) prepare();
  FILE *stream = fopen(path, "wb");
  if (!stream || fwrite(good, 1, good_size, stream) != good_size) abort();
  fclose(stream);
  change_arrays(data, size);
  change_bytes(data, size);
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  if (context && arena) {
    SarReduced body;
    SarStatus status = sar_reduced_read(context, sar_nowhere(), path, true, arena, &body);
    if (status == SAR_OK) check(&body);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
    if (sar_arena_bytes(arena) > (size_t)64 << 20) __builtin_trap();
  }
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
