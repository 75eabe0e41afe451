/* The reference of element classes, written from their own tables: as text for people, as JSON for programs. */
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "element/synonyms.h"
#include "model/describe_language.h"

static const char *default_text(const SarField *field) {
  if (!field->fallback) return "required";
  return field->fallback[0] ? field->fallback : "-";
}

static const char *unit_text(const SarField *field) { return field->unit && field->unit[0] ? field->unit : "-"; }

/* ---- text ---- */

static void list_section(SarSection section, FILE *stream) {
  fprintf(stream, "%s\n", sar_section_name(section));
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    if (class->section == section) fprintf(stream, "  %-26s %s\n", class->name, class->summary);
  }
}

static void write_fields(const SarElementClass *class, FILE *stream) {
  fprintf(stream, "\nfields\n  %-24s %-30s %-10s %-10s %s\n", "name", "takes", "unit", "default", "meaning");
  for (int32_t i = 0; i < class->nfields; i++) {
    const SarField *field = &class->fields[i];
    fprintf(stream, "  %-24s %-30s %-10s %-10s %s\n", field->name, sar_field_kind_text(field->kind), unit_text(field),
            default_text(field), field->meaning);
    if (field->variables) fprintf(stream, "  %-24s variables: %s\n", "", field->variables);
    const char *some = field->kind == SAR_FIELD_STARTS ? "of" : field->kind == SAR_FIELD_MATRIX ? "also" : "one of";
    if (field->choices) fprintf(stream, "  %-24s %s: %s\n", "", some, field->choices);
  }
}

static void write_joint(const SarJointSpec *joint, FILE *stream) {
  fprintf(stream, "\nconstraint equations (x, y, z are axes of the first joint frame; z is the joint's axis)\n");
  for (int32_t i = 0; i < joint->nrows; i++) {
    bool point = joint->rows[i].kind == SAR_ROW_POINT;
    fprintf(stream, "  %s%s\n", joint->rows[i].name, point ? " (3 equations)" : "");
  }
  if (!joint->nrows) fprintf(stream, "  none\n");
  if (joint->ncoordinates) fprintf(stream, "\ncoordinates\n");
  for (int32_t i = 0; i < joint->ncoordinates; i++) fprintf(stream, "  %s\n", joint->coordinates[i].name);
}

static void write_outputs(const SarElementClass *class, FILE *stream) {
  char outputs[SAR_OUTPUTS_SIZE];
  sar_class_outputs(class, outputs);
  if (outputs[0]) fprintf(stream, "\noutputs\n  %s\n", outputs);
}

static void write_class(const SarElementClass *class, FILE *stream) {
  fprintf(stream, "%s (in `%s:`", class->name, sar_section_name(class->section));
  if (sar_section_has_types(class->section)) fprintf(stream, ", type: %s", class->name);
  fprintf(stream, ")\n  %s\n", class->summary);
  if (class->remark) fprintf(stream, "  %s\n", class->remark);
  write_fields(class, stream);
  bool in_words = class->joint && !class->joint->nrows && class->equations; /* its remark says what they are */
  if (class->joint && !in_words) write_joint(class->joint, stream);
  write_outputs(class, stream);
}

static void list_topics(FILE *stream) {
  fprintf(stream, "\nalso: `sarrus describe`");
  const char *topic;
  for (int32_t i = 0; (topic = sar_describe_topic(i)); i++) fprintf(stream, "%s %s", i ? "," : "", topic);
  fputc('\n', stream);
}

SarStatus sar_model_describe(SarContext *context, const char *class_name, FILE *stream) {
  SarSuggestion suggestion = sar_suggestion(class_name ? class_name : "");
  bool found = false;
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    const char *section = sar_section_name((SarSection)i);
    if (!sar_section_has_classes((SarSection)i)) continue;
    if (class_name && strcmp(class_name, section) != 0) {
      sar_suggestion_offer(&suggestion, section);
      continue;
    }
    if (found) fputc('\n', stream);
    list_section((SarSection)i, stream);
    found = true;
  }
  const char *topic;
  for (int32_t i = 0; (topic = sar_describe_topic(i)); i++) {
    sar_suggestion_offer(&suggestion, topic);
    if (!class_name || strcmp(class_name, topic) != 0) continue;
    if (found) fputc('\n', stream);
    sar_describe_write_topic(i, stream);
    found = true;
  }
  if (!class_name) list_topics(stream);
  for (int32_t i = 0; class_name && i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    sar_suggestion_offer(&suggestion, class->name);
    if (strcmp(class->name, class_name) != 0) continue;
    if (found) fputc('\n', stream);
    write_class(class, stream);
    found = true;
  }
  if (found) return SAR_OK;
  SarSynonym means;
  bool known = sar_synonym_of_type(SAR_SECTION_JOINTS, class_name, &means) && means.type;
  const char *best = known ? means.type : sar_suggestion_best(&suggestion);
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "`sarrus describe` lists all types",
                    "there is no element type `%s`%s%s%s", class_name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

/* ---- JSON ---- */

/* A list of words separated by blanks, as an array appended to an open one. */
static void put_words(SarJson *json, const char *words) {
  char word[64];
  for (const char *at = words ? words : ""; *(at += strspn(at, " "));) {
    size_t length = strcspn(at, " "), kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, at, kept);
    word[kept] = 0;
    sar_json_text(json, word);
    at += length;
  }
}

static void put_field(SarJson *json, const SarField *field) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", field->name);
  sar_json_put_text(json, "takes", sar_field_kind_text(field->kind));
  sar_json_put_text(json, "unit", field->unit ? field->unit : "");
  sar_json_put_bool(json, "required", !field->fallback);
  sar_json_put_text(json, "default", field->fallback && field->fallback[0] ? field->fallback : NULL);
  sar_json_put_text(json, "meaning", field->meaning);
  if (field->variables) sar_json_put_text(json, "variables", field->variables);
  if (field->choices) {
    sar_json_key(json, "choices");
    sar_json_begin_array(json);
    put_words(json, field->choices);
    sar_json_end_array(json);
  }
  sar_json_end_object(json);
}

static void put_joint(SarJson *json, const SarJointSpec *joint) {
  sar_json_key(json, "rows");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < joint->nrows; i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", joint->rows[i].name);
    sar_json_put_int(json, "equations", joint->rows[i].kind == SAR_ROW_POINT ? 3 : 1);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  sar_json_key(json, "coordinates");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < joint->ncoordinates; i++) sar_json_text(json, joint->coordinates[i].name);
  sar_json_end_array(json);
}

static void put_outputs(SarJson *json, const SarElementClass *class) {
  sar_json_key(json, "outputs");
  sar_json_begin_array(json);
  char outputs[SAR_OUTPUTS_SIZE];
  sar_class_outputs(class, outputs);
  put_words(json, outputs);
  sar_json_end_array(json);
}

static void put_class(SarJson *json, const SarElementClass *class) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", class->name);
  sar_json_put_text(json, "section", sar_section_name(class->section));
  sar_json_put_text(json, "summary", class->summary);
  if (class->remark) sar_json_put_text(json, "remark", class->remark);
  sar_json_key(json, "fields");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < class->nfields; i++) put_field(json, &class->fields[i]);
  sar_json_end_array(json);
  if (class->joint) put_joint(json, class->joint);
  put_outputs(json, class);
  sar_json_end_object(json);
}

void sar_model_describe_json(const char *class_name, FILE *stream) {
  SarJson json = sar_json(stream);
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    bool wanted = !class_name || strcmp(class->name, class_name) == 0 ||
                  strcmp(sar_section_name(class->section), class_name) == 0;
    if (wanted) put_class(&json, class);
  }
  if (class_name) sar_describe_put_topic(&json, class_name);
  sar_json_end_array(&json);
}
