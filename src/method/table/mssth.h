/* MSSTH(4) and MSSTH(5) with abscissae of one's own choice: table 7 of paper 4 gives those with which the methods run.
 */
#ifndef SAR_METHOD_TABLE_MSSTH_H
#define SAR_METHOD_TABLE_MSSTH_H

#include "method/family/esdirk.h"

/* Of order 4 for every c_3 and c_4 that differ from each other, from 0 and from 2 gamma: eqs (32), (33). */
void sar_mssth_fourth(long double gamma, long double c3, long double c4, SarTableau *out);
/* Of order 5 for every c_4; c_3 = 0.1 as in the paper, c_5 follows: eqs (34), (35). */
void sar_mssth_fifth(long double gamma, long double c4, SarTableau *out);

#endif
