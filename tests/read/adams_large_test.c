/* A deck of 10 MB, thousands of parts with their markers and bushings, all markers of the ground among them, is read
 * whole and right. The time that it took is printed, not judged: 2 s of a processor are what it may take. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "model/model.h"
#include "read/read.h"

enum { MEGABYTES = 10 };

static void put_part(FILE *out, int i) {
  fprintf(out,
          "!\n!                adams_view_name='PART_%d'\nPART/%d\n, QG = %.6f, 3.25, %d\n, REULER = 90D, %dD, 0D\n"
          ", MASS = 7.801\n, CM = %d\n, IP = 1.25E+04, 2.5E+04, 1.75E+04\n",
          i, i, i * 10.5, -i, i % 180, 10 * i);
  for (int k = 0; k < 5; k++) {
    fprintf(out,
            "!\n!                adams_view_name='%s_%d'\nMARKER/%d\n, PART = %d\n, QP = %.6f, %.6f, 0\n"
            ", REULER = 180D, 90D, %.4fD\n",
            k ? "MARKER" : "cm", k, 10 * i + k, k < 4 ? i : 1, k * 25.4, i * 0.125, k * 1.0);
  }
  fprintf(out,
          "!\n!                adams_view_name='BUSHING_%d'\nBUSHING/%d\n, I = %d\n, J = %d\n, C = 1, 1, 1\n"
          ", K = 1000, 1000, 1000\n, CT = 10, 10, 10\n, KT = 1E5, 1E5, 1E5\n",
          i, i, 10 * i + 1, 10 * i + (i % 2 ? 4 : -8));
}

/* *parts: how many there are. Free it. */
static char *large_deck(size_t *length, int *parts) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  assert_non_null(out);
  fputs("a large deck\nPART/1, GROUND\nPART/2, MASS=1, CM=20\nMARKER/20, PART=2\nMARKER/22, PART=2\n", out);
  for (*parts = 2; ftell(out) < MEGABYTES << 20;) put_part(out, ++*parts);
  fputs("END\n", out);
  fclose(out);
  return text;
}

static void test_ten_megabytes(void **state) {
  (void)state;
  size_t length;
  int parts;
  char *text = large_deck(&length, &parts);
  assert_true(length > (size_t)MEGABYTES << 20);
  SarContext *context = sar_context_create();
  SarModel *model;
  clock_t begin = clock();
  SarStatus status = sar_model_read_text(context, "large.adm", text, length, NULL, &model);
  double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  for (int32_t i = 0; i < sar_context_count(context) && i < 5; i++) {
    print_message("%d: %s\n", (int)sar_context_get(context, i)->source.line, sar_context_get(context, i)->message);
  }
  assert_int_equal(status, SAR_OK);
  assert_int_equal(model->nelements, 2 * parts - 3); /* the ground is none, and the first two have no bushing */
  assert_true(sar_model_find(model, "PART_5000") >= 0);
  assert_non_null(sar_model_find_frame(model, -1, "MARKER_4"));
  print_message("%.1f MB, %d parts: %.2f s\n", (double)length / (1 << 20), parts, seconds);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ten_megabytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
