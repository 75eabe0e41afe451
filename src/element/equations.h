/* What element classes made of equations share: user expressions in symbols, checks of what they speak of, and forces
 * as unknowns (paper 1, eqs 7-8 and 11-14). */
#ifndef SAR_ELEMENT_EQUATIONS_H
#define SAR_ELEMENT_EQUATIONS_H

#include "element/class.h"

/* SAR_OK, or a report of exhausted memory where f is null. */
SarStatus sar_equation_made(SarBuilder *b, const SarExpr *f);

/* A user's expression whose only variable of its own is t, in symbols. */
SarStatus sar_equation_bind(SarBuilder *b, const SarExpr *f, const SarExpr **out);

/* Adds left - right = 0 to a row. */
SarStatus sar_equation_equal(SarBuilder *b, int32_t row, const SarExpr *left, const SarExpr *right);

/* Reports, at the source of the value, the first of the forbidden kinds of content (bits of SarContent) that the bound
 * expression f has. `what` names the place: "a holonomic equation". */
SarStatus sar_equation_forbid(SarBuilder *b, const SarValue *value, const SarExpr *f, uint32_t forbidden,
                              const char *what, const char *remedy);

/* Where the first name or measure in f, an expression of the user, stands that `wanted` says yes to. */
SarSource sar_equation_place(const SarExpr *f, bool (*wanted)(void *self, const SarExpr *node), void *self,
                             SarSource otherwise);

/* Whether f speaks of more than the variables of its field: of the motion, states, variables, other forces. */
bool sar_equation_speaks(const SarExpr *f);

/* A component of a force. Where its function speaks of the motion it is an unknown of the system, F - f = 0: then
 * forces may speak of each other, and of reactions. Where it is a function of the field's own variables it is no
 * unknown. The calls in `build` come in the order of those in `declare`; *next counts the unknowns, from 0. */
SarStatus sar_equation_declare_component(SarBuilder *b, const char *label, const SarExpr *f);
SarStatus sar_equation_component(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, int32_t *next,
                                 const SarExpr **out);
/* Its equation, F - f = 0, in the same order. It comes last in `build`, after work and offers: f may ask for this very
 * force, or for one that asks for it. */
SarStatus sar_equation_component_law(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, int32_t *next);

/* A quantity whose unit is the user's own word for it, which the results show and nobody converts; and whether such a
 * unit, of "a measure", is well formed. */
SarStatus sar_equation_offer_labelled(SarBuilder *b, const char *quantity, const SarValue *unit, const SarExpr *f);
SarStatus sar_equation_check_label(SarContext *context, const char *name, const char *whose, const SarValue *unit);

/* A vector as three columns of these names. */
SarStatus sar_equation_offer3(SarBuilder *b, const char *const names[3], const char *unit, SarSym3 vector);

/* The twelve columns of a force: its action on the first body at the first frame, on the second at the second. */
typedef struct SarAction {
  SarSym3 force[2], torque[2]; /* N, N m, ground axes */
} SarAction;
SarStatus sar_equation_offer_action(SarBuilder *b, const SarAction *action);

/* Velocity of the point of a frame's body that is at `point` now. */
SarSym3 sar_equation_point_velocity(SarArena *arena, const SarSymbolFrame *frame, SarSym3 point);

/* The angles of frame i against frame j about the axes of j (Adams: AX, AY, AZ), followed through their turns:
 *
 *   about x: atan2(-z_i . y_j, z_i . z_j)    about y: atan2(z_i . x_j, z_i . z_j)    about z: atan2(x_i . y_j, x_i .
 * x_j)
 */
SarStatus sar_equation_axis_angle(SarBuilder *b, const SarSide *i, const SarSide *j, int axis, const SarExpr **out);

/* 0 below x0, 1 above x1, between them D^2 (3 - 2 D): STEP of the expression language. x0 < x1. */
const SarExpr *sar_equation_step(SarArena *arena, const SarExpr *x, double x0, double x1);

/* The sum of coefficient[i] * terms[i]. */
const SarExpr *sar_equation_combine(SarArena *arena, const double *coefficients, const SarExpr *const *terms,
                                    int32_t count);

#endif
