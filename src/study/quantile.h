/* Quantiles of the distributions that judge a fit: Student's t, Fisher's F, chi squared. Relative accuracy 1e-9 or
 * better; degrees of freedom need not be whole, and are at most 1e6 but for Student's t. */
#ifndef SAR_STUDY_QUANTILE_H
#define SAR_STUDY_QUANTILE_H

/* The number below which the part `part` of the distribution lies, 0 < part < 1. Nan for other parts, and unless the
 * degrees of freedom are positive. */
double sar_student_quantile(double part, double freedom);
double sar_fisher_quantile(double part, double above, double below);
double sar_chi_squared_quantile(double part, double freedom);

#endif
