#include "base/xml.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

#define PIECE ((size_t)1 << 20) /* bytes given to expat at once */

struct SarXml {
  SarContext *context;
  const char *file;
  XML_Parser parser;
  const SarXmlHandler *handler;
  SarStatus status; /* of the handler */
};

SarSource sar_xml_place(const SarXml *xml) {
  return (SarSource){xml->file, (int32_t)XML_GetCurrentLineNumber(xml->parser),
                     (int32_t)XML_GetCurrentColumnNumber(xml->parser) + 1};
}

const char *sar_xml_attribute(const char *const *attributes, const char *name) {
  for (; attributes[0]; attributes += 2) {
    if (strcmp(attributes[0], name) == 0) return attributes[1];
  }
  return NULL;
}

static void stop(SarXml *xml, SarStatus status) {
  if (status == SAR_OK || xml->status != SAR_OK) return;
  xml->status = status;
  XML_StopParser(xml->parser, XML_FALSE);
}

static void begin(void *self, const XML_Char *tag, const XML_Char **attributes) {
  SarXml *xml = self;
  const SarXmlHandler *h = xml->handler;
  if (h->begin && xml->status == SAR_OK) stop(xml, h->begin(h->self, xml, tag, (const char *const *)attributes));
}

static void text(void *self, const XML_Char *bytes, int length) {
  SarXml *xml = self;
  const SarXmlHandler *h = xml->handler;
  if (h->text && xml->status == SAR_OK) stop(xml, h->text(h->self, xml, bytes, (size_t)length));
}

static void end(void *self, const XML_Char *tag) {
  SarXml *xml = self;
  const SarXmlHandler *h = xml->handler;
  if (h->end && xml->status == SAR_OK) stop(xml, h->end(h->self, xml, tag));
}

static void refuse_entity(void *self, const XML_Char *name, int parameter, const XML_Char *value, int length,
                          const XML_Char *base, const XML_Char *system, const XML_Char *public,
                          const XML_Char *notation) {
  SarXml *xml = self;
  (void)parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
  stop(xml, sar_report(xml->context, SAR_INPUT, sar_xml_place(xml), NULL, "write out what it stands for",
                       "entities of a document's own, such as `%s`, are not read", name));
}

static SarStatus give(SarXml *xml, const char *bytes, size_t length) {
  bool last = false;
  do {
    size_t count = length < PIECE ? length : PIECE;
    last = count == length;
    if (XML_Parse(xml->parser, bytes, (int)count, last) == XML_STATUS_ERROR) {
      enum XML_Error reason = XML_GetErrorCode(xml->parser);
      if (xml->status != SAR_OK) return xml->status;
      if (reason == XML_ERROR_NO_MEMORY) return sar_report_no_memory(xml->context);
      return sar_report(xml->context, SAR_INPUT, sar_xml_place(xml), NULL, "mend the file, or write it again",
                        "the file is no XML: %s", XML_ErrorString(reason));
    }
    bytes += count;
    length -= count;
  } while (!last);
  return xml->status;
}

SarStatus sar_xml_parse(SarContext *context, const char *file, const char *bytes, size_t length,
                        const SarXmlHandler *handler) {
  SarXml xml = {.context = context, .file = sar_intern(context, file), .handler = handler};
  xml.parser = XML_ParserCreate(NULL);
  if (!xml.parser) return sar_report_no_memory(context);
  XML_SetUserData(xml.parser, &xml);
  XML_SetElementHandler(xml.parser, begin, end);
  XML_SetCharacterDataHandler(xml.parser, text);
  XML_SetEntityDeclHandler(xml.parser, refuse_entity);
  SarStatus status = give(&xml, bytes, length);
  XML_ParserFree(xml.parser);
  return status;
}
