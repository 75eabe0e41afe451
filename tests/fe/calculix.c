#include "calculix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fe/elements/matrices.h"
#include "fe/read/deck.h"

#define DATA SAR_TEST_DIR "/data/fe/"

void calculix_read(Fixture *f, const char *name) {
  fixture_begin(f);
  char path[256];
  const char *paths[] = {path};
  snprintf(path, sizeof path, DATA "%s.inp", name);
  assert_int_equal(sar_fe_read(f->context, paths, 1, (SarFeUnits){1, 1, 1}, f->arena, &f->model), SAR_OK);
}

void calculix_load(Fixture *f, const char *name) {
  fixture_begin(f);
  SarArena *scratch = sar_arena_create();
  char path[256];
  snprintf(path, sizeof path, DATA "%s.inp", name);
  SarFeReading reading = {.context = f->context, .arena = f->arena, .scratch = scratch, .out = &f->model};
  SarFeDeck deck;
  assert_int_equal(sar_fe_deck_read(&reading, path, &deck), SAR_OK);
  assert_int_equal(sar_fe_deck_order(&deck), SAR_OK);
  assert_int_equal(sar_fe_deck_finish(&deck), SAR_OK);
  sar_arena_destroy(&scratch);
  assert_int_equal(sar_fe_assemble(f->context, f->arena, &f->model), SAR_OK);
}

/* The point that the references have: the mean of the nodes. */
static SarVec3 mean(const Fixture *f, const char *name) {
  const SarFeSet *set = &f->model.sets[sar_fe_find_set(&f->model, name)];
  SarVec3 sum = {0, 0, 0};
  for (int32_t i = 0; i < set->count; i++) sum = sar_axpy(1.0 / set->count, f->model.at[set->nodes[i]], sum);
  return sum;
}

static void reduce(Fixture *f, const Case *c, const char *frame) {
  SarFeInterface interfaces[MOST];
  int32_t count = 0;
  for (; count < MOST && c->interfaces[count]; count++) {
    const char *name = c->interfaces[count];
    interfaces[count] =
        (SarFeInterface){.name = name, .set = name, .coupling = SAR_FE_RIGID, .placed = true, .at = mean(f, name)};
  }
  fixture_reduce(f, interfaces, count, c->modes, 0, frame);
}

int32_t calculix_interface(const Fixture *f, const char *name) {
  for (int32_t i = 0; i < f->body.ninterfaces; i++) {
    if (strcmp(f->body.interfaces[i].name, name) == 0) return i;
  }
  fail_msg("no interface %s", name);
  return -1;
}

/* ---- tables ---- */

/* The next row of the body in a table: its second word and what follows as numbers. */
static bool next_row(FILE *table, const char *body, char word[32], double *values, int count) {
  char line[512];
  while (fgets(line, sizeof line, table)) {
    char *at = strchr(line, ',');
    if (!at || (size_t)(at - line) != strlen(body) || strncmp(line, body, strlen(body)) != 0) continue;
    char *next = strchr(++at, ',');
    assert_non_null(next);
    snprintf(word, 32, "%.*s", (int)(next - at), at);
    for (int i = 0; i < count; i++) {
      assert_int_equal(*next, ',');
      values[i] = strtod(next + 1, &next);
    }
    return true;
  }
  return false;
}

static FILE *open_table(const char *name) {
  char path[256];
  snprintf(path, sizeof path, DATA "%s.csv", name);
  FILE *table = fopen(path, "r");
  assert_non_null(table);
  return table;
}

/* ---- frequencies ---- */

/* The largest relative difference of the ten lowest frequencies. */
static double frequency_error(const Fixture *f, const char *body, const char *held) {
  FILE *table = open_table("frequencies");
  char word[32];
  double row[2], largest = 0;
  int rows = 0;
  while (next_row(table, body, word, row, 2)) {
    if (strcmp(word, held) != 0) continue;
    const int i = (int)row[0] - 1;
    assert_true(i >= 0 && i < f->body.n);
    largest = fmax(largest, fabs(sqrt(f->body.stiffness[i]) / TWO_PI / row[1] - 1));
    rows++;
  }
  fclose(table);
  assert_int_equal(rows, 10);
  return largest;
}

void calculix_frequencies(const Case *c) {
  Fixture f;
  (c->matrices ? calculix_read : calculix_load)(&f, c->name);
  reduce(&f, c, NULL);
  const double free = frequency_error(&f, c->name, "free"), compliance = f.body.facts.compliance_error;
  reduce(&f, c, c->held);
  const double held = frequency_error(&f, c->name, c->held);
  print_message("%s: frequencies differ by %.1e free, %.1e held; compliance %.1e\n", c->name, free, held, compliance);
  assert_true(free <= 1e-3 && held <= 1e-3);
  assert_true(compliance >= 0 && compliance <= 1e-8);
  fixture_end(&f);
}

/* ---- static loads ---- */

/* Motion of the interface by unit motions of the body and by the amplitudes: row r of 6. */
static void motion_row(const Fixture *f, int32_t interface, int r, double *row) {
  const SarReducedInterface *p = &f->body.interfaces[interface];
  const int32_t n = f->body.n;
  memset(row, 0, (size_t)(6 + n) * sizeof *row);
  row[r] = 1;
  for (int a = 0; a < 3 && r < 3; a++) {
    const SarVec3 turn = sar_cross(sar_vec3(a == 0, a == 1, a == 2), p->at);
    row[3 + a] = r == 0 ? turn.x : r == 1 ? turn.y : turn.z;
  }
  for (int32_t i = 0; i < n; i++) row[6 + i] = r < 3 ? p->phi[r * n + i] : p->theta[(r - 3) * n + i];
}

/* Solves A x = b, by rows, with pivots of columns; both are spoilt. */
static void solve(int n, double *a, double *b) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++) p = fabs(a[i * n + k]) > fabs(a[p * n + k]) ? i : p;
    assert_true(a[p * n + k] != 0);
    for (int j = 0; j < n && p != k; j++) {
      const double keep = a[k * n + j];
      a[k * n + j] = a[p * n + j], a[p * n + j] = keep;
    }
    const double keep = b[k];
    b[k] = b[p], b[p] = keep;
    for (int i = k + 1; i < n; i++) {
      const double l = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n && l != 0; j++) a[i * n + j] -= l * a[k * n + j];
      b[i] -= l * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
}

double *calculix_equilibrium(Fixture *f, const Loaded *l) {
  const int n = 6 + f->body.n;
  int held = 0;
  while (held < MOST && l->held[held]) held++;
  const int size = n + 6 * held;
  double *a = SAR_NEW(f->arena, (size_t)size * size, double), *x = SAR_NEW(f->arena, size, double);
  double *row = SAR_NEW(f->arena, n, double);
  for (int i = 6; i < n; i++) a[i * size + i] = f->body.stiffness[i - 6];
  for (int h = 0; h < 6 * held; h++) {
    motion_row(f, calculix_interface(f, l->held[h / 6]), h % 6, row);
    for (int i = 0; i < n; i++) a[i * size + n + h] = a[(n + h) * size + i] = row[i];
  }
  for (int k = 0; k < MOST && l->loads[k].interface; k++) {
    for (int r = 0; r < 3; r++) {
      motion_row(f, calculix_interface(f, l->loads[k].interface), r, row);
      for (int i = 0; i < n; i++) x[i] += row[i] * l->loads[k].force[r];
    }
  }
  solve(size, a, x);
  return x;
}

double calculix_moved(Fixture *f, const char *interface, int direction, const double *x) {
  double *row = SAR_NEW(f->arena, 6 + f->body.n, double), sum = 0;
  motion_row(f, calculix_interface(f, interface), direction, row);
  for (int i = 0; i < 6 + f->body.n; i++) sum += row[i] * x[i];
  return sum;
}

/* Largest difference of a displacement or rotation over the largest of its kind. */
static double deflection_error(Fixture *f, const char *body, const double *x) {
  FILE *table = open_table("deflections");
  char word[32];
  double value[9], largest[2] = {0, 0}, error[2] = {0, 0};
  while (next_row(table, body, word, value, 9)) {
    const SarVec3 at = sar_add(f->body.interfaces[calculix_interface(f, word)].at, f->body.centre);
    CHECK_NEAR(at.x, value[0], 1e-7);
    CHECK_NEAR(at.y, value[1], 1e-7);
    CHECK_NEAR(at.z, value[2], 1e-7);
    for (int r = 0; r < 6; r++) {
      const double moved = calculix_moved(f, word, r, x);
      largest[r / 3] = fmax(largest[r / 3], fabs(value[3 + r]));
      error[r / 3] = fmax(error[r / 3], fabs(moved - value[3 + r]));
    }
  }
  fclose(table);
  assert_true(largest[0] > 0 && largest[1] > 0);
  return fmax(error[0] / largest[0], error[1] / largest[1]);
}

static double mises(const Fixture *f, int32_t node, const double *eta) {
  const int32_t n = f->body.n;
  double s[6] = {0};
  for (int a = 0; a < 6; a++) {
    for (int32_t i = 0; i < n; i++) s[a] += f->body.mesh.stress[((size_t)node * 6 + a) * n + i] * eta[i];
  }
  return sqrt((pow(s[0] - s[1], 2) + pow(s[1] - s[2], 2) + pow(s[2] - s[0], 2)) / 2 +
              3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

static double stress_error(Fixture *f, const char *body, const double *eta) {
  FILE *table = open_table("stresses");
  char word[32];
  double value[4], largest = 0;
  int rows = 0;
  assert_non_null(f->body.mesh.stress);
  while (next_row(table, body, word, value, 4)) {
    const int64_t number = strtoll(word, NULL, 10);
    int32_t node = 0;
    while (node < f->body.mesh.nnodes && f->body.mesh.numbers[node] != number) node++;
    assert_true(node < f->body.mesh.nnodes);
    largest = fmax(largest, fabs(mises(f, node, eta) / value[3] - 1));
    rows++;
  }
  fclose(table);
  assert_int_equal(rows, 10);
  return largest;
}

void calculix_loaded(const Loaded *l) {
  Fixture f;
  calculix_load(&f, l->of->name);
  reduce(&f, l->of, NULL);
  const double *x = calculix_equilibrium(&f, l);
  const double deflection = deflection_error(&f, l->of->name, x), stress = stress_error(&f, l->of->name, x + 6);
  print_message("%s: deflections differ by %.1e of the largest, von Mises at the worst nodes by %.1e\n", l->of->name,
                deflection, stress);
  assert_true(deflection <= 1e-6);
  assert_true(stress <= 2e-2);
  fixture_end(&f);
}
