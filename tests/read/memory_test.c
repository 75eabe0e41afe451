/* A model with its included files read again from memory, and where its entries stand in the text. */
#include <string.h>

#include "read/reading.h"

static Reading read_again(const Reading *first, const SarModelFile *files, int32_t nfiles) {
  const SarModel *model = first->model;
  SarReadOptions options = {
      .set = model->set, .nset = model->nset, .files = files, .nfiles = nfiles, .files_only = true};
  Reading again = {sar_context_create(), NULL};
  sar_model_read_text(again.context, model->path, model->text, strlen(model->text), &options, &again.model);
  return again;
}

static void same_value(const SarField *field, const SarValue *a, const SarValue *b) {
  assert_int_equal(a->given, b->given);
  assert_int_equal(a->source.line, b->source.line);
  assert_string_equal(a->source.file, b->source.file);
  switch (field->kind) {
    case SAR_FIELD_REAL:
    case SAR_FIELD_BOOL:
    case SAR_FIELD_CHOICE: assert_memory_equal(&a->real, &b->real, sizeof a->real); break;
    case SAR_FIELD_VECTOR:
    case SAR_FIELD_AXIS: assert_memory_equal(&a->vector, &b->vector, sizeof a->vector); break;
    case SAR_FIELD_TURN: assert_memory_equal(&a->turn, &b->turn, sizeof a->turn); break;
    case SAR_FIELD_INERTIA: assert_memory_equal(a->tensor, b->tensor, sizeof a->tensor); break;
    case SAR_FIELD_SIDES:
      if (a->given) assert_string_equal(a->side[1].body, b->side[1].body);
      break;
    default: break;
  }
}

static void same_elements(const SarModel *a, const SarModel *b) {
  assert_int_equal(a->nelements, b->nelements);
  for (int32_t i = 0; i < a->nelements; i++) {
    const SarModelElement *x = &a->elements[i], *y = &b->elements[i];
    assert_string_equal(x->name, y->name);
    assert_ptr_equal(x->class, y->class);
    assert_int_equal(x->entry->file, y->entry->file);
    assert_int_equal(x->entry->span.begin, y->entry->span.begin);
    for (int32_t k = 0; k < x->class->nfields; k++) same_value(&x->class->fields[k], &x->values[k], &y->values[k]);
  }
}

static void a_model_is_read_again_without_the_disk(void **state) {
  (void)state;
  static const char *const names[] = {"car.yaml", "fleet.yaml", "lifts.yaml", "crank_slider.yaml"};
  static const int32_t nfiles[] = {1, 2, 1, 0};
  for (int i = 0; i < 4; i++) {
    Reading first = read_file(names[i]);
    assert_int_equal(first.model->nfiles, nfiles[i]);
    Reading again = read_again(&first, first.model->files, first.model->nfiles);
    assert_non_null(again.model);
    same_elements(first.model, again.model);
    assert_int_equal(again.model->nfiles, nfiles[i]);
    end_reading(&first);
    end_reading(&again);
  }
}

static void a_missing_file_is_not_looked_for_on_the_disk(void **state) {
  (void)state;
  Reading first = read_file("car.yaml");
  assert_string_equal(first.model->files[0].path, "corner.yaml");
  assert_non_null(strstr(first.model->files[0].text, "joints:"));
  Reading again = read_again(&first, NULL, 0);
  assert_null(again.model);
  const char *message = sar_context_get(again.context, 0)->message;
  assert_non_null(strstr(message, "cannot read `corner.yaml`"));
  end_reading(&first);
  end_reading(&again);
}

static void given_files_come_before_the_disk(void **state) {
  (void)state;
  Reading first = read_file("car.yaml");
  SarModelFile files[] = {{"corner.yaml", "bodies: {arm: {mass: 7, inertia: [1, 1, 1]}}\n"}};
  Reading again = read_again(&first, files, 1);
  assert_null(again.model); /* the sub-model lacks what the car uses */
  assert_true(sar_context_errors(again.context) > 0);
  end_reading(&first);
  end_reading(&again);
}

static void set_texts_are_kept(void **state) {
  (void)state;
  Reading r = read_with("parameters: {m: 1}\nbodies: {a: {mass: m, inertia: [1, 1, 1]}}\n", "m=3");
  assert_int_equal(r.model->nset, 1);
  assert_string_equal(r.model->set[0], "m=3");
  CHECK_NEAR(value_of(&r, "a", "mass")->real, 3, 0);
  end_reading(&r);
}

static void check_span(const Reading *r, SarSpan span, const char *text) {
  assert_int_equal(span.end - span.begin, strlen(text));
  assert_memory_equal(r->model->text + span.begin, text, strlen(text));
}

static void entries_know_where_they_stand(void **state) {
  (void)state;
  static const char text[] =
      "# zwölf Größen\r\n"
      "bodies:\n"
      "  \"b{i}\": {mass: 1, inertia: [1, 1, 1], at: [i, 0, 0], for: {i: 1..3}}\n"
      "joints:\n"
      "  A:   # größer\n"
      "    type: revolute   # hinge\n"
      "    between: [ground, b1]\n"
      "\n"
      "    # behind\n"
      "  B: &b {type: &t 'spherical', between: [b1, b2]}\n"
      "  \"C{i}\": {type: *t, between: [b1, 'b{i+1}'], for: {i: 1..2}}\n";
  Reading r = read_text(text);
  const SarModelEntry *a = element_of(&r, "A")->entry, *b = element_of(&r, "B")->entry;
  check_span(&r, a->type, "revolute");
  check_span(&r, a->span, "A:   # größer\n    type: revolute   # hinge\n    between: [ground, b1]");
  assert_int_equal(a->type_at.line, 6);
  assert_int_equal(a->type_at.column, 11);
  assert_int_equal(a->file, -1);
  assert_int_equal(a->nkeys, 2);
  check_span(&r, a->keys[1].span, "between: [ground, b1]");
  check_span(&r, b->span, "B: &b {type: &t 'spherical', between: [b1, b2]}");
  const SarModelEntry *c = element_of(&r, "C1")->entry;
  assert_ptr_equal(c, element_of(&r, "C2")->entry);
  check_span(&r, c->type, "*t");
  assert_int_equal(c->type_at.line, 11);
  assert_int_equal(element_of(&r, "b1")->entry->type_at.line, 0);
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_is_read_again_without_the_disk),
      cmocka_unit_test(a_missing_file_is_not_looked_for_on_the_disk),
      cmocka_unit_test(given_files_come_before_the_disk),
      cmocka_unit_test(set_texts_are_kept),
      cmocka_unit_test(entries_know_where_they_stand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
