/* Finite-element models in HDF5: one tetrahedron, right and wrong. */
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "fe/model.h"
#include "store/arrays.h"

static const char path[] = "stored_test.h5";

/* What the file holds; faults change it. */
typedef struct Contents {
  int64_t number[4], node[12], direction[12], row[12], column[12], type_nodes[4], material[1], count[2], member[3];
  double at[4][3], stiffness[12], mass[12], preload[12], force[12], young[1], length;
  const char *type[1];
  int64_t nstiffness, nmembers;
} Contents;

static Contents contents;
static SarContext *context;
static SarArena *arena;

static void fresh(void) {
  contents = (Contents){.number = {1, 2, 3, 4},
                        .at = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                        .type = {"C3D4"},
                        .type_nodes = {1, 2, 3, 4},
                        .count = {2, 1},
                        .member = {3, 1, 4},
                        .young = {2},
                        .length = 0.5,
                        .nstiffness = 12,
                        .nmembers = 3};
  for (int i = 0; i < 12; i++) {
    contents.node[i] = i / 3 + 1, contents.direction[i] = i % 3 + 1;
    contents.row[i] = contents.column[i] = i;
    contents.stiffness[i] = i + 1, contents.mass[i] = 2, contents.preload[i] = i, contents.force[i] = -i;
  }
}

static void put(SarStoreWriter *w, const char *name, SarStoreType type, const void *values, int32_t rank, int64_t a,
                int64_t b) {
  sar_store_put(w, (SarStored){.path = name, .type = type, .rank = rank, .extent = {a, b}}, values, NULL);
}

static void write_file(void) {
  SarStoreWriter *w = NULL;
  const char *material = "steel", *sets[] = {"left", "tip"}, *load = "pressure";
  double one = 1, poisson = 0.3;
  assert_int_equal(sar_store_create(context, path, &w), SAR_OK);
  put(w, "/units/length", SAR_STORE_REAL, &contents.length, 0, 0, 0);
  put(w, "/units/mass", SAR_STORE_REAL, &one, 0, 0, 0);
  put(w, "/units/time", SAR_STORE_REAL, &one, 0, 0, 0);
  put(w, "/nodes/number", SAR_STORE_INT64, contents.number, 1, 4, 0);
  put(w, "/nodes/at", SAR_STORE_REAL, contents.at, 2, 4, 3);
  put(w, "/unknowns/node", SAR_STORE_INT64, contents.node, 1, 12, 0);
  put(w, "/unknowns/direction", SAR_STORE_INT64, contents.direction, 1, 12, 0);
  put(w, "/stiffness/row", SAR_STORE_INT64, contents.row, 1, contents.nstiffness, 0);
  put(w, "/stiffness/column", SAR_STORE_INT64, contents.column, 1, 12, 0);
  put(w, "/stiffness/value", SAR_STORE_REAL, contents.stiffness, 1, 12, 0);
  put(w, "/mass/row", SAR_STORE_INT64, contents.row, 1, 12, 0);
  put(w, "/mass/column", SAR_STORE_INT64, contents.column, 1, 12, 0);
  put(w, "/mass/value", SAR_STORE_REAL, contents.mass, 1, 12, 0);
  sar_store_put_texts(w, "/materials/name", &material, 1);
  put(w, "/materials/young", SAR_STORE_REAL, contents.young, 1, 1, 0);
  put(w, "/materials/poisson", SAR_STORE_REAL, &poisson, 1, 1, 0);
  put(w, "/materials/density", SAR_STORE_REAL, &one, 1, 1, 0);
  put(w, "/elements/number", SAR_STORE_INT64, &contents.number[3], 1, 1, 0);
  sar_store_put_texts(w, "/elements/type", contents.type, 1);
  put(w, "/elements/material", SAR_STORE_INT64, contents.material, 1, 1, 0);
  put(w, "/elements/node", SAR_STORE_INT64, contents.type_nodes, 1, 4, 0);
  sar_store_put_texts(w, "/sets/name", sets, 2);
  put(w, "/sets/count", SAR_STORE_INT64, contents.count, 1, 2, 0);
  put(w, "/sets/node", SAR_STORE_INT64, contents.member, 1, contents.nmembers, 0);
  sar_store_put_texts(w, "/loads/name", &load, 1);
  put(w, "/loads/force", SAR_STORE_REAL, contents.force, 2, 1, 12);
  put(w, "/preload", SAR_STORE_REAL, contents.preload, 1, 12, 0);
  assert_int_equal(sar_store_finish(&w, SAR_OK), SAR_OK);
}

static SarStatus read_model(SarFeModel *out) {
  const char *name = path;
  return sar_fe_read(context, &name, 1, (SarFeUnits){1, 1, 1}, arena, out);
}

static int begin(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  fresh();
  return 0;
}

static int end(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  unlink(path);
  return 0;
}

static void tetrahedron(void **state) {
  (void)state;
  SarFeModel m;
  write_file();
  assert_int_equal(read_model(&m), SAR_OK);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(m.nnodes, 4);
  CHECK_NEAR(m.at[3].z, 0.5, 0);
  assert_int_equal(m.nunknowns, 12);
  assert_int_equal(m.unknowns[7].node, 2);
  assert_int_equal(m.unknowns[7].direction, 1);
  CHECK_NEAR(m.stiffness.values[11], 12, 0); /* force per length: the length goes out */
  CHECK_NEAR(m.mass.values[3], 2, 0);
  assert_int_equal(m.nelements, 1);
  assert_int_equal(m.elements[0].kind, SAR_FE_TET4);
  CHECK_NEAR(m.materials[0].young, 4, 0); /* N/m^2 of kg/s^2 per length */
  CHECK_NEAR(m.materials[0].density, 8, 0);
  assert_int_equal(m.nsets, 2);
  assert_int_equal(m.sets[0].nodes[0], 0); /* ascending */
  assert_int_equal(m.sets[0].nodes[1], 2);
  assert_int_equal(m.sets[1].nodes[0], 3);
  CHECK_NEAR(m.preload[3], 1.5, 0);
  CHECK_NEAR(m.loads[0].force[3], -1.5, 0);
  assert_string_equal(m.loads[0].name, "pressure");
  assert_int_equal(m.nmissing, 0);
}

static void repeated_number(void) { contents.number[1] = 1; }
static void infinite_place(void) { contents.at[1][1] = INFINITY; }
static void unknown_node(void) { contents.node[4] = 9; }
static void direction(void) { contents.direction[4] = 7; }
static void repeated_unknown(void) { contents.direction[4] = 1; }
static void row(void) { contents.row[5] = 12; }
static void negative_column(void) { contents.column[5] = -1; }
static void repeated_entry(void) { contents.row[5] = contents.column[5] = 4; }
static void short_rows(void) { contents.nstiffness = 11; }
static void type(void) { contents.type[0] = "S4"; }
static void large_type(void) { contents.type[0] = "C3D10"; }
static void element_node(void) { contents.type_nodes[2] = 77; }
static void material(void) { contents.material[0] = 1; }
static void set_count(void) { contents.count[0] = 9; }
static void set_node(void) { contents.member[0] = 9; }
static void unit(void) { contents.length = 0; }
static void nan_force(void) { contents.force[2] = NAN; }

static void every_fault(void **state) {
  (void)state;
  static const struct {
    void (*spoil)(void);
    const char *message;
  } faults[] = {
      {repeated_number, "`/nodes/number` has 4 numbers, 3 of them different"},
      {infinite_place, "number 5 of `/nodes/at` is not finite"},
      {unknown_node, "node 9 in `/unknowns/node` has no coordinates"},
      {direction, "`/unknowns/direction` has 7; 1 to 6 are possible"},
      {repeated_unknown, "direction 1 of node 2 stands twice among the unknowns"},
      {row, "`/stiffness` has row 12 and column 5; there are 12 unknowns, from 0 on"},
      {negative_column, "`/stiffness` has row 5 and column -1"},
      {repeated_entry, "the entry of `/stiffness` in row 4 and column 4 stands twice"},
      {short_rows, "`/stiffness/column` has 12 where 11 fit the rest of the file"},
      {type, "`S4` in `/elements/type` is no solid element"},
      {large_type, "`/elements/node` has too few nodes, 4"},
      {element_node, "node 77 in `/elements/node` has no coordinates"},
      {material, "`/elements/material` has 1; there are 1 materials, from 0 on"},
      {set_count, "`/sets/count` does not fit the 3 nodes of `/sets/node`"},
      {set_node, "node 9 in `/sets/node` has no coordinates"},
      {unit, "`/units/length` is 0, which must be positive"},
      {nan_force, "number 3 of `/loads/force` is not finite"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    SarFeModel m;
    fresh();
    faults[i].spoil();
    write_file();
    assert_int_equal(read_model(&m), SAR_INPUT);
    assert_int_equal(sar_context_count(context), 1);
    const SarDiagnostic *d = sar_context_get(context, 0);
    if (!strstr(d->message, faults[i].message)) fail_msg("%s; expected %s", d->message, faults[i].message);
    assert_string_equal(d->source.file, path);
    sar_context_clear(context);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(tetrahedron, begin, end),
      cmocka_unit_test_setup_teardown(every_fault, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
