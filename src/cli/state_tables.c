/* A state as tables for people. */
#include "cli/state_tables.h"

#include <stdio.h>
#include <string.h>

/* Columns of one printed table: the quantities of every element of a section. */
typedef struct Layout {
  const char *title;
  SarSection section;
  const char *const *quantities;
  int32_t nquantities;
  bool mixed;    /* elements have units of their own: none stands in the head */
  unsigned kind; /* of the states that show it */
} Layout;

enum { BOTH = SAR_STATE_ASSEMBLED | SAR_STATE_STATIC };

static const char *const position[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
static const char *const velocity[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
static const char *const scalar[] = {"value", "rate"};
static const char *const reaction[] = {"fx", "fy", "fz", "tx", "ty", "tz"};

static const Layout layouts[] = {
    {"positions", SAR_SECTION_BODIES, position, SAR_COUNT(position), false, BOTH},
    {"velocities", SAR_SECTION_BODIES, velocity, SAR_COUNT(velocity), false, SAR_STATE_ASSEMBLED},
    {"coordinates", SAR_SECTION_COORDINATES, scalar, SAR_COUNT(scalar), true, BOTH},
    {"states", SAR_SECTION_STATES, scalar, SAR_COUNT(scalar), true, BOTH},
    {"variables", SAR_SECTION_VARIABLES, scalar, 1, true, BOTH},
    {"reactions of joints, on the first body", SAR_SECTION_JOINTS, reaction, SAR_COUNT(reaction), false, BOTH},
    {"reactions of motions, on the first body", SAR_SECTION_MOTIONS, reaction, SAR_COUNT(reaction), false, BOTH},
    {"forces, on the first body", SAR_SECTION_FORCES, reaction, SAR_COUNT(reaction), false, SAR_STATE_STATIC},
};

#define CELL 13

/* The column "element.quantity". Columns of an element lie together: the search begins where the last one ended. */
static int32_t find_column(const SarTable *table, const char *element, const char *quantity, int32_t *hint) {
  size_t length = strlen(element);
  int32_t count = sar_table_columns(table);
  for (int32_t i = 0; i < count; i++) {
    int32_t column = (*hint + i) % count;
    const char *name = sar_table_name(table, column);
    if (strncmp(name, element, length) == 0 && name[length] == '.' && strcmp(name + length + 1, quantity) == 0) {
      *hint = column;
      return column;
    }
  }
  return -1;
}

static void print_head(const SarTable *table, const Layout *layout, const char *element, int width, int32_t *hint) {
  printf("\n%s\n%-*s", layout->title, width, "");
  for (int32_t i = 0; i < layout->nquantities; i++) {
    char head[48];
    int32_t column = find_column(table, element, layout->quantities[i], hint);
    const char *unit = column >= 0 ? sar_table_unit(table, column) : "";
    bool plain = layout->mixed || !unit[0] || strcmp(unit, "1") == 0;
    snprintf(head, sizeof head, "%s%s%s", layout->quantities[i], plain ? "" : " ", plain ? "" : unit);
    printf(" %*s", CELL, head);
  }
  putchar('\n');
}

static void print_element(const SarTable *table, const Layout *layout, const char *element, int width, int32_t *hint) {
  printf("%-*s", width, element);
  for (int32_t i = 0; i < layout->nquantities; i++) {
    int32_t column = find_column(table, element, layout->quantities[i], hint);
    if (column >= 0) printf(" %*.6g", CELL, sar_table_values(table, column)[sar_table_rows(table) - 1]);
    if (column < 0) printf(" %*s", CELL, "");
  }
  putchar('\n');
}

/* Elements that the model's `output:` leaves out are not in the table. */
static void print_section(const SarModel *model, const SarTable *table, const Layout *layout) {
  int32_t hint = 0;
  int width = 8;
  bool headed = false;
  for (int32_t i = 0; i < model->nelements; i++) {
    int length = (int)strlen(model->elements[i].name);
    if (model->elements[i].class->section == layout->section && length > width) width = length;
  }
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (element->class->section != layout->section) continue;
    if (find_column(table, element->name, layout->quantities[0], &hint) < 0) continue;
    if (!headed) print_head(table, layout, element->name, width, &hint);
    headed = true;
    print_element(table, layout, element->name, width, &hint);
  }
}

void sar_cli_print_state(const SarModel *model, const SarTable *table, unsigned kind) {
  for (int32_t i = 0; i < SAR_COUNT(layouts); i++) {
    if (layouts[i].kind & kind) print_section(model, table, &layouts[i]);
  }
}
