/* `sarrus reproduce`: every table and figure of the five papers, run again and set beside what is published.
 *
 * The registry (items.def) has one line per table and figure, also of those that cannot be run, with the reason. An
 * item that can be run is a function that adds rows and figures to a reproduction (collect.h). */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPERS_H
#define SAR_ANALYSIS_REPRODUCE_PAPERS_H

#include "base/arena.h"
#include "result/svg.h"

#define SAR_PAPERS 5

typedef enum SarItemState {
  SAR_ITEM_REPRODUCED, /* every number or statement that is published agrees */
  SAR_ITEM_DEVIATES,   /* runs; some numbers differ, for the reason given */
  SAR_ITEM_INPUT,      /* only what models are made of: copied, so that there is nothing to reproduce */
  SAR_ITEM_NO_NUMBERS, /* a sketch, a photograph, a legend */
  SAR_ITEM_STATES
} SarItemState;

/* "reproduced", "runs, but deviates", ... */
const char *sar_item_state_text(SarItemState state);

typedef struct SarReproduction SarReproduction;
typedef SarStatus SarItemFn(SarReproduction *r);

typedef struct SarPaperItem {
  const char *name;  /* "5.table3" */
  const char *title; /* as the paper's caption says it, in short */
  SarItemState state;
  bool slow;          /* takes more than ten seconds */
  const char *reason; /* of the state; "" where there is none to give */
  SarItemFn *run;     /* null: it cannot be run */
} SarPaperItem;

int32_t sar_paper_items(void);
const SarPaperItem *sar_paper_item(int32_t index);
/* Null if there is none of that name; *near is then a name that may be meant, or null. */
const SarPaperItem *sar_paper_find(const char *name, const char **near);
/* The paper of an item, from 1 on; and what it is called. */
int32_t sar_paper_of(const SarPaperItem *item);
const char *sar_paper_title(int32_t paper);
/* The page of the documentation that tells more about a paper. */
const char *sar_paper_page(int32_t paper);

/* A number, or a statement in words. */
typedef struct SarPaperValue {
  double number; /* NaN where there is a text, or nothing */
  const char *text;
} SarPaperValue;

typedef enum SarVerdict {
  SAR_ROW_OPEN, /* nothing is published, or it cannot be compared */
  SAR_ROW_AGREES,
  SAR_ROW_DEVIATES
} SarVerdict;

typedef struct SarPaperRow {
  const char *label;
  SarPaperValue published, measured;
  double ratio; /* measured over published; NaN: there is none */
  SarVerdict verdict;
  const char *note; /* may be "" */
} SarPaperRow;

typedef struct SarReproduceProgress {
  const char *item, *what; /* "4.figure12", "lms4:rho_inf=0.6" */
  double time, end;        /* of the run, s */
} SarReproduceProgress;

typedef struct SarReproduceOptions {
  /* Called after every step (may be null); a nonzero return ends with SAR_INTERRUPTED. */
  int (*progress)(void *self, const SarReproduceProgress *progress);
  void *progress_self;
} SarReproduceOptions;

/* What came out. Everything lives in the arena. */
struct SarReproduction {
  SarContext *context;
  SarArena *arena;
  const SarReproduceOptions *options;
  const SarPaperItem *item;
  const char *definition; /* what was measured, and how */
  int32_t digits;         /* significant ones of the numbers in tables */
  int32_t nrows, row_room;
  SarPaperRow *rows;
  int32_t nfigures, figure_room;
  SarSvgFigure *figures;
  struct SarExperiment *experiments; /* that the item opened; null when it has ended */
  double seconds;                    /* CPU */
  bool exhausted;                    /* memory was, while rows were added */
};

/* Runs one item. SAR_FAILED with a message for one that cannot be run. */
SarStatus sar_reproduce(SarContext *context, SarArena *arena, const SarPaperItem *item,
                        const SarReproduceOptions *options, SarReproduction *out);

/* Rows whose published value was compared, and how many of them agree. */
void sar_reproduction_count(const SarReproduction *r, int32_t *compared, int32_t *agree);

/* "33 of 66", or that nothing was compared. */
void sar_reproduction_count_text(const SarReproduction *r, char *text, size_t size);

/* That of an item in a list; null: it is not in it. */
const SarReproduction *sar_reproduction_find(const SarReproduction *list, int32_t count, const SarPaperItem *item);

/* The value as tables show it: "4.65e-6"; "" for nothing. */
void sar_paper_value_text(const SarPaperValue *value, int32_t digits, char *text, size_t size);
/* "1.006"; "" for NaN. */
void sar_paper_ratio_text(double ratio, char *text, size_t size);

/* Items that ran, in the order of the registry, and all that did not with their reason, as Markdown. Pictures go to the
 * folder `images` beside the file, which is made if it is not there, as paper_5_figure_6.svg. */
SarStatus sar_reproduce_write_markdown(SarContext *context, const char *path, const SarReproduction *list,
                                       int32_t count);
/* The same as one HTML page with its pictures in it. */
SarStatus sar_reproduce_write_page(SarContext *context, const char *path, const SarReproduction *list, int32_t count);

#endif
