/* XML as a stream of tags and texts, by expat: the one place that knows it. Entities of the document's own are refused,
 * so that a small file cannot become a large one. */
#ifndef SAR_BASE_XML_H
#define SAR_BASE_XML_H

#include <stddef.h>

#include "base/context.h"

typedef struct SarXml SarXml;

/* Who listens. Functions may be null; SAR_OK, or the reason to stop, which they have reported. */
typedef struct SarXmlHandler {
  void *self;
  /* attributes: name and value in turns, a null at the end; they live during the call */
  SarStatus (*begin)(void *self, SarXml *xml, const char *tag, const char *const *attributes);
  SarStatus (*text)(void *self, SarXml *xml, const char *text, size_t length); /* in pieces of any size */
  SarStatus (*end)(void *self, SarXml *xml, const char *tag);
} SarXmlHandler;

/* The bytes of a file of that name. What is no XML is reported with its line and column, SAR_INPUT. */
SarStatus sar_xml_parse(SarContext *context, const char *file, const char *bytes, size_t length,
                        const SarXmlHandler *handler);

/* Where the tag or text stands that is being told of. */
SarSource sar_xml_place(const SarXml *xml);

/* The value of an attribute, null: it is not there. */
const char *sar_xml_attribute(const char *const *attributes, const char *name);

#endif
