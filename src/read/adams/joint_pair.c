#include "read/adams/joint_pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-14

SarStatus sar_deck_pair(SarDeck *deck, const SarStatement *statement, SarDeckPair *out) {
  static const char *const arguments[2] = {"I", "J"};
  SarStatus status = SAR_OK;
  *out = (SarDeckPair){0};
  for (int i = 0; i < 2; i++) {
    SarDeckPose pose;
    SarStatus one = sar_deck_frame_of(deck, statement, arguments[i], &out->frame[i]);
    if (one == SAR_OK) one = sar_deck_refer(deck, statement, arguments[i], 0, "MARKER", &out->marker[i]);
    if (one == SAR_OK) one = sar_deck_pose(deck, out->marker[i], &pose);
    if (one != SAR_OK) {
      status = one;
      continue;
    }
    out->at[i] = pose.at;
    out->axes[i] = sar_quat_matrix(sar_quat_normalise(pose.turn));
  }
  return status;
}

SarNode *sar_deck_pair_node(SarDeck *deck, const SarStatement *statement, const SarDeckPair *pair) {
  SarNode *list = sar_tree_list(&deck->tree, statement->source);
  static const char *const arguments[2] = {"I", "J"};
  for (int i = 0; i < 2; i++) {
    const SarArgument *given = sar_statement_argument(statement, arguments[i]);
    sar_tree_push(
        &deck->tree, list,
        sar_tree_text(&deck->tree, given ? given->values[0].source : statement->source, "%s", pair->frame[i]));
  }
  return list;
}

SarNode *sar_deck_axis_node(SarDeck *deck, SarSource source, const SarMat3 *axes, int axis) {
  static const char *const names[2][3] = {{"x", "y", "z"}, {"-x", "-y", "-z"}};
  double n[3];
  sar_vec3_store(sar_column(axes, axis), n);
  for (int i = 0; i < 3; i++) {
    if (fabs(n[i]) > 1 - ROUNDING) return sar_tree_text(&deck->tree, source, "%s", names[n[i] < 0][i]);
    if (fabs(n[i]) < ROUNDING) n[i] = 0;
  }
  SarNode *list = sar_tree_list(&deck->tree, source);
  for (int i = 0; i < 3; i++) sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, source, "%.17g", n[i]));
  return list;
}

/* ---- freedoms ---- */

SarDeckFreedom sar_deck_freedom(const SarStatement *joint, const char *word) {
  SarDeckFreedom said = !word                              ? SAR_DECK_NO_FREEDOM
                        : word[0] == 'R' || word[0] == 'r' ? SAR_DECK_ROTATION
                                                           : SAR_DECK_TRANSLATION;
  if (sar_statement_has(joint, "CYLINDRICAL")) return said;
  if (sar_statement_has(joint, "REVOLUTE"))
    return said == SAR_DECK_TRANSLATION ? SAR_DECK_NO_FREEDOM : SAR_DECK_ROTATION;
  if (!sar_statement_has(joint, "TRANSLATIONAL")) return SAR_DECK_NO_FREEDOM;
  return said == SAR_DECK_ROTATION ? SAR_DECK_NO_FREEDOM : SAR_DECK_TRANSLATION;
}

const char *sar_deck_freedom_name(SarDeckFreedom freedom) {
  return freedom == SAR_DECK_ROTATION ? "angle" : "displacement";
}

/* The angle of x of J about z of I, or the way of J along it: as the model measures them. */
double sar_deck_written(const SarDeckPair *pair, SarDeckFreedom freedom) {
  if (freedom == SAR_DECK_ROTATION) {
    SarVec3 x = sar_column(&pair->axes[1], 0);
    double angle = atan2(sar_dot(x, sar_column(&pair->axes[0], 1)), sar_dot(x, sar_column(&pair->axes[0], 0)));
    return fabs(angle) < ROUNDING ? 0 : angle;
  }
  double way = sar_dot(sar_sub(pair->at[1], pair->at[0]), sar_column(&pair->axes[0], 2));
  return fabs(way) <= ROUNDING * (sar_norm(pair->at[0]) + sar_norm(pair->at[1])) ? 0 : way;
}

const char *sar_deck_turned(SarDeck *deck, const char *q, double w) {
  const char *text = w == 0  ? sar_arena_printf(deck->arena, "-(%s)", q)
                     : w < 0 ? sar_arena_printf(deck->arena, "-(%s) + %.17g", q, -w)
                             : sar_arena_printf(deck->arena, "-(%s) - %.17g", q, w);
  if (!text) deck->tree.out_of_memory = true;
  return text ? text : "0";
}

/* ---- who names a joint ---- */

typedef struct User {
  int64_t joint;
  int32_t statement;
} User;

struct SarDeckUsers {
  User *list[2]; /* of MOTION and FRICTION, by joint */
  int32_t count[2];
};

static int by_joint(const void *a, const void *b) {
  const User *x = a, *y = b;
  if (x->joint != y->joint) return x->joint < y->joint ? -1 : 1;
  return x->statement < y->statement ? -1 : 1;
}

static SarStatus make_users(SarDeck *deck) {
  static const char *const kinds[2] = {"MOTION", "FRICTION"};
  struct SarDeckUsers *users = SAR_NEW(deck->arena, 1, struct SarDeckUsers);
  if (!users) return sar_report_no_memory(deck->context);
  for (int k = 0; k < 2; k++) {
    int32_t capacity = 0;
    for (int32_t i = 0; i < deck->statements.count; i++) {
      const SarStatement *statement = &deck->statements.all[i];
      if (strcmp(statement->class->name, kinds[k]) != 0 || statement->faulty) continue;
      const char *joint = sar_deck_text(statement, "JOINT", 0);
      if (!joint) continue;
      User *user = sar_arena_append(deck->arena, 8, &users->list[k], &users->count[k], &capacity, sizeof *user);
      if (!user) return sar_report_no_memory(deck->context);
      *user = (User){strtoll(joint, NULL, 10), i};
    }
    if (users->count[k]) qsort(users->list[k], (size_t)users->count[k], sizeof *users->list[k], by_joint);
  }
  deck->users = users;
  return SAR_OK;
}

SarStatus sar_deck_user_of(SarDeck *deck, const char *kind, const SarStatement *joint, int32_t index,
                           const SarStatement **out) {
  *out = NULL;
  if (!deck->users) SAR_TRY(make_users(deck));
  int k = strcmp(kind, "FRICTION") == 0;
  int32_t low = 0, high = deck->users->count[k];
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (deck->users->list[k][middle].joint < joint->id)
      low = middle + 1;
    else
      high = middle;
  }
  low += index;
  if (low < deck->users->count[k] && deck->users->list[k][low].joint == joint->id) {
    *out = &deck->statements.all[deck->users->list[k][low].statement];
  }
  return SAR_OK;
}
