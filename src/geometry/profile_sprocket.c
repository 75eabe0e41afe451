/* Sprockets for roller chains: ISO 606, the form with the smallest gaps. A gap stands on the x axis: a seat for the
 * roller, a little larger than this, then flanks of a large radius up to the tip. Those of tracks have straight flanks.
 */
#include <math.h>

#include "geometry/profile_teeth.h"
#include "geometry/round.h"

typedef struct Form {
  double pitch_radius, seat, seat_angle, flank, tip; /* m, rad */
} Form;

static Form form_of(const SarSprocket *s) {
  double z = s->teeth, degree = SAR_PI / 180, radius = s->pitch / (2 * sin(SAR_PI / z));
  double lowest = s->pitch * (1 - 1.6 / z), highest = 1.25 * s->pitch; /* tips: between these */
  return (Form){.pitch_radius = radius,
                .seat = 0.505 * s->roller,
                .seat_angle = (140 - 90 / z) * degree,
                .flank = 0.12 * s->roller * (z + 2),
                .tip = radius + ((lowest + highest) / 2 - s->roller) / 2};
}

/* The middle of the arc at the tip, in the flank's circle and either in the tip circle or, where the tooth is pointed
 * below that, on the middle of the tooth. */
static bool find_tip(const Form *f, SarVec2 flank, double radius, double half_pitch, SarVec2 *out) {
  double inner = f->flank - radius, d2 = flank.x * flank.x + flank.y * flank.y, d = sqrt(d2), reach = f->tip - radius;
  double across = (d2 + reach * reach - inner * inner) / (2 * d), cosine = across / reach;
  double angle = fabs(cosine) <= 1 ? atan2(flank.y, flank.x) - acos(cosine) : INFINITY;
  *out = (SarVec2){reach * cos(angle), reach * sin(angle)};
  if (angle <= half_pitch) return true;
  SarVec2 e = {cos(half_pitch), sin(half_pitch)};
  double along = flank.x * e.x + flank.y * e.y, square = along * along - d2 + inner * inner;
  if (!(square >= 0)) return false;
  *out = (SarVec2){(along + sqrt(square)) * e.x, (along + sqrt(square)) * e.y};
  return true;
}

/* From the bottom of the gap to the middle of the next tooth; turned back so that this is on the x axis. */
static bool add_half(SarProfileBuilder *half, const Form *f, double radius, double half_pitch) {
  double end = SAR_PI - f->seat_angle / 2, back = -half_pitch;
  SarVec2 seat = {f->pitch_radius, 0}, tip;
  SarVec2 flank = {seat.x + (f->seat + f->flank) * cos(end), seat.y + (f->seat + f->flank) * sin(end)};
  if (!find_tip(f, flank, radius, half_pitch, &tip)) return sar_profile_wrong(half, 0, SAR_PROFILE_LARGE_ROLLER);
  double touch = atan2(tip.y - flank.y, tip.x - flank.x), top = atan2(tip.y, tip.x), c = cos(back), s = sin(back);
  SarVec2 a = {c * seat.x - s * seat.y, s * seat.x + c * seat.y};
  SarVec2 b = {c * flank.x - s * flank.y, s * flank.x + c * flank.y};
  SarVec2 t = {c * tip.x - s * tip.y, s * tip.x + c * tip.y};
  double sweep = remainder(touch - end - SAR_PI, 2 * SAR_PI);
  if (!(sweep > 0)) return sar_profile_wrong(half, 0, SAR_PROFILE_LARGE_ROLLER);
  return sar_profile_arc(half, a, f->seat, SAR_PI + back, end - SAR_PI) &&
         sar_profile_arc(half, b, f->flank, end + SAR_PI + back, sweep) &&
         sar_profile_short_arc(half, t, radius, touch + back, top + back) &&
         sar_profile_short_arc(half, (SarVec2){0, 0}, f->tip, top + back, 0);
}

static SarVec2 turned(SarVec2 a, double angle) {
  return (SarVec2){cos(angle) * a.x - sin(angle) * a.y, sin(angle) * a.x + cos(angle) * a.y};
}

/* The same with a straight flank along d = (cos f, sin f), n to its left, where the tooth is: from the seat S + seat n
 * up to the arc at the tip, which touches flank and tip circle from within, so that its middle is at
 * C = S + (seat + r) n + u d, |C| = tip - r. */
static bool add_straight_half(SarProfileBuilder *half, const SarSprocket *w, double half_pitch) {
  double f = w->flank_angle, r = w->tip_radius, reach = w->tip_circle - r, back = -half_pitch;
  SarVec2 d = {cos(f), sin(f)}, n = {-d.y, d.x}, seat = {w->pitch / (2 * sin(half_pitch)), 0};
  SarVec2 foot = {seat.x + w->seat * n.x, seat.y + w->seat * n.y}, Q = {foot.x + r * n.x, foot.y + r * n.y};
  double along = Q.x * d.x + Q.y * d.y, square = along * along - Q.x * Q.x - Q.y * Q.y + reach * reach;
  double u = reach > 0 && square >= 0 ? sqrt(square) - along : 0;
  if (!(u > 0)) return sar_profile_wrong(half, 0, SAR_PROFILE_NO_FLANK);
  SarVec2 tip = {Q.x + u * d.x, Q.y + u * d.y}, end = {foot.x + u * d.x, foot.y + u * d.y};
  double top = atan2(tip.y, tip.x);
  if (top > half_pitch) return sar_profile_wrong(half, 0, SAR_PROFILE_POINTED);
  return sar_profile_arc(half, turned(seat, back), w->seat, SAR_PI + back, f - SAR_PI / 2) &&
         sar_profile_line(half, turned(foot, back), turned(end, back)) &&
         sar_profile_short_arc(half, turned(tip, back), r, f - SAR_PI / 2 + back, top + back) &&
         sar_profile_short_arc(half, (SarVec2){0, 0}, w->tip_circle, top + back, 0);
}

bool sar_profile_sprocket(SarProfileBuilder *to, const SarSprocket *sprocket) {
  SarProfileBuilder half = {.arena = to->arena};
  Form form = form_of(sprocket);
  double half_pitch = SAR_PI / sprocket->teeth;
  bool made = sprocket->straight ? add_straight_half(&half, sprocket, half_pitch)
                                 : add_half(&half, &form, sprocket->tip_radius, half_pitch);
  made = made && sar_profile_teeth(to, &half, sprocket->teeth, half_pitch);
  if (half.fault) to->fault = half.fault;
  return made;
}
