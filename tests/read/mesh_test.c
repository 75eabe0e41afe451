/* Meshes from files: what is right is read, what is wrong is said with its line. The volume that the triangles enclose
 * shows that their order is kept. */
#include "read/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "file.h"

typedef struct Parsed {
  SarContext *context;
  SarArena *arena;
  const SarMesh *mesh;
  SarStatus status;
} Parsed;

static Parsed parse(const char *name, const void *bytes, size_t length) {
  Parsed p = {.context = sar_context_create(), .arena = sar_arena_create()};
  SarArena *scratch = sar_arena_create();
  /* Exactly as many bytes as there are, so that reading beyond them is seen. */
  char *exact = malloc(length ? length : 1);
  if (length) memcpy(exact, bytes, length);
  p.status = sar_mesh_parse(p.context, p.arena, scratch, name, exact, length, &p.mesh);
  free(exact);
  sar_arena_destroy(&scratch);
  return p;
}

static void end(Parsed *p) {
  sar_arena_destroy(&p->arena);
  sar_context_destroy(&p->context);
}

static SarVec3 corner(const SarMesh *mesh, int32_t triangle, int32_t k) {
  const float *v = mesh->vertices + 3 * (size_t)mesh->triangles[3 * triangle + k];
  return sar_vec3((double)v[0], (double)v[1], (double)v[2]);
}

static double volume(const SarMesh *mesh) {
  double sum = 0;
  for (int32_t i = 0; i < mesh->ntriangles; i++) {
    sum += sar_dot(corner(mesh, i, 0), sar_cross(corner(mesh, i, 1), corner(mesh, i, 2))) / 6;
  }
  return sum;
}

static void the_same_wedge_in_three_formats(void **state) {
  (void)state;
  static const char *const names[] = {"wedge.stl", "wedge_text.stl", "wedge.obj"};
  for (int i = 0; i < 3; i++) {
    char path[600];
    long length;
    snprintf(path, sizeof path, "%s/data/read/parts/%s", SAR_TEST_DIR, names[i]);
    char *bytes = file_bytes(path, &length);
    Parsed p = parse(names[i], bytes, (size_t)length);
    assert_int_equal(p.status, SAR_OK);
    assert_int_equal(p.mesh->nvertices, 4);
    assert_int_equal(p.mesh->ntriangles, 4);
    CHECK_NEAR(volume(p.mesh), 1, 1e-15); /* 2 * 1 * 3/6 */
    end(&p);
    free(bytes);
  }
}

/* A cube of six quadrilaterals; and a closed ball of many, to see that vertices are joined while the hash grows. */
static void faces_of_many_corners(void **state) {
  (void)state;
  const char cube[] =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\r\n"
      "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8";
  Parsed p = parse("CUBE.OBJ", cube, sizeof cube - 1);
  assert_int_equal(p.status, SAR_OK);
  assert_int_equal(p.mesh->ntriangles, 12);
  CHECK_NEAR(volume(p.mesh), 1, 1e-15);
  end(&p);
}

#define RINGS 60
#define SIDES 80

static void print_point(char *text, int i, int j) {
  double theta = 3.14159265358979323846 * i / RINGS, phi = 2 * 3.14159265358979323846 * (j % SIDES) / SIDES;
  double s = i % RINGS ? sin(theta) : 0;
  sprintf(text + strlen(text), "vertex %.8e %.8E %+.8f\n", s * cos(phi), s * sin(phi), cos(theta));
}

static void vertices_are_joined(void **state) {
  (void)state;
  size_t room = (size_t)RINGS * SIDES * 2 * 300 + 100, used = 0;
  char *text = malloc(room), facet[400];
  used += (size_t)sprintf(text, "SOLID ball\n");
  for (int i = 0; i < RINGS; i++) {
    for (int j = 0; j < SIDES; j++) {
      for (int half = 0; half < 2; half++) {
        if (i == (half ? 0 : RINGS - 1)) continue; /* no triangle at a pole */
        strcpy(facet, "facet normal 0 0 0\nouter loop\n");
        print_point(facet, i, half ? j + 1 : j);
        if (half) {
          memmove(facet, "facet normal 0 0 0\nouter loop\n", 30);
          facet[30] = 0;
          print_point(facet, i, j);
          print_point(facet, i + 1, j + 1);
          print_point(facet, i, j + 1);
        } else {
          print_point(facet, i + 1, j);
          print_point(facet, i + 1, j + 1);
        }
        strcat(facet, "endloop\nendfacet\n");
        used += (size_t)sprintf(text + used, "%s", facet);
      }
    }
  }
  Parsed p = parse("ball.stl", text, used);
  assert_int_equal(p.status, SAR_OK);
  assert_int_equal(p.mesh->ntriangles, 2 * (RINGS - 1) * SIDES);
  assert_int_equal(p.mesh->nvertices, (RINGS - 1) * SIDES + 2);
  CHECK_NEAR(volume(p.mesh), 4.0 / 3 * 3.14159265358979323846, 0.01); /* a polyhedron: a little less */
  end(&p);
  free(text);
}

static void expect_error(const char *name, const char *bytes, size_t length, int32_t line, const char *message) {
  Parsed p = parse(name, bytes, length);
  assert_int_equal(p.status, SAR_INPUT);
  assert_string_equal(sar_context_get(p.context, 0)->message, message);
  assert_int_equal(sar_context_get(p.context, 0)->source.line, line);
  assert_string_equal(sar_context_get(p.context, 0)->source.file, name);
  end(&p);
}

static void wrong_files(void **state) {
  (void)state;
  static const struct {
    const char *name, *text;
    int32_t line;
    const char *message;
  } wrong[] = {
      {"a.stl", "", 0, "this is not a mesh in STL format"},
      {"a.stl", "solid", 0, "the mesh has no triangles"},
      {"a.stl", "solid\nfacet\nvertex 1 2\n", 3, "`vertex` takes three numbers"},
      {"a.stl", "solid\nvertex 1 2 x3\n", 2, "`vertex` takes three numbers"},
      {"a.stl", "solid\nvertex 1 2 1e39\n", 2, "a vertex is not a finite number"},
      {"a.stl", "solid\nvertex 1 2 1e999\n", 2, "a vertex is not a finite number"},
      {"a.stl", "solid\nvertex 1 2 3\n", 3, "the file ends within a facet"},
      {"a.stl", "solid\nvertex 1 2 3\nendloop\n", 3, "a facet has three vertices"},
      {"a.stl", "solid\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nvertex 1 0 0\n", 5, "a facet has three vertices"},
      {"a.obj", "", 0, "the mesh has no triangles"},
      {"a.obj", "v 1 2\n", 1, "`v` takes three numbers"},
      {"a.obj", "v 0 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 4\n", 4, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nv 0 0 1\nv 0 1 0\nf 0 1 2\n", 4, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nv 0 0 1\nv 0 1 0\nf -4 1 2\n", 4, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nf 99999999999999999999 1 1\n", 2, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nf 1x 1 1\n", 2, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nf - 1 1\n", 2, "a corner of a face is none of the vertices above it"},
      {"a.obj", "v 0 0 0\nf 1 1\n", 2, "a face has fewer than three corners"},
      {"a.obj", "v 0 0 0\nf 1 1 \\", 2, "a face has fewer than three corners"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    expect_error(wrong[i].name, wrong[i].text, strlen(wrong[i].text), wrong[i].line, wrong[i].message);
  }
}

/* Every length of a file of bytes, and a number of triangles that no memory holds. */
static void cut_short(void **state) {
  (void)state;
  static const char cut[] =
      "this is not a mesh in STL format, or it is cut short: it announces more triangles than it has";
  char bytes[84 + 50] = "bytes";
  bytes[80] = 1;
  for (size_t length = 0; length < sizeof bytes; length++) {
    bytes[84 + 49] = 0;
    expect_error("a.stl", bytes, length, 0, length < 84 ? "this is not a mesh in STL format" : cut);
  }
  Parsed p = parse("a.stl", bytes, sizeof bytes);
  assert_int_equal(p.status, SAR_OK);
  assert_int_equal(p.mesh->nvertices, 1); /* all three are the same */
  end(&p);
  memset(bytes + 80, 255, 4);
  expect_error("a.stl", bytes, sizeof bytes, 0, cut);
  memset(bytes + 80, 0, 4);
  bytes[80] = 1;
  memset(bytes + 84 + 12, 255, 4); /* not a number */
  expect_error("a.stl", bytes, sizeof bytes, 0, "a vertex is not a finite number");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_wedge_in_three_formats),
      cmocka_unit_test(faces_of_many_corners),
      cmocka_unit_test(vertices_are_joined),
      cmocka_unit_test(wrong_files),
      cmocka_unit_test(cut_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
