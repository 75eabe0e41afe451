#include "geometry/profile_teeth.h"

#include <math.h>

#include "geometry/round.h"

bool sar_profile_short_arc(SarProfileBuilder *to, SarVec2 centre, double radius, double from, double end) {
  double sweep = remainder(end - from, 2 * SAR_PI);
  return fabs(sweep) < 1e-9 || sar_profile_arc(to, centre, radius, from, sweep);
}

static SarVec2 turned(SarVec2 a, double angle, bool mirrored) {
  double c = cos(angle), s = sin(angle), y = mirrored ? -a.y : a.y;
  return (SarVec2){c * a.x - s * y, s * a.x + c * y};
}

/* Mirrored: backwards, too, so that the solid stays on the left. */
static bool add_turned(SarProfileBuilder *to, const SarPiece *piece, double by, bool mirrored) {
  SarVec2 at[4];
  for (int k = 0; k < 4; k++) at[k] = turned(piece->at[k], by, mirrored);
  if (piece->kind == SAR_PIECE_ARC) {
    double angle = mirrored ? -(piece->angle + piece->sweep) : piece->angle;
    return sar_profile_arc(to, at[0], piece->radius, angle + by, piece->sweep);
  }
  if (piece->kind == SAR_PIECE_LINE) return sar_profile_line(to, at[mirrored], at[!mirrored]);
  SarVec2 back[4] = {at[3], at[2], at[1], at[0]};
  return sar_profile_cubic(to, mirrored ? back : at);
}

bool sar_profile_teeth(SarProfileBuilder *to, const SarProfileBuilder *half, int32_t teeth, double first) {
  for (int32_t k = 0; k < teeth; k++) {
    double angle = first + 2 * SAR_PI * k / teeth;
    for (int32_t i = 0; i < half->npieces; i++) {
      if (!add_turned(to, &half->pieces[i], angle, false)) return false;
    }
    for (int32_t i = half->npieces - 1; i >= 0; i--) {
      if (!add_turned(to, &half->pieces[i], angle, true)) return false;
    }
  }
  return true;
}
