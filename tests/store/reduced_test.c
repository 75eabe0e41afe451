/* Files of reduced bodies: what is written is read bit for bit, but for the shapes of the surface, which are rounded;
 * every fault of a file has its message. */
#include <hdf5.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "file.h"
#include "store/body.h"

static const char path[] = "reduced_test.h5";

static SarContext *context;
static SarArena *arena;

static int begin(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  assert_int_equal(sar_reduced_write(context, path, body_sample()), SAR_OK);
  return 0;
}

static int end(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  unlink(path);
  return 0;
}

static SarStatus read_file(bool mesh, SarReduced *out) {
  return sar_reduced_read(context, (SarSource){"model.yaml", 3, 9}, path, mesh, arena, out);
}

/* ---- what is right ---- */

#define SAME(a, b, count) assert_memory_equal((a), (b), (size_t)(count) * sizeof *(a))

static void compare_bodies(const SarReduced *a, const SarReduced *b) {
  int n = a->n;
  assert_int_equal(a->n, b->n);
  SAME(&a->mass, &b->mass, 1);
  SAME(&a->centre, &b->centre, 1);
  SAME(&a->j0, &b->j0, 1);
  SAME(a->stiffness, b->stiffness, n);
  SAME(a->psi, b->psi, 3 * n);
  SAME(a->g0, b->g0, 3 * n);
  SAME(a->j1, b->j1, 6 * n);
  SAME(a->j2, b->j2, 6 * n * n);
  SAME(a->g1, b->g1, 3 * n * n);
  SAME(a->reach, b->reach, n);
  SAME(a->preload, b->preload, n);
  assert_int_equal(a->ninterfaces, b->ninterfaces);
  for (int i = 0; i < a->ninterfaces; i++) {
    assert_string_equal(a->interfaces[i].name, b->interfaces[i].name);
    assert_int_equal(a->interfaces[i].node, b->interfaces[i].node);
    SAME(&a->interfaces[i].at, &b->interfaces[i].at, 1);
    SAME(a->interfaces[i].phi, b->interfaces[i].phi, 3 * n);
    SAME(a->interfaces[i].theta, b->interfaces[i].theta, 3 * n);
  }
  assert_int_equal(a->nloads, b->nloads);
  for (int i = 0; i < a->nloads; i++) {
    assert_string_equal(a->loads[i].name, b->loads[i].name);
    SAME(&a->loads[i].force, &b->loads[i].force, 1);
    SAME(&a->loads[i].moment, &b->loads[i].moment, 1);
    SAME(a->loads[i].modal, b->loads[i].modal, n);
  }
}

/* Each shape is a column: wrong, but by no more than a part of its largest number. */
static void compare_rounded(const float *a, const float *b, int rows, double part) {
  double largest[SHAPES] = {0};
  for (int k = 0; k < rows * SHAPES; k++) largest[k % SHAPES] = fmax(largest[k % SHAPES], fabs((double)a[k]));
  for (int k = 0; k < rows * SHAPES; k++) CHECK_NEAR(b[k], a[k], part * largest[k % SHAPES]);
  assert_memory_not_equal(a, b, (size_t)(rows * SHAPES) * sizeof *a);
}

static void round_trip(void **state) {
  (void)state;
  const SarReduced *a = body_sample();
  SarReduced b;
  assert_int_equal(read_file(true, &b), SAR_OK);
  compare_bodies(a, &b);
  assert_int_equal(b.mesh.nnodes, NODES);
  assert_int_equal(b.mesh.ntriangles, TRIANGLES);
  SAME(a->mesh.numbers, b.mesh.numbers, NODES);
  SAME(a->mesh.at, b.mesh.at, 3 * NODES);
  SAME(a->mesh.triangle, b.mesh.triangle, 3 * TRIANGLES);
  compare_rounded(a->mesh.shapes, b.mesh.shapes, 3 * NODES, 1.0 / 512);
  compare_rounded(a->mesh.stress, b.mesh.stress, 6 * NODES, 1.0 / 2048);
  SAME(a->mesh.stress0, b.mesh.stress0, NODES * 6);
  assert_string_equal(b.facts.source, a->facts.source);
  assert_string_equal(b.facts.frame, a->facts.frame);
  assert_int_equal(b.facts.unknowns, a->facts.unknowns);
  assert_int_equal(b.facts.constraint, a->facts.constraint);
  assert_int_equal(b.facts.fixed, a->facts.fixed);
  SAME(&a->facts.compliance_error, &b.facts.compliance_error, 1);
  SAME(&a->facts.frequency_error, &b.facts.frequency_error, 1);
  assert_int_equal(sar_context_count(context), 0);
}

static void without_the_mesh(void **state) {
  (void)state;
  SarReduced b;
  assert_int_equal(read_file(false, &b), SAR_OK);
  compare_bodies(body_sample(), &b);
  assert_int_equal(b.mesh.nnodes, 0);
  assert_null(b.mesh.shapes);
}

/* A file in memory, though there is one of its name, and what is no such file. */
static void in_memory(void **state) {
  (void)state;
  SarReduced b;
  long size;
  char *bytes = file_bytes(path, &size);
  const SarAsset asset = {path, (const unsigned char *)bytes, (size_t)size}, cut = {path, asset.bytes, asset.size / 2};
  assert_int_equal(sar_reduced_read_asset(context, sar_nowhere(), &asset, true, arena, &b), SAR_OK);
  compare_bodies(body_sample(), &b);
  assert_int_equal(b.mesh.nnodes, NODES);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(sar_reduced_read_asset(context, sar_nowhere(), &cut, true, arena, &b), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, path));
  free(bytes);
}

/* The least that a body may have. */
static void bare_body(void **state) {
  (void)state;
  SarReduced a = *body_sample(), b;
  a.ninterfaces = a.nloads = 0;
  a.preload = NULL;
  a.mesh = (SarReducedMesh){0};
  a.facts.source = a.facts.frame = NULL;
  assert_int_equal(sar_reduced_write(context, path, &a), SAR_OK);
  assert_int_equal(read_file(true, &b), SAR_OK);
  assert_int_equal(b.ninterfaces, 0);
  assert_int_equal(b.nloads, 0);
  assert_null(b.preload);
  assert_int_equal(b.mesh.nnodes, 0);
  assert_string_equal(b.facts.frame, "free");
}

static void same_bytes(void **state) {
  (void)state;
  long first, second;
  char *a = file_bytes(path, &first);
  unlink(path);
  sleep(1); /* times would differ */
  assert_int_equal(sar_reduced_write(context, path, body_sample()), SAR_OK);
  char *b = file_bytes(path, &second);
  assert_int_equal(first, second);
  assert_memory_equal(a, b, first);
  free(a), free(b);
}

/* What stood there stays when writing fails, and nothing else is left. */
static void atomic(void **state) {
  (void)state;
  const char *nowhere = "no_such_folder/body.h5";
  assert_int_equal(sar_reduced_write(context, nowhere, body_sample()), SAR_IO);
  assert_non_null(strstr(sar_context_get(context, 0)->message, nowhere));
  SarReduced b;
  struct rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, before.rlim_max});
  assert_int_equal(sar_reduced_write(context, path, body_sample()), SAR_IO);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(access("reduced_test.h5.new", F_OK), -1);
  assert_int_equal(read_file(true, &b), SAR_OK);
}

/* ---- what is wrong ---- */

/* The file with an array of doubles changed. */
static void change(hid_t file, const char *name, int index, double value) {
  double values[256] = {0};
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  assert_true(dataset >= 0);
  assert_true(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  values[index] = value;
  assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(dataset);
}

static void set_version(hid_t file, int64_t version) {
  hid_t attribute = H5Aopen(file, "version", H5P_DEFAULT);
  H5Awrite(attribute, H5T_NATIVE_INT64, &version);
  H5Aclose(attribute);
}

/* Version 1 had all numbers of j2 and g1, as does who writes such a file with another program. */
static void first_version(void **state) {
  (void)state;
  const SarReduced *a = body_sample();
  SarReduced b;
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  for (int k = 0; k < 6 * SHAPES * SHAPES; k++) change(file, "/invariants/j2", k, a->j2[k]);
  for (int k = 0; k < 3 * SHAPES * SHAPES; k++) change(file, "/invariants/g1", k, a->g1[k]);
  H5Fclose(file);
  assert_int_equal(read_file(true, &b), SAR_OK);
  compare_bodies(a, &b);
  file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  set_version(file, 1);
  H5Fclose(file);
  assert_int_equal(read_file(true, &b), SAR_OK);
  compare_bodies(a, &b);
}

/* Another array in the place of one. count: of doubles that are written; the rest is not there */
static void replace(hid_t file, const char *name, hid_t type, int rank, const hsize_t *extent, hid_t create,
                    bool write) {
  double zeros[256] = {0};
  assert_true(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
  hid_t space = rank ? H5Screate_simple(rank, extent, NULL) : H5Screate(H5S_SCALAR);
  hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  if (write) assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
}

static void set_names(hid_t file, const char *first, const char *second) {
  char names[2][9] = {{0}};
  memcpy(names[0], first, strlen(first)), memcpy(names[1], second, strlen(second));
  hid_t dataset = H5Dopen2(file, "/interface/name", H5P_DEFAULT), type = H5Dget_type(dataset);
  assert_int_equal(H5Tget_size(type), 9);
  assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
  H5Tclose(type);
  H5Dclose(dataset);
}

static void no_format(hid_t file) { H5Adelete(file, "format"); }
static void variable_format(hid_t file) {
  const char *text = "sarrus reduced body";
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, H5T_VARIABLE);
  H5Adelete(file, "format");
  hid_t attribute = H5Acreate2(file, "format", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, &text);
  H5Aclose(attribute), H5Tclose(type), H5Sclose(space);
}
static void new_version(hid_t file) { set_version(file, 3); }
static void version_zero(hid_t file) { set_version(file, 0); }
static void no_array(hid_t file) { H5Ldelete(file, "/invariants/psi", H5P_DEFAULT); }
static void no_group(hid_t file) { H5Ldelete(file, "/interface", H5P_DEFAULT); }
static void no_mass(hid_t file) { change(file, "/invariants/mass", 0, 0); }
static void negative_mass(hid_t file) { change(file, "/invariants/mass", 0, -1); }
static void nan_mass(hid_t file) { change(file, "/invariants/mass", 0, NAN); }
static void no_inertia(hid_t file) { change(file, "/invariants/j0", 4, 0); }
static void skew_inertia(hid_t file) { change(file, "/invariants/j0", 1, 0.11); }
/* Each moment of inertia is positive, but not the one about an axis between x and z. */
static void indefinite_inertia(hid_t file) {
  change(file, "/invariants/j0", 2, 3), change(file, "/invariants/j0", 6, 3);
}
static void flat_inertia(hid_t file) { change(file, "/invariants/j0", 8, 5.2); }    /* 2 + 3 < 5.2 */
static void heavy_shape(hid_t file) { change(file, "/invariants/psi", 4, 2.7); }    /* 2.7^2 > 7.25 */
static void swinging_shape(hid_t file) { change(file, "/invariants/g0", 8, 2.01); } /* 2.01^2 > 4 */
static void heavy_together(hid_t file) {                                            /* each of both alone would do */
  change(file, "/invariants/psi", 5, 2.2), change(file, "/invariants/g0", 2, 1);
}
static void negative_stiffness(hid_t file) { change(file, "/invariants/stiffness", 0, -1); }
static void unsorted_stiffness(hid_t file) { change(file, "/invariants/stiffness", 1, 1); }
static void infinite_psi(hid_t file) { change(file, "/invariants/psi", 4, INFINITY); }
static void skew_j2(hid_t file) { change(file, "/invariants/j2", 7, 77); }
static void symmetric_g1(hid_t file) { change(file, "/invariants/g1", 7, 77); }
static void negative_reach(hid_t file) { change(file, "/invariants/reach", 2, -1); }
static void nan_shape(hid_t file) { change(file, "/shapes/displacement", 0, NAN); }
static void far_triangle(hid_t file) { change(file, "/mesh/triangle", 4, 4); }
static void early_triangle(hid_t file) { change(file, "/mesh/triangle", 5, -1); }
static void no_name(hid_t file) { set_names(file, "left", "2nd"); }
static void empty_name(hid_t file) { set_names(file, "", "right"); }
static void modes_name(hid_t file) { set_names(file, "left", "modes"); }
static void mode_name(hid_t file) { set_names(file, "mode12", "right"); }
static void column_name(hid_t file) { set_names(file, "left", "q0"); }
static void ground_name(hid_t file) { set_names(file, "ground", "right"); }
static void repeated_name(hid_t file) { set_names(file, "left", "left"); }
static void negative_count(hid_t file) { change(file, "/facts/fixed", 0, -1); }

static void other_extent(hid_t file) {
  replace(file, "/invariants/g0", H5T_IEEE_F64LE, 2, (hsize_t[]){3, 4}, H5P_DEFAULT, true);
}
static void other_rank(hid_t file) {
  replace(file, "/invariants/g0", H5T_IEEE_F64LE, 1, (hsize_t[]){9}, H5P_DEFAULT, true);
}
static void other_type(hid_t file) {
  replace(file, "/invariants/g0", H5T_STD_I64LE, 2, (hsize_t[]){3, 3}, H5P_DEFAULT, true);
}
static void no_shapes(hid_t file) {
  replace(file, "/invariants/stiffness", H5T_IEEE_F64LE, 1, (hsize_t[]){0}, H5P_DEFAULT, false);
}

/* Sizes that lie: much is promised, nothing is stored. */
static hid_t packed(int rank, const hsize_t *chunk) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(create, rank, chunk);
  H5Pset_deflate(create, 1);
  return create;
}
static void many_shapes(hid_t file) {
  hid_t create = packed(1, (hsize_t[]){1000});
  replace(file, "/invariants/stiffness", H5T_IEEE_F64LE, 1, (hsize_t[]){(hsize_t)1 << 40}, create, false);
  H5Pclose(create);
}
static void empty_table(hid_t file) {
  hid_t create = packed(3, (hsize_t[]){1, 3, 3});
  replace(file, "/invariants/j2", H5T_IEEE_F64LE, 3, (hsize_t[]){6, 3, 3}, create, false);
  H5Pclose(create);
}
static void many_nodes(hid_t file) {
  hid_t create = packed(2, (hsize_t[]){1000, 3});
  replace(file, "/mesh/at", H5T_IEEE_F32LE, 2, (hsize_t[]){1 << 28, 3}, create, false);
  H5Pclose(create);
}
static void large_chunk(hid_t file) {
  hid_t create = packed(1, (hsize_t[]){9 << 20});
  H5Pset_alloc_time(create, H5D_ALLOC_TIME_LATE);
  assert_true(H5Ldelete(file, "/invariants/reach", H5P_DEFAULT) >= 0);
  hsize_t extent = 3, most = H5S_UNLIMITED;
  hid_t space = H5Screate_simple(1, &extent, &most);
  hid_t dataset = H5Dcreate2(file, "/invariants/reach", H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  assert_true(dataset >= 0);
  static const uint8_t bytes[16] = {0x78, 1, 1}; /* an empty chunk in the code of deflate, or so */
  hsize_t zero = 0;
  assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &zero, sizeof bytes, bytes) >= 0);
  H5Dclose(dataset), H5Sclose(space), H5Pclose(create);
}
static void bad_chunk(hid_t file) {
  hid_t create = packed(1, (hsize_t[]){3});
  replace(file, "/invariants/reach", H5T_IEEE_F64LE, 1, (hsize_t[]){3}, create, false);
  hid_t dataset = H5Dopen2(file, "/invariants/reach", H5P_DEFAULT);
  hsize_t zero = 0;
  assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &zero, 3, "abc") >= 0);
  H5Dclose(dataset), H5Pclose(create);
}

/* Ways out of the file. */
static void soft_link(hid_t file) {
  H5Lmove(file, "/invariants/psi", file, "/psi", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/psi", file, "/invariants/psi", H5P_DEFAULT, H5P_DEFAULT);
}
static void outer_link(hid_t file) {
  H5Ldelete(file, "/interface", H5P_DEFAULT);
  H5Lcreate_external("other.h5", "/interface", file, "/interface", H5P_DEFAULT, H5P_DEFAULT);
}
static void outer_bytes(hid_t file) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(create, "secret.bin", 0, H5F_UNLIMITED);
  replace(file, "/invariants/reach", H5T_IEEE_F64LE, 1, (hsize_t[]){3}, create, false);
  H5Pclose(create);
}
static void foreign_filter(hid_t file) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk = 3;
  H5Pset_chunk(create, 1, &chunk), H5Pset_fletcher32(create);
  replace(file, "/invariants/reach", H5T_IEEE_F64LE, 1, &chunk, create, true);
  H5Pclose(create);
}
static void cyclic_group(hid_t file) {
  H5Ldelete(file, "/invariants/psi", H5P_DEFAULT);
  H5Lcreate_hard(file, "/invariants", file, "/invariants/psi", H5P_DEFAULT, H5P_DEFAULT);
}

typedef struct Fault {
  const char *name;
  void (*spoil)(hid_t file);
  const char *expected;
} Fault;

#define F(fault) #fault, fault
static const Fault faults[] = {
    {F(no_format), "it is not the file of a reduced body"},
    {F(variable_format), "it is not the file of a reduced body"},
    {F(new_version), "it has version 3 of its format, and this program reads versions 1 to 2"},
    {F(version_zero), "it has version 0 of its format, and this program reads versions 1 to 2"},
    {F(no_array), "it has no array `/invariants/psi`"},
    {F(no_group), "it has no array `/interface/name`"},
    {F(no_mass), "its mass is 0 kg, which must be positive"},
    {F(negative_mass), "its mass is -1 kg, which must be positive"},
    {F(nan_mass), "number 1 of `/invariants/mass` is not finite, or too large"},
    {F(no_inertia), "its moment of inertia about y is 0 kg m^2"},
    {F(skew_inertia), "`/invariants/j0` is not symmetric"},
    {F(indefinite_inertia), "its inertia is not positive definite"},
    {F(flat_inertia), "no body has its inertia"},
    {F(heavy_shape), "its mass is not positive definite"},
    {F(swinging_shape), "its mass is not positive definite"},
    {F(heavy_together), "its mass is not positive definite"},
    {F(negative_stiffness), "the stiffness of shape 1 is negative, -1 1/s^2"},
    {F(unsorted_stiffness), "the stiffness of shape 2 is less than that of the shape before it"},
    {F(infinite_psi), "number 5 of `/invariants/psi` is not finite"},
    {F(skew_j2), "`/invariants/j2` is not symmetric in shapes 2 and 3"},
    {F(symmetric_g1), "`/invariants/g1` is not antisymmetric in shapes 2 and 3"},
    {F(negative_reach), "the reach of shape 3 is negative"},
    {F(nan_shape), "number 1 of `/shapes/displacement` is not finite"},
    {F(far_triangle), "triangle 2 of `/mesh/triangle` has node 4; there are 4, from 0 on"},
    {F(early_triangle), "triangle 2 of `/mesh/triangle` has node -1"},
    {F(no_name), "`2nd` in `/interface/name` is no name"},
    {F(empty_name), "`` in `/interface/name` is no name"},
    {F(modes_name), "an interface cannot be called `modes`; choose another name"},
    {F(mode_name), "an interface cannot be called `mode12`"},
    {F(column_name), "an interface cannot be called `q0`"},
    {F(ground_name), "an interface cannot be called `ground`"},
    {F(repeated_name), "the name `left` stands twice in `/interface/name`"},
    {F(negative_count), "`/facts/fixed` is -1"},
    {F(other_extent), "`/invariants/g0` has 4 where 3 fit the rest of the file (dimension 2)"},
    {F(other_rank), "`/invariants/g0` must have 2 dimensions"},
    {F(other_type), "`/invariants/g0` must hold floating-point numbers"},
    {F(no_shapes), "it has 0 shapes; 1 to 10000 are possible"},
    {F(many_shapes), "`/invariants/stiffness` says that it is larger than what the file holds"},
    {F(empty_table), "`/invariants/j2` says that it is larger than what the file holds"},
    {F(many_nodes), "`/mesh/at` says that it is larger than what the file holds"},
    {F(large_chunk), "`/invariants/reach` says that it is larger than what the file holds"},
    {F(bad_chunk), "`/invariants/reach` is damaged"},
    {F(soft_link), "`/invariants/psi` is not read: it is behind a soft link"},
    {F(outer_link), "`/interface/name` is not read: it is behind a link to another file"},
    {F(outer_bytes), "`/invariants/reach` is not read: it is stored in another file"},
    {F(foreign_filter), "`/invariants/reach` is not read: it goes through a filter"},
    {F(cyclic_group), "it has no array `/invariants/psi`"},
};

static void expect(const char *name, const char *expected) {
  SarReduced out;
  size_t before = sar_arena_bytes(arena);
  assert_int_equal(read_file(true, &out), SAR_INPUT);
  assert_true(sar_arena_bytes(arena) - before < 1 << 20); /* no size was believed */
  assert_int_equal(sar_context_count(context), 1);
  const SarDiagnostic *d = sar_context_get(context, 0);
  if (!strstr(d->message, expected)) fail_msg("%s: %s", name, d->message);
  assert_non_null(strstr(d->message, path));
  assert_string_equal(d->source.file, "model.yaml");
  assert_int_equal(d->source.line, 3);
  assert_non_null(d->remedy);
  sar_context_clear(context);
}

static void every_fault(void **state) {
  (void)state;
  long length;
  char *bytes = file_bytes(path, &length);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    file_write(path, bytes, (size_t)length);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    faults[i].spoil(file);
    H5Fclose(file);
    expect(faults[i].name, faults[i].expected);
  }
  free(bytes);
}

static void not_hdf5(void **state) {
  (void)state;
  file_write_text(path, "bodies:\n");
  expect("text", "it cannot be read as HDF5");
  file_write_text(path, "");
  expect("empty", "it cannot be read as HDF5");
  unlink(path);
  expect("missing", "cannot read `reduced_test.h5`");
}

/* Wherever it was cut. */
static void cut_short(void **state) {
  (void)state;
  long length;
  char *bytes = file_bytes(path, &length);
  for (long kept = 48; kept < length; kept += 997) {
    char expected[80];
    snprintf(expected, sizeof expected, "is cut short: %ld of %ld bytes are there", kept, length);
    file_write(path, bytes, (size_t)kept);
    expect("cut", expected);
  }
  file_write(path, bytes, 20);
  expect("cut", "it cannot be read as HDF5");
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(round_trip, begin, end),
      cmocka_unit_test_setup_teardown(without_the_mesh, begin, end),
      cmocka_unit_test_setup_teardown(first_version, begin, end),
      cmocka_unit_test_setup_teardown(in_memory, begin, end),
      cmocka_unit_test_setup_teardown(bare_body, begin, end),
      cmocka_unit_test_setup_teardown(same_bytes, begin, end),
      cmocka_unit_test_setup_teardown(atomic, begin, end),
      cmocka_unit_test_setup_teardown(every_fault, begin, end),
      cmocka_unit_test_setup_teardown(not_hdf5, begin, end),
      cmocka_unit_test_setup_teardown(cut_short, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
