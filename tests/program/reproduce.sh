#!/bin/sh
# label: numbers. sarrus reproduce: the list, items, JSON, files, and what it refuses.
. "$(dirname "$0")/common"

run 0 reproduce
[ "$(grep -cE '^  [1-5]\.(table|figure)[0-9]+ ' out)" -eq 72 ] || fail "the list does not have 72 items"
for paper in 1:12 2:9 3:6 4:35 5:10; do # tables and figures, counted in the papers
  [ "$(grep -cE "^  ${paper%:*}\\." out)" -eq "${paper#*:}" ] || fail "paper ${paper%:*} has not ${paper#*:} items"
done
has out '^  5.table3  *reproduced  *Average constraint errors'
has out '^  1.figure11  *reproduced  .*(slow)$'
has out '^  1.figure2  *runs, but deviates  .*(slow)$'
has out '^  4.table2  *input data  '
has out '^  2.figure1  *no numbers in it '
has out '^  2.table3  *runs, but deviates  .*(slow)$'
run 0 reproduce --json
json out 'len(v) == 72 and len({i["item"] for i in v}) == 72'
json out 'all(i["runs"] or i["reason"] for i in v) and sum(i["slow"] for i in v) == 20'
json out 'all(set(i) == {"item", "paper", "title", "state", "reason", "runs", "slow"} for i in v)'
is_empty err

run 0 reproduce 5.table3
has out '^5.table3: Average constraint errors of AMPC_3 and MAMPC_3$'
has out '^mean over the grid of the 2-norm of Phi'
has out '^AMPC_3, h = 0.01 s  *4.65e-6  *4.68e-6  *1.006$'
has out '^4 of 4 published values and statements agree; '
is_empty err
run 0 reproduce 5.table3 --json
json out 'v["item"] == "5.table3" and v["title"] and "Phi" in v["definition"] and v["seconds"] > 0'
json out 'len(v["rows"]) == 4 and all(0.98 < r["ratio"] < 1.02 and r["note"] == "" for r in v["rows"])'
json out 'all(abs(r["ratio"] - r["measured"] / r["published"]) < 1e-12 for r in v["rows"])'

# A misprint of the paper is shown as a deviation, with a note.
run 0 reproduce 4.table7 4.figure13 --json
json out '[i["item"] for i in v] == ["4.table7", "4.figure13"]'
json out 'sum(r["verdict"] == "deviates" and "misprinted" in r["note"] for r in v[0]["rows"]) == 11 and v[0]["agree"] == 22'
json out 'v[1]["rows"][1]["published"].startswith("the defect would lock") and v[1]["rows"][1]["measured"] == 0'
run 0 reproduce 4.table7
has out 'gamma, rho_inf = 0.0  *0.180425306429  *0.435866521508  *2.416  deviates: misprinted'

# What was copied is not counted as agreeing.
run 0 reproduce 4.table2
has out '^nothing to compare; '
lacks out 'agree;'

# A whole paper: what cannot be run is named.
run 0 reproduce 3
has out '^3.table1: '
has out '^3.table2: '
has out '^what cannot be run:$'
has out '^  3.figure2  *no numbers in it: a sketch of the model$'

# Files: a figure; a report whose pictures lie beside it; a page.
run 0 reproduce 5.figure7 -o figure.svg --quiet
is_empty out
python3 -c 'import xml.dom.minidom; assert "figure 7" in xml.dom.minidom.parse("figure.svg").toxml()' || fail "figure.svg"
run 0 reproduce 5.table1 5.figure1 2.figure2 -o report.md --quiet
has report.md '^### 5.table1: Integrals of the Adams formulas$'
has report.md '^| explicit, k = 2 | 0.41666667 | 0.41666667 | 1.000 | |$'
has report.md '^!\[.*\](images/paper_5_figure_1.svg)$'
has report.md '^| 1.figure8 | .* | no numbers in it: .* | | |$'
has report.md '^| 5.table3 | .* | reproduced: .* | not run | |$'
[ -f images/paper_5_figure_1.svg ] && [ -f images/paper_2_figure_2.svg ] || fail "there are no pictures"
has report.md '^| \[5.table1\](#5table1-integrals-of-the-adams-formulas) | '
run 0 reproduce 5.table1 5.figure1 3.table2 --page report.html --quiet
is_page report.html
has report.html 'no numbers in it'
has report.html '3.table2: Condition numbers'

run 0 reproduce 3 3 --json # what of it cannot be run: the reasons stand there
json out 'len(v) > 1 and len({i["item"] for i in v}) == len(v) and all(i["item"].startswith("3.") for i in v)'
json out 'sum(set(i) == {"item", "title", "state", "reason", "rows"} and i["reason"] != "" and i["rows"] == [] for i in v) > 0'
run 2 reproduce 5.tabel3
has err 'no paper has a table or figure 5.tabel3; did you mean 5.table3?'
is_empty out
run 2 reproduce 5.tabel3 6.table1 --json
json out 'v["code"] == 2 and len(v["errors"]) == 2'
run 1 reproduce 1.figure8
has err '1.figure8: no numbers in it: a picture of the model'
run 2 reproduce 5.table1 -o report.txt
has err 'FILE.md or FILE.svg'
run 2 reproduce 5 -o figure.svg
has err 'holds one figure'
run 2 reproduce 5.table1 -o table.svg
has err 'has no picture'
run 2 reproduce 5.table1 -o same.md --page same.md
has err 'both write'
run 3 reproduce 5.figure1 -o no/such/folder/x.svg
has err 'cannot write'
