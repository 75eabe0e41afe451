/* Expressions of Adams datasets: what they become in our language, and where their mistakes are said to be. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "read/adams/deck_index.h"

/* Two parts with a marker each, one of each kind of statement that expressions name. */
static const char before[] =
    "expressions\n"
    "PART/1, GROUND\n"
    "MARKER/01, PART=1\n"
    "PART/2, MASS=1, CM=3, IP=1,1,1\n"
    "MARKER/3, PART=2\n"
    "MARKER/4, PART=2, FLOATING\n"
    "JOINT/7, REVOLUTE, I=3, J=1\n"
    "SFORCE/8, I=3, J=1, ROTATION, FUNCTION=0\n"
    "BUSHING/9, I=3, J=1\n"
    "VARIABLE/11, FUNCTION=TIME\n"
    "VARIABLE/12, FUNCTION=TIME\n"
    "DIFF/13, FUNCTION=0\n"
    "ARRAY/14, U, VARIABLES=12,11\n"
    "ARRAY/15, IC, NUMBERS=1.5, 90D\n"
    "ARRAY/16, X\n"
    "ARRAY/17, Y\n"
    "MATRIX/18, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-1,0\n"
    "MATRIX/19, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=1,0\n"
    "LSE/20, X=16, A=18, Y=17, C=19\n"
    "PINPUT/21, VARIABLES=11,12\n"
    "POUTPUT/22, VARIABLES=12\n"
    "SPLINE/23, X=0,1,2,3, Y=0,1,4,9\n"
    "SENSOR/24, FUNCTION=TIME, GE, VALUE=1, EVALUATE=DX(3)\n"
    "SENSOR/25, FUNCTION=TIME, GE, VALUE=1, HALT\n"
    "MATRIX/26, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0,1,0,0,2,1,0,3,3,0\n"
    "CURVE/27, OPEN, MATRIX=26, CURVE_POINTS\n"
    "ARRAY/28, X\n";

typedef struct Opened {
  SarContext *context;
  SarArena *arena;
  SarAdamsOptions options;
  SarDeck deck;
  char text[8000];
} Opened;

/* The deck with one more VARIABLE/99 whose FUNCTION is the expression; its line is the last but one. */
static const SarStatement *open_deck(Opened *o, const char *expression) {
  memset(o, 0, sizeof *o);
  o->context = sar_context_create();
  o->arena = sar_arena_create();
  snprintf(o->text, sizeof o->text, "%sVARIABLE/99, FUNCTION=%s\nEND\n", before, expression);
  o->deck = (SarDeck){.context = o->context, .arena = o->arena, .options = &o->options, .tree = {.arena = o->arena}};
  SarStatus status =
      sar_adams_scan(o->context, o->arena, "a.adm", o->text, strlen(o->text), SAR_SCAN_DECK, &o->deck.statements);
  if (status != SAR_OK) return NULL; /* it has said why */
  assert_int_equal(sar_deck_number_statements(&o->deck), SAR_OK);
  assert_int_equal(sar_deck_name_statements(&o->deck), SAR_OK);
  o->deck.tree.root = sar_tree_mapping(&o->deck.tree, sar_nowhere());
  const SarStatement *statement = sar_deck_find(&o->deck, "VARIABLE", 99);
  assert_non_null(statement);
  return statement;
}

static void close_deck(Opened *o) {
  sar_arena_destroy(&o->arena);
  sar_context_destroy(&o->context);
}

static void becomes(const char *expression, const char *ours) {
  Opened o;
  const char *text = NULL;
  const SarStatement *statement = open_deck(&o, expression);
  SarStatus status = statement ? sar_deck_expression(&o.deck, statement, "FUNCTION", &text) : SAR_INPUT;
  if (status != SAR_OK) fail_msg("`%s`: %s", expression, sar_context_get(o.context, 0)->message);
  if (!text || strcmp(text, ours) != 0) fail_msg("`%s` becomes `%s`, expected `%s`", expression, text, ours);
  close_deck(&o);
}

static void becomes_vector(const char *expression, const char *x, const char *y, const char *z) {
  Opened o;
  const char *text[3];
  SarStatus status = sar_deck_expression3(&o.deck, open_deck(&o, expression), "FUNCTION", text);
  if (status != SAR_OK) fail_msg("`%s`: %s", expression, sar_context_get(o.context, 0)->message);
  assert_string_equal(text[0], x);
  assert_string_equal(text[1], y);
  assert_string_equal(text[2], z);
  close_deck(&o);
}

/* line, column: from the first character of the expression, which is 1:1. */
static void fails(const char *expression, int line, int column, const char *message) {
  Opened o;
  const char *text = NULL;
  const SarStatement *statement = open_deck(&o, expression);
  int32_t line_of_first = 1, column_of_first = (int32_t)strlen("VARIABLE/99, FUNCTION=") + 1;
  for (const char *c = before; *c; c++) line_of_first += *c == '\n';
  if (statement) assert_int_equal(sar_deck_expression(&o.deck, statement, "FUNCTION", &text), SAR_INPUT);
  const SarDiagnostic *m = sar_context_get(o.context, 0);
  if (!strstr(m->message, message)) fail_msg("`%s` gives `%s`, expected `%s`", expression, m->message, message);
  int at_line = m->source.line - line_of_first + 1;
  int at_column = at_line == 1 ? m->source.column - column_of_first + 1 : m->source.column;
  if (at_line != line || at_column != column)
    fail_msg("`%s` is wrong at %d:%d, expected %d:%d", expression, at_line, at_column, line, column);
  close_deck(&o);
}

static void arithmetic(void **state) {
  (void)state;
  becomes("1+2*TIME", "1 + 2*t");
  becomes("- -8.3E-03*rtod*Dtor/PI", "--8.3E-03*rtod*dtor/pi");
  becomes("2 * * 3", "2^3");
  becomes("-2**-.5E+01", "-2^-.5E+01");
  becomes("20 D + 30.0d*time + 1.", "20D + 30.0D*t + 1.");
  becomes("(1+ -0.5)*-2", "(1 + -0.5)*-2");
  becomes("IF(TIME-1: 0, 1, IF(TIME-2:2,3,4))", "if(t - 1: 0, 1, if(t - 2: 2, 3, 4))");
  becomes("max(1, mod(TIME,2), Sign(1, 2))", "max(1, mod(t, 2), sign(1, 2))");
  becomes("MODE", "mode()");
}

static void lines(void **state) {
  (void)state;
  becomes("1\n, -2", "1 - 2");
  becomes("STEP(TIME,\n, 0,\n, 1, 2\n, ,3)", "step(t, 0, 1, 2, 3)");
  becomes("STEP(TIME,0\n,1,2\n, 3)", "step(t, 0, 1, 2, 3)");
  becomes("1E4*(2\n,   - 3)", "1E4*(2 - 3)");
  becomes("2*&\n3", "2*3");
}

static void markers(void **state) {
  (void)state;
  becomes("DX(3)", "dx(part2.marker3)");
  becomes("DX(03,1)", "dx(part2.marker3, ground.marker1)");
  becomes("dx(3,0,0)", "dx(part2.marker3)");
  becomes("DX(3,0,3)", "dx(part2.marker3, 0, part2.marker3)");
  becomes("DX(3,,3)", "dx(part2.marker3, 0, part2.marker3)");
  becomes("VX(3,1,3,1)", "vx(part2.marker3, ground.marker1, part2.marker3, ground.marker1)");
  becomes("FX(3,1)+TM(3,1)", "fx(part2.marker3, ground.marker1) + tm(part2.marker3, ground.marker1)");
  becomes("ORIENT(27,1,3,1)*ORIENT(27,4,3)", "q0(part2.marker3, ground.marker1)*q3(part2.marker3)");
}

static void elements(void **state) {
  (void)state;
  becomes("JOINT(7,0,2,0)", "joint(joint7, 0, 2)");
  becomes("SFORCE(8,1,8,3)", "sforce(sforce8, 1, 8, part2.marker3)");
  becomes("BUSH(9,0,1,0)", "bush(bushing9, 0, 1)");
  becomes("VARVAL(11)*DIF(13)+DIF1(13)", "variable11*diff13 + rate(diff13)");
  becomes("ARYVAL(14,1)+ARYVAL(15,2)", "variable12 + 90D");
  becomes("ARYVAL(16,2)-ARYVAL(17,1)", "state(lse20, 2) - lse20");
  becomes("PINVAL(21,2)-POUVAL(22,1)", "variable12 - variable12");
  becomes("AKISPL(TIME,0,23,1)", "akispl(t, 0, spline23, 1)");
  becomes("CUBSPL(TIME,0,23)+INTERP(TIME,3,23)", "cubspl(t, 0, spline23) + interp(t, 3, spline23)");
  becomes("SENVAL(24)+SENVAL(25)", "sensor24_value + 0");
  becomes("CURVE(TIME,1,2,27)", "cubspl(t, 0, curve27_y, 1)");
  becomes("SHF(TIME,0,1,2,3)", "shf(t, 0, 1, 2, 3, 0)");
}

static void vectors(void **state) {
  (void)state;
  becomes_vector("[1,TIME,-2]*3", "(1*3)", "(t*3)", "((-2)*3)");
  becomes_vector("DXYZ(3,1)+UVZ(3)", "dx(part2.marker3, ground.marker1) + r13(part2.marker3)",
                 "dy(part2.marker3, ground.marker1) + r23(part2.marker3)",
                 "dz(part2.marker3, ground.marker1) + r33(part2.marker3)");
  becomes_vector("[1,2,3]%[4,5,6]/2", "(2*6 - 3*5)/2", "(3*4 - 1*6)/2", "(1*5 - 2*4)/2");
  becomes("[1,2,3]*DXYZ(3)", "(1*dx(part2.marker3) + 2*dy(part2.marker3) + 3*dz(part2.marker3))");
}

static void mistakes(void **state) {
  (void)state;
  fails("1 + DX(5)", 1, 8, "there is no MARKER/5");
  fails("1\n, + DX(5)", 2, 8, "there is no MARKER/5");
  fails("DX(4)", 1, 4, "MARKER/4 is floating");
  fails("DX()", 1, 1, "`DX` takes 1 to 3 arguments, not 0");
  fails("DM(3,1,1)", 1, 1, "`DM` takes 1 to 2 arguments, not 3");
  fails("STEP(1,2,3,4)", 1, 1, "`STEP` takes 5 arguments, not 4");
  fails("POLY(1,2)", 1, 1, "`POLY` takes at least 3 arguments, not 2");
  fails("STEPP(1,2,3,4,5)", 1, 1, "unknown function `STEPP`");
  fails("2*TIMES", 1, 3, "unknown function `TIMES`");
  fails("SIN", 1, 1, "`SIN` is a function");
  fails("2*(1+(3)", 1, 3, "this parenthesis is not closed");
  fails("MAX(1, 2", 1, 4, "this parenthesis is not closed");
  fails("1)", 1, 2, "this parenthesis was not opened");
  fails("2 3", 1, 3, "an operator is missing before `3`");
  fails("1D5", 1, 2, "an operator is missing before `D5`");
  fails("1 +", 1, 4, "a value is missing at the end");
  fails("1 */ 2", 1, 4, "a value is missing before `/`");
  fails("IF(1, 2, 3, 4)", 1, 5, "a colon is missing");
  fails("JOINT(8,0,2,0)", 1, 7, "there is no JOINT/8");
  fails("JOINT(7,2,2,0)", 1, 9, "argument 2 of `JOINT` cannot be 2");
  fails("JOINT(7,0,9,0)", 1, 11, "argument 3 of `JOINT` cannot be 9");
  fails("DX(TIME)", 1, 4, "must be a whole number");
  fails("ARYVAL(16,3)", 1, 11, "argument 2 of `ARYVAL` cannot be 3");
  fails("ARYVAL(28,1)", 1, 8, "ARRAY/28 belongs to nothing");
  fails("ORIENT(1,1,3)", 1, 8, "ORIENT of type 1 is not known");
  fails("USER(1,2)", 1, 1, "code that is not in the deck");
  fails("INVPSD(TIME,1,2,3,4,0,1)", 1, 13, "there is no SPLINE/1 in the deck");
  fails("DELAY(TIME,1,2)", 1, 1, "`DELAY` is not supported");
  fails("DXYZ(3)", 1, 1, "a number is needed, not a vector");
  fails("[1,2,3]+1", 1, 8, "cannot be used between these two");
  fails("SIN(DXYZ(3))", 1, 5, "takes a number here, not a vector");
  fails("1 # 2", 1, 3, "unexpected character");
}

/* Long ones are written without recursion, deep ones are refused. */
static void sizes(void **state) {
  (void)state;
  static char sum[8000], ours[16000], deep[1000];
  size_t used = 0, out = 0;
  for (int i = 0; i < 2000; i++) {
    used += (size_t)snprintf(sum + used, sizeof sum - used, i ? "+1" : "1");
    out += (size_t)snprintf(ours + out, sizeof ours - out, i ? " + 1" : "1");
  }
  becomes(sum, ours);
  memset(deep, '(', 300);
  deep[300] = '1';
  memset(deep + 301, ')', 300);
  fails(deep, 1, 201, "nested too deeply");
}

static void left_out(void **state) {
  (void)state;
  Opened o;
  const char *text = "";
  const SarStatement *statement = open_deck(&o, "1 + USER(1)");
  o.options.skip_unsupported = true;
  assert_int_equal(sar_deck_expression(&o.deck, statement, "FUNCTION", &text), SAR_OK);
  assert_null(text);
  o.options.user_zero = true;
  assert_int_equal(sar_deck_expression(&o.deck, statement, "FUNCTION", &text), SAR_OK);
  assert_string_equal(text, "1 + 0");
  close_deck(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic), cmocka_unit_test(lines),    cmocka_unit_test(markers), cmocka_unit_test(elements),
      cmocka_unit_test(vectors),    cmocka_unit_test(mistakes), cmocka_unit_test(sizes),   cmocka_unit_test(left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
