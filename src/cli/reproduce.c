/* sarrus reproduce: the tables and figures of the five papers, run again and set beside what is published. */
#include <string.h>

#include "analysis/reproduce/papers.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/progress.h"

#define TEXT 160 /* characters of a value */
#define WIDTH 100

/* ---- the list ---- */

static void print_list(void) {
  int32_t paper = 0;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    if (sar_paper_of(item) != paper) {
      paper = sar_paper_of(item);
      printf("%spaper %d: %s\n", i ? "\n" : "", (int)paper, sar_paper_title(paper));
    }
    printf("  %-11s %-22s %s", item->name, sar_item_state_text(item->state), item->title);
    if (item->reason[0]) printf(": %s", item->reason);
    puts(item->slow ? " (slow)" : "");
  }
  puts("\nrun one with `sarrus reproduce ITEM`, all of a paper with `sarrus reproduce 5`, everything with `all`");
}

static void put_list(SarJson *json) {
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    sar_json_begin_object(json);
    sar_json_put_text(json, "item", item->name);
    sar_json_put_int(json, "paper", sar_paper_of(item));
    sar_json_put_text(json, "title", item->title);
    sar_json_put_text(json, "state", sar_item_state_text(item->state));
    sar_json_put_text(json, "reason", item->reason);
    sar_json_put_bool(json, "runs", item->run != NULL);
    sar_json_put_bool(json, "slow", item->slow);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

/* ---- an item that ran ---- */

/* Words in lines of WIDTH characters. */
static void print_wrapped(const char *text) {
  size_t column = 0;
  while (*text) {
    size_t word = strcspn(text, " ");
    if (column && column + 1 + word > WIDTH) putchar('\n'), column = 0;
    if (column) putchar(' '), column++;
    printf("%.*s", (int)word, text);
    column += word;
    text += word;
    text += strspn(text, " ");
  }
  putchar('\n');
}

/* The longest text of a column: 0 label, 1 published, 2 measured. */
static int column_width(const SarReproduction *r, int column, const char *head) {
  size_t widest = strlen(head);
  for (int32_t i = 0; i < r->nrows; i++) {
    char text[TEXT];
    const SarPaperRow *row = &r->rows[i];
    if (column) sar_paper_value_text(column == 1 ? &row->published : &row->measured, r->digits, text, sizeof text);
    size_t length = strlen(column ? text : row->label);
    if (length > widest) widest = length;
  }
  return (int)widest;
}

static void print_rows(const SarReproduction *r) {
  int label = column_width(r, 0, ""), published = column_width(r, 1, "published"),
      measured = column_width(r, 2, "measured");
  printf("%-*s  %-*s  %-*s  %8s\n", label, "", published, "published", measured, "measured", "ratio");
  for (int32_t i = 0; i < r->nrows; i++) {
    const SarPaperRow *row = &r->rows[i];
    char one[TEXT], other[TEXT], ratio[32];
    sar_paper_value_text(&row->published, r->digits, one, sizeof one);
    sar_paper_value_text(&row->measured, r->digits, other, sizeof other);
    sar_paper_ratio_text(row->ratio, ratio, sizeof ratio);
    bool last = !ratio[0] && !row->note[0] && row->verdict != SAR_ROW_DEVIATES;
    printf("%-*s  %-*s  ", label, row->label, published, one);
    if (last)
      printf("%s", other);
    else
      printf("%-*s  %8s", measured, other, ratio);
    if (row->verdict == SAR_ROW_DEVIATES) printf("  deviates%s", row->note[0] ? ":" : "");
    if (row->note[0]) printf("%s%s", row->verdict == SAR_ROW_DEVIATES ? " " : "  ", row->note);
    putchar('\n');
  }
}

static void print_item(const SarReproduction *r) {
  int32_t compared, agree;
  printf("%s: %s\n", r->item->name, r->item->title);
  print_wrapped(r->definition);
  putchar('\n');
  print_rows(r);
  sar_reproduction_count(r, &compared, &agree);
  if (compared > 0)
    printf("\n%d of %d published values and statements agree; %.1f s of CPU time\n", (int)agree, (int)compared,
           r->seconds);
  else
    printf("\nnothing to compare; %.1f s of CPU time\n", r->seconds);
  if (agree < compared && r->item->reason[0]) print_wrapped(r->item->reason);
}

static void put_value(SarJson *json, const char *key, const SarPaperValue *value) {
  if (value->text)
    sar_json_put_text(json, key, value->text);
  else
    sar_json_put_real(json, key, value->number);
}

static void put_heading(SarJson *json, const SarPaperItem *item) {
  sar_json_put_text(json, "item", item->name);
  sar_json_put_text(json, "title", item->title);
  sar_json_put_text(json, "state", sar_item_state_text(item->state));
  sar_json_put_text(json, "reason", item->reason);
}

static void put_item(SarJson *json, const SarReproduction *r) {
  int32_t compared, agree;
  static const char *const verdicts[] = {NULL, "agrees", "deviates"};
  sar_reproduction_count(r, &compared, &agree);
  sar_json_begin_object(json);
  put_heading(json, r->item);
  sar_json_put_text(json, "definition", r->definition);
  sar_json_key(json, "rows");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < r->nrows; i++) {
    const SarPaperRow *row = &r->rows[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "label", row->label);
    put_value(json, "published", &row->published);
    put_value(json, "measured", &row->measured);
    sar_json_put_real(json, "ratio", row->ratio);
    sar_json_put_text(json, "verdict", verdicts[row->verdict]);
    sar_json_put_text(json, "note", row->note);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  sar_json_put_int(json, "compared", compared);
  sar_json_put_int(json, "agree", agree);
  sar_json_put_real(json, "seconds", r->seconds);
  sar_json_end_object(json);
}

/* ---- what is to be run ---- */

typedef struct Selection {
  const SarPaperItem **items;
  int32_t count;
  const SarPaperItem **left_out; /* of papers that were asked for as a whole: they cannot be run */
  int32_t nleft_out;
} Selection;

static void select_item(Selection *s, const SarPaperItem *item) {
  for (int32_t i = 0; i < s->count; i++) {
    if (s->items[i] == item) return;
  }
  s->items[s->count++] = item;
}

static void leave_out(Selection *s, const SarPaperItem *item) {
  for (int32_t i = 0; i < s->nleft_out; i++) {
    if (s->left_out[i] == item) return;
  }
  s->left_out[s->nleft_out++] = item;
}

/* "all", or the number of a paper: what can be run of it. */
static bool select_group(Selection *s, const char *word) {
  bool all = strcmp(word, "all") == 0;
  if (!all && !(word[0] >= '1' && word[0] < '1' + SAR_PAPERS && word[1] == '\0')) return false;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    if (!all && sar_paper_of(item) != word[0] - '0') continue;
    if (item->run)
      select_item(s, item);
    else
      leave_out(s, item);
  }
  return true;
}

static SarStatus select_items(SarCli *cli, Selection *s) {
  s->items = SAR_NEW(cli->arena, sar_paper_items(), const SarPaperItem *);
  s->left_out = SAR_NEW(cli->arena, sar_paper_items() * (cli->arguments.noperands + 1), const SarPaperItem *);
  if (!s->items || !s->left_out) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < cli->arguments.noperands; i++) {
    const char *word = cli->arguments.operands[i], *near;
    if (select_group(s, word)) continue;
    const SarPaperItem *item = sar_paper_find(word, &near);
    if (item) {
      select_item(s, item);
      continue;
    }
    char remedy[96] = "`sarrus reproduce` lists the tables and figures";
    if (near) snprintf(remedy, sizeof remedy, "did you mean %s? `sarrus reproduce` lists all of them", near);
    sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "no paper has a table or figure %s", word);
  }
  if (sar_context_errors(cli->context) > 0) return SAR_USAGE;
  if (cli->arguments.noperands == 0) select_group(s, "all");
  return SAR_OK;
}

/* ---- files ---- */

static const char *const outputs[] = {"-o", "--page"};

static bool ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcmp(path + length - tail, ending) == 0;
}

static SarStatus check_file(SarCli *cli, const char *path, int32_t count) {
  if (!path || ends_with(path, ".md")) return SAR_OK;
  if (!ends_with(path, ".svg")) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "name it FILE.md or FILE.svg; --page writes HTML",
                      "-o %s: it is not said what to write", path);
  }
  if (count == 1) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one figure, or write FILE.md",
                    "-o %s holds one figure, not those of %d items", path, (int)count);
}

static SarStatus write_file(SarCli *cli, const char *path, const SarReproduction *list, int32_t count) {
  if (!path) return SAR_OK;
  if (ends_with(path, ".md")) return sar_reproduce_write_markdown(cli->context, path, list, count);
  if (list[0].nfigures == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave -o out, or write FILE.md",
                      "%s has no picture", list[0].item->name);
  }
  return sar_svg_write(cli->context, path, &list[0].figures[0]);
}

/* ---- the verb ---- */

typedef struct Line {
  SarProgressLine line;
  const char *item, *what; /* shown */
  double last;             /* simulated time shown */
} Line;

static int show_progress(void *self, const SarReproduceProgress *progress) {
  Line *shown = self;
  bool further = progress->time >= shown->last + 0.05 * progress->end || progress->time < shown->last;
  if (shown->line.shown && (progress->item != shown->item || progress->what != shown->what || further)) {
    fprintf(stderr, "\r%s: %.60s, %.0f %%\033[K", progress->item, progress->what, 100 * progress->time / progress->end);
    fflush(stderr);
    shown->item = progress->item;
    shown->what = progress->what;
    shown->last = progress->time;
    shown->line.on_screen = true;
  }
  return sar_interrupt_requested();
}

static SarStatus run_items(SarCli *cli, const Selection *s, SarReproduction *list) {
  Line line = {.line = sar_progress_line(cli->quiet || cli->json, 1, "s")};
  SarReproduceOptions options = {.progress = show_progress, .progress_self = &line};
  bool silent = cli->quiet || cli->json || sar_cli_writes_to_stdout(cli, outputs, SAR_COUNT(outputs));
  sar_interrupt_watch();
  for (int32_t i = 0; i < s->count; i++) {
    if (s->items[i]->slow && s->items[i]->run && !cli->quiet && !cli->json && !line.line.shown) {
      fprintf(stderr, "sarrus: %s takes a while\n", s->items[i]->name);
    }
    SarStatus status = sar_reproduce(cli->context, cli->arena, s->items[i], &options, &list[i]);
    sar_progress_clear(&line.line);
    SAR_TRY(status);
    if (silent) continue;
    if (i) putchar('\n');
    print_item(&list[i]);
    fflush(stdout);
  }
  if (!silent && s->nleft_out > 0) printf("%swhat cannot be run:\n", s->count ? "\n" : "");
  for (int32_t i = 0; !silent && i < s->nleft_out; i++) {
    printf("  %-11s %s: %s\n", s->left_out[i]->name, sar_item_state_text(s->left_out[i]->state),
           s->left_out[i]->reason);
  }
  return SAR_OK;
}

/* What cannot be run has no rows, and a reason. */
static void put_left_out(SarJson *json, const SarPaperItem *item) {
  sar_json_begin_object(json);
  put_heading(json, item);
  sar_json_key(json, "rows");
  sar_json_begin_array(json);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void print_json(const Selection *s, const SarReproduction *list) {
  SarJson json = sar_json(stdout);
  bool array = s->count + s->nleft_out != 1;
  if (array) sar_json_begin_array(&json);
  for (int32_t i = 0; i < s->count; i++) put_item(&json, &list[i]);
  for (int32_t i = 0; i < s->nleft_out; i++) put_left_out(&json, s->left_out[i]);
  if (array) sar_json_end_array(&json);
  putchar('\n');
}

static SarStatus list_items(SarCli *cli) {
  if (cli->json) {
    SarJson json = sar_json(stdout);
    put_list(&json);
    putchar('\n');
    cli->answered = true;
  } else if (!cli->quiet) {
    print_list();
  }
  return SAR_OK;
}

static SarStatus run(SarCli *cli) {
  const char *path = sar_arguments_text(&cli->arguments, "-o"), *page = sar_arguments_text(&cli->arguments, "--page");
  if (cli->arguments.noperands == 0 && !path && !page) return list_items(cli);
  Selection selection = {0};
  SAR_TRY(sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs)));
  SAR_TRY(select_items(cli, &selection));
  SAR_TRY(check_file(cli, path, selection.count));
  SarReproduction *list = SAR_NEW(cli->arena, selection.count, SarReproduction);
  if (!list) return sar_report_no_memory(cli->context);
  SAR_TRY(run_items(cli, &selection, list));
  SAR_TRY(write_file(cli, path, list, selection.count));
  if (page) SAR_TRY(sar_reproduce_write_page(cli->context, page, list, selection.count));
  if (cli->json) {
    print_json(&selection, list);
    cli->answered = true;
  }
  return SAR_OK;
}

static const SarOption options[] = {
    {"-o", "FILE", "write a report, FILE.md (pictures go to the folder images beside it), or a figure, FILE.svg"},
    {"--page", "FILE.html", "write an illustrated report as one page that opens in a browser"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_reproduce = {
    .name = "reproduce",
    .operands = "[ITEM...]",
    .least_operands = 0,
    .most_operands = 100,
    .summary = "repeat tables and figures of the papers behind the methods",
    .options = options,
    .details =
        "Without ITEM: every table and figure of the five papers, with its state and the reason for it. ITEM is\n"
        "such a name (5.table3, 4.figure9), the number of a paper (all of it that can be run), or `all`. Shown\n"
        "are what is published, what was measured, their ratio, and how it is defined. With -o or --page and no\n"
        "ITEM everything is run. The models are in the program.\n",
    .examples =
        "  sarrus reproduce\n"
        "  sarrus reproduce 5.table3\n"
        "  sarrus reproduce 4.figure12 -o figure.svg --json\n"
        "  sarrus reproduce 5 --page paper5.html\n",
    .run = run,
};
