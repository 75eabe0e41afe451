/* Linearisation: small motions about a state, their eigenvalues and shapes.
 *
 * Constraints, gyroscopic terms, states and everything else that forces depend on take part. docs/theory/modes.md says
 * what exactly is computed. */
#ifndef SARRUS_MODES_H
#define SARRUS_MODES_H

#include "sarrus/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SarModesSolver {
  SAR_MODES_AUTO,  /* dense for small mechanisms, sparse for large ones */
  SAR_MODES_DENSE, /* all eigenvalues */
  SAR_MODES_SPARSE /* those nearest to zero */
} SarModesSolver;

/* Options. Start from sar_modes_options_default. */
typedef struct SarModesOptions {
  double at;                /* s: the state of a run at this time; 0: the start */
  bool from_static;         /* the equilibrium instead */
  int32_t count;            /* modes wanted, those with the smallest modulus; 20 */
  SarModesSolver solver;    /* auto */
  bool rotating;            /* small motions as seen from axes that turn; false: from ground axes */
  const char *body;         /* they turn with this body; null: with `rate` */
  double rate[3];           /* rad/s, ground axes; zero: with the body that turns fastest */
  const SarRunOptions *run; /* of the run to `at`; null: as the model says. `end` does not count */
  bool undamped;            /* without what depends on velocities: dampers, gyroscopic terms */
} SarModesOptions;

/* How much of the energy of a mode is in a part of the mechanism, averaged over a period; of all kinetic, and of all
 * potential energy. */
typedef struct SarModeShare {
  const char *part; /* a body or coordinate; a spring, bushing or other force; "weight and tension": the rest */
  double kinetic, potential; /* shares; NaN: it has none of that kind */
} SarModeShare;

/* A real eigenvalue, or a pair of complex ones. */
typedef struct SarMode {
  double real, imaginary; /* 1/s; imaginary >= 0 */
  double frequency;       /* Hz: imaginary part over 2 pi */
  double damping;         /* ratio: minus the real part over the modulus; 0 for zeros */
  int32_t multiplicity; /* of a zero: 2 where the motion can drift away at a steady rate, which counts twice; else 1 */
  /* The shape: for every body (and then node) the displacement of its centre of mass (m) and its rotation (rad), ground
   * axes; then scalar coordinates. The largest is 1, or 1 rad, where a translation is compared by the length L. */
  const double *shape_real, *shape_imaginary; /* 6 per body, 1 per coordinate */
  const SarModeShare *shares;                 /* largest first, those above 1e-3 */
  int32_t nshares;
} SarMode;

/* What `sarrus modes` says. */
typedef struct SarModes {
  double time;        /* s */
  const char *state;  /* "at" (the start, or a time of a run) or "static" */
  const char *solver; /* "dense" or "sparse" */
  const char *axes;   /* "ground", or the body with which they turn */
  int32_t order;      /* number of all eigenvalues */
  int32_t nmodes;
  const SarMode *modes; /* by imaginary part; real ones first, by modulus */
  int32_t nbodies, ncoordinates;
  const char *const *names; /* of bodies and coordinates, in the order of shapes */
  bool constant;  /* the matrices do not change along the motion, so that the eigenvalues mean what they say */
  double shift;   /* 1/s, of the sparse way; else 0 */
  int64_t solves; /* with the matrix of the linearised equations */
} SarModes;

SAR_API SarModesOptions sar_modes_options_default(void);

/* Destroy with sar_modes_destroy; texts of the system must outlive it. SAR_OK; < 0 with messages in the context. A
 * state that is no steady motion, and matrices that change along the motion, are warnings. */
SAR_API SarStatus sar_modes(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                            const SarModes **out);
SAR_API void sar_modes_destroy(const SarModes **modes);
/* Eigenvalues, shapes and names as datasets of an HDF5 file: frequency, damping, real, imaginary, multiplicity (one
 * number per mode), shape_real, shape_imaginary (mode x body x 6), coordinates_real, coordinates_imaginary. */
SAR_API SarStatus sar_modes_write(SarContext *context, const SarModes *modes, const char *path);
/* Results in which the modes move one after the other, the k-th from time k - 1 to k, two periods each: an HDF5 file
 * like that of a run, for pages and pictures. The same system and options as the modes. */
SAR_API SarStatus sar_modes_animate(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                    const SarModes *modes, const char *path);

/* How an output answers to an input that swings: y = H(2 pi i f) u. */
typedef struct SarResponse {
  const char *input, *output;           /* names ... */
  const char *input_unit, *output_unit; /* ... and units of the model */
  int32_t count;
  const double *frequency;         /* Hz, rising */
  const double *magnitude, *phase; /* unit of the output over that of the input; degrees, followed through its turns */
} SarResponse;

typedef struct SarResponseOptions {
  double from, to;    /* Hz; 0 < from < to */
  int32_t points;     /* evenly on a logarithmic scale */
  const char *input;  /* one of the model's `inputs`, a motion, or a component of a force, "wind.fx" */
  const char *output; /* a column of results, "rod.x" */
} SarResponseOptions;

SAR_API SarStatus sar_modes_response(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                     const SarResponseOptions *response, const SarResponse **out);
SAR_API void sar_response_destroy(const SarResponse **response);

/* The linearised equations as matrices, in SI units, into an HDF5 file: M, C, K of the coordinates, Phi_q, the velocity
 * rows (velocity_rows, velocity_rows_q), and the state space y' = A y + B u, outputs = C y + D u (state_space/A ...),
 * with the names of coordinates, inputs and outputs as attributes. Inputs are those of the model and motions given as
 * accelerations. The same beside it in the format of Matrix Market: OUT.h5 -> OUT.M.mtx, OUT.state_space.A.mtx, ... */
SAR_API SarStatus sar_modes_matrices(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                     const char *path);

#ifdef __cplusplus
}
#endif
#endif
