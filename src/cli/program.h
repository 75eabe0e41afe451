/* The program, whoever makes the runs of its studies. */
#ifndef SAR_CLI_PROGRAM_H
#define SAR_CLI_PROGRAM_H

struct SarCrewKind;

/* Returns the exit status. crew: of `sweep` and `optimize`; null: worker processes of this machine. */
int sar_program(int argc, char **argv, const struct SarCrewKind *crew);

#endif
