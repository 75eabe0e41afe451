/* A cable begins without tension: its slack elements have no stiffness along it, and neither Newton's method nor
 * relaxation knows how far to go. Beams have one. Where they come to rest, going downhill, the cables are mostly taut,
 * and their own law changes little or nothing. */
#include "analysis/static/cables.h"

#include "analysis/static/newton.h"
#include "analysis/static/relax.h"

#define LESS 0.1     /* pressure of one round, of the one before ... */
#define LEAST 0.5e-4 /* ... down to this */
#define PLACE 1      /* of the point to come back to */

SarStatus sar_static_ease_cables(SarEquilibrium *e) {
  SarRest *r = e->rest;
  SarWorkspace *m = r->start->m;
  for (double pressure = 1; pressure > LEAST; pressure *= LESS) {
    m->pressure = pressure;
    SarStatus status = pressure == 1 ? sar_static_relax(e) : sar_static_newton(e, 0, NULL);
    m->pressure = 0;
    if (status != SAR_OK) return status;
    sar_rest_keep(r, PLACE);
    status = sar_static_newton(e, 0, NULL);
    if (status <= 0) return status;
    sar_rest_go_back(r, PLACE);
  }
  return SAR_NO_CONVERGENCE;
}
