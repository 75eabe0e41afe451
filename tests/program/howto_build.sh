#!/bin/sh
# label: long. The worked examples in docs/howto are built and run. Every C block that follows a line "`src/...`:" goes into a copy of src/
# (a new file, or the end of the registry it names), every one behind "In `src/...`, behind `TEXT`:" after the first line
# that has the text; the new files and those that a page changes are compiled and linked with the objects of this build. The
# models of the pages ("# With the new ...") then run with methods of all kinds, and primitives, forces, parts and solvers are tried
# by the tests that walk their registries.
. "$(dirname "$0")/common"
command -v "${CC:-cc}" >/dev/null 2>&1 || { echo "there is no C compiler"; exit 77; }
build=${SAR_BUILD_DIR:-$(dirname "$program")}
objects=$build/CMakeFiles
[ -d "$objects/sarrus_element.dir" ] || { echo "the objects of the build are not there"; exit 77; }
instrumented=
case $(nm "$program" 2>/dev/null) in *__asan_init* | *__tsan_init* | *__gcov_*) instrumented=1 ;; esac

# ---- the pages' files ----

cp -r "$source_dir/src" "$source_dir/include" .
for page in "$source_dir"/docs/howto/*.md; do
  awk -v page="$(basename "$page" .md)" '
    function flush_(   line, done, n) {
      if (behind == "") return
      n = 0; done = 0
      while ((getline line <path) > 0) {
        text[++n] = line
        if (!done && index(line, behind)) { text[++n] = block; done = 1 }
      }
      close(path)
      if (!done) { print "MISSING " path ": " behind; exit }
      for (i = 1; i <= n; i++) print text[i] >path
      close(path)
      print "CHANGED " path
      behind = ""
    }
    /^`src\/[a-z0-9_\/]*\.(c|def)`:$/ { path = substr($0, 2, length($0) - 3); behind = ""; next }
    /^In `src\/[a-z0-9_\/]*\.[ch]`, behind `.*`:$/ { split($0, part, "`"); path = part[2]; behind = part[4]; next }
    /^```c$/ && path != "" { inside = 1; block = ""; next }
    /^```yaml$/ { model = 1; next }
    /^```$/ {
      if (inside && behind != "") flush_()
      else if (inside && path ~ /\.c$/) { close(path); print "NEW " path }
      else if (inside) { close(path); print "CHANGED " path }
      inside = 0; model = 0; if (yaml != "") close(yaml); yaml = ""; path = ""; next
    }
    model == 1 && /^# With the new/ { count++; yaml = page "-" count ".yaml"; print "MODEL " yaml; model = 2; next }
    model == 1 { model = 0 }
    model == 2 { print >yaml; next }
    inside && behind != "" { block = block (block == "" ? "" : "\n") $0; next }
    inside && path ~ /\.c$/ { print >path }
    inside && path ~ /\.def$/ { print >>path }' "$page"
done >pages
! grep MISSING pages || fail "a page names a line that is not there"
[ "$(grep -c '^NEW' pages)" -ge 7 ] || fail "docs/howto shows only $(grep -c '^NEW' pages) files"
[ "$(grep -c '^MODEL' pages)" -ge 6 ] || fail "docs/howto shows only $(grep -c '^MODEL' pages) models"

# ---- building: the new files, and what includes a registry that has grown ----

sed -n 's/^NEW //p' pages >compile
for changed in $(sed -n 's/^CHANGED //p' pages | sort -u); do
  case $changed in
    *.c) echo "$changed" ;;
    *.def) grep -lF "\"${changed#src/}\"" -r src --include=*.c ;;
  esac
done | sort -u >>compile
flags="-std=c17 -O0 -ffp-contract=off -Wall -Wextra -Wshadow -Wvla -Werror -Isrc -Iinclude -I/usr/include/suitesparse"
mkdir new
while IFS= read -r file; do
  object=new/$(echo "$file" | tr / _).o
  "${CC:-cc}" $flags -c "$file" -o "$object" >out 2>err || fail "$file does not compile"
done <compile
[ -z "$instrumented" ] || exit 0 # other objects than these would have to be linked: the pages compile, the plain build runs them
# objects of files that are no longer there stay behind in a build
find "$objects" -path '*/sarrus_[a-z]*.dir/*' -name '*.o' | while IFS= read -r object; do
  file=${object#*.dir/}
  case $object in
    */sarrus_embed.dir/* | */sarrus_mpi*.dir/* | */sarrus_fmu.dir/* | */sarrus_*_archive.dir/* | */sarrus_shared.dir/* | */sarrus_static.dir/*) ;;
    *) if [ -f "$source_dir/${file%.o}" ] || [ -f "$build/${file%.o}" ]; then echo "$object"; fi ;;
  esac
done >all
while IFS= read -r file; do grep -v "/$file\.o\$" all >rest || true; mv rest all; done <compile
# what the library is linked with, by the files it finds; the program itself is linked with archives
ldd "$build/libsarrus.so" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p' >libraries
lapack=$(ls /usr/lib/*/liblapacke.so /usr/lib/*/liblapacke.so.3 2>/dev/null | head -1 || true)
link() { "${CC:-cc}" -o "$@" $lapack $(cat libraries) -lm >out 2>err; }
link sarrus new/*.o $(cat all) || fail "the program with the pages' files does not link"

# ---- running ----

program=$folder/sarrus
column() { # column FILE NAME: of the last row
  awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } END { print c ? $c : "none" }' "$1"
}
near() { # near WHAT VALUE EXPECTED ERROR
  awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN { d = a - b; exit !(a != "none" && d <= e && -d <= e) }' ||
    fail "$1 is $2, not $3 within $4"
}
methods="hht radau5 rosenbrock-nystrom dopri5"
for model in $(sed -n 's/^MODEL //p' pages); do
  run 0 check "$model"
  for method in $methods; do
    run 0 run "$model" --method "$method" --tol 1e-7 -o out.h5 --csv "$model.$method.csv" --quiet
  done
done

# what the pages say of their models; errors over a whole run are some hundred times the tolerance of a step
for method in $methods; do
  of() { column "add-a-$1.yaml.$method.csv" "$2"; }
  near "$method: velocity of the ball with drag" "$(of force-1 ball.vz)" -9.903555 1e-4
  near "$method: turn of the Oldham coupling" "$(of joint-1 bearing1.angle)" 10 1e-4
  near "$method: way along the guide" "$(of primitive-1 sleeve.x)" 1.5 1e-4
  near "$method: sag of the guide" "$(of primitive-1 sag.value)" 9.81e-3 1e-4
  near "$method: pull of the guide" "$(of primitive-1 pull.value)" 9.81 0.1
  near "$method: way along the pipe" "$(of primitive-2 bead.z)" 0.5 1e-4
  x=$(of primitive-2 bead.x) y=$(of primitive-2 bead.y) vx=$(of primitive-2 bead.vx) vy=$(of primitive-2 bead.vy)
  near "$method: radius in the pipe" "$(awk -v x="$x" -v y="$y" 'BEGIN { print sqrt(x * x + y * y) }')" 0.3 1e-5
  near "$method: energy in the pipe" "$(awk -v y="$y" -v u="$vx" -v v="$vy" 'BEGIN { print (u * u + v * v) / 2 + 9.81 * y }')" 0 1e-3
  near "$method: height of the ball on the rope" "$(of part-1 ball.z)" 0.8195871 1e-5
  near "$method: pressure" "$(column "add-an-element-of-equations-1.yaml.$method.csv" tank.value)" 1.004473e6 10
done
height=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "height.value") c = i } NR == 3 { print $c }' add-a-measure-1.yaml.hht.csv)
near "height above the slope" "$height" 1.732051 1e-6

run 0 methods wbz
run 0 run "$source_dir/examples/heavy_top/model.yaml" --method wbz:rho_inf=0.8 --end 0.05 --quiet -o out.h5
run 0 run "$source_dir/examples/heavy_top/model.yaml" --method hht:linear=getrf --end 0.05 --quiet -o out.h5

# ---- the tests that walk the registries, with the pages' lines in them ----

printf 'int main(void) { return 0; }\n' >none.c
if "${CC:-cc}" none.c -o none -lcmocka >/dev/null 2>&1; then
  grep -v '/sarrus_cli\.dir/' all >library
  for test in element/primitive element/force system/jacobian linear/walk; do
    shared=$(ls "$source_dir/tests/${test%/*}"/*.c | grep -v '_test\.c$' || true)
    link walk $flags -Wno-error -DSAR_TEST_DIR="\"$source_dir/tests\"" -I"$source_dir/tests" "$source_dir/tests/${test}_test.c" $shared new/*.o $(cat library) -lcmocka || fail "${test}_test.c does not build with the pages' files"
    ./walk >out 2>err || fail "${test}_test.c finds something wrong with the pages' files"
  done
else
  echo "cmocka is not there: the tests that walk the registries were not run"
fi

# ---- a primitive without one of its functions is refused by name, whatever would have called it ----

for function in bias_gradient symbols; do
  mkdir -p less
  grep -v "^ *\.$function = $function,\$" src/element/primitive/radius.c >less/radius.c
  "${CC:-cc}" $flags -Wno-unused-function -c less/radius.c -o less/radius.o >out 2>err || fail "radius.c without $function does not compile"
  link sarrus less/radius.o $(ls new/*.o | grep -v radius.c.o) $(cat all) || fail "it does not link without $function"
  run 2 run add-a-primitive-2.yaml --method rosenbrock-nystrom --quiet
  grep -q "the primitive \`radius\` has no function \`$function\`" err || fail "what radius lacks is not said"
done
