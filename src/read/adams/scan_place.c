/* Places in a statement that was joined from several lines. */
#include "read/adams/scan.h"

int32_t sar_scan_piece(const SarScan *scan, int32_t offset) {
  int32_t low = 0, high = scan->joined.npieces;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    *(scan->joined.pieces[middle].offset <= offset ? &low : &high) = middle;
  }
  return low;
}

SarSource sar_scan_at(const SarScan *scan, int32_t offset) {
  const SarTextPiece *piece = &scan->joined.pieces[sar_scan_piece(scan, offset)];
  int32_t beyond = offset > piece->offset ? offset - piece->offset : 0;
  return (SarSource){scan->file, piece->line, piece->column + beyond};
}
