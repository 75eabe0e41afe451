/* Files that are no models, and paths that are no files: a message in every case, at once. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "read/node.h"
#include "read/reading.h"

#define MODEL "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"

static char folder[] = "strange.XXXXXX";

/* The first error of reading a file must be exactly this. Whoever waits for a pipe or reads a device to its end is
 * ended by the alarm. */
static void fails(const char *path, const char *expected) {
  char line[700];
  SarContext *context = sar_context_create();
  SarModel *model = (SarModel *)1;
  alarm(60);
  assert_int_equal(sar_model_read(context, path, NULL, 0, &model), SAR_INPUT);
  alarm(0);
  assert_null(model);
  const SarDiagnostic *d = sar_context_get(context, 0);
  assert_non_null(d);
  assert_non_null(d->remedy);
  snprintf(line, sizeof line, "%s:%d:%d: %s; %s", d->source.file, (int)d->source.line, (int)d->source.column,
           d->message, d->remedy);
  assert_string_equal(line, expected);
  sar_context_destroy(&context);
}

static void reads(const char *path) {
  SarContext *context = sar_context_create();
  SarModel *model;
  assert_int_equal(sar_model_read(context, path, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_context_count(context), 0);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

#define FAILS_WITH_BYTES(bytes, expected)     \
  do {                                        \
    file_write("m", bytes, sizeof bytes - 1); \
    fails("m", "m:1:1: " expected);           \
  } while (0)

static void files_that_are_not_text(void **state) {
  (void)state;
  FAILS_WITH_BYTES("", "the file is empty; write a model: bodies, joints, ...");
  FAILS_WITH_BYTES("\x89PNG\r\n\x1a\n\0\0", "the file is a picture, not text; a model is a YAML text file");
  FAILS_WITH_BYTES("\x89HDF\r\n\x1a\n", "the file is HDF5, not text; give the model, not its results");
  FAILS_WITH_BYTES("\x1f\x8b\x08\0\0", "the file is compressed, not text; unpack it first");
  FAILS_WITH_BYTES("PK\x03\x04\x14", "the file is a ZIP archive, not text; unpack it first");
  FAILS_WITH_BYTES(
      "\xff\xfe"
      "b\0o\0",
      "the file is UTF-16 text; save the file as UTF-8");
  FAILS_WITH_BYTES("\xfe\xff\0b\0o", "the file is UTF-16 text; save the file as UTF-8");
  FAILS_WITH_BYTES("\0\0\0\0", "the control character 0x00 is not text; a model is a YAML text file");
  FAILS_WITH_BYTES(
      "\x7f"
      "ELF\2",
      "the control character 0x7F is not text; a model is a YAML text file");
  FAILS_WITH_BYTES("\xc0\x80", "the byte 0xC0 is not UTF-8 text; save the file as UTF-8");
}

static void a_zero_in_the_middle_has_its_place(void **state) {
  (void)state;
  file_write("m", MODEL "# \0\n", sizeof(MODEL "# \0\n") - 1);
  fails("m", "m:2:3: the control character 0x00 is not text; a model is a YAML text file");
}

static void marks_and_line_ends_of_other_systems_are_fine(void **state) {
  (void)state;
  file_write_text("m", "\xEF\xBB\xBF" MODEL);
  reads("m");
  file_write_text("m", "\xEF\xBB\xBFmodel: x\r\nbodies:\r\n  a: {mass: 1, inertia: [1, 1, 1]}\r\n");
  reads("m");
  file_write_text("m",
                  "\xEF\xBB\xBF"
                  "bodys: {}\n");
  fails("m",
        "m:1:1: unknown key `bodys` in a model; did you mean `bodies`?; the keys are: model title units gravity "
        "length_scale needs parameters splines loops plugins fmus ground bodies materials sections beams joints forces "
        "contacts motions coordinates states variables "
        "equations measures inputs outputs events output simulate include");
  file_write_text("m", "model: x\r\nbodies:\r\n  a: {mass: 1, inertia: [1, 1]}\r\n");
  fails("m", "m:3:25: `inertia` takes 3 numbers, not 2; write a list: [.., .., ..]");
}

static void a_file_of_comments_is_not_empty(void **state) {
  (void)state;
  file_write_text("m", "# nothing\n\n");
  fails("m", "m:1:1: the file has only comments; write a model: bodies, joints, ...");
  file_write_text("m", "\n \n");
  fails("m", "m:1:1: the file is empty; write a model: bodies, joints, ...");
}

static void a_huge_file_is_not_read(void **state) {
  (void)state;
  file_write_text("m", MODEL);
  if (truncate("m", (off_t)SAR_FILE_BYTES + 1) != 0) skip(); /* a disk without sparse files */
  fails("m", "m:0:0: `m` is larger than 256 MB; use `for:` and `include:`");
  assert_int_equal(truncate("m", 0), 0);
}

static void paths_that_are_no_files(void **state) {
  (void)state;
  fails("nowhere", "nowhere:0:0: cannot read `nowhere`: No such file or directory; check the path and the permissions");
  fails("m/x", "m/x:0:0: cannot read `m/x`: Not a directory; check the path and the permissions");
  fails(".", ".:0:0: `.` is a folder, not a file; give the path of a model file");
  fails("/dev/zero", "/dev/zero:0:0: `/dev/zero` is a device, not a file; give the path of a model file");
  fails("/dev/null", "/dev/null:0:0: `/dev/null` is a device, not a file; give the path of a model file");
  assert_int_equal(mkfifo("pipe", 0600), 0);
  fails("pipe", "pipe:0:0: `pipe` is a pipe, not a file; give the path of a model file");
  assert_int_equal(symlink("circle", "circle"), 0);
  fails("circle",
        "circle:0:0: cannot read `circle`: Too many levels of symbolic links; check the path and the "
        "permissions");
}

static void a_file_without_permission(void **state) {
  (void)state;
  if (geteuid() == 0) skip(); /* may read everything */
  file_write_text("secret", MODEL);
  assert_int_equal(chmod("secret", 0), 0);
  fails("secret", "secret:0:0: cannot read `secret`: Permission denied; check the path and the permissions");
}

static void include(const char *path, const char *expected) {
  char text[300], message[600];
  snprintf(text, sizeof text, "include:\n  part: {file: %s}\n", path);
  file_write_text("top.yaml", text);
  if (!expected) {
    reads("top.yaml");
    return;
  }
  snprintf(message, sizeof message, "top.yaml:2:16: %s", expected);
  fails("top.yaml", message);
}

static void links_are_followed_within_the_folder_only(void **state) {
  (void)state;
  assert_int_equal(mkdir("model", 0700), 0);
  assert_int_equal(mkdir("model/parts", 0700), 0);
  file_write_text("outside.yaml", MODEL);
  file_write_text("model/parts/part.yaml", MODEL);
  assert_int_equal(chdir("model"), 0);
  assert_int_equal(symlink("parts/part.yaml", "inside.yaml"), 0);
  assert_int_equal(symlink("../outside.yaml", "leaving.yaml"), 0);
  assert_int_equal(symlink("..", "up"), 0);
  assert_int_equal(symlink("/dev/zero", "zero"), 0);
  assert_int_equal(mkfifo("parts/pipe", 0600), 0);
  include("parts/part.yaml", NULL);
  include("inside.yaml", NULL);
  include("parts/../inside.yaml", NULL);
  include("leaving.yaml",
          "the path `leaving.yaml` is a link that leaves the folder of the model; copy the file into the "
          "folder of the model");
  include("up/outside.yaml",
          "the path `up/outside.yaml` is a link that leaves the folder of the model; copy the file "
          "into the folder of the model");
  include("zero",
          "the path `zero` is a link that leaves the folder of the model; copy the file into the folder of the "
          "model");
  include("parts/pipe", "`parts/pipe` is a pipe, not a file; give the path of a model file");
  include("parts", "`parts` is a folder, not a file; give the path of a model file");
  include("/dev/zero", "the path `/dev/zero` is absolute; write the path from the folder of this file");
  include("../outside.yaml",
          "the path `../outside.yaml` leaves the folder of the model; keep all files in the folder of "
          "the model or below it");
  assert_int_equal(chdir(".."), 0);
  reads("model/../outside.yaml"); /* the model itself may be anywhere */
}

static int enter(void **state) {
  (void)state;
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
  (void)state;
  char command[64];
  if (chdir("..") != 0) return -1;
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_that_are_not_text),
      cmocka_unit_test(a_zero_in_the_middle_has_its_place),
      cmocka_unit_test(marks_and_line_ends_of_other_systems_are_fine),
      cmocka_unit_test(a_file_of_comments_is_not_empty),
      cmocka_unit_test(a_huge_file_is_not_read),
      cmocka_unit_test(paths_that_are_no_files),
      cmocka_unit_test(a_file_without_permission),
      cmocka_unit_test(links_are_followed_within_the_folder_only),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
