/* Status codes, the context that carries messages, and source positions.
 *
 * Every function that can fail returns a SarStatus; what went wrong in words stands in the context. The library
 * never prints and never exits. A context may be used by one thread at a time; two contexts are independent. */
#ifndef SARRUS_BASE_H
#define SARRUS_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SAR_API __attribute__((visibility("default")))
#define SAR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SAR_API
#define SAR_PRINTF(text, first)
#endif

typedef enum SarStatus {
#define SAR_STATUS(name, value, text) SAR_##name = value,
#include "sarrus/status.def"
#undef SAR_STATUS
} SarStatus;

/* One sentence for a status, e.g. "the step became too small". Never null. */
SAR_API const char *sar_status_text(SarStatus status);

/* The program's exit status for a library status: 0, 1, 2, 3 or 130. */
SAR_API int sar_status_exit_code(SarStatus status);

/* Where in the user's files something stands. line and column count from 1; 0 = not known. */
typedef struct SarSource {
  const char *file; /* owned by the context, or null */
  int32_t line, column;
} SarSource;

typedef enum SarSeverity { SAR_NOTE, SAR_WARNING, SAR_ERROR } SarSeverity;

/* One message. All strings are owned by the context and live as long as it does. */
typedef struct SarDiagnostic {
  SarSeverity severity;
  SarStatus status; /* of an error; of the error that a note explains; SAR_OK: warnings and other notes */
  SarSource source;
  const char *element; /* name of the element concerned, or null */
  const char *message; /* what is wrong */
  const char *remedy;  /* what to do about it, or null */
} SarDiagnostic;

typedef struct SarContext SarContext;

/* Returns null only when memory is exhausted. Destroy with sar_context_destroy. */
SAR_API SarContext *sar_context_create(void);
SAR_API void sar_context_destroy(SarContext **context);

/* The messages reported so far, in order. At most 20 errors are kept; the number of further ones is counted. */
SAR_API int32_t sar_context_count(const SarContext *context);
SAR_API const SarDiagnostic *sar_context_get(const SarContext *context, int32_t index);
SAR_API int32_t sar_context_errors(const SarContext *context);
SAR_API void sar_context_clear(SarContext *context);

/* The library's version, e.g. "0.6.0". */
SAR_API const char *sar_version(void);

/* Version, compiler, processor and flags: builds whose texts differ may round differently. */
SAR_API const char *sar_build(void);

#ifdef __cplusplus
}
#endif
#endif
