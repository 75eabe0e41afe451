#!/bin/sh
# The command line used wrongly: exact messages and exit statuses.
. "$(dirname "$0")/common"
cp "$models/pendulum.yaml" model.yaml

# says STATUS MESSAGE ARGUMENTS...: the only line on standard error
says() {
  status=$1
  message=$2
  shift 2
  run "$status" "$@"
  is_empty out
  [ "$(cat err)" = "$message" ] || fail "sarrus $*: expected on standard error: $message"
}

says 2 "usage: sarrus VERB ...
\`sarrus --help\` lists the verbs, \`sarrus VERB --help\` explains one."
says 2 'sarrus: error: unknown verb chek; did you mean `sarrus check`?' chek model.yaml
says 2 'sarrus: error: unknown verb frobnicate; `sarrus --help` lists the verbs' frobnicate
says 2 'sarrus: error: unknown verb model.yaml; `sarrus --help` lists the verbs' model.yaml
says 2 'sarrus: error: unknown option --frobnicate; `sarrus --help` lists the verbs' --frobnicate
says 2 'sarrus: error: MODEL is missing; usage: sarrus run MODEL' run
says 2 'sarrus: error: other.yaml is one argument too many; usage: sarrus run MODEL' run model.yaml other.yaml
says 2 'sarrus: error: --end needs a value; write --end T' run model.yaml --end
says 2 'sarrus: error: --end needs a value; write --end T' run model.yaml --end --quiet
says 2 'sarrus: error: --end needs a value; write --end T' run model.yaml --end=
says 2 'sarrus: error: -o needs a value; write -o OUT.h5' run model.yaml -o
says 2 'sarrus: error: --quiet takes no value; leave the value out' run model.yaml --quiet=1
says 2 'sarrus: error: unknown option --ends; did you mean --end?' run model.yaml --ends 1
says 2 'sarrus: error: --end 0 is not a positive number; give a number greater than zero, such as 1e-3' \
  run model.yaml --end 0
says 2 'sarrus: error: --end 1e999 is not a positive number; give a number greater than zero, such as 1e-3' \
  run model.yaml --end 1e999
says 2 'sarrus: error: --tol nan is not a positive number; give a number greater than zero, such as 1e-3' \
  run model.yaml --tol nan
says 2 'sarrus: error: there is no method "htt"; did you mean "hht"? `sarrus methods` lists them all' \
  run model.yaml --method htt
says 2 'nosuch.yaml: error: cannot read `nosuch.yaml`: No such file or directory; check the path and the permissions' \
  run nosuch.yaml
says 2 '.: error: `.` is a folder, not a file; give the path of a model file' check .
says 2 'sarrus: error: --schema is of the whole model file, or of a `study`; leave the class out' describe revolute --schema

# --set
sed 's/^bodies:/parameters: {k: 1}\nbodies:/' model.yaml >with.yaml
says 2 '--set: error: `k` does not set a parameter; write --set NAME=VALUE' run with.yaml --set k
says 2 '--set: error: `=1` does not set a parameter; write --set NAME=VALUE' run with.yaml --set =1
says 2 '--set: error: `k=` does not set a parameter; write --set NAME=VALUE' run with.yaml --set k=
says 2 '--set: error: there is no parameter `kk`; did you mean `k`? name a parameter of the model' \
  run with.yaml --set kk=1
says 2 '--set: error: k: unknown name `abc`; known here: pi, k' run with.yaml --set k=abc
says 2 '--set: error: k: division by zero; check the divisor' run with.yaml --set k=1/0
says 2 '--set: error: k: the number `1e999` is too large; give a smaller number' run with.yaml --set k=1e999

# A pipe that nobody writes to must not be waited for.
mkfifo pipe
code=0
timeout 20 "$program" check pipe >out 2>err || code=$?
[ "$code" -eq 2 ] || fail "a pipe as model: exit status $code, expected 2"
[ "$(cat err)" = 'pipe: error: `pipe` is a pipe, not a file; give the path of a model file' ] || fail "a pipe as model"

# Results
says 2 'sarrus: error: model.yaml is the model itself; give the file to write another name' run model.yaml --csv model.yaml
ln -s model.yaml link.h5
says 2 'sarrus: error: link.h5 is the model itself; give the file to write another name' run model.yaml -o link.h5
cmp -s model.yaml "$models/pendulum.yaml" || fail "the model was overwritten"
mkdir folder
says 3 'sarrus: error: cannot write folder: Is a directory; give the name of a file, not of a folder' \
  run model.yaml --end 0.1 -o folder
says 3 'sarrus: error: cannot write none/p.h5: No such file or directory; create the folder or choose another path' \
  run model.yaml --end 0.1 -o none/p.h5
says 2 'sarrus: error: two outputs go to the same file, q.h5; give each of them a file of its own' \
  run model.yaml --end 0.1 -o q.h5 --csv q.h5

if [ "$(id -u)" -ne 0 ]; then
  chmod 500 folder
  says 3 'sarrus: error: cannot write folder/p.h5: Permission denied; choose a folder you may write to' \
    run model.yaml --end 0.1 -o folder/p.h5
else
  echo "not tested, because root may write everywhere: a folder without permission"
fi
