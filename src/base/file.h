/* Files: whether two paths lead to the same one, whether a path is that of a plain file, and what to say if it cannot
 * be read or written. */
#ifndef SAR_BASE_FILE_H
#define SAR_BASE_FILE_H

#include <stdbool.h>

#include "base/context.h"

/* Whether both paths lead to one file, however they are written ("m.yaml", "./m.yaml", a link), also if it does not
 * exist yet. */
bool sar_file_is_same(const char *a, const char *b);

/* Whether it is there and a plain file, or a link to one. */
bool sar_file_is_regular(const char *path);

/* SAR_OK for a plain file, or a link to one. Asked before a file is opened: opening a pipe waits for its other end, and
 * a device may never end. shown: the name that the message gives; null where `from` has it already. remedy: what to
 * give in place of a folder, pipe or device. */
SarStatus sar_file_check_regular(SarContext *context, const char *path, const char *shown, SarSource from,
                                 const char *remedy);

/* Reports why a file cannot be read, an errno. The path may be wrong (SAR_INPUT); that files cannot be opened or disks
 * not be read is no mistake of the user (SAR_IO, SAR_NO_MEMORY). */
SarStatus sar_file_report_unreadable(SarContext *context, const char *shown, SarSource from, int reason);

/* Before long work whose result goes to `path`: reports what would keep it from being written there. "-" is standard
 * output. */
SarStatus sar_file_check_writable(SarContext *context, const char *path);

/* Reports that `path` cannot be written because of `reason` (an errno; 0: not known, then `detail` says it). */
SarStatus sar_report_write(SarContext *context, const char *path, int reason, const char *detail);

#endif
