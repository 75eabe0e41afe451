/* sarrus assemble: a consistent start, as tables for people and as one row of CSV. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/length_scale.h"
#include "cli/outputs.h"
#include "cli/report.h"
#include "cli/state_tables.h"

#define CELL 13

/* ---- what assembly did ---- */

#define ROUNDING 1e-9 /* in L, rad and per second: smaller changes are not worth a line */

static bool has_changed(const SarAssembly *a, const SarMoved *moved) {
  double pose = fmax(moved->distance / a->length, moved->angle);
  return fmax(pose, fmax(moved->velocity / a->length, moved->angular_velocity)) > ROUNDING;
}

static void print_moved(const SarUnits *units, const SarAssembly *a) {
  static const char *const heads[] = {"distance", "angle", "velocity", "omega"};
  static const char *const dimensions[] = {"m", "rad", "m/s", "rad/s"};
  int width = 8;
  int32_t changed = 0;
  for (int32_t i = 0; i < a->nbodies; i++) {
    int length = (int)strlen(a->moved[i].body);
    if (!has_changed(a, &a->moved[i])) continue;
    changed++;
    if (length > width) width = length;
  }
  if (!changed) {
    puts("nothing had to be moved");
    return;
  }
  printf("\nmoved by assembly\n%-*s", width, "");
  for (int i = 0; i < 4; i++) {
    char label[32], head[64];
    sar_units_label(units, dimensions[i], label, sizeof label);
    snprintf(head, sizeof head, "%s %s", heads[i], label);
    printf(" %*s", CELL + 4, head);
  }
  putchar('\n');
  for (int32_t i = 0; i < a->nbodies; i++) {
    const SarMoved *m = &a->moved[i];
    double values[] = {m->distance, m->angle, m->velocity, m->angular_velocity};
    double scales[] = {a->length, 1, a->length, 1};
    if (!has_changed(a, m)) continue;
    printf("%-*s", width, m->body);
    for (int k = 0; k < 4; k++) {
      double value = values[k] > ROUNDING * scales[k] ? values[k] : 0;
      printf(" %*.6g", CELL + 4, value / sar_units_factor(units, dimensions[k]));
    }
    putchar('\n');
  }
}

static void print_mirrors(const SarUnits *units, const SarAssembly *a) {
  if (a->nmirrors) puts("\njoints that close in a second way");
  for (int32_t i = 0; i < a->nmirrors; i++) {
    const SarMirror *m = &a->mirrors[i];
    for (int32_t k = 0; k < m->njoints; k++) printf("%s%s", k ? ", " : "", m->joints[k]);
    printf(": the other one turns %s by %.4g %s", m->turned, m->angle / units->angle, units->angle_name);
    bool shifts = m->distance > ROUNDING * a->length;
    if (shifts) printf(" and moves it by %.4g %s", m->distance / units->length, units->length_name);
    puts(m->suspicious ? "; wrong branch?" : "");
  }
}

static void print_assembly(const SarUnits *units, const SarAssembly *a) {
  printf("way: %s, %d iterations", sar_assembly_way_name(a->way), (int)a->iterations);
  if (a->stages) printf(", %d stages", (int)a->stages);
  if (a->restarts) printf(", %d restarts", (int)a->restarts);
  printf("\nposition error %.3g -> %.3g, velocity error %.3g -> %.3g /s of the model's length\n",
         a->position_error_written, a->position_error, a->velocity_error_written, a->velocity_error);
  fputs("length scale ", stdout);
  sar_cli_print_length(&a->length_scale, units, stdout);
  print_moved(units, a);
  print_mirrors(units, a);
}

static void put_moved(SarJson *json, const SarUnits *units, const SarAssembly *a) {
  sar_json_key(json, "moved");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < a->nbodies; i++) {
    const SarMoved *m = &a->moved[i];
    if (!has_changed(a, m)) continue;
    sar_json_begin_object(json);
    sar_json_put_text(json, "body", m->body);
    sar_json_put_real(json, "distance", m->distance / units->length);
    sar_json_put_real(json, "distance_over_length", m->distance / a->length);
    sar_json_put_real(json, "angle", m->angle / units->angle);
    sar_json_put_real(json, "velocity", m->velocity / sar_units_factor(units, "m/s"));
    sar_json_put_real(json, "angular_velocity", m->angular_velocity / sar_units_factor(units, "rad/s"));
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_mirrors(SarJson *json, const SarUnits *units, const SarAssembly *a) {
  sar_json_key(json, "mirrors");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < a->nmirrors; i++) {
    const SarMirror *m = &a->mirrors[i];
    sar_json_begin_object(json);
    sar_json_put_texts(json, "joints", m->joints, m->njoints);
    sar_json_put_texts(json, "bodies", m->bodies, m->nbodies);
    sar_json_put_text(json, "turned", m->turned);
    sar_json_put_real(json, "angle", m->angle / units->angle);
    sar_json_put_real(json, "distance", m->distance / units->length);
    sar_json_put_bool(json, "suspicious", m->suspicious);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_assembly(SarJson *json, const SarUnits *units, const SarAssembly *a) {
  sar_json_key(json, "assembly");
  sar_json_begin_object(json);
  sar_json_put_text(json, "way", sar_assembly_way_name(a->way));
  sar_json_put_int(json, "iterations", a->iterations);
  sar_json_put_int(json, "stages", a->stages);
  sar_json_put_int(json, "restarts", a->restarts);
  sar_cli_put_length(&a->length_scale, units, json);
  sar_json_put_real(json, "position_error_written", a->position_error_written);
  sar_json_put_real(json, "position_error", a->position_error);
  sar_json_put_real(json, "velocity_error_written", a->velocity_error_written);
  sar_json_put_real(json, "velocity_error", a->velocity_error);
  put_moved(json, units, a);
  put_mirrors(json, units, a);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const SarTable *table, const SarAssembly *assembly) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_key(&json, "columns");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < sar_table_columns(table); i++) {
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "name", sar_table_name(table, i));
    sar_json_put_text(&json, "unit", sar_table_unit(table, i));
    sar_json_put_real(&json, "value", sar_table_values(table, i)[0]);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  put_assembly(&json, &cli->model->units, assembly);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

static SarStatus show(SarCli *cli, const SarTable *table, const SarAssembly *assembly) {
  if (sar_table_rows(table) < 1) {
    return sar_report(cli->context, SAR_FAILED, sar_nowhere(), NULL, "check the model with `sarrus check`",
                      "the assembly gave no state");
  }
  const char *csv = sar_arguments_text(&cli->arguments, "--csv");
  bool csv_on_stdout = csv && strcmp(csv, "-") == 0;
  SAR_TRY(sar_cli_check_output(cli, csv));
  SAR_TRY(sar_cli_check_document(cli, csv));
  if (csv) SAR_TRY(sar_table_write_csv(cli->context, table, csv));
  if (cli->json) {
    print_json(cli, table, assembly);
    cli->answered = true;
  } else if (!cli->quiet && !csv_on_stdout) {
    printf("assembled at t = %.6g %s\n", sar_table_values(table, 0)[0], sar_table_unit(table, 0));
    print_assembly(&cli->model->units, assembly);
    sar_cli_print_state(cli->model, table, SAR_STATE_ASSEMBLED);
  }
  return SAR_OK;
}

static SarStatus run(SarCli *cli) {
  const char *csv = sar_arguments_text(&cli->arguments, "--csv");
  if (cli->json && csv && strcmp(csv, "-") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write the CSV to a file",
                      "--csv - and --json both want standard output");
  }
  SAR_TRY(sar_cli_load(cli));
  sar_cli_first_phase(cli);
  SarTable *table = NULL;
  SAR_TRY(sar_table_create(cli->context, &table));
  const SarAssembly *assembly = NULL;
  SarStatus status = sar_assemble_report(cli->context, cli->system, table, &assembly);
  if (status == SAR_OK) status = show(cli, table, assembly);
  sar_assembly_destroy(&assembly);
  sar_table_destroy(&table);
  return status;
}

static const SarOption options[] = {
    {"--csv", "OUT.csv", "the assembled state as CSV with one row; - is standard output"},
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_assemble = {
    .name = "assemble",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "find positions and velocities that satisfy the constraints",
    .options = options,
    .details =
        "Prints how far every body had to be moved from its written pose, joints that close in a second way\n"
        "(elbow up, elbow down), the centre of mass, the orientation (quaternion) and the velocities of\n"
        "every body, and the reactions at the start, in the model's units and in ground axes.\n",
    .examples =
        "  sarrus assemble crank.yaml\n"
        "  sarrus assemble crank.yaml --csv start.csv\n",
    .run = run,
};
