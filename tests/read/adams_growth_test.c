/* What reading a deck costs, counted, not timed: texts that are compared. Three times as many
 * statements take three times as much, and a little; whoever looked for one statement among all of them would take nine
 * times. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "compared.h"
#include "model/model.h"
#include "read/read.h"

enum { FEW = 300, MANY = 3 * FEW };
#define LINEAR 3.3 /* times; a square would be nine */

/* A part with what decks have; user code and a flexible body, where they are to be left out, with all that hangs on
 * them. */
static void put_part(FILE *out, int i, int count, bool unsupported) {
  int m = 100 * i;
  fprintf(out, "! adams_view_name='PART_%d'\nPART/%d, QG=%d,0,0, MASS=1, CM=%d, IP=1,1,1\n", i, i, i, m);
  for (int k = 0; k < 4; k++) fprintf(out, "! adams_view_name='M'\nMARKER/%d, PART=%d, QP=%d,0,0\n", m + k, i, k);
  fprintf(out, "MARKER/%d, PART=1, QP=%d,0,0\nMARKER/%d, PART=1, FLOATING\n", m + 4, i, m + 5);
  fprintf(out, "JOINT/%d, CYLINDRICAL, I=%d, J=%d\nMOTION/%d, JOINT=%d, ROT, FUNC=VARVAL(%d)*TIME\n", i, m, m + 4, i, i,
          2 * i);
  fprintf(out, "FRICTION/%d, JOINT=%d\nBUSHING/%d, I=%d, J=%d, K=1,1,1\n", i, i, i, m + 1, m + 4);
  fprintf(out, "SFORCE/%d, TRANS, I=%d, J=%d, FUNC=-DM(%d,%d)+AKISPL(TIME,0,%d)+SENVAL(%d)\n", i, m + 2, m + 4, m + 2,
          m + 4, i, i);
  fprintf(out, "GFORCE/%d, I=%d, JFLOAT=%d, RM=%d, FX=VARVAL(%d)\\FY=DIF(%d)\\TZ=1\n", i, m, m + 5, m, 2 * i + 1, i);
  fprintf(out, "SPLINE/%d, X=0,1,2,3, Y=0,1,2,3\nDIFF/%d, IC=0, FUNC=-DIF(%d)\n", i, i, i);
  fprintf(out, "VARIABLE/%d, FUNC=1\nVARIABLE/%d, FUNC=DX(%d,%d)\n", 2 * i, 2 * i + 1, m, m + 4);
  fprintf(out, "SENSOR/%d, FUNC=DX(%d), GE, VALUE=99, EVALUATE=TIME\\\n", i, m);
  fprintf(out, "REQUEST/%d, DISP, I=%d, J=%d\nREQUEST/%d, F2=FX(%d,%d)\\F3=GFORCE(%d,1,2,0)\\F4=JOINT(%d,0,3,0)\n",
          2 * i, m, m + 4, 2 * i + 1, m, m + 5, i, i);
  fprintf(out, "GRAPHICS/%d, ELLIPSOID, CM=%d, XSCALE=.1, YSCALE=.1, ZSCALE=.1\n", i, m);
  fprintf(out, "CONTACT/%d, IGEOM=%d, JGEOM=1, IMPACT, STIFFNESS=1, EXPONENT=1\n", i, i);
  fprintf(out, "ARRAY/%d, U, VARIABLES=%d\n", i, 2 * i + 1);
  if (!unsupported) return;
  int v = 10000 + i, before = i < count ? v + 1 : 9999; /* a chain that begins at its end */
  fprintf(out, "VARIABLE/%d, FUNC=VARVAL(%d)\nSFORCE/%d, TRANS, I=%d, J=%d, FUNC=VARVAL(%d)\n", v, before, v, m + 2,
          m + 4, v);
  fprintf(out, "MARKER/%d, FLEX_BODY=9, NODE_ID=%d\nBUSHING/%d, I=%d, J=%d, K=1,1,1\n", m + 6, i, v, m + 6, m);
}

static long work_of(int count, bool unsupported) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  fputs("growth\nPART/1, GROUND\nMARKER/1, PART=1, QP=0,0,-9\nGRAPHICS/1, PLANE, RM=1\n", out);
  for (int i = 2; i <= count; i++) put_part(out, i, count, unsupported);
  if (unsupported) fputs("VARIABLE/9999, FUNC=USER(1)\nFLEX_BODY/9, MATRICES=1\n", out);
  fputs("END\n", out);
  fclose(out);
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarReadOptions options = {.deck = {.skip_unsupported = unsupported}};
  compared = 0;
  SarStatus status = sar_model_read_text(context, "growth.adm", text, length, &options, &model);
  long work = compared;
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, 0)->message);
  assert_true(sar_model_find(model, "bushing2") >= 0);
  assert_true(sar_model_find(model, "sforce10002") < 0);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  free(text);
  return work;
}

static void check_growth(bool unsupported) {
  long few = work_of(FEW, unsupported), many = work_of(MANY, unsupported);
  print_message("%ld comparisons of %d parts, %ld of %d\n", few, FEW, many, MANY);
  assert_true(few > FEW); /* something is counted */
  assert_true((double)many < LINEAR * (double)few);
}

static void reading(void **state) {
  (void)state;
  check_growth(false);
}

static void leaving_out(void **state) {
  (void)state;
  check_growth(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reading), cmocka_unit_test(leaving_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
