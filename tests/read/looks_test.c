/* Looks: what pictures show of bodies and the ground. Places and mirror images are worked out by hand; a model that is
 * read again from its own texts has the same meshes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "read/reading.h"

#define BODY "bodies:\n  a:\n    mass: 1\n    inertia: [1, 1, 1]\n    looks:\n"

static const SarLook *look_of(const Reading *r, const char *body, const char *name) {
  int32_t count;
  const SarLook *looks =
      sar_model_looks(r->model, strcmp(body, "ground") == 0 ? -1 : sar_model_find(r->model, body), &count);
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(looks[i].name, name) == 0) return &looks[i];
  }
  fail_msg("%s has no look %s", body, name);
  return NULL;
}

/* Where a point of the look stands in body axes. */
static SarVec3 placed(const SarLook *look, SarVec3 p) {
  SarMat3 turn = sar_quat_matrix(look->turn);
  return sar_add(look->at, sar_mul(&turn, p));
}

static SarVec3 vertex(const SarLook *look, int32_t index) {
  const float *v = look->mesh->vertices + 3 * (size_t)index;
  return placed(look,
                sar_vec3(look->scale.x * (double)v[0], look->scale.y * (double)v[1], look->scale.z * (double)v[2]));
}

static void check_close(SarVec3 a, double x, double y, double z) {
  CHECK_NEAR(a.x, x, 1e-12);
  CHECK_NEAR(a.y, y, 1e-12);
  CHECK_NEAR(a.z, z, 1e-12);
}

static void kinds_and_places(void **state) {
  (void)state;
  Reading r = read_with(BODY
                        "      box: {box: [1, 2, 3], at: [4, 5, 6], colour: \"#Fa8\"}\n"
                        "      ball: {sphere: r, colour: blue}\n"
                        "      tube: {cylinder: [r, 2*r], turn: {axis: x, angle: 90 deg}}\n"
                        "      pill: {capsule: 0.1, from: [1, 2, 3], to: [1, 2, 1]}\n"
                        "      arm: {cylinder: 0.1, to: [3, 4, 0]}\n"
                        "parameters: {r: 1}\n",
                        "r=0.5");
  int32_t count;
  assert_string_equal(sar_model_looks(r.model, 0, &count)[2].name, "tube");
  assert_int_equal(count, 5);
  const SarLook *box = look_of(&r, "a", "box"), *tube = look_of(&r, "a", "tube"), *pill = look_of(&r, "a", "pill");
  const SarLook *arm = look_of(&r, "a", "arm");
  assert_int_equal(box->kind, SAR_LOOK_BOX);
  check_vector(box->size, 1, 2, 3);
  check_vector(box->at, 4, 5, 6);
  assert_int_equal(box->colour, 0xffaa88);
  assert_int_equal(box->source.line, 6);
  assert_int_equal(look_of(&r, "a", "ball")->kind, SAR_LOOK_SPHERE);
  CHECK_NEAR(look_of(&r, "a", "ball")->size.x, 0.5, 0);
  assert_int_equal(tube->kind, SAR_LOOK_CYLINDER);
  assert_int_equal(tube->colour, SAR_NO_COLOUR);
  check_close(placed(tube, sar_vec3(0, 0, 1)), 0, -1, 0);
  assert_int_equal(pill->kind, SAR_LOOK_CAPSULE); /* against z: half a turn */
  CHECK_NEAR(pill->size.y, 2, 1e-15);
  check_close(placed(pill, sar_vec3(0, 0, -1)), 1, 2, 3);
  check_close(placed(pill, sar_vec3(0, 0, 1)), 1, 2, 1);
  CHECK_NEAR(arm->size.y, 5, 1e-14);
  check_close(placed(arm, sar_vec3(0, 0, -2.5)), 0, 0, 0);
  check_close(placed(arm, sar_vec3(0, 0, 2.5)), 3, 4, 0);
  end_reading(&r);
}

static void wrong_looks(void **state) {
  (void)state;
  static const struct {
    const char *look, *error;
  } wrong[] = {
      {"{bix: [1, 1, 1]}", "6:11: unknown key `bix` in a look; did you mean `box`?"},
      {"{at: [1, 1, 1]}", "6:7: this look is neither a shape nor a mesh"},
      {"{box: [1, 1, 1], sphere: 1}", "6:27: a look is one shape or mesh; put the second under a name of its own"},
      {"{box: [1, 1, 0]}", "6:16: a size of the box is not positive"},
      {"{cylinder: 1}", "6:21: `cylinder` takes a list of numbers, not a text"},
      {"{cylinder: 1, from: [1, 0, 0]}", "6:30: `from` stands without `to`"},
      {"{cylinder: 1, to: [0, 0, 0]}", "6:28: `from` and `to` are the same point"},
      {"{cylinder: 1, to: [0, 1, 0], at: [0, 0, 0]}", "6:28: `from` and `to`, and `at` and `turn`, exclude each other"},
      {"{sphere: 1, to: [0, 1, 0]}", "6:26: `from` and `to` are for cylinders and capsules alone"},
      {"{sphere: 1, scale: 2}", "6:29: `scale` is for meshes alone"},
      {"{sphere: 1, colour: pin}", "6:30: there is no colour `pin`"},
      {"{sphere: 1, colour: \"#12345\"}", "6:30: there is no colour `#12345`"},
      {"{sphere: 1, colour: \"#12345g\"}", "6:30: there is no colour `#12345g`"},
      {"{sphere: 1, colour: }", "6:29: `colour` has no value"},
      {"{mesh: a.stl, scale: 0}", "6:31: `scale` is not positive"},
      {"{mesh: /a.stl}", "6:17: the path `/a.stl` is absolute"},
      {"{mesh: nothing.stl}", "6:17: cannot read `nothing.stl`: No such file or directory"},
      {"1", "6:10: `l` takes {box: .., at: .., colour: ..} or the like, not a text"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[300];
    snprintf(text, sizeof text, BODY "      l: %s\n", wrong[i].look);
    char *error = first_error(text, NULL);
    if (strcmp(wrong[i].look, "{sphere: 1, colour: }") == 0) {
      assert_string_equal(strchr(strchr(error, ':') + 1, ':'),
                          ": `colour` has no value"); /* where is YAML's business */
    } else {
      assert_string_equal(error, wrong[i].error);
    }
    free(error);
  }
  char *error = first_error("ground: {looks: {2: {sphere: 1}}}\n", NULL);
  assert_string_equal(error, "1:18: `2` is not a valid name");
  free(error);
}

static void looks_are_repeated(void **state) {
  (void)state;
  Reading r = read_text(BODY
                        "      \"spoke{k+1}\": {for: {k: 0..2}, capsule: 0.1, to: [k + 1, 0, 0]}\n"
                        "      hub: {sphere: 1}\n");
  int32_t count;
  const SarLook *looks = sar_model_looks(r.model, 0, &count);
  assert_int_equal(count, 4);
  assert_string_equal(looks[2].name, "spoke3");
  CHECK_NEAR(looks[2].size.y, 3, 1e-15);
  assert_string_equal(looks[3].name, "hub");
  end_reading(&r);
  char *error = first_error(BODY "      spoke: {for: {k: 0..2}, sphere: 1}\n", NULL);
  assert_string_equal(error, "6:7: there are two looks `spoke`");
  free(error);
}

/* The file's numbers are lengths of the file that names the mesh: metres in the sub-model. */
static void sub_models_show_themselves(void **state) {
  (void)state;
  Reading r = read_file("looks.yaml");
  int32_t count;
  sar_model_looks(r.model, -1, &count);
  assert_int_equal(count, 3);
  check_close(look_of(&r, "ground", "floor")->size, 1, 1, 0.01);
  const SarLook *rail = look_of(&r, "ground", "a.rail"), *hull = look_of(&r, "a.block2", "hull2");
  assert_string_equal(rail->file, "parts/wedge.stl");
  assert_int_equal(rail->mesh->nvertices, 4);
  assert_int_equal(rail->mesh->ntriangles, 4);
  check_close(vertex(rail, 0), 1, 2, 3);
  assert_int_equal(hull->colour, 0x102030);
  check_close(vertex(hull, 1), 0.1, 0.4, 0.6); /* (2, 0, 0)/10, a quarter turn about z, moved */
  assert_ptr_equal(look_of(&r, "a.block1", "hull1")->mesh, hull->mesh); /* one file, one mesh */
  end_reading(&r);
}

static void mirror_images(void **state) {
  (void)state;
  Reading r = read_file("looks.yaml");
  const SarLook *hull = look_of(&r, "b.block2", "hull2"), *rail = look_of(&r, "ground", "b.rail");
  /* as above with n = 2, and y changes its sign in body axes */
  check_close(vertex(hull, 0), 0.1, -0.2, 0.6);
  check_close(vertex(hull, 1), 0.1, -0.6, 0.6);
  check_close(vertex(hull, 2), -0.1, -0.2, 0.6);
  check_close(vertex(hull, 3), 0.1, -0.2, 1.2);
  assert_true(hull->scale.x * hull->scale.y * hull->scale.z < 0);
  /* (1, 2, 3) + (x, y, z), mirrored to (1 + x, -2 - y, 3 + z), turned to (1 + x, -3 - z, -2 - y), moved by 0.1 */
  for (int32_t i = 0; i < 4; i++) {
    const float *v = rail->mesh->vertices + 3 * (size_t)i;
    check_close(vertex(rail, i), 1.1 + (double)v[0], -3 - (double)v[2], -2 - (double)v[1]);
  }
  end_reading(&r);
}

static void check_same_mesh(const SarLook *a, const SarLook *b) {
  assert_int_equal(a->mesh->nvertices, b->mesh->nvertices);
  assert_int_equal(a->mesh->ntriangles, b->mesh->ntriangles);
  assert_memory_equal(a->mesh->vertices, b->mesh->vertices, 12 * (size_t)a->mesh->nvertices);
  assert_memory_equal(a->mesh->triangles, b->mesh->triangles, 12 * (size_t)a->mesh->ntriangles);
}

static void meshes_travel_with_the_model(void **state) {
  (void)state;
  Reading r = read_file("looks.yaml"), again = {sar_context_create(), NULL};
  assert_int_equal(r.model->nfiles, 4); /* part.yaml and three meshes */
  SarReadOptions options = {.files = r.model->files, .nfiles = r.model->nfiles, .files_only = true};
  assert_int_equal(
      sar_model_read_text(again.context, "nowhere.yaml", r.model->text, strlen(r.model->text), &options, &again.model),
      SAR_OK);
  check_same_mesh(look_of(&r, "ground", "a.rail"), look_of(&again, "ground", "a.rail"));
  check_same_mesh(look_of(&r, "b.block1", "hull1"), look_of(&again, "b.block1", "hull1"));
  check_same_mesh(look_of(&r, "b.block1", "text"), look_of(&again, "b.block1", "text"));
  assert_int_equal(again.model->nfiles, 4);
  for (int32_t i = 0; i < 4; i++) assert_string_equal(again.model->files[i].text, r.model->files[i].text);
  end_reading(&again);
  end_reading(&r);
}

/* Bytes of every length and value come back. */
static void bytes_come_back(void **state) {
  (void)state;
  for (int tail = 0; tail < 4; tail++) {
    unsigned char bytes[84 + 50 + 4] = {0};
    float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 80; i++) bytes[i] = (unsigned char)(255 - 3 * i);
    bytes[80] = 1;
    memcpy(bytes + 84 + 12, corners, sizeof corners);
    file_write("tail.stl", bytes, 134 + (size_t)tail);
    const char text[] = BODY "      l: {mesh: tail.stl}\n";
    Reading r = read_text(text), again = {sar_context_create(), NULL};
    SarReadOptions options = {.files = r.model->files, .nfiles = r.model->nfiles, .files_only = true};
    remove("tail.stl");
    assert_true(strncmp(r.model->files[0].text, "base64:", 7) == 0);
    assert_int_equal(strlen(r.model->files[0].text), 7 + 4 * ((134 + tail + 2) / 3));
    assert_int_equal(sar_model_read_text(again.context, "text.yaml", text, strlen(text), &options, &again.model),
                     SAR_OK);
    check_same_mesh(look_of(&r, "a", "l"), look_of(&again, "a", "l"));
    end_reading(&again);
    end_reading(&r);
  }
}

static void kept_bytes_that_were_changed(void **state) {
  (void)state;
  SarModelFile file = {"a.stl", "base64:!!!!"};
  SarReadOptions options = {.files = &file, .nfiles = 1, .files_only = true};
  const char text[] = BODY "      l: {mesh: a.stl}\n";
  SarContext *context = sar_context_create();
  SarModel *model;
  assert_int_equal(sar_model_read_text(context, "text.yaml", text, strlen(text), &options, &model), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 0)->message, "the bytes of this mesh are not as they were kept");
  sar_context_destroy(&context);
}

/* More than 20 MB are not kept: a warning, a look without a mesh, and the model reads again without it. */
static void large_meshes_are_left_out(void **state) {
  (void)state;
  FILE *stream = fopen("large.obj", "wb");
  assert_non_null(stream);
  fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", stream);
  for (int i = 0; i < (20 << 10); i++) fprintf(stream, "#%1023s\n", "");
  fclose(stream);
  const char text[] = BODY "      l: {mesh: large.obj}\n";
  for (int again = 0; again < 2; again++) {
    SarReadOptions options = {.files_only = again};
    Reading r = {sar_context_create(), NULL};
    assert_int_equal(sar_model_read_text(r.context, "text.yaml", text, strlen(text), &options, &r.model), SAR_OK);
    assert_int_equal(sar_context_count(r.context), !again);
    assert_int_equal(r.model->nfiles, 0);
    assert_null(look_of(&r, "a", "l")->mesh);
    end_reading(&r);
  }
  remove("large.obj");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_and_places),
      cmocka_unit_test(wrong_looks),
      cmocka_unit_test(looks_are_repeated),
      cmocka_unit_test(sub_models_show_themselves),
      cmocka_unit_test(mirror_images),
      cmocka_unit_test(meshes_travel_with_the_model),
      cmocka_unit_test(bytes_come_back),
      cmocka_unit_test(kept_bytes_that_were_changed),
      cmocka_unit_test(large_meshes_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
