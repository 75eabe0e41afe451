#!/bin/sh
# label: numbers
# What README.md and docs/ show is true: the models they print are read, the commands they print are run, the errors they
# print are the ones that come, and every relative link leads somewhere.
#
# - A ```yaml block whose first line is `# NAME.yaml` is saved under that name, an ```xml block with `<!-- NAME -->`, too.
# - In a ```sh block a line `$ sarrus ...` is run; it must succeed, or end with the status of a trailing `# exit N`. Lines
#   after it that hold `: error: `, `: warning: ` or `: note: ` must be among what it prints; after `sarrus check` and `sarrus
#   assemble`, which print no times, all lines but `...`.
# - ```console blocks are transcripts of what takes long or kills runs; kill.sh, resume.sh and recover.sh do that.
# Each page gets a folder of its own, in which the folders of the repository can be reached as from its root.
. "$(dirname "$0")/common"

mkdir bin
ln -s "$program" bin/sarrus
PATH=$folder/bin:$PATH
commands=0

# Numbers of the size of rounding errors are not the same in every build, nor are the steps of a long chaotic motion: these
# are compared to a few percent, by same_steps.
without_rounding() { sed -e 's/[0-9.]*e-1[0-9]/tiny/g' -e 's/^\(motion .*,\) [0-9]* steps/\1 N steps/'; }

# page FILE: runs the page's blocks from top to bottom.
page() {
  rm -rf page && mkdir page && cd page
  for name in examples tests; do ln -s "$source_dir/$name" "$name"; done
  block= file= last=
  while IFS= read -r line; do
    case $block,$line in
      ,'```yaml') block=yaml file= ;;
      ,'```xml') block=xml file= ;;
      ,'```sh') block=sh ;;
      ,'```'?*) block=other ;;
      ?*,'```') block= ;;
      yaml,'# '*.yaml) file=${line#'# '} && printf '%s\n' "$line" >"$file" ;;
      xml,'<!-- '*.urdf' -->') file=${line#'<!-- '} file=${file%' -->'} && printf '%s\n' "$line" >"$file" ;;
      yaml,* | xml,*) [ -z "$file" ] || printf '%s\n' "$line" >>"$file" ;;
      sh,'$ sarrus '*) command_line "${line#'$ '}" ;;
      sh,'...') ;;
      sh,*': error: '* | sh,*': warning: '* | sh,*': note: '*) printed "$1" ;;
      sh,?*) case $last in 'sarrus check '* | 'sarrus assemble '*) printed "$1" ;; esac ;;
    esac
  done <"$1"
  cd ..
}

# printed PAGE: the line is among what the last command printed.
printed() {
  cat ../out ../err | without_rounding | grep -qF -e "$(printf '%s\n' "$line" | without_rounding)" ||
    fail "$1: after '$last' the page shows, but the program does not print: $line"
  case $line in 'motion '*' steps'*) same_steps "$1" ;; esac
}

steps_of() { sed -n 's/^motion .*, \([0-9]*\) steps.*/\1/p'; }

same_steps() {
  shown=$(printf '%s\n' "$line" | steps_of)
  counted=$(steps_of <../out)
  [ "$((100 * (shown > counted ? shown - counted : counted - shown)))" -le "$((5 * counted))" ] ||
    fail "$1: after '$last' the page shows $shown steps, but there are $counted"
}

command_line() {
  last=${1%%  *# exit *}
  wanted=0
  case $1 in *'# exit '*) wanted=${1##*'# exit '} ;; esac
  code=0
  sh -c "$last" >../out 2>../err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || { cd ..; fail "$page: '$last': exit status $code, expected $wanted"; }
  commands=$((commands + 1))
}

# anchors FILE: the anchors that GitHub makes from its headings.
anchors() {
  sed -e '/^```/,/^```/d' "$1" | sed -n 's/^##* //p' | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'
}

# links FILE: every [text](target) that is no URL exists, with the heading that it names.
links() {
  sed -e '/^```/,/^```/d' -e 's/`[^`]*`//g' "$1" | grep -o '](\([^)]*\))' | sed -e 's/^](//' -e 's/)$//' | sort -u |
    while IFS= read -r link; do
      case $link in *://* | mailto:*) continue ;; esac
      target=${link%%#*}
      target=${target:+$(dirname "$1")/$target}
      target=${target:-$1}
      [ -e "$target" ] || { echo "$1: there is no $link"; continue; }
      case $link in *.md'#'* | '#'*) anchors "$target" | grep -qx -e "${link##*#}" || echo "$1: no heading for $link" ;; esac
    done
}

find "$source_dir/docs" "$source_dir/examples" "$source_dir"/*.md -name '*.md' ! -path '*/docs/reference/*' | sort >pages
while IFS= read -r page; do
  case $page in
    */README.md | */docs/*) page "$page" ;;
  esac
done <pages
[ "$commands" -ge 15 ] || fail "only $commands commands were found in the pages"

while IFS= read -r page; do links "$page"; done <pages >broken
[ ! -s broken ] || { cat broken; fail "broken links"; }

# What `describe adams` lists stands in docs/adams.md: statements in the first column of their table, in a row that says
# so where they are refused or ignored; commands in their section.
"$program" describe adams >known
sed '/^Commands/,$d' known >statements
sed '1,/^Commands/d' known >commands
sed -n '/^## Statements/,/^## /p' "$source_dir/docs/adams.md" >statements.md
sed -n '/^## Command files/,/^## /p' "$source_dir/docs/adams.md" >commands.md
row() { grep -E "^\|[^|]*(^|[^A-Z_])$1([^A-Z_]|$)[^|]*\|" statements.md; }
sed -n 's/^  \([A-Z][A-Z_]*\) *\(refused\|ignored\)\{0,1\}.*/\1 \2/p' statements | while read -r name support; do
  row "$name" | grep -q -e "${support:-.}" || echo "docs/adams.md: $name ${support:-used} is not in the table"
done >missing
sed -n 's/^  \([A-Z][A-Z_]*\).*/\1/p' commands | while read -r name; do
  grep -qw -e "$name" commands.md || echo "docs/adams.md: $name is not there"
done >>missing
[ ! -s missing ] || { cat missing; fail "docs/adams.md is out of date"; }
[ "$(sed -n 's/^  [A-Z].*/x/p' statements | wc -l)" -ge 50 ] || fail "describe adams lists few statements"

# The reference can be made.
sh "$source_dir/scripts/make-reference" "$program" "$folder/reference" >out 2>err || fail "scripts/make-reference"
for name in bodies joints forces motions states events expressions methods; do has "reference/$name.md" '^## '; done
is_json reference/model.schema.json
echo "$commands commands of the documentation work"
