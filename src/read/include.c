/* `include:` brings a sub-model in: its elements are called prefix.name, it is moved by `at` and `turn`, mirrored if
 * asked, its parameters may be given, and the bodies that it needs. Files are found from the folder of the including
 * file and never outside the folder of the model itself: a model from elsewhere, which may bring links along, reads
 * nothing but what came with it, and a folder that is copied is complete. Links within the folder are followed. */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

static const char keys[] = "file at turn mirror parameters with for";

/* One entry of `include:`. */
typedef struct Inclusion {
  const SarNode *key, *item;
  SarReadSections sections;
} Inclusion;

/* "a.yaml -> b.yaml -> a.yaml" if the path is one of the files being read. */
static SarStatus check_recursion(SarFile *file, const SarNode *node, const char *path) {
  SarReader *reader = file->reader;
  int32_t depth = 1;
  char *chain = sar_arena_copy_text(reader->arena, path);
  for (const SarFile *f = file; f && chain; f = f->parent, depth++) {
    chain = sar_arena_printf(reader->arena, "%s -> %s", f->path, chain);
    if (chain && strcmp(f->path, path) == 0) {
      return sar_report(reader->context, SAR_INPUT, node->source, file->element, "remove one of the includes",
                        "files include each other in a circle: %s", chain);
    }
  }
  if (!chain) return sar_read_no_memory(reader);
  if (depth <= SAR_MAX_INCLUDE_DEPTH) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, node->source, file->element, "include fewer levels",
                    "files include each other over more than %d levels", SAR_MAX_INCLUDE_DEPTH);
}

static SarStatus find_path(SarFile *file, const SarNode *item, const SarNode *key, bool keys_good, SarFile *sub) {
  SarReader *reader = file->reader;
  const SarNode *node = sar_node_get(item, "file");
  if (!node && keys_good) {
    return sar_report(reader->context, SAR_INPUT, key->source, file->element, "name the file: {file: corner.yaml}",
                      "`file` is missing");
  }
  if (!node) return SAR_INPUT; /* misspelt: that has been said */
  if (++reader->includes > SAR_MAX_INCLUDES) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "put everything into one file",
                      "too many files are included");
  }
  SAR_TRY(sar_read_path(file, node, "name the file: {file: corner.yaml}", &sub->path));
  sub->folder = sar_path_folder(reader->arena, sub->path);
  if (!sub->folder) return sar_read_no_memory(reader);
  return check_recursion(file, node, sub->path);
}

static SarStatus read_placement(SarFile *file, const SarNode *item, SarPlacement *placement) {
  const SarNode *at = sar_node_get(item, "at"), *turn = sar_node_get(item, "turn");
  const SarNode *mirror = sar_node_get(item, "mirror");
  *placement = (SarPlacement){sar_vec3(0, 0, 0), sar_quat_identity(), -1};
  if (at) SAR_TRY(sar_read_vector(file, at, "at", "m", &placement->at));
  if (turn) SAR_TRY(sar_read_turn(file, turn, "turn", &placement->turn));
  if (!mirror) return SAR_OK;
  const char *text;
  SAR_TRY(sar_read_text(file, mirror, "mirror", &text));
  placement->mirror = sar_field_choice("x y z", text);
  if (placement->mirror >= 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, mirror->source, file->element, "use x, y or z",
                    "`mirror` cannot be `%s`", text);
}

/* Parses the file and reads its sections with the parameters given here. */
static SarStatus read_sub_model(const Inclusion *inclusion, SarFile *sub) {
  SarReader *reader = sub->reader;
  const SarNode *item = inclusion->item;
  const SarNode *given = sar_node_get(item, "parameters");
  const char *text, *name;
  size_t length;
  SAR_TRY(sar_read_named_file(reader, sub->path, sar_node_get(item, "file")->source, &name, &text, &length));
  SAR_TRY(sar_yaml_parse(reader->context, reader->arena, name, text, length, SAR_YAML_MODEL, &sub->root));
  SAR_TRY(sar_read_keep_file(reader, sub->path, text, &sub->index));
  SarAdded first = sar_read_added(reader->model);
  int32_t first_reference = reader->model->nreferences;
  SAR_TRY(inclusion->sections(sub, given));
  SAR_TRY(sar_place(sub, &first));
  return sar_place_references(sub, first_reference);
}

static SarStatus read_inclusion(SarFile *file, void *self) {
  const Inclusion *inclusion = self;
  SarReader *reader = file->reader;
  const char *text;
  SAR_TRY(sar_read_text(file, inclusion->key, "name", &text));
  const char *name = sar_arena_printf(reader->arena, "%s%s", file->prefix, text);
  SarFile *sub = SAR_NEW(reader->arena, 1, SarFile);
  if (!name || !sub) return sar_read_no_memory(reader);
  SAR_TRY(sar_model_take_name(reader->model, name, inclusion->key->source, "include", SAR_NAME_PREFIX));
  *sub = (SarFile){.reader = reader, .parent = file, .included_at = inclusion->key->source};
  sub->with = sar_node_get(inclusion->item, "with");
  sub->prefix = sar_arena_printf(reader->arena, "%s.", name);
  if (!sub->prefix) return sar_read_no_memory(reader);
  const char *outer = file->element;
  file->element = name;
  SarStatus status = sar_read_check_keys(file, inclusion->item, "an include", keys);
  SarStatus placed = read_placement(file, inclusion->item, &sub->placement);
  SarStatus found = find_path(file, inclusion->item, inclusion->key, status == SAR_OK, sub);
  if (found == SAR_OK) found = read_sub_model(inclusion, sub); /* a wrong place does not make its names wrong */
  if (found != SAR_OK && (!sub->root || sub->root->kind != SAR_NODE_MAPPING)) {
    sar_model_spoil_prefix(reader->model, name);
  }
  if (status == SAR_OK) status = placed;
  if (status == SAR_OK) status = found;
  file->element = outer;
  return status;
}

SarStatus sar_read_include(SarFile *file, const SarNode *node, SarReadSections sections) {
  SarStatus status = SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "include", "named sub-models"));
  for (int32_t i = 0; i < node->count; i++) {
    Inclusion inclusion = {node->keys[i], node->items[i], sections};
    SarStatus one = sar_read_expect(file, inclusion.item, SAR_NODE_MAPPING, inclusion.key->text, "{file: ..}");
    if (one == SAR_OK) one = sar_read_repeat(file, sar_node_get(inclusion.item, "for"), read_inclusion, &inclusion);
    if (one != SAR_OK) status = one;
  }
  return status;
}
