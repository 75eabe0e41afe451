/* A model file records every element by default: 60 columns per body, which for 10 000 bodies is more than the solver
 * itself needs. So the file is copied with another `output:` line, which names what the error is taken from. The HMMWV,
 * which includes another file, is read where it is. */
#define _POSIX_C_SOURCE 200809L
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const files[] = {"pendulum", "A02_Nfourbar_N2", "chain", "andrews_squeezer"};

/* References of the chains are given every 0.05 s, which fixed steps hit; the other errors can be taken anywhere. */
static void write_output(FILE *to, const BenchCase *c) {
  const char *every = c->model == BENCH_CHAIN && c->n <= 100 && isnan(c->step) ? "0.05" : "step";
  fprintf(to, "output: {every: %s, raw: true, of: [energy, ", every);
  switch (c->model) {
    case BENCH_PENDULUM: fputs("body]}\n", to); break;
    case BENCH_FOURBAR: fputs("crank0]}\n", to); break;
    case BENCH_CHAIN: fprintf(to, "rod%d]}\n", c->n - 1); break;
    case BENCH_SQUEEZER: fputs("K1]}\n", to); break;
    case BENCH_HMMWV: break; /* not copied */
  }
}

static bool copy(FILE *from, FILE *to, const BenchCase *c) {
  char line[1024];
  bool replaced = false;
  while (fgets(line, sizeof line, from)) {
    if (strncmp(line, "output:", 7) == 0) {
      write_output(to, c);
      replaced = true;
    } else {
      fputs(line, to);
    }
  }
  return replaced && !ferror(from) && !ferror(to);
}

/* Copies the model into a new file, whose name stands in `path` afterwards. */
static bool make_copy(const char *root, const BenchCase *c, char *path) {
  char name[4096];
  snprintf(name, sizeof name, "%s/tests/models/%s.yaml", root, files[c->model]);
  FILE *from = fopen(name, "r");
  if (!from) return false;
  int descriptor = mkstemp(path);
  FILE *to = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
  bool good = to && copy(from, to, c);
  if (to && fclose(to) != 0) good = false;
  fclose(from);
  return good;
}

SarStatus bench_model_read(SarContext *context, const char *root, const BenchCase *c, SarModel **out) {
  char path[] = "/tmp/sarrus-bench-XXXXXX", size[32], example[4096];
  const char *set[] = {size};
  bool sized = c->model == BENCH_FOURBAR || c->model == BENCH_CHAIN;
  if (c->model == BENCH_HMMWV) {
    snprintf(example, sizeof example, "%s/examples/hmmwv/model.yaml", root);
    return sar_model_read(context, example, NULL, 0, out);
  }
  snprintf(size, sizeof size, "N=%d", c->n);
  SarStatus status = SAR_INPUT;
  if (make_copy(root, c, path)) status = sar_model_read(context, path, set, sized ? 1 : 0, out);
  unlink(path);
  return status;
}
