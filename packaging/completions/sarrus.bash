# Completion of sarrus for bash. Method and class names come from the program itself.

_sarrus() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
  local common="--json --quiet --verbose --help" deck="--acf --skip-unsupported --user --package --base"

  case $previous in
    --method)
      words=$(sarrus methods --json 2> /dev/null | grep -o '"name": *"[^"]*"' | sed 's/.*"\([^"]*\)"$/\1/')
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
      return ;;
    -o | --acf | --csv | --steps | --reference | --fix | --page | --matrices | --plot | --history | --vtk | --body) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --tolerance | --tol | --accuracy | --step | --end | --every | --set | --sensitivity | --halvings | --points | --checkpoint | --tolerances | --most-steps | --budget | --max-size | --columns | \
      --at | --count | --response | --vary | --from | --to | --times | --snapshot | --title | --width | --height | --frames | --duration | --workers) return ;;
    --fmi) mapfile -t COMPREPLY < <(compgen -W "2 3" -- "$current"); return ;;
    --user) mapfile -t COMPREPLY < <(compgen -W "zero" -- "$current"); return ;;
    --axes) mapfile -t COMPREPLY < <(compgen -W "ground rotating" -- "$current"); return ;;
    --solver) mapfile -t COMPREPLY < <(compgen -W "auto dense sparse" -- "$current"); return ;;
    --view) mapfile -t COMPREPLY < <(compgen -W "x y z iso" -- "$current"); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "run resume check convert export assemble kinematics static modes sweep optimize recover verify compare plot page reduce stress methods describe order race spectrum reproduce \
      --help --version" -- "$current")
    return
  fi
  case ${COMP_WORDS[1]} in
    run) words="-o --csv --steps --method --tol --accuracy --step --error-bars --static --end --every --sensitivity --checkpoint --page --res --req --set $deck $common" ;;
    resume) words="--csv --steps --page --checkpoint --allow-plugins $common" ;;
    static) words="-o --csv --times --vary --buckling --relax --page --set $deck $common" ;;
    kinematics) words="-o --csv --end --every --page --res --req --set $deck $common" ;;
    modes) words="--at --static --count --axes --solver --cycles -o --page --matrices --response --points --vary --csv --plot --set $deck $common" ;;
    sweep) words="-o --csv --page --vary --set --response --dry-run --workers --again --method --end --tol --accuracy --step --error-bars --static --every $common" ;;
    optimize) words="-o --csv --page --workers --again --method --end --tol --accuracy --step --error-bars --static --every $common" ;;
    check) words="--fix --start-only --end --set $deck $common" ;;
    convert) words="-o $deck $common" ;;
    export) words="-o --fmi --method --tol --step --end --set $deck $common" ;;
    assemble) words="--csv --set $deck $common" ;;
    recover) words="-o $common" ;;
    verify) words="--allow-plugins $common" ;;
    compare) words="--columns --tolerance $common" ;;
    plot) words="-o --from --to --equal --log --snapshot --animate --view --names --contacts --colour --frames --duration --title --width --height $common" ;;
    page) words="-o --live --full --max-size --columns --gltf --vtk --frames $common" ;;
    reduce) words="-o --interface --modes --up-to --frame --corners --outside --no-load-shapes --units $common" ;;
    stress) words="--top --apart --csv --history --vtk --frames --at --scale --body $common" ;;
    order) words="--method --step --end --halvings --reference -o --page --set $deck $common" ;;
    race) words="--budget --method --tolerances --steps --end --most-steps -o --csv --page --set $deck $common" ;;
    spectrum) words="-o --csv --page --region --per-step --points $common" ;;
    reproduce) words="-o --page $common" ;;
    methods) words="$common" ;;
    describe) words="--schema $common" ;;
    *) return ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  elif [[ ${COMP_WORDS[1]} == @(recover|resume|verify|compare|plot|page|reduce|stress) ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  elif [[ ${COMP_WORDS[1]} != @(methods|spectrum|reproduce|describe) ]]; then
    mapfile -t COMPREPLY < <(compgen -f -X '!*.@(yaml|yml|adm|urdf)' -- "$current"; compgen -d -- "$current")
  fi
}
complete -o filenames -F _sarrus sarrus
