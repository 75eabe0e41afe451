/* Models as Matrix Market with tables: two nodes and a spring between them, in many ways, right and wrong. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "fe/model.h"
#include "file.h"

#define FOLDER "market_test"
#define K FOLDER "/K.mtx"
#define M FOLDER "/M.mtx"
#define NODES FOLDER "/nodes.csv"
#define UNKNOWNS FOLDER "/unknowns.txt"

static const char stiffness[] =
    "%%MatrixMarket matrix coordinate real symmetric\n"
    "% a spring\n"
    "6 6 7\n"
    "1 1 5\n2 2 1\n3 3 1\n4 4 5\n4 1 -5\n5 5 1\n6 6 1\n";
static const char mass[] =
    "%%matrixmarket MATRIX coordinate integer general\n6 6 6\n1 1 2\n2 2 2\n3 3 2\n4 4 3\n5 5 3\n6 6 3\n";
static const char nodes[] = "number, x, y, z\n20, 1.5, 0, 0 # the far one\n\n10, 0, 0, 0\n";

static SarContext *context;
static SarArena *arena;
static const char *paths[4];
static int32_t npaths;

static void fresh(void) {
  mkdir(FOLDER, 0777);
  file_write_text(K, stiffness), file_write_text(M, mass), file_write_text(NODES, nodes);
  paths[0] = K, paths[1] = M, paths[2] = NODES, npaths = 3;
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
  return 0;
}

static SarStatus read_model(SarFeUnits units, SarFeModel *out) {
  return sar_fe_read(context, paths, npaths, units, arena, out);
}

static double entry(const SarFeMatrix *a, int row, int column) {
  int32_t at = sar_pattern_find(&a->pattern, row, column);
  return at < 0 ? 0 : a->values[at];
}

static void check_model(const SarFeModel *m) {
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(m->nnodes, 2);
  assert_int_equal(m->numbers[0], 10);
  CHECK_NEAR(m->at[1].x, 1.5, 0);
  assert_int_equal(m->nunknowns, 6);
  assert_int_equal(m->unknowns[0].node, 1); /* node 20 stands first in the table */
  assert_int_equal(m->unknowns[4].node, 0);
  assert_int_equal(m->unknowns[4].direction, 1);
  CHECK_NEAR(entry(&m->stiffness, 0, 3), -5, 0);
  CHECK_NEAR(entry(&m->stiffness, 3, 3), 5, 0);
  CHECK_NEAR(entry(&m->mass, 5, 5), 3, 0);
  assert_int_equal(m->stiffness.pattern.column[6], 7);
  assert_int_equal(m->nelements, 0);
}

static void spring(void **state) {
  (void)state;
  SarFeModel m;
  assert_int_equal(read_model((SarFeUnits){1, 1, 1}, &m), SAR_OK);
  check_model(&m);
}

/* The same, if names of files say what they are; the order of tables counts. */
static void other_order(void **state) {
  (void)state;
  SarFeModel m;
  const char *names[][2] = {{M, K}, {FOLDER "/masses.mtx", FOLDER "/x.mtx"}, {FOLDER "/a_M.mtx", FOLDER "/a_K.mtx"}};
  for (int i = 0; i < 3; i++) {
    file_write_text(names[i][0], mass), file_write_text(names[i][1], stiffness);
    paths[0] = NODES, paths[1] = names[i][0], paths[2] = names[i][1];
    assert_int_equal(read_model((SarFeUnits){1, 1, 1}, &m), SAR_OK);
    check_model(&m);
  }
}

static void general_matrix(void **state) {
  (void)state;
  SarFeModel m;
  file_write_text(K,
                  "%%MatrixMarket matrix coordinate real general\n6 6 8\n"
                  "1 1 5\n4 1 -5\n2 2 1\n1 4 -5.000000000001\n3 3 1\n4 4 5\n5 5 1\n6 6 1\n");
  assert_int_equal(read_model((SarFeUnits){1, 1, 1}, &m), SAR_OK);
  assert_int_equal(m.stiffness.pattern.column[6], 7);
  CHECK_NEAR(entry(&m.stiffness, 0, 3), -5, 1e-11);
}

static void table_of_unknowns(void **state) {
  (void)state;
  SarFeModel m;
  file_write_text(UNKNOWNS, "node;direction\n20; 1\n20;2\n10.4\n20 3\n10 1\n10\t6\n");
  paths[npaths++] = UNKNOWNS;
  assert_int_equal(read_model((SarFeUnits){1e-3, 1e3, 1}, &m), SAR_OK);
  assert_int_equal(m.unknowns[2].node, 0);
  assert_int_equal(m.unknowns[2].direction, 3);
  assert_int_equal(m.unknowns[5].direction, 5);
  /* tonnes and millimetres: N/mm, and N mm for the rotation */
  CHECK_NEAR(entry(&m.stiffness, 0, 0), 5e3, 1e-9);
  CHECK_NEAR(entry(&m.stiffness, 2, 2), 1e-3, 1e-15);
  CHECK_NEAR(entry(&m.mass, 0, 0), 2e3, 1e-9);
  CHECK_NEAR(entry(&m.mass, 2, 2), 2e-3, 1e-15);
  CHECK_NEAR(m.at[1].x, 1.5e-3, 1e-15);
}

static void sets(void **state) {
  (void)state;
  SarFeModel m;
  file_write_text(NODES, "20, 1.5, 0, 0, left, END_2 # both\n10, 0, 0, 0, Left\n");
  assert_int_equal(read_model((SarFeUnits){1, 1, 1}, &m), SAR_OK);
  assert_int_equal(m.nsets, 2);
  assert_int_equal(m.sets[sar_fe_find_set(&m, "LEFT")].count, 2);
  assert_int_equal(m.sets[0].nodes[0], 0);
  assert_int_equal(m.sets[sar_fe_find_set(&m, "end_2")].count, 1);
  assert_int_equal(m.sets[1].nodes[0], 1);
}

typedef struct Fault {
  const char *path, *text, *place, *message;
} Fault;

#define HEAD "%%MatrixMarket matrix coordinate real symmetric\n"
#define FULL "%%MatrixMarket matrix coordinate real general\n"
static const Fault faults[] = {
    {K, "", K ":0:0", "the file is empty"},
    {K, "1 1 1\n", K ":1:1", "the first line must be `%%MatrixMarket matrix coordinate real symmetric`"},
    {K, "%%MatrixMarket matrix array real general\n", K ":1:23", "the first line must be"},
    {K, "%%MatrixMarket matrix coordinate complex symmetric\n", K ":1:34", "the first line must be"},
    {K, "%%MatrixMarket matrix coordinate real hermitian\n", K ":1:39", "`hermitian`: a matrix must be `symmetric`"},
    {K, HEAD "% no more\n", K ":0:0", "the file ends before the size of its matrix"},
    {K, HEAD "6 6\n", K ":2:4", "this is no size of a matrix"},
    {K, HEAD "6 5 1\n", K ":2:6", "the matrix has 6 rows and 5 columns"},
    {K, HEAD "-1 -1 1\n", K ":2:8", "this is no size of a matrix"},
    {K, HEAD "100000000 100000000 3\n", K ":2:22", "the stiffness has 100000000 rows, but only 3 entries"},
    {K, HEAD "2 2 3\n1 1 1\n2 2 1\n", K ":0:0", "the file is cut short: 2 of 3 entries are there"},
    {K, HEAD "2 2 2\n1 1 1\n2 2 1\n1 2 1\n", K ":5:1", "the file has more than the 2 entries that it says"},
    {K, HEAD "2 2 2\n1 1 1\n2 3 1\n", K ":4:3", "column 3 where there are 2 unknowns"},
    {K, HEAD "2 2 3\n1 2 1\n\n% again\n2 2 1\n2 1 1\n", K ":7:1", "the entry in row 2 and column 1 stands twice"},
    {K, HEAD "2 2 2\n1 1 nan\n2 2 1\n", K ":3:5", "`nan` is not a number"},
    {K, HEAD "2 2 2\n1 1 1e400\n2 2 1\n", K ":3:5", "`1e400` is not a number"},
    {K, HEAD "2 2 2\n1 1 1 1\n2 2 1\n", K ":3:7", "`1` is not a number"},
    {K, FULL "2 2 3\n1 1 1\n2 2 1\n1 2 3\n", K ":0:0",
     "the matrix is not symmetric: 3 and 0 in rows and columns 1 and 2"},
    {K, FULL "2 2 3\n1 1 1\n2 2 1\n2 1 3\n", K ":0:0",
     "the matrix is not symmetric: 3 and 0 in rows and columns 1 and 2"},
    {K, FULL "2 2 4\n1 1 1\n2 2 1\n2 1 3\n1 2 3.1\n", K ":0:0", "the matrix is not symmetric: 3.1 and 3"},
    {K, FULL "2 2 4\n1 1 1\n2 2 1\n2 1 3\n2 1 3\n", K ":6:1", "the entry in row 2 and column 1 stands twice"},
    {M, HEAD "3 3 3\n1 1 1\n2 2 1\n3 3 1\n", M ":2:6", "the mass has 3 rows, and the stiffness has 6"},
    {NODES, "", NODES ":0:0", "0 nodes in 0 lines"},
    {NODES, "1 0 0 0\n2 0 0 0\n3 0 0 0\n", NODES ":0:0",
     "6 rows of the matrices are not three or six for each of the 3 nodes"},
    {NODES, "1 0 0 0\n1 0 0 1\n", NODES ":0:0", "1 nodes in 2 lines"},
    {NODES, "1 0 0 0\n2 0 0\n", NODES ":2:6", "is not a number of a node or a coordinate"},
    {NODES, "1,0,0,0\n2,0,0,0,3\n", NODES ":2:9", "`3` is too much in this line"},
    {NODES, "a b\nb c\n", NODES ":2:1", "`b c` is not a number of a node or a coordinate"},
    {UNKNOWNS, "10 1\n", UNKNOWNS ":0:0", "1 unknowns for 6 rows of the matrices"},
    {UNKNOWNS, "10 1\n30 1\n", UNKNOWNS ":2:1", "node 30 has no coordinates"},
    {UNKNOWNS, "10 7\n", UNKNOWNS ":1:5", "this is no unknown of a node"},
    {UNKNOWNS, "10 1\n10 2\n10 3\n10 4\n10 5\n10 6\n20 1\n", UNKNOWNS ":7:1",
     "there are more unknowns than the 6 rows"},
    {UNKNOWNS, "10 1\n10 2\n10 3\n10 4\n10 5\n10 1\n", UNKNOWNS ":0:0",
     "direction 1 of node 10 stands twice among the unknowns"},
};

static void every_fault(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    SarFeModel m;
    char found[200];
    fresh();
    file_write_text(faults[i].path, faults[i].text);
    if (strcmp(faults[i].path, UNKNOWNS) == 0) paths[npaths++] = UNKNOWNS;
    if (read_model((SarFeUnits){1, 1, 1}, &m) != SAR_INPUT) fail_msg("not noticed: %s", faults[i].message);
    assert_int_equal(sar_context_count(context), 1);
    const SarDiagnostic *d = sar_context_get(context, 0);
    snprintf(found, sizeof found, "%s:%d:%d", d->source.file, (int)d->source.line, (int)d->source.column);
    if (!strstr(d->message, faults[i].message) || strcmp(found, faults[i].place) != 0) {
      fail_msg("%s: %s; expected %s", found, d->message, faults[i].place);
    }
    assert_non_null(d->remedy);
    sar_context_clear(context);
  }
}

static void wrong_number_of_files(void **state) {
  (void)state;
  SarFeModel m;
  npaths = 2;
  assert_int_equal(read_model((SarFeUnits){1, 1, 1}, &m), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "here are 2 and 0"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(spring, begin, end),
      cmocka_unit_test_setup_teardown(other_order, begin, end),
      cmocka_unit_test_setup_teardown(general_matrix, begin, end),
      cmocka_unit_test_setup_teardown(table_of_unknowns, begin, end),
      cmocka_unit_test_setup_teardown(sets, begin, end),
      cmocka_unit_test_setup_teardown(every_fault, begin, end),
      cmocka_unit_test_setup_teardown(wrong_number_of_files, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
