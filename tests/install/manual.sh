#!/bin/sh
# The manual page and the completions know every verb and every option of the program, and no others.
set -eu
program=${1:?}
cd "${SAR_SOURCE_DIR:?}"
status=0

verbs=$("$program" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -vx sarrus | sort -u)
[ "$(echo "$verbs" | wc -l)" -ge 7 ] || { echo "cannot read the verbs from the program's help"; exit 1; }
options=$(for verb in $verbs; do "$program" "$verb" --help | sed -n 's/^  \(--\{0,1\}[a-z-]*\) .*/\1/p'; done | sort -u)

knows() { # knows FILE PATTERN WORD
  grep -qE -e "$2" "$1" || { echo "$1 does not know $3"; status=1; }
}
for verb in $verbs; do
  knows docs/man/sarrus.1 "fBsarrus $verb" "$verb"
  knows packaging/completions/sarrus.bash "[ \"|]${verb}[ )|]" "$verb"
  knows packaging/completions/_sarrus "'$verb:" "$verb"
  knows packaging/completions/sarrus.fish "-a $verb " "$verb"
  # bash: the words offered after the verb are the verb's options
  own=$("$program" "$verb" --help | sed -n 's/^  \(--\{0,1\}[a-z-]*\) .*/\1/p' | sort)
  offered=$(bash -c '. packaging/completions/sarrus.bash; COMP_WORDS=(sarrus '"$verb"' -) COMP_CWORD=2; _sarrus
    printf "%s\n" "${COMPREPLY[@]}"' | sort)
  [ "$own" = "$offered" ] || { echo "bash offers after $verb:" $offered "but the program has:" $own; status=1; }
done
for option in $options; do
  escaped=$(echo "$option" | sed 's/-/\\\\-/g')
  knows docs/man/sarrus.1 "^\\.BR?I? .*$escaped( |$|\")" "$option"
  knows packaging/completions/_sarrus "$option\\[" "$option"
  case $option in
    --*) knows packaging/completions/sarrus.fish "-l ${option#--} " "$option" ;;
    *) knows packaging/completions/sarrus.fish "-s ${option#-} " "$option" ;;
  esac
done
for option in $(sed 's/\\-/-/g' docs/man/sarrus.1 | grep -oE -e '--[a-z-]+' | sort -u); do
  echo "$options --version" | grep -qwF -e "$option" || { echo "the manual page has $option, the program does not"; status=1; }
done
exit $status
