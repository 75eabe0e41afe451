/* What `sarrus static` prints of one equilibrium and of many. */
#include <math.h>
#include <stdlib.h>

#include "cli/static.h"

SarStatus sar_static_lines_add(SarCli *cli, SarStaticLines *lines, double value, const SarStaticState *state) {
  if (lines->count == lines->room) {
    int32_t room = 2 * lines->room + 16;
    SarStaticLine *grown = realloc(lines->lines, (size_t)room * sizeof *grown);
    if (!grown) return sar_report_no_memory(cli->context);
    lines->lines = grown;
    lines->room = room;
  }
  lines->lines[lines->count++] = (SarStaticLine){value, *state};
  return SAR_OK;
}

const char *sar_static_verdict(const SarStaticState *state) {
  if (isnan(state->lowest_eigenvalue)) return state->stable ? "nothing can move" : "not known";
  if (!state->stable) return state->imaginary > 0 ? "may flutter" : "unstable";
  return state->neutral ? "neutral" : "stable";
}

void sar_static_print_lines(const SarStaticLines *lines, const char *name) {
  printf("%14s %12s %12s %12s %16s\n", name, "iterations", "load steps", "residual", "lowest 1/s^2");
  for (int32_t i = 0; i < lines->count; i++) {
    const SarStaticState *s = &lines->lines[i].state;
    printf("%14.6g %12d %12d %12.2g %16.6g  %s\n", lines->lines[i].value, (int)s->iterations, (int)s->load_steps,
           s->residual, s->lowest_eigenvalue, sar_static_verdict(s));
  }
}

void sar_static_put_state(SarJson *json, const SarStaticState *s) {
  sar_json_put_int(json, "iterations", s->iterations);
  sar_json_put_int(json, "load_steps", s->load_steps);
  sar_json_put_int(json, "relaxations", s->relaxations);
  sar_json_put_real(json, "residual", s->residual);
  sar_json_put_bool(json, "stable", s->stable);
  sar_json_put_real(json, "lowest_eigenvalue", s->lowest_eigenvalue);
  if (s->imaginary > 0) sar_json_put_real(json, "imaginary", s->imaginary);
  sar_json_put_int(json, "neutral", s->neutral);
  sar_json_put_text(json, "element", s->element);
  sar_json_put_text(json, "direction", s->direction);
}

void sar_static_put_buckling(SarJson *json, const SarBucklingFactors *b) {
  sar_json_key(json, "buckling");
  sar_json_begin_object(json);
  sar_json_put_reals(json, "factors", b->factors, b->count);
  sar_json_put_real(json, "reversed", b->reversed);
  sar_json_put_text(json, "element", b->element);
  sar_json_put_text(json, "direction", b->direction);
  sar_json_end_object(json);
}

void sar_static_print_buckling(const SarBucklingFactors *b) {
  if (b->count) {
    printf("buckling: load factor%s", b->count == 1 ? "" : "s");
    for (int32_t i = 0; i < b->count; i++) printf("%s %.6g", i ? "," : "", b->factors[i]);
    printf(", the first mostly in %s (%s)", b->element, b->direction);
  } else {
    fputs("buckling: no load factor", stdout);
  }
  if (!isnan(b->reversed)) printf("; loads reversed: %.6g", b->reversed);
  putchar('\n');
}

void sar_static_put_lines(SarJson *json, const SarStaticLines *lines, const char *key) {
  sar_json_key(json, "rows");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < lines->count; i++) {
    sar_json_begin_object(json);
    sar_json_put_real(json, key, lines->lines[i].value);
    sar_static_put_state(json, &lines->lines[i].state);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}
