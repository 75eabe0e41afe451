/* sarrus methods: the integrators, from their own tables. */
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"

#define WIDTH 100 /* of texts of several lines, without the names before them */

/* 0 and less stand for "none": these multipliers do not converge, or the method has no such form. */
static void put_order(SarJson *json, const char *name, int32_t order) {
  sar_json_key(json, name);
  if (order > 0) {
    sar_json_int(json, order);
  } else {
    sar_json_text(json, NULL);
  }
}

static void put_orders(SarJson *json, const char *name, int32_t position, int32_t velocity, int32_t multipliers) {
  sar_json_key(json, name);
  sar_json_begin_object(json);
  put_order(json, "position", position);
  put_order(json, "velocity", velocity);
  put_order(json, "multipliers", multipliers);
  sar_json_end_object(json);
}

static void put_keys(SarJson *json, int32_t method) {
  SarMethodKeyFacts key;
  sar_json_key(json, "keys");
  sar_json_begin_array(json);
  for (int32_t i = 0; sar_methods_key(method, i, &key); i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", key.name);
    sar_json_put_text(json, "default", key.fallback);
    sar_json_put_text(json, "meaning", key.meaning);
    if (key.words[0]) sar_json_put_text(json, "choices", key.words);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void print_keys(int32_t method) {
  SarMethodKeyFacts key;
  for (int32_t i = 0; sar_methods_key(method, i, &key); i++) {
    printf("  %-14s %s=%s", i ? "" : "keys", key.name, key.fallback);
    printf(key.words[0] ? "  (%s)\n" : "\n", key.words);
    printf("  %-14s   %s\n", "", key.meaning);
  }
}

static void put_method(SarJson *json, int32_t index, const SarMethodFacts *m) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", m->name);
  sar_json_put_text(json, "family", m->family);
  sar_json_put_int(json, "order", m->order);
  put_orders(json, "order_index3", m->order_position, m->order_velocity, m->order_multipliers);
  put_orders(json, "order_si2", m->order_si2[0], m->order_si2[1], m->order_si2[2]);
  sar_json_put_int(json, "stages", m->stages);
  sar_json_put_bool(json, "adaptive", m->adaptive);
  sar_json_put_text(json, "dissipation", m->dissipation);
  sar_json_put_text(json, "stability", m->stability);
  sar_json_put_text(json, "paper", m->paper);
  sar_json_put_text(json, "summary", m->summary);
  sar_json_put_text(json, "cautions", m->cautions);
  put_keys(json, index);
  sar_json_end_object(json);
}

static void print_json(int32_t only) {
  SarJson json = sar_json(stdout);
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < sar_methods_count(); i++) {
    SarMethodFacts facts = sar_methods_get(i);
    if (only < 0 || i == only) put_method(&json, i, &facts);
  }
  sar_json_end_array(&json);
  putchar('\n');
}

static void print_list(void) {
  printf("%-18s %-12s %5s %6s  %-8s %s\n", "name", "family", "order", "stages", "adaptive", "");
  for (int32_t i = 0; i < sar_methods_count(); i++) {
    SarMethodFacts m = sar_methods_get(i);
    printf("%-18s %-12s %5d %6d  %-8s %s%s\n", m.name, m.family, (int)m.order, (int)m.stages, m.adaptive ? "yes" : "no",
           m.summary, m.cautions ? " (!)" : "");
  }
  puts("\n`sarrus methods NAME` says more about one of them; (!): also where it fails or is slow.");
}

static void print_order(const char *name, int32_t order) {
  if (order > 0) printf("%s %d", name, (int)order);
  if (order <= 0) printf("%s none", name);
}

static void print_line(const char *name, const char *text) {
  if (text && text[0]) printf("  %-14s %s\n", name, text);
}

/* Words in lines of a width that can be read, below each other. */
static void print_paragraph(const char *name, const char *text) {
  int column = 0;
  if (!text || !text[0]) return;
  while (*text) {
    int length = (int)strcspn(text, " ");
    bool fresh = column == 0 || column + 1 + length > WIDTH;
    if (fresh) printf("%s  %-14s", column > 0 ? "\n" : "", column > 0 ? "" : name);
    printf(" %.*s", length, text);
    column = (fresh ? 0 : column) + 1 + length;
    text += length;
    text += strspn(text, " ");
  }
  putchar('\n');
}

/* The form of constraints that a method takes unless it is told otherwise, as far as its orders are those of it. */
static const char *first_form(int32_t method) {
  SarMethodKeyFacts key;
  for (int32_t i = 0; sar_methods_key(method, i, &key); i++) {
    if (strcmp(key.name, "formulation") != 0) continue;
    if (strcmp(key.fallback, "index1") == 0) return "index 1";
    if (strcmp(key.fallback, "independent") == 0) return "independent coordinates";
  }
  return "index 3";
}

static void print_one(int32_t index) {
  SarMethodFacts m = sar_methods_get(index);
  printf("%s: %s\n", m.name, m.summary);
  print_line("family", m.family);
  printf("  %-14s %d (unconstrained)", "order", (int)m.order);
  if (m.order_position > 0) {
    printf("; %s: ", first_form(index));
    print_order("position", m.order_position);
    print_order(", velocity", m.order_velocity);
    print_order(", multipliers", m.order_multipliers);
  }
  if (m.order_si2[0] > 0) {
    print_order("; si2: position", m.order_si2[0]);
    print_order(", velocity", m.order_si2[1]);
    print_order(", multipliers", m.order_si2[2]);
  }
  printf("\n  %-14s %d\n", "stages", (int)m.stages);
  print_line("adaptive", m.independent ? "always: there are no fixed steps" : m.adaptive ? "yes" : "no");
  print_line("dissipation", m.dissipation);
  print_line("stability", m.stability);
  print_paragraph("cautions", m.cautions);
  if (m.cautions) print_line("", "(times: of the CPU time that the cheapest method needs for the same error)");
  print_keys(index);
  print_line("paper", m.paper);
}

/* The index of the method that METHOD text names: "hht:alpha=-0.1" is hht. */
static SarStatus find_method(SarCli *cli, const char *text, int32_t *out) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < sar_methods_count(); i++) {
    const char *known = sar_methods_get(i).name;
    *out = i;
    if (strcmp(known, name) == 0) return SAR_OK;
    sar_suggestion_offer(&suggestion, known);
  }
  const char *best = sar_suggestion_best(&suggestion);
  char remedy[96] = "`sarrus methods` lists them";
  if (best) snprintf(remedy, sizeof remedy, "did you mean %s?", best);
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "there is no method %s", name);
}

static SarStatus run(SarCli *cli) {
  int32_t only = -1;
  if (cli->arguments.noperands) SAR_TRY(find_method(cli, cli->arguments.operands[0], &only));
  if (cli->json) {
    print_json(only);
    cli->answered = true;
  } else if (only >= 0) {
    print_one(only);
  } else {
    print_list();
  }
  return SAR_OK;
}

static const SarOption options[] = {SAR_COMMON_OPTIONS};

const SarVerb sar_verb_methods = {
    .name = "methods",
    .operands = "[NAME]",
    .most_operands = 1,
    .summary = "list the integrators, or explain one",
    .options = options,
    .examples =
        "  sarrus methods\n"
        "  sarrus methods hht\n",
    .run = run,
};
