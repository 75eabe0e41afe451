/* Reading what CalculiX writes: small models that it has written itself, and files that are wrong. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "fe/model.h"
#include "file.h"

#define DATA SAR_TEST_DIR "/data/fe/ccx/"

static const SarFeUnits si = {1, 1, 1}, millimetres = {1e-3, 1e3, 1};

static SarContext *context;
static SarArena *arena;

static int begin(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  return 0;
}

static int end(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}

static SarStatus read_model(const char *path, SarFeUnits units, SarFeModel *out) {
  return sar_fe_read(context, &path, 1, units, arena, out);
}

/* x^T A y */
static double product(const SarFeMatrix *a, const double *x, const double *y) {
  double sum = 0;
  for (int32_t j = 0; j < a->pattern.ncolumns; j++) {
    for (int32_t k = a->pattern.column[j]; k < a->pattern.column[j + 1]; k++) {
      int32_t i = a->pattern.row[k];
      sum += a->values[k] * (i == j ? x[i] * y[j] : x[i] * y[j] + x[j] * y[i]);
    }
  }
  return sum;
}

/* The model moves as a rigid body: along an axis (0 to 2), or about one (3 to 5). */
static void rigid(const SarFeModel *m, int motion, double *x) {
  SarVec3 axis = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
  for (int32_t i = 0; i < m->nunknowns; i++) {
    SarFeUnknown u = m->unknowns[i];
    double v[3] = {0};
    if (u.node >= 0) sar_vec3_store(motion < 3 ? axis : sar_cross(axis, m->at[u.node]), v);
    x[i] = v[u.direction];
  }
}

static void check_pattern(const SarFeMatrix *a, int32_t n) {
  assert_int_equal(a->pattern.nrows, n);
  assert_int_equal(a->pattern.ncolumns, n);
  assert_int_equal(a->pattern.column[0], 0);
  for (int32_t j = 0; j < n; j++) {
    int32_t first = a->pattern.column[j], behind = a->pattern.column[j + 1];
    assert_true(behind > first);
    assert_int_equal(a->pattern.row[behind - 1], j);
    for (int32_t k = first + 1; k < behind; k++) assert_true(a->pattern.row[k - 1] < a->pattern.row[k]);
  }
}

static void tetrahedra(void **state) {
  (void)state;
  SarFeModel m;
  double x[15], y[15];
  assert_int_equal(read_model(DATA "tet.inp", millimetres, &m), SAR_OK);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(m.nnodes, 6);
  assert_int_equal(m.numbers[5], 9);
  CHECK_NEAR(m.at[4].y, 1e-3, 1e-18);
  assert_int_equal(m.nelements, 2);
  assert_int_equal(m.elements[1].kind, SAR_FE_TET4);
  assert_int_equal(m.elements[1].number, 2);
  assert_int_equal(m.connectivity[m.elements[1].first + 3], 4);
  assert_int_equal(m.nmaterials, 1);
  assert_int_equal(m.elements[0].material, 0);
  assert_string_equal(m.materials[0].name, "Steel");
  CHECK_NEAR(m.materials[0].young, 210e9, 1e-3);
  CHECK_NEAR(m.materials[0].density, 7800, 1e-9);
  CHECK_NEAR(m.materials[0].poisson, 0.3, 0);
  assert_int_equal(m.nmissing, 0);
  assert_int_equal(m.nunknowns, 15);
  assert_int_equal(m.unknowns[13].node, 4);
  assert_int_equal(m.unknowns[13].direction, 1);
  check_pattern(&m.stiffness, 15);
  check_pattern(&m.mass, 15);
  /* the first line of tet.sti, in N/mm */
  CHECK_NEAR(m.stiffness.values[0], 7.4038461538462e+04 * 1e3, 1e-6);
  /* volumes: 1/6 and 1/3 mm^3 */
  rigid(&m, 0, x);
  CHECK_NEAR(product(&m.mass, x, x), 7800 * 0.5e-9, 1e-12 * 7800e-9);
  for (int a = 0; a < 6; a++) {
    rigid(&m, a, x);
    for (int i = 0; i < 15; i++) y[i] = i;
    CHECK_NEAR(product(&m.stiffness, x, y), 0, 1e-4);
  }
}

static void sets(void **state) {
  (void)state;
  SarFeModel m;
  assert_int_equal(read_model(DATA "tet.inp", si, &m), SAR_OK);
  assert_int_equal(m.nsets, 3);
  static const struct {
    const char *name;
    int32_t count, nodes[4];
  } expected[] = {{"all", 4, {0, 1, 2, 3}}, {"BASE", 3, {0, 1, 2}}, {"both", 4, {0, 1, 2, 3}}};
  for (int i = 0; i < 3; i++) {
    int32_t k = sar_fe_find_set(&m, expected[i].name);
    assert_int_equal(k, i);
    assert_int_equal(m.sets[k].count, expected[i].count);
    assert_memory_equal(m.sets[k].nodes, expected[i].nodes, (size_t)expected[i].count * sizeof(int32_t));
  }
}

/* Amplitudes of the bending of the element itself: unknowns of no node, which rest when it moves as a rigid body. */
static void inner_unknowns(void **state) {
  (void)state;
  SarFeModel m;
  double x[33], y[33];
  assert_int_equal(read_model(DATA "hexi.inp", si, &m), SAR_OK);
  assert_int_equal(m.elements[0].kind, SAR_FE_HEX8);
  assert_int_equal(m.elements[0].variant, SAR_FE_INCOMPATIBLE);
  assert_int_equal(m.nunknowns, 33);
  assert_int_equal(m.nmissing, 0);
  for (int i = 0; i < 33; i++) assert_int_equal(m.unknowns[i].node, i < 24 ? i / 3 : -1);
  for (int a = 0; a < 6; a++) {
    rigid(&m, a, x);
    for (int i = 0; i < 33; i++) y[i] = i;
    CHECK_NEAR(product(&m.stiffness, x, y), 0, 1e-5);
  }
}

/* Shells are what CalculiX has made of them: a turn as a rigid body has no forces only if all new nodes are where it
 * has put them. */
static void check_shell(const char *path, int32_t nnodes, int32_t nunknowns, SarFeKind kind, double mass,
                        SarFeModel *m) {
  double *x = calloc((size_t)nunknowns, sizeof *x), *y = calloc((size_t)nunknowns, sizeof *y);
  assert_int_equal(read_model(path, si, m), SAR_OK);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(m->nnodes, nnodes);
  assert_int_equal(m->nunknowns, nunknowns);
  assert_int_equal(m->nmissing, 0);
  assert_int_equal(m->elements[0].kind, kind);
  for (int a = 0; a < 6; a++) {
    rigid(m, a, x);
    if (a == 0) CHECK_NEAR(product(&m->mass, x, x), mass, 2e-3 * mass); /* normals are not quite those of elements */
    for (int i = 0; i < nunknowns; i++) y[i] = sin(i);
    CHECK_NEAR(product(&m->stiffness, x, y), 0, 1e-5); /* of 1e7 and more that are added up */
  }
  free(x), free(y);
}

static void shells(void **state) {
  (void)state;
  SarFeModel m;
  check_shell(DATA "shell.inp", 4 + 8, 24, SAR_FE_WEDGE6, 7.8e-9 * 0.1 * (2 + sqrt(4.08)), &m);
  /* half the thickness below and above: node 1 belongs to the flat one alone */
  assert_int_equal(m.numbers[4], 5);
  CHECK_NEAR(m.at[4].z, -0.05, 1e-15);
  CHECK_NEAR(m.at[5].z, 0.05, 1e-15);
  int32_t edge = sar_fe_find_set(&m, "edge");
  assert_int_equal(m.sets[edge].count, 4); /* of nodes 1 and 4, what was made of them */
  for (int i = 0; i < 4; i++) assert_true(m.numbers[m.sets[edge].nodes[i]] > 4);
  check_shell(DATA "shell6.inp", 6 + 15, 45, SAR_FE_WEDGE15, 7.8e-9 * 0.1 * 2.0133, &m);
}

/* ---- faults ---- */

/* Where models are made that are wrong. */
#define FOLDER "calculix_test"

static void put(const char *ending, const char *text) {
  char path[80];
  snprintf(path, sizeof path, FOLDER "/job%s", ending);
  if (text) file_write_text(path, text);
  if (!text) unlink(path);
}

static void copy(const char *from, const char *ending) {
  char path[400];
  long length;
  snprintf(path, sizeof path, DATA "%s%s", from, ending);
  char *bytes = file_bytes(path, &length);
  put(ending, bytes);
  free(bytes);
}

/* A file of the good model with one piece of its text replaced. */
static void change(const char *ending, const char *old, const char *new) {
  char path[80];
  long length;
  snprintf(path, sizeof path, FOLDER "/job%s", ending);
  char *bytes = file_bytes(path, &length), *at = strstr(bytes, old),
       *changed = calloc((size_t)length + strlen(new) + 1, 1);
  assert_non_null(at);
  memcpy(changed, bytes, (size_t)(at - bytes));
  strcat(changed, new);
  strcat(changed, at + strlen(old));
  file_write_text(path, changed);
  free(bytes), free(changed);
}

static void fresh(const char *from) {
  mkdir(FOLDER, 0777);
  if (strncmp(from, "shell", 5) == 0) copy(from, ".12d");
  copy(from, ".inp"), copy(from, ".dof"), copy(from, ".sti"), copy(from, ".mas");
}

static void expect(SarStatus status, const char *place, const char *message) {
  SarFeModel m;
  char found[400];
  assert_int_equal(read_model(FOLDER "/job.inp", si, &m), status);
  if (sar_context_count(context) != 1) fail_msg("%d messages, not: %s", (int)sar_context_count(context), message);
  const SarDiagnostic *d = sar_context_get(context, 0);
  snprintf(found, sizeof found, "%s:%d:%d", d->source.file ? d->source.file : "", (int)d->source.line,
           (int)d->source.column);
  if (!strstr(d->message, message) || strcmp(found, place) != 0) fail_msg("%s: %s", found, d->message);
  assert_non_null(d->remedy);
  sar_context_clear(context);
}

typedef struct Fault {
  const char *ending, *old, *new, *place, *message;
} Fault;

#define J FOLDER "/job"
static const Fault faults[] = {
    /* the deck */
    {".inp", "5, 1., 1., 1.", "5, 1., x, 1.", J ".inp:8:8", "`x, 1.` is not a number of a node or a coordinate"},
    {".inp", "5, 1., 1., 1.", "5, 1., 1e999, 1.", J ".inp:8:8", "`1e999, 1.` is not a number"},
    {".inp", "5, 1., 1., 1.", "-5, 1., 1., 1.", J ".inp:8:4", "is not a number of a node"},
    {".inp", "TYPE=C3D4", "TYPE=B31", J ".inp:10:1", "elements of type `B31` are not read"},
    {".inp", "TYPE=C3D4", "TYP=C3D4", J ".inp:10:1", "elements of type `` are not read"},
    {".inp", "1, 1, 2, 3, 4", "1, 1, 2, 3, 7", J ".inp:11:1", "node 7 of element 1 has no coordinates"},
    {".inp", "1, 1, 2, 3, 4", "2, 1, 2, 3, 4", J ".inp:12:1", "element 2 is defined twice"},
    {".inp", "1, 1, 2, 3, 4", "1, 1, 2, b, 4", J ".inp:11:10", "`b, 4` is not the number of a node"},
    {".inp", " 4, 5\n", "", J ".inp:13:1", "the element before this has too few nodes"},
    {".inp", "1, 3, 2", "3, 1", J ".inp:15:5", "this is no range of numbers"},
    {".inp", "base, 4", "bass, 4", J ".inp:18:1", "`bass, 4` is neither a number nor a set"},
    {".inp", "NSET=Both", "UNSORTED", J ".inp:17:1", "this set has no name (NSET=...)"},
    {".inp", "210000", "E", J ".inp:21:1", "`E, 0.3` is not a number"},
    {".inp", "*STEP", "*INCLUDE, INPUT=none.inp\n*STEP", J ".inp:25:1", "cannot read `" FOLDER "/none.inp`"},
    {".inp", "*STEP", "*INCLUDE, INPUT=job.inp\n*STEP", J ".inp:25:1", "files are included in each other 20 deep"},
    {".inp", "*STEP", "*TRANSFORM, NSET=base\n1,0,0,0,1,0\n*STEP", J ".inp:25:1",
     "the matrices are not in the axes of the model"},
    {".inp", "5, 1., 1., 1.\n", "", J ".inp:11:1", "node 5 of element 2 has no coordinates"},
    /* unknowns */
    {".dof", "2.2", "2.4", J ".dof:5:4", "this is no unknown"},
    {".dof", "2.2", "2", J ".dof:5:2", "this is no unknown"},
    {".dof", "2.2", "7.2", J ".dof:5:1", "node 7 has no coordinates in the input deck"},
    {".dof", "2.2", "70.2", J ".dof:0:0",
     "1 unknowns belong to no node of the input deck, and its elements C3D8I have 0"},
    {".dof", "5.3\n", "5.3", J ".dof:15:4", "this is no unknown"},
    {".dof", "5.3\n", "", J ".sti:100:3", "column 15 where there are 14 unknowns"},
    {".dof", "5.3\n", "5.3\n9.1\n", J ".sti:0:0", "nothing for unknown 16 of 16"},
    /* matrices */
    {".sti", "1 2 ", "1 16 ", J ".sti:2:3", "column 16 where there are 15 unknowns"},
    {".sti", "1 2 ", "0 2 ", J ".sti:2:1", "row 0 where there are 15 unknowns"},
    {".sti", "1 2 ", "x 2 ", J ".sti:2:1", "`x 2"},
    {".sti", "1 2 ", "1 1 ", J ".sti:2:1", "the entry in row 1 and column 1 stands twice"},
    {".sti", "1 2 ", "1 2 nan ", J ".sti:2:5", "is not a number"},
    {".sti", "1 1  7.", "1 1  7.1.", J ".sti:1:9", "is not a number"},
    {".mas", "1 1 ", "1 2 ", J ".mas:2:1", "the entry in row 1 and column 2 stands twice"},
};

static void every_fault(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    fresh("tet");
    change(faults[i].ending, faults[i].old, faults[i].new);
    expect(SAR_INPUT, faults[i].place, faults[i].message);
  }
}

static void faults_of_shells(void **state) {
  (void)state;
  static const Fault wrong[] = {
      {".12d", " ELEMENT            2", " ELEMENT            3", J ".12d:6:22",
       "element 3 is no shell of the input deck"},
      {".12d", " ELEMENT            2", " ELEMENT            1", J ".12d:6:22", "or stands here twice"},
      {".12d", " ELEMENT            2", " OTHER", J ".12d:0:0", "nothing about element 2"},
      {".12d", "          1          2          4", "          1          2          3", J ".12d:2:34",
       "element 1 has other nodes in the input deck"},
      {".12d", " ELEMENT            1", " a KNOT was generated in node            2\n ELEMENT            1",
       J ".12d:1:30", "shells meet at an edge at node            2: that is not read"},
      {".inp", "0.1\n", "0\n", J ".inp:8:1", "element 1 has no thickness"},
      {".inp", "0, 2, 0\n", "4, 0, 0\n", J ".12d:0:0", "the shells around node 1 have no normal"},
      {".dof", "1.1\n", "", J ".dof:1:1",
       "the nodes that CalculiX makes of shells have not all of their unknowns: 1.1 should stand here"},
      {".dof", "1.1\n", "1.1\n1.1\n", J ".dof:2:1", "1.2 should stand here"},
      {".dof", "3.3\n4.1", "4.1", J ".dof:18:1", "3.3 should stand here"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    fresh("shell");
    change(wrong[i].ending, wrong[i].old, wrong[i].new);
    expect(SAR_INPUT, wrong[i].place, wrong[i].message);
  }
  fresh("shell");
  put(".12d", NULL);
  expect(SAR_INPUT, J ".12d:0:0", "cannot read");
}

/* A file that ends too early, at any byte, is never taken for a whole one. */
static void cut_short(void **state) {
  (void)state;
  static const char *const endings[] = {".dof", ".sti", ".mas"};
  for (int e = 0; e < 3; e++) {
    char path[80];
    long length;
    fresh("tet");
    snprintf(path, sizeof path, J "%s", endings[e]);
    char *bytes = file_bytes(path, &length);
    for (long kept = 0; kept < length; kept += e ? 37 : 1) {
      SarFeModel m;
      file_write(path, bytes, (size_t)kept);
      assert_int_equal(read_model(J ".inp", si, &m), SAR_INPUT);
      assert_int_equal(sar_context_count(context), 1);
      sar_context_clear(context);
    }
    free(bytes);
  }
  fresh("tet");
  put(".mas", NULL);
  expect(SAR_INPUT, J ".mas:0:0", "cannot read");
}

static void no_such_kind(void **state) {
  (void)state;
  SarFeModel m;
  assert_int_equal(read_model("model.xyz", si, &m), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "no such kind of model is known"));
}

/* Nodes that are fixed in the model lack unknowns, which is told. */
static void fixed_nodes(void **state) {
  (void)state;
  SarFeModel m;
  fresh("hexi");
  change(".dof", "11.1\n", "18.1\n"); /* not what CalculiX writes: as many lines, and one node lacks one */
  assert_int_equal(read_model(J ".inp", si, &m), SAR_OK);
  assert_int_equal(m.nmissing, 1);
}

/* Habits of other programs: small letters, parameters in two lines, comments, line ends of other systems. */
static void habits(void **state) {
  (void)state;
  SarFeModel m;
  fresh("tet");
  change(".inp", "*ELEMENT, TYPE=C3D4, ELSET=Block",
         "** comment\r\n*element,type = c3d4 ,\r\n** between\r\n elset=BLOCK");
  change(".inp", "*SOLID SECTION", "*solid  section");
  change(".inp", "*STEP", "*INCLUDE, INPUT=job.more\n*STEP");
  put(".more", "*NSET, NSET=more\n5,\n\n4\n");
  assert_int_equal(read_model(J ".inp", si, &m), SAR_OK);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(m.nelements, 2);
  assert_int_equal(m.elements[1].material, 0);
  int32_t more = sar_fe_find_set(&m, "more");
  assert_int_equal(m.sets[more].count, 2);
  assert_int_equal(m.sets[more].nodes[0], 3);
  assert_int_equal(m.sets[more].nodes[1], 4);
}

/* A node that is listed in a set and does not exist is named; a range may have gaps. */
static void missing_members(void **state) {
  (void)state;
  SarFeModel m;
  fresh("tet");
  change(".inp", "*STEP", "*NSET, NSET=some\n4, 77, 78, 79, 5\n*NSET, NSET=range, GENERATE\n1, 90\n*STEP");
  assert_int_equal(read_model(J ".inp", si, &m), SAR_OK);
  assert_int_equal(sar_context_count(context), 1);
  assert_int_equal(sar_context_get(context, 0)->severity, SAR_WARNING);
  assert_non_null(strstr(sar_context_get(context, 0)->message,
                         "set of nodes `some`: node 77 does not exist (3 of the numbers listed do not)"));
  assert_int_equal(m.sets[sar_fe_find_set(&m, "some")].count, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(tetrahedra, begin, end),
      cmocka_unit_test_setup_teardown(sets, begin, end),
      cmocka_unit_test_setup_teardown(inner_unknowns, begin, end),
      cmocka_unit_test_setup_teardown(shells, begin, end),
      cmocka_unit_test_setup_teardown(faults_of_shells, begin, end),
      cmocka_unit_test_setup_teardown(every_fault, begin, end),
      cmocka_unit_test_setup_teardown(cut_short, begin, end),
      cmocka_unit_test_setup_teardown(no_such_kind, begin, end),
      cmocka_unit_test_setup_teardown(fixed_nodes, begin, end),
      cmocka_unit_test_setup_teardown(habits, begin, end),
      cmocka_unit_test_setup_teardown(missing_members, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
