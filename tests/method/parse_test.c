/* METHOD texts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "method/context.h"

/* The text is refused and the message or its remedy holds these words. */
static void bad(const char *text, const char *words) {
  SarMethodChoice choice;
  SarSource at = {"model.yaml", 7, 3};
  assert_int_equal(sar_method_parse(context, text, at, &choice), SAR_INPUT);
  const SarDiagnostic *message = sar_context_get(context, sar_context_count(context) - 1);
  assert_int_equal(message->source.line, 7);
  assert_non_null(message->remedy);
  if (!strstr(message->message, words) && !strstr(message->remedy, words)) {
    fail_msg("\"%s\": \"%s\" lacks \"%s\"", text, message->message, words);
  }
  sar_context_clear(context);
}

static void defaults(void **state) {
  (void)state;
  SarMethodChoice choice = choose("hht");
  assert_string_equal(choice.linear, "auto");
  assert_float_equal(sar_method_key_real(&choice, "alpha"), -0.2, 0);
  assert_true(sar_method_key_is(&choice, "weights", "length"));
  assert_true(sar_method_key_is(&choice, "scaling", "step"));
  assert_true(isnan(sar_method_key_real(&choice, "rho")));
}

static void given_keys(void **state) {
  (void)state;
  SarMethodChoice choice = choose("hht:alpha=-0.1, weights=paper,linear=klu,states=paper,rho=0.75");
  assert_float_equal(sar_method_key_real(&choice, "alpha"), -0.1, 0);
  assert_float_equal(sar_method_key_real(&choice, "rho"), 0.75, 0);
  assert_true(sar_method_key_is(&choice, "weights", "paper"));
  assert_string_equal(choice.linear, "klu");
  choose("hht:alpha=-0.3333333333333333");
  choose("hht:alpha=0");
}

static void labels(void **state) {
  (void)state;
  char label[64];
  SarMethodChoice choice = choose("hht");
  sar_method_label(&choice, label, sizeof label);
  assert_string_equal(label, "hht:alpha=-0.2");
  choice = choose("hht:linear=dense,alpha=-0.05");
  sar_method_label(&choice, label, sizeof label);
  assert_string_equal(label, "hht:alpha=-0.05,linear=dense");
  choice = choose("newmark"); /* two leading parameters */
  sar_method_label(&choice, label, sizeof label);
  assert_string_equal(label, "newmark:beta=0.3025,gamma=0.6");
  choice = choose("radau3");
  sar_method_label(&choice, label, sizeof label);
  assert_string_equal(label, "radau3");
  choice = choose("hht:linear=dense,alpha=-0.05");
  sar_method_label(&choice, label, 8); /* cut, terminated */
  assert_string_equal(label, "hht:alp");
}

static void errors(void **state) {
  (void)state;
  bad("hth", "did you mean \"hht\"");
  bad("", "there is no method");
  bad("rk4", "there is no method");
  bad("hht:alpah=-0.1", "did you mean \"alpha\"");
  bad("hht:colour=red", "no key \"colour\"");
  bad("hht:alpha", "cannot read");
  bad("hht:", "cannot read");
  bad("hht:alpha=-0.1,", "cannot read");
  bad("hht:alpha=-0.1,,linear=klu", "cannot read");
  bad("hht:alpha=", "not a number");
  bad("hht:alpha=-0.1x", "not a number");
  bad("hht:alpha=nan", "not a number");
  bad("hht:alpha=0.1", "outside");
  bad("hht:alpha=-0.34", "outside");
  bad("hht:rho=0.5", "rho = 1/2");
  bad("hht:weights=heavy", "length|moving|paper");
  bad("hht:formulation=index4", "none of");
  bad("hht:linear=lapack", "auto|dense|klu");
  bad("radau3:linear=block", "not available for radau3");
  bad("radau5:linear=dense", "not available for radau5");
  bad("hht:alpha=-0.1,alpha=-0.2", "twice");
  bad("lms2:rho_inf=nan", "as in \"rho_inf=0.6\"");
  bad("generalized-alpha:rho=0.5", "did you mean \"rho_inf\"");
  bad("radau3:linear=block", "not available for radau3");
  bad("radau3:linear=dense", "not available for radau3");
  bad("ida:predictor=constant", "no key \"predictor\"");
  bad("ida:scaling=physical", "no key \"scaling\"");
  bad("ida:augmentation=1", "no key \"augmentation\"");
  bad("hht:alpha=-0.1000000000000000000000000000000000000000", "cannot read");
}

static void list(void **state) {
  (void)state;
  assert_true(sar_method_count() >= 1);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    assert_non_null(info.name);
    assert_non_null(info.family);
    assert_non_null(info.summary);
    assert_true(info.order >= 1 && (info.stages >= 1 || info.independent));
    choose(info.name);
    /* every key listed is one the method takes, with that default, and every word listed is taken */
    SarMethodKeyInfo key;
    int32_t count = 0;
    for (; sar_method_key_info(i, count, &key); count++) {
      SarMethodChoice choice = choose(info.name);
      assert_string_equal(sar_method_key_text(&choice, key.name), key.fallback);
      for (char *word = strtok(key.words, "|"); word; word = strtok(NULL, "|")) {
        char text[96];
        snprintf(text, sizeof text, "%s:%s=%s", info.name, key.name, word);
        choose(text);
      }
    }
    const SarMethodTable *table = choose(info.name).table;
    int32_t expected = table->nkeys;
    for (int32_t k = 0; k < sar_method_common_key_count; k++) { /* unless its own or refused by the family */
      const SarMethodKey *common = &sar_method_common_keys[k];
      bool scales = strcmp(common->name, "scaling") == 0 || strcmp(common->name, "augmentation") == 0;
      bool refused = scales ? !table->family->scaling : strcmp(common->name, "formulation") == 0 && !table->family->si2;
      expected += !refused && sar_method_key_find(table, common->name) == common;
    }
    assert_int_equal(count, expected);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(defaults, setup, teardown),
      cmocka_unit_test_setup_teardown(given_keys, setup, teardown),
      cmocka_unit_test_setup_teardown(labels, setup, teardown),
      cmocka_unit_test_setup_teardown(errors, setup, teardown),
      cmocka_unit_test_setup_teardown(list, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
