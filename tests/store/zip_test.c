/* Zip archives: what was put in comes out, whatever it is; what is damaged is refused and never read beyond its end. */
#define _POSIX_C_SOURCE 200809L

#include "store/zip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

#define PATH "zip_test.zip"

static SarContext *context;

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  return context ? 0 : -1;
}

static int teardown(void **state) {
  (void)state;
  sar_context_destroy(&context);
  remove(PATH);
  return 0;
}

/* Text that packs well, noise that does not, and nothing. */
static unsigned char noise[5000], text[70000];

static void fill(void) {
  unsigned seed = 1;
  for (size_t i = 0; i < sizeof noise; i++) noise[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
  for (size_t i = 0; i < sizeof text; i++) text[i] = (unsigned char)("abcdefgh"[i / 100 % 8]);
}

static void write_archive(void) {
  SarZipWriter *writer = NULL;
  FILE *stream = fopen(PATH, "wb");
  fill();
  assert_non_null(stream);
  assert_int_equal(sar_zip_begin(context, stream, PATH, &writer), SAR_OK);
  assert_int_equal(sar_zip_add(writer, "text.txt", text, sizeof text), SAR_OK);
  assert_int_equal(sar_zip_add(writer, "deep/down/noise.bin", noise, sizeof noise), SAR_OK);
  assert_int_equal(sar_zip_add(writer, "empty", "", 0), SAR_OK);
  assert_int_equal(sar_zip_end(&writer, SAR_OK), SAR_OK);
  assert_int_equal(fclose(stream), 0);
}

static SarStatus open_archive(SarZip **zip) { return sar_zip_open(context, PATH, PATH, (SarSource){0}, zip); }

static void check_file(SarZip *zip, const char *name, const void *expected, size_t size) {
  unsigned char *bytes = NULL;
  size_t count = 0;
  int32_t index = sar_zip_find(zip, name);
  assert_true(index >= 0);
  assert_string_equal(sar_zip_name(zip, index), name);
  assert_int_equal(sar_zip_read(zip, index, &bytes, &count), SAR_OK);
  assert_int_equal(count, size);
  assert_memory_equal(bytes, expected, size);
  free(bytes);
}

static void test_round_trip(void **state) {
  (void)state;
  SarZip *zip = NULL;
  write_archive();
  assert_int_equal(open_archive(&zip), SAR_OK);
  check_file(zip, "text.txt", text, sizeof text);
  check_file(zip, "deep/down/noise.bin", noise, sizeof noise);
  check_file(zip, "empty", "", 0);
  assert_int_equal(sar_zip_find(zip, "other"), -1);
  assert_null(sar_zip_name(zip, 3));
  sar_zip_close(&zip);
  long count;
  char *bytes = file_bytes(PATH, &count);
  assert_true(count < 8000); /* the text is packed, the noise is not */
  free(bytes);
}

static void test_unpack(void **state) {
  (void)state;
  char folder[] = "/tmp/sarrus-zip-XXXXXX", path[64];
  SarZip *zip = NULL;
  long count;
  write_archive();
  assert_non_null(mkdtemp(folder));
  assert_int_equal(open_archive(&zip), SAR_OK);
  assert_int_equal(sar_zip_unpack(zip, folder), SAR_OK);
  sar_zip_close(&zip);
  snprintf(path, sizeof path, "%s/deep/down/noise.bin", folder);
  char *bytes = file_bytes(path, &count);
  assert_int_equal(count, sizeof noise);
  assert_memory_equal(bytes, noise, sizeof noise);
  free(bytes);
  static const char *const left[] = {"deep/down/noise.bin", "deep/down", "deep", "text.txt", "empty"};
  for (int i = 0; i < 5; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, left[i]);
    assert_int_equal(remove(path), 0);
  }
  assert_int_equal(rmdir(folder), 0);
}

/* Opens what stands there and reads all of it, if that is possible. */
static void try_all(void) {
  SarZip *zip = NULL;
  if (open_archive(&zip) == SAR_OK) {
    for (int32_t i = 0; sar_zip_name(zip, i); i++) {
      unsigned char *bytes = NULL;
      size_t count;
      SarStatus status = sar_zip_read(zip, i, &bytes, &count);
      assert_true(status == SAR_OK || status == SAR_INPUT);
      free(bytes);
    }
    sar_zip_close(&zip);
  }
  assert_null(zip);
  sar_context_clear(context);
}

/* Cut anywhere, and with one byte changed in the headers. */
static void test_damaged(void **state) {
  (void)state;
  long count;
  SarZip *zip = NULL;
  write_archive();
  char *bytes = file_bytes(PATH, &count);
  for (long cut = 0; cut < count; cut += cut < count - 300 ? 97 : 1) {
    file_write(PATH, bytes, (size_t)cut);
    assert_int_equal(open_archive(&zip), SAR_INPUT); /* the directory is at the end */
    assert_null(zip);
    sar_context_clear(context);
  }
  for (long i = 0; i < count; i += i < 60 || i > count - 300 ? 1 : 131) {
    for (int bit = 0; bit < 8; bit += 7) {
      bytes[i] = (char)(bytes[i] ^ (1 << bit));
      file_write(PATH, bytes, (size_t)count);
      try_all();
      bytes[i] = (char)(bytes[i] ^ (1 << bit));
    }
  }
  free(bytes);
}

static void test_changed_contents(void **state) {
  (void)state;
  long count;
  SarZip *zip = NULL;
  unsigned char *read = NULL;
  size_t size;
  write_archive();
  char *bytes = file_bytes(PATH, &count);
  bytes[count - 1000] = (char)(bytes[count - 1000] ^ 1); /* in the noise */
  file_write(PATH, bytes, (size_t)count);
  assert_int_equal(open_archive(&zip), SAR_OK);
  assert_int_equal(sar_zip_read(zip, 1, &read, &size), SAR_INPUT);
  assert_null(read);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "damaged"));
  sar_context_clear(context);
  sar_zip_close(&zip);
  free(bytes);
}

/* Paths that lead out of the folder. */
static void test_leaving(void **state) {
  (void)state;
  static const char *const names[] = {"../up", "/top", "a/../../b", "a//b", "a\\..\\..\\b", ".."};
  for (int i = 0; i < 6; i++) {
    SarZipWriter *writer = NULL;
    SarZip *zip = NULL;
    FILE *stream = fopen(PATH, "wb");
    assert_non_null(stream);
    assert_int_equal(sar_zip_begin(context, stream, PATH, &writer), SAR_OK);
    assert_int_equal(sar_zip_add(writer, names[i], "x", 1), SAR_OK);
    assert_int_equal(sar_zip_end(&writer, SAR_OK), SAR_OK);
    fclose(stream);
    assert_int_equal(open_archive(&zip), SAR_INPUT);
    assert_non_null(strstr(sar_context_get(context, 0)->message, "leaves its folder"));
    sar_context_clear(context);
  }
}

/* Some programs write the slashes of Windows. */
static void test_other_slashes(void **state) {
  (void)state;
  SarZipWriter *writer = NULL;
  SarZip *zip = NULL;
  FILE *stream = fopen(PATH, "wb");
  assert_non_null(stream);
  assert_int_equal(sar_zip_begin(context, stream, PATH, &writer), SAR_OK);
  assert_int_equal(sar_zip_add(writer, "a\\b\\c", "x", 1), SAR_OK);
  assert_int_equal(sar_zip_end(&writer, SAR_OK), SAR_OK);
  fclose(stream);
  assert_int_equal(open_archive(&zip), SAR_OK);
  assert_int_equal(sar_zip_find(zip, "a/b/c"), 0);
  sar_zip_close(&zip);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),       cmocka_unit_test(test_unpack),  cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_changed_contents), cmocka_unit_test(test_leaving), cmocka_unit_test(test_other_slashes),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
