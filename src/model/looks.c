/* What pictures show of bodies and of the ground: words, colours, and the looks of a model. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/set.h"

const char *sar_look_words(void) { return "box sphere cylinder capsule mesh"; }

int32_t sar_look_sizes(SarLookKind kind) {
  static const int32_t sizes[] = {
      [SAR_LOOK_BOX] = 3, [SAR_LOOK_SPHERE] = 1, [SAR_LOOK_CYLINDER] = 2, [SAR_LOOK_CAPSULE] = 2, [SAR_LOOK_MESH] = 0};
  return sizes[kind];
}

/* ---- colours ---- */

const char *sar_colour_words(void) { return "black white grey red orange yellow green blue purple brown"; }

static int32_t hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int32_t sar_colour(const char *text) {
  /* In the order of the words. */
  static const int32_t values[] = {0x202020, 0xf5f5f5, 0x8a8f98, 0xc8382e, 0xe0812b,
                                   0xe3bb2f, 0x3f9a4b, 0x2f6fb5, 0x7d4fa8, 0x7a5a3c};
  if (text[0] != '#') {
    int32_t word = sar_field_choice(sar_colour_words(), text);
    return word < 0 ? SAR_NO_COLOUR : values[word];
  }
  size_t digits = strlen(text + 1);
  if (digits != 3 && digits != 6) return SAR_NO_COLOUR;
  int32_t value = 0;
  for (size_t i = 1; i <= digits; i++) {
    int32_t digit = hexadecimal_digit(text[i]);
    if (digit < 0) return SAR_NO_COLOUR;
    value = 16 * value + digit;
    if (digits == 3) value = 16 * value + digit; /* #8ac is #88aacc */
  }
  return value;
}

/* ---- those of a model ---- */

const SarLook *sar_model_looks(const SarModel *model, int32_t element, int32_t *count) {
  *count = model->nground_looks;
  if (element < 0) return model->ground_looks;
  const SarModelElement *body = &model->elements[element];
  int32_t field = sar_field_index(body->class, "looks");
  *count = field < 0 ? 0 : body->values[field].nlist;
  return field < 0 ? NULL : body->values[field].looks;
}

static bool has_look(const SarModel *model, int32_t element, const char *name) {
  int32_t count;
  const SarLook *looks = sar_model_looks(model, element, &count);
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(looks[i].name, name) == 0) return true;
  }
  return false;
}

SarStatus sar_model_add_ground_look(SarModel *model, const SarLook *look) {
  if (has_look(model, -1, look->name)) {
    return sar_report(model->context, SAR_INPUT, look->source, "ground", "choose another name",
                      "the ground already has a look `%s`", look->name);
  }
  SarLook *slot = sar_arena_append(model->arena, 8, &model->ground_looks, &model->nground_looks,
                                   &model->ground_looks_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(model->context);
  *slot = *look;
  return SAR_OK;
}

/* ---- the public interface ---- */

static SarStatus refuse(SarModel *model, const char *owner, const char *remedy, const char *name, const char *what) {
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner, remedy, "the look `%s` %s", name, what);
}

static SarStatus set_size(SarModel *model, const char *owner, const char *kind, const double *sizes, int32_t count,
                          SarLook *look) {
  int32_t word = sar_field_choice(sar_look_words(), kind);
  if (word < 0 || word == SAR_LOOK_MESH || count != sar_look_sizes((SarLookKind)word)) {
    return refuse(model, owner, "use box with 3 sizes, sphere with 1, cylinder or capsule with 2", look->name,
                  "is of no kind that there is, or has another number of sizes");
  }
  double n[3] = {0};
  for (int32_t i = 0; i < count; i++) {
    n[i] = sizes[i];
    if (!(n[i] > 0) || !isfinite(n[i])) {
      return refuse(model, owner, "give positive sizes", look->name, "has a size that is not positive");
    }
  }
  look->kind = (SarLookKind)word;
  look->size = sar_vec3_load(n);
  return SAR_OK;
}

static SarStatus set_place(SarModel *model, const char *owner, const double at[3], const double quaternion[4],
                           SarLook *look) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += quaternion[i] * quaternion[i];
  if (!(square > 0) || !isfinite(square) || !isfinite(at[0] + at[1] + at[2])) {
    return refuse(model, owner, "give finite numbers and a quaternion of length 1", look->name,
                  "has a placement that is not usable");
  }
  look->at = sar_vec3_load(at);
  look->turn = sar_quat_normalise(sar_quat_load(quaternion));
  return SAR_OK;
}

static SarStatus add_to_body(SarModel *model, SarElementId body, const SarLook *look) {
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, body, "looks", SAR_FIELD_LOOKS, &slot));
  if (has_look(model, body.index, look->name)) {
    return refuse(model, slot.owner, "choose another name", look->name, "is there already");
  }
  size_t count = (size_t)slot.value.nlist;
  SarLook *looks = sar_arena_grow(model->arena, slot.value.looks, count, count + 1, sizeof *looks);
  if (!looks) return sar_report_no_memory(model->context);
  looks[slot.value.nlist++] = *look;
  slot.value.looks = looks;
  return sar_slot_close(&slot);
}

SarStatus sar_model_add_look(SarModel *model, SarElementId body, const char *name, const char *kind,
                             const double *sizes, int32_t count, const double at[3], const double quaternion[4],
                             const char *colour) {
  SAR_NEED(model ? model->context : NULL, model && name && kind && (sizes || count <= 0) && at && quaternion);
  const char *owner = body.index < 0 ? "ground" : NULL;
  SarLook look = {.scale = sar_vec3(1, 1, 1), .colour = colour ? sar_colour(colour) : SAR_NO_COLOUR};
  look.name = sar_arena_copy_text(model->arena, name);
  if (!look.name) return sar_report_no_memory(model->context);
  if (!sar_text_is_name(name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  if (colour && look.colour == SAR_NO_COLOUR) {
    return refuse(model, owner, "write \"#rrggbb\", or a word such as red", name, "has no colour that is known");
  }
  SAR_TRY(set_size(model, owner, kind, sizes, count, &look));
  SAR_TRY(set_place(model, owner, at, quaternion, &look));
  return body.index < 0 ? sar_model_add_ground_look(model, &look) : add_to_body(model, body, &look);
}
