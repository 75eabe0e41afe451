/* The scanner of Adams decks and command files: what it makes of the text, written out in one line for each statement,
 *
 *   NAME/id 'label' FLAG ARG=value|value ARG={expression}
 *
 * with ~ for the begin of a line that goes on in an expression, and what it says about text that is wrong. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "read/adams/adams.h"
#include "read/adams/deck.h"

typedef struct Scanned {
  SarContext *context;
  SarArena *arena;
  SarStatements statements;
  SarStatus status;
} Scanned;

static Scanned scan(const char *text, size_t length, SarScanned what) {
  Scanned s = {.context = sar_context_create(), .arena = sar_arena_create()};
  assert_true(s.context && s.arena);
  s.status = sar_adams_scan(s.context, s.arena, "x.adm", text, length, what, &s.statements);
  return s;
}

static void end(Scanned *s) {
  sar_arena_destroy(&s->arena);
  sar_context_destroy(&s->context);
}

static void put_argument(FILE *out, const SarArgument *argument) {
  fprintf(out, " %s", argument->name);
  if (argument->form == SAR_FORM_EXPRESSION) {
    fputs("={", out);
    for (const char *p = argument->expression; *p; p++) fputc(*p == SAR_CONTINUED ? '~' : *p, out);
    fputc('}', out);
  }
  for (int32_t i = 0; i < argument->count; i++) fprintf(out, "%c%s", i ? '|' : '=', argument->values[i].text);
}

/* All statements; free it. */
static char *written(const Scanned *s) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  for (int32_t i = 0; i < s->statements.count; i++) {
    const SarStatement *statement = &s->statements.all[i];
    fprintf(out, "%s%s/", i ? "\n" : "", statement->class->name);
    if (statement->id >= 0) fprintf(out, "%lld", (long long)statement->id);
    if (statement->label) fprintf(out, " '%s'", statement->label);
    for (int32_t k = 0; k < statement->count; k++) put_argument(out, &statement->arguments[k]);
  }
  fclose(out);
  return text;
}

static void print_messages(const SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *message = sar_context_get(context, i);
    print_message("%d:%d: %s\n", (int)message->source.line, (int)message->source.column, message->message);
  }
}

static void check_scan(const char *text, SarScanned what, const char *expected) {
  Scanned s = scan(text, strlen(text), what);
  char *got = written(&s);
  print_messages(s.context);
  assert_int_equal(s.status, SAR_OK);
  assert_int_equal(s.statements.nunknown, 0);
  if (strcmp(got, expected) != 0) fail_msg("%s\ngives\n%s\nnot\n%s", text, got, expected);
  free(got);
  end(&s);
}

static void check_deck(const char *text, const char *expected) { check_scan(text, SAR_SCAN_DECK, expected); }
static void check_commands(const char *text, const char *expected) { check_scan(text, SAR_SCAN_COMMANDS, expected); }

/* ---- lines ---- */

static void test_first_line_is_title(void **state) {
  (void)state;
  const char *text = "!ADAMS/View model name: a!b  \nPART/1,GROUND\nEND\nPART/2\n";
  Scanned s = scan(text, strlen(text), SAR_SCAN_DECK);
  assert_string_equal(s.statements.title, "!ADAMS/View model name: a!b");
  assert_int_equal(s.statements.count, 1);
  end(&s);
  char line[200] = {0};
  memset(line, 'x', 150);
  line[78] = (char)0xC3, line[79] = (char)0xA9; /* a letter of two bytes at the 80th */
  s = scan(line, strlen(line), SAR_SCAN_DECK);
  assert_int_equal(strlen(s.statements.title), 80);
  end(&s);
  line[79] = (char)0xC3, line[80] = (char)0xA9, line[78] = 'x';
  s = scan(line, strlen(line), SAR_SCAN_DECK);
  assert_int_equal(strlen(s.statements.title), 79);
  end(&s);
  s = scan("", 0, SAR_SCAN_DECK);
  assert_int_equal(s.status, SAR_OK);
  assert_int_equal(s.statements.count, 0);
  end(&s);
}

static void test_lines_go_on(void **state) {
  (void)state;
  check_deck("t\nPART/2\n, MASS=1\n,CM = 3\nEND\n", "PART/2 MASS=1 CM=3");
  check_deck("t\nPART/2 &\n, MASS=1, &\nCM = 3 &\n, IP=1,2,3\n", "PART/2 MASS=1 CM=3 IP=1|2|3");
  check_deck("t\nPART/2,\nMASS=1,\nCM = 3\n", "PART/2 MASS=1 CM=3");
  check_deck("t\nPART/2\n\n!\n! a word\n   \n, MASS=1\n", "PART/2 MASS=1");
  check_deck("t\nPART/1,GROUND;PART/2, MASS=1; PART/3;\nPART/4\n", "PART/1 GROUND\nPART/2 MASS=1\nPART/3\nPART/4");
  check_deck("t\nMARKER/3, PART=1\n, QP = 1, 2\n, 3\n", "MARKER/3 PART=1 QP=1|2|3");
  check_deck("t\nFIELD/3\n, KMATRIX =\n, 1.0, 2,\n, 3\n, LENGTH=4\n", "FIELD/3 KMATRIX=1.0|2|3 LENGTH=4");
  check_deck("t\nARRAY/3, IC\n, NUMBERS = 3.0,\n,15.0,,\n,,7\n", "ARRAY/3 IC NUMBERS=3.0|15.0|7");
  check_deck("t\r\nPART/2\r\n, MASS=1\r\n, CM=3\r\nEND\r\nPART/3", "PART/2 MASS=1 CM=3");
  check_deck("t\nPART/1,GROUND ! the ground, MASS=1\n, ! MASS=2\n, CM=3", "PART/1 GROUND CM=3");
  check_deck("t\nPART/1\n end \nPART/2", "PART/1");
}

static void test_blanks(void **state) {
  (void)state;
  static const char text[] = "t\nPART / 0002 ,\t MASS  =\001 1 , IP = 1 , - 2.5 , 20 D\n\f, \0CM\0= 3\n";
  Scanned s = scan(text, sizeof text - 1, SAR_SCAN_DECK);
  char *got = written(&s);
  print_messages(s.context);
  assert_string_equal(got, "PART/2 MASS=1 IP=1|-2.5|20D CM=3");
  free(got);
  end(&s);
}

static void test_labels(void **state) {
  (void)state;
  check_deck(
      "t\n!   adams_view_name='PART_2'\nPART/2\n!  adams_view_name='a.b cm'\n! more\nMARKER/3, PART=2\nMARKER/4, "
      "PART=2\n",
      "PART/2 'PART_2'\nMARKER/3 'a.b cm' PART=2\nMARKER/4 PART=2");
  check_deck("t\n! adams_view_name='first'\n!adams_view_name='second'\nPART/2\n", "PART/2 'second'");
  check_deck("t\n! adams_view_name='gone'\n!PART/5\n!, QG=1,2,3\nPART/2\n", "PART/2");
  check_deck("t\n! adams_view_name='kept'\n! see part/whole of it\nPART/2\n", "PART/2 'kept'");
  check_deck("t\n! adams_view_name='one'\nPART/1\n! adams_view_name='two'\n, MASS=1\nPART/2\n",
             "PART/1 'one' MASS=1\nPART/2 'two'");
}

/* ---- words and numbers ---- */

static void test_abbreviations(void **state) {
  (void)state;
  check_deck("t\naccg/kgrav=0\n", "ACCGRAV/ KGRAV=0");
  check_deck("t\nint/hht, err=1E-7\n", "INTEGRATOR/ HHT ERROR=1E-7");
  check_deck("t\nREQUEST/01, D, I=0201, J=0101, C=X, Y Z\n", "REQUEST/1 DISPLACEMENT I=0201 J=0101 COMMENT=X, Y Z");
  check_deck("t\nSPRING/20,TRANS,I=1,J=2\n", "SPRINGDAMPER/20 TRANSLATION I=1 J=2");
  check_deck("t\nSFORCE/20,ROTATIONAL,I=1,J=2\n", "SFORCE/20 ROTATION I=1 J=2");
  check_deck("t\nBEAM/1, IX=1, EMOD=2, GMOD=3, A=4\n", "BEAM/1 IXX=1 EMODULUS=2 GMODULUS=3 AREA=4");
  check_deck("t\nVARIABLE/1, FUNC=2*time\n", "VARIABLE/1 FUNCTION={2*time}");
  check_deck("t\nMOTION/1, J=3, I=2, Z, DISP, FU=1\n", "MOTION/1 J=3 I=2 Z DISPLACEMENT FUNCTION={1}");
  check_deck("t\nMARKER/7, PART=2, QP=1,0,\n0,\nMARKER/8, PART=2,\nEND\n",
             "MARKER/7 PART=2 QP=1|0|0\nMARKER/8 PART=2"); /* commas too many */
  check_deck("t\nKINEMATICS/\nOUTPUT/\nOUTPUT/REQSAVE, DSCALE=1,2\n",
             "KINEMATICS/\nOUTPUT/\nOUTPUT/ REQSAVE DSCALE=1|2");
}

static void test_values(void **state) {
  (void)state;
  check_deck("t\nPART/1, IP=1,1.,.5,1E5,1.0E+005,-9.146592591E-05D\n",
             "PART/1 IP=1|1.|.5|1E5|1.0E+005|-9.146592591E-05D");
  check_deck("t\nPART/1, EXACT=X:Y:PSI, MASS=1\n", "PART/1 EXACT=X|Y|PSI MASS=1");
  check_deck("t\nREQUEST/1, CNAMES = \"\", \"a, b\",\n, \"c!\"\n, F2=1\n", "REQUEST/1 CNAMES=|a, b|c! F2={1}");
  check_deck("t\nREQUEST/1, TITLE=a b::c, V\n", "REQUEST/1 TITLE=a b||c VELOCITY");
  check_deck("t\nSTRING/1\n, STRING =  tire one, x=2.tir  \n", "STRING/1 STRING=tire one, x=2.tir");
  check_deck("t\nSTRING/1, STRING=\n, next.tir\n", "STRING/1 STRING=next.tir");
  check_deck("t\nGRAPHICS/1, EXTERNAL, FILE=a:\\b c.x_t, ELEMENT=\"shaft 2\", RM=3\n",
             "GRAPHICS/1 EXTERNAL FILE=a:\\b c.x_t ELEMENT=shaft 2 RM=3");
  check_deck("t\nSPLINE/1, X=1,2\n, Y=0,3,4\n, Y=1,5,6\n, LINEAR_EXTRAPOLATE\n",
             "SPLINE/1 X=1|2 Y=0|3|4 Y=1|5|6 LINEAR_EXTRAPOLATE");
  check_deck("t\nPART/1, MASS = 1.0\\\n, CM=2\\ IM=3\n", "PART/1 MASS=1.0 CM=2 IM=3");
}

static void test_expressions(void **state) {
  (void)state;
  check_deck("t\nGFORCE/1, FX=0\\FY=2*DX(1,2)\\FZ=0\\\n, TX = 1\n", "GFORCE/1 FX={0} FY={2*DX(1,2)} FZ={0} TX={1}");
  check_deck("t\nSFORCE/1, FUNCTION = -20*(dm(29,30)-300)\n, - 0.0*vr(29,30)\n",
             "SFORCE/1 FUNCTION={-20*(dm(29,30)-300)~- 0.0*vr(29,30)}");
  check_deck(
      "t\nVFORCE/1, FY = IMPACT( DY(1,2,1),\n,  VY(1,2,1),\n, 17, .01)\n,* IF( DZ(13,5,5)+20: 0,0,1)\\\n, RM=3\n",
      "VFORCE/1 FY={IMPACT( DY(1,2,1),~VY(1,2,1),~17, .01)~* IF( DZ(13,5,5)+20: 0,0,1)} RM=3");
  check_deck("t\nSFORCE/1, I=1,J=2,FUNCTION=10,ACTIONONLY\n", "SFORCE/1 I=1 J=2 FUNCTION={10} ACTIONONLY");
  check_deck("t\nSFORCE/1, FUNCTION=10\n, ACTIONONLY\n, I=1\n", "SFORCE/1 FUNCTION={10} ACTIONONLY I=1");
  check_deck("t\nREQUEST/5, F8=JOINT(1,0,8,0),C=some text\n", "REQUEST/5 F8={JOINT(1,0,8,0)} COMMENT=some text");
  check_deck("t\nVARIABLE/1102 &\n, FUNCTION=VARVAL(11021) * &\n, (STEP(TIME,0,0,15,500))\n",
             "VARIABLE/1102 FUNCTION={VARVAL(11021) *~(STEP(TIME,0,0,15,500))}");
  check_deck("t\nMOTION/1, FUNCTION = 2 *\n, X\n, JOINT=3\n", "MOTION/1 FUNCTION={2 *~X} JOINT=3");
  check_deck("t\nMOTION/1, FUNCTION =\n, - 30.0d * time\n, VELOCITY\n", "MOTION/1 FUNCTION={- 30.0d * time} VELOCITY");
  check_deck("t\nSFORCE/1, FUNCTION=USER(908,2,4)\\\n, ROUTINE=abgTire::gfo908\n",
             "SFORCE/1 FUNCTION={USER(908,2,4)} ROUTINE=abgTire::gfo908");
  check_deck("t\nVFORCE/1, FXYZ=[1,2,3]*TIME, I=2\n", "VFORCE/1 FXYZ={[1,2,3]*TIME} I=2");
}

/* The place of every byte of an expression. */
static void test_places(void **state) {
  (void)state;
  const char *text = "t\nSFORCE/12, I=7\n,  FUNCTION =  1 +\n  !\n,   DM(1,2)\n,* 3\n";
  Scanned s = scan(text, strlen(text), SAR_SCAN_DECK);
  const SarStatement *statement = &s.statements.all[0];
  assert_int_equal(statement->source.line, 2);
  assert_int_equal(statement->id_source.column, 8);
  const SarArgument *i = sar_statement_argument(statement, "I"), *f = sar_statement_argument(statement, "FUNCTION");
  assert_int_equal(i->source.column, 12);
  assert_int_equal(i->values[0].source.column, 14);
  assert_int_equal(f->source.line, 3);
  assert_int_equal(f->source.column, 4);
  static const SarTextPiece expected[] = {{0, 3, 16}, {4, 5, 5}, {12, 6, 2}};
  assert_int_equal(f->npieces, 3);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(f->pieces[k].offset, expected[k].offset);
    assert_int_equal(f->pieces[k].line, expected[k].line);
    assert_int_equal(f->pieces[k].column, expected[k].column);
  }
  end(&s);
}

/* ---- command files ---- */

static void test_commands(void **state) {
  (void)state;
  check_commands("model\nprefix\nsim/stat\nSIM/DYN, DUR=.5, steps=10\nSTOP\nSIM/DYN\n",
                 "SIMULATE/ STATICS\nSIMULATE/ DYNAMICS DURATION=.5 STEPS=10");
  check_commands(
      "\nfile/model=C:\\Users\\a b\\test_2, OUTPUT_PREFIX=x\nSIMULATE/DYNAMIC, END=0.25, DTOUT=1.0E-02\nstop\n",
      "FILE/ MODEL=C:\\Users\\a b\\test_2 OUTPUT_PREFIX=x\nSIMULATE/ DYNAMICS END=0.25 DTOUT=1.0E-02");
  check_commands("SIMULATE/KINEMATICS, END=1\n", "SIMULATE/ KINEMATICS END=1");
  check_commands("! by hand\nSIMULATE/TRANSIENT, &\nEND=1, &\n, STEPS=3\n", "SIMULATE/ TRANSIENT END=1 STEPS=3");
  check_commands("\nDEACT/JOINT, ID=1,2\nACTIVATE/SFORCE, RANGE=1,4\nMOTION/3150, DISPLACEMENT, FUNCTION=3.14\n",
                 "DEACTIVATE/ JOINT ID=1|2\nACTIVATE/ SFORCE RANGE=1|4\nMOTION/3150 DISPLACEMENT FUNCTION={3.14}");
  check_commands("\nLINEAR/EIGENSOL, NOVECTOR\nint/gstiff,err=1e-4\nHELP\n",
                 "LINEAR/ EIGENSOL NOVECTOR\nINTEGRATOR/ GSTIFF ERROR=1e-4\nHELP/");
}

/* ---- what is wrong ---- */

/* All errors, "LINE:COLUMN MESSAGE" in lines. */
static void check_errors(const char *text, const char *expected) {
  Scanned s = scan(text, strlen(text), SAR_SCAN_DECK);
  char got[2000] = "", *at = got;
  for (int32_t i = 0; i < sar_context_count(s.context); i++) {
    const SarDiagnostic *message = sar_context_get(s.context, i);
    at += snprintf(at, (size_t)(got + sizeof got - at), "%s%d:%d %s", i ? "\n" : "", (int)message->source.line,
                   (int)message->source.column, message->message);
  }
  if (strcmp(got, expected) != 0) fail_msg("%s\nsays\n%s\nnot\n%s", text, got, expected);
  assert_int_equal(s.status, SAR_INPUT);
  end(&s);
}

static void test_wrong(void **state) {
  (void)state;
  check_errors("t\n, MASS=1\nPART/1", "2:3 this line continues nothing");
  check_errors("t\nPART/1\nMASS=1", "3:1 this is no statement, and the line does not go on with the one above");
  check_errors("t\nPART/, MASS=1", "2:6 PART needs a number behind the slash");
  check_errors("t\nPART/2a, MASS=1", "2:6 PART needs a number behind the slash");
  check_errors("t\nPART/0", "2:6 0 is no number of a statement");
  check_errors("t\nPART/1234567890123456789", "2:6 this number is too large");
  check_errors("t\nPART 2", "2:6 there is no slash behind the name of the statement");
  check_errors("t\n(1+2)", "2:1 a statement begins with its name");
  check_errors("t\nPART/2 MASS=1\nPART/3, MASS=1 CM=2, IP=1,2",
               "2:8 a comma is missing before `MASS=1`\n"
               "3:16 a comma is missing before `CM=2`");
  check_errors("t\nPART/2, MASS=a, CM=2.5, IP=1,2..3,4, GROUND=1\n, QG, VX=",
               "2:14 `MASS` takes numbers, not `a`\n2:20 `CM` takes whole numbers, not `2.5`\n"
               "2:30 `IP` takes numbers, not `2..3`\n2:44 `GROUND` takes no value\n3:3 `QG` needs a value\n"
               "3:10 `VX` has no value");
  check_errors("t\nSFORCE/1, FUNCTION=2*(DX(1,2)\n, I=1", "2:22 this parenthesis is not closed");
  check_errors("t\nSFORCE/1, FUNCTION=2*DX(1,2))\n, I=1", "2:29 this parenthesis was not opened");
  check_errors("t\nSFORCE/1, FUNCTION=\n, I=1", "2:20 `FUNCTION` has no value");
  check_errors("t\nREQUEST/1, CNAMES=\"a, F2=1", "2:19 this quote is not closed");
  check_errors("t\nPART/2, 5, MASS=1e999",
               "2:9 here should be an argument, not `5`\n2:17 `MASS` takes numbers, not `1e999`");
}

static void test_unknown(void **state) {
  (void)state;
  const char *text = "PART/1,GROUND\nPRAT/3, MASS=1\nPART/2, MASSIVE=1, XYZZY, CM=3\n";
  Scanned s = scan(text, strlen(text), SAR_SCAN_DECK);
  assert_int_equal(s.status, SAR_OK);
  assert_int_equal(s.statements.all[0].class->support, SAR_DECK_REFUSED);
  assert_string_equal(s.statements.all[0].class->name, "PRAT");
  assert_string_equal(s.statements.all[0].class->remark, "check its spelling; did you mean `PART`?");
  assert_int_equal(s.statements.nunknown, 2);
  assert_string_equal(s.statements.unknown[0].name, "MASSIVE");
  assert_string_equal(s.statements.unknown[1].name, "XYZZY");
  assert_null(s.statements.unknown[1].meant);
  assert_int_equal(s.statements.unknown[1].source.column, 20);
  assert_int_equal(s.statements.unknown[1].statement, 1);
  assert_int_equal(sar_context_count(s.context), 1);
  assert_non_null(strstr(sar_context_get(s.context, 0)->message, "is its title"));
  assert_non_null(sar_statement_argument(&s.statements.all[1], "CM"));
  end(&s);
}

static void test_clean(void **state) {
  (void)state;
  static const char text[] = "a\t\0\x7F\r\nb\xC3\xA9\xE9\xFF z";
  SarArena *arena = sar_arena_create();
  char *clean = sar_adams_clean(arena, text, sizeof text - 1);
  assert_string_equal(clean, "a    \nb\xC3\xA9?? z");
  sar_arena_destroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_line_is_title),
      cmocka_unit_test(test_lines_go_on),
      cmocka_unit_test(test_blanks),
      cmocka_unit_test(test_labels),
      cmocka_unit_test(test_abbreviations),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_expressions),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_commands),
      cmocka_unit_test(test_wrong),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_clean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
