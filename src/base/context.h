/* Reporting: how every module says what is wrong. */
#ifndef SAR_BASE_CONTEXT_H
#define SAR_BASE_CONTEXT_H

#include <stdbool.h>

#include "sarrus/base.h"
#include "sarrus/model.h"

#define SAR_MAX_ERRORS 20 /* kept per context; further ones are counted */

/* Returns early with the status of `call` unless it is 0. */
#define SAR_TRY(call)                                      \
  do {                                                     \
    SarStatus sar_try_status_ = (call);                    \
    if (sar_try_status_ != SAR_OK) return sar_try_status_; \
  } while (0)

/* For public functions: SAR_USAGE, with a message where there is a context, unless all pointers that they need are
 * there. */
#define SAR_NEED(context, pointers)                               \
  do {                                                            \
    if (!(pointers)) return sar_report_null((context), __func__); \
  } while (0)
SarStatus sar_report_null(SarContext *context, const char *function); /* context may be null */

static inline SarSource sar_nowhere(void) { return (SarSource){NULL, 0, 0}; }

/* Adds a message. `element` and `remedy` may be null. Returns `status`, so that one can write
 * `return sar_report(ctx, SAR_INPUT, at, name, "give a positive mass", "mass is %g", mass);` */
SarStatus sar_report(SarContext *context, SarStatus status, SarSource source, const char *element, const char *remedy,
                     const char *format, ...) SAR_PRINTF(6, 7);

/* Lets compilers and analysers see that the status reported is the status returned: they then know that what a function
 * sets on success is set wherever its caller goes on. */
static inline SarStatus sar_reported(SarStatus reported, SarStatus status) {
  (void)reported;
  return status;
}
#define sar_report(context, status, ...) sar_reported((sar_report)(context, status, __VA_ARGS__), status)

/* The same as a warning: does not count as an error. */
void sar_warn(SarContext *context, SarSource source, const char *element, const char *remedy, const char *format, ...)
    SAR_PRINTF(5, 6);

/* The same as a note. `about` is the status of the error it explains, after which it is shown; SAR_OK: it stands by
 * itself. */
void sar_note(SarContext *context, SarStatus about, SarSource source, const char *element, const char *remedy,
              const char *format, ...) SAR_PRINTF(6, 7);

/* Reports exhausted memory (without allocating, and only once) and returns SAR_NO_MEMORY. */
SarStatus sar_report_no_memory(SarContext *context);
#define sar_report_no_memory(context) sar_reported((sar_report_no_memory)(context), SAR_NO_MEMORY)

/* Takes all messages from `first` on back: what they were about is done again in another way. */
void sar_context_take_back(SarContext *context, int32_t first);

/* Takes messages from message `first` on back that have been given before: of what is done a second time. */
void sar_context_drop_repeated(SarContext *context, int32_t first);

/* Whether memory was exhausted, even if a later error of another kind decided the status. */
bool sar_context_out_of_memory(const SarContext *context);

/* A plugin that the calling program has given (sar_context_add_plugin). */
typedef struct SarGivenPlugin {
  const char *name;
  const SarPlugin *plugin;
  void *data;
} SarGivenPlugin;
/* All of them; they belong to the context. */
const SarGivenPlugin *sar_context_plugins(const SarContext *context, int32_t *count);

/* Copies a string into the context: the same text gives the same pointer. Null when memory is exhausted. */
const char *sar_intern(SarContext *context, const char *text);

#endif
