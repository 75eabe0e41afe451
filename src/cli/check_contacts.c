#include "cli/check_contacts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/terminal.h"

#define ROWS 20 /* without --verbose */

/* "0.12 mm", "-" where nothing is known. */
static void put_value(char *text, size_t size, double value, const char *unit) {
  if (isnan(value))
    snprintf(text, size, "-");
  else
    snprintf(text, size, "%.3g%s%s", value, unit[0] ? " " : "", unit);
}

static void print_contact(const SarUnits *u, const SarContactFacts *c) {
  char period[40], depth[40], restitution[40], creep[40];
  put_value(period, sizeof period, c->period.value / u->time, u->time_name);
  put_value(depth, sizeof depth, c->depth.value / u->length, u->length_name);
  put_value(restitution, sizeof restitution, c->restitution.value, "");
  put_value(creep, sizeof creep, c->creep.value / u->length, u->length_name);
  if (c->sticks) snprintf(creep, sizeof creep, "sticks");
  sar_print("  %-22s %-14s %8" PRId64 " %12s %14s %12s %12s\n", c->name, c->law, c->pairs, period, depth, restitution,
            creep);
}

/* Whose numbers they are, where they are not all of one pair. */
static void print_pairs(const SarContactFacts *c) {
  const struct {
    const char *what, *pair;
  } worst[] = {{"shortest period", c->period.pair},
               {"deepest", c->depth.pair},
               {"least restitution", c->restitution.pair},
               {"creeps most", c->creep.pair}};
  for (size_t i = 0; c->pairs > 1 && i < sizeof worst / sizeof *worst; i++) {
    if (worst[i].pair[0]) sar_print("    %s: %s\n", worst[i].what, worst[i].pair);
  }
}

void sar_cli_print_contacts(const SarCli *cli, const SarCheck *check) {
  int32_t rows = cli->verbose || check->ncontacts <= ROWS ? check->ncontacts : ROWS;
  if (check->ncontacts == 0) return;
  printf("%-24s %-14s %8s %12s %14s %12s %12s\n", "contacts", "law", "pairs", "period", "depth at rest", "restitution",
         "creep");
  for (int32_t i = 0; i < rows; i++) {
    print_contact(&cli->model->units, &check->contacts[i]);
    if (cli->verbose) print_pairs(&check->contacts[i]);
  }
  if (rows < check->ncontacts) printf("  and %d more; --verbose prints all\n", (int)(check->ncontacts - rows));
}

static void put_fact(SarJson *json, const char *key, const SarContactFact *fact, double unit) {
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_real(json, "value", fact->value / unit);
  sar_json_put_text(json, "pair", fact->pair[0] ? fact->pair : NULL);
  sar_json_end_object(json);
}

void sar_cli_put_contacts(const SarCli *cli, const SarCheck *check, SarJson *json) {
  const SarUnits *u = &cli->model->units;
  sar_json_key(json, "contact_laws");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < check->ncontacts; i++) {
    const SarContactFacts *c = &check->contacts[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", c->name);
    sar_json_put_text(json, "law", c->law);
    sar_json_put_int(json, "pairs", c->pairs);
    put_fact(json, "period", &c->period, u->time);
    put_fact(json, "depth", &c->depth, u->length);
    put_fact(json, "restitution", &c->restitution, 1);
    put_fact(json, "creep", &c->creep, u->length);
    sar_json_put_bool(json, "sticks", c->sticks);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}
