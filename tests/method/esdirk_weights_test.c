/* The weights by which stages are predicted from the stages before them, against motions that are not in them. */
#include "method/family/esdirk_weights.h"

#include <math.h>
#include <stdio.h>

#include "check.h"
#include "method/family/esdirk.h"

#define STEPS 100 /* what the start has left in the motion dies away */

static SarContext *context;

static int setup(void **state) { return (void)state, context = sar_context_create(), context == NULL; }
static int teardown(void **state) { return (void)state, sar_context_destroy(&context), 0; }

static SarTableau tableau(const char *method) {
  SarMethodChoice choice;
  SarTableau t;
  if (sar_method_parse(context, method, sar_nowhere(), &choice) != SAR_OK) fail_msg("%s is refused", method);
  ((const SarEsdirkTable *)choice.table->coefficients)->tableau(&choice, &t);
  return t;
}

/* The stages of mssth4 lie so that every rule would amplify too much: the last value it is. */
static const struct {
  const char *name;
  double free, prescribed; /* order */
} methods[] = {{"bathe", 3.8, 2.8},         {"bathe:rho_inf=0", 3.8, 2.8}, {"msstc3", 3.8, 2.8},
               {"msstc4", 3.8, 2.8},        {"msstc5", 3.8, 2.4},          {"mssth3", 2.8, 1.8},
               {"mssth4", 0.9, 0.9},        {"esdirk324l2sa", 2.8, 1.8},   {"esdirk325l2sa", 2.8, 1.8},
               {"esdirk436l2sa2", 2.8, 1.8}};
#define NMETHODS ((int)(sizeof methods / sizeof *methods))

/* What the prediction of stage i of the last of STEPS steps misses, when the unknowns of the stages are u. */
static double missed(const SarTableau *t, int32_t i, const double *u) {
  double weight[SAR_ESDIRK_BACK], sum = 0;
  int32_t target = (STEPS - 1) * (t->stages - 1) + i - 1;
  sar_esdirk_weights(t, i, weight);
  for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) sum += weight[k] * u[target - 1 - k];
  return fabs(sum - u[target]);
}

/* Largest of that for free motion, the stages being values of sin. */
static double of_free(const SarTableau *t, double h) {
  double u[STEPS * SAR_ESDIRK_STAGES], largest = 0;
  int32_t count = 0;
  for (int32_t n = 0; n < STEPS; n++) {
    for (int32_t i = 1; i < t->stages; i++) u[count++] = sin(0.7 + h * (n - STEPS + t->c[i]));
  }
  for (int32_t i = 1; i < t->stages; i++) largest = fmax(largest, missed(t, i, u));
  return largest;
}

/* And for positions that are prescribed as sin: the method's own equations say which accelerations follow. */
static double of_prescribed(const SarTableau *t, double h) {
  double u[STEPS * SAR_ESDIRK_STAGES], v[SAR_ESDIRK_STAGES], a[SAR_ESDIRK_STAGES], largest = 0;
  double start = 0.7 - h * STEPS, v_end = cos(start), a_end = -sin(start);
  int32_t count = 0;
  for (int32_t n = 0; n < STEPS; n++) {
    double begin = start + h * n;
    v[0] = v_end, a[0] = a_end;
    for (int32_t i = 1; i < t->stages; i++) {
      double q_hat = sin(begin), v_hat = v[0], c = t->gamma * h;
      for (int32_t j = 0; j < i; j++) q_hat += h * t->a[i][j] * v[j], v_hat += h * t->a[i][j] * a[j];
      v[i] = (sin(begin + t->c[i] * h) - q_hat) / c;
      a[i] = (v[i] - v_hat) / c;
      u[count++] = a[i];
    }
    v_end = v[t->stages - 1], a_end = a[t->stages - 1];
  }
  for (int32_t i = 1; i < t->stages; i++) largest = fmax(largest, missed(t, i, u));
  return largest;
}

/* One order more than the degree up to which weights are exact, where the last value alone is of first order; and the
 * weights amplify nothing by more than 20. */
static void orders(void **state) {
  (void)state;
  for (int m = 0; m < NMETHODS; m++) {
    SarTableau t = tableau(methods[m].name);
    double free = log2(of_free(&t, 0.02) / of_free(&t, 0.01));
    double prescribed = log2(of_prescribed(&t, 0.02) / of_prescribed(&t, 0.01));
    for (int32_t i = 1; i < t.stages; i++) {
      double weight[SAR_ESDIRK_BACK], sum = 0, size = 0;
      sar_esdirk_weights(&t, i, weight);
      for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) sum += weight[k], size += fabs(weight[k]);
      if (!(fabs(sum - 1) < 1e-9 && size <= 20)) {
        fail_msg("%s, stage %d: sum %g, size %g", methods[m].name, (int)i, sum, size);
      }
    }
    printf("%-18s free %.2f prescribed %.2f\n", methods[m].name, free, prescribed);
    if (!(free > methods[m].free)) fail_msg("%s: free motion of order %g", methods[m].name, free);
    if (!(prescribed > methods[m].prescribed)) fail_msg("%s: prescribed: order %g", methods[m].name, prescribed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(orders)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
