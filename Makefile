# The short way to everything: `make help` lists the targets. The build itself is CMake (CMakePresets.json); this file
# only strings its steps together and says what it does.

JOBS         ?= $(shell nproc)
# Some tests wait for what they have started.
TESTS        ?= $(shell expr $(JOBS) + 1)
PREFIX       ?= /usr/local
DESTDIR      ?=
DEMO         ?= fourbar
FUZZ_SECONDS ?= 300
# Random mechanisms of make test-long; make test-sanitized takes 200 of them, make test as many as tests/random says.
RANDOM_MODELS ?= 5000

say = @printf '\n== %s\n' "$(1)"
# $(call build,PRESET) and $(call tests,PRESET,arguments of ctest)
build = cmake --preset $(1) --log-level=WARNING && cmake --build build/$(1) --parallel $(JOBS)
tests = ctest --test-dir build/$(1) --parallel $(TESTS) --output-on-failure --no-tests=error $(2)

.NOTPARALLEL:
.PHONY: help deps build live live-page demo test test-sanitized test-long bench format lint install clean
.PHONY: deps-build deps-test deps-long deps-wasm test-live test-release test-browser test-browser-quick test-browser-long test-numbers test-strict test-asan test-format test-fuzz
.PHONY: test-clang test-random test-leaks test-tsan test-coverage

help:
	@echo "make build       install what building needs, then build build/release/sarrus, libsarrus, the Python package"
	@echo "make live        the engine of live pages (WebAssembly, with emscripten): build/wasm/live, for sarrus page --live"
	@echo "make live-page   make live, then the page that comes with the documentation: docs/live/fourbar.html"
	@echo "make demo        build, simulate examples/$(DEMO) and leave results and a page to open in demo/"
	@echo "make test        release build, the tests but the long ones, the results page in Chromium (10 minutes on 2 cores)"
	@echo "make test-sanitized  long tests of numbers and of pages, all others with two sanitizers, 20 s of each fuzzer (60 s of decks), format, bits (35 minutes)"
	@echo "make test-long   full scans with clang, $(RANDOM_MODELS) random models, leaks, ThreadSanitizer, coverage, clang-tidy,"
	@echo "                 FUZZ_SECONDS=$(FUZZ_SECONDS) of each fuzzer (hours)"
	@echo "make test-browser  the tests of the results page in Chromium alone (make test and make test-sanitized share them)"
	@echo "make test-live   make live, then live pages of three examples in Chromium"
	@echo "make bench       build and run the benchmarks: steps, whole runs, growth, beside Simbody (ten minutes or more)"
	@echo "make format      format all C files with clang-format"
	@echo "make lint        clang-tidy over src/"
	@echo "make install     install below PREFIX=$(PREFIX) (and DESTDIR)"
	@echo "make deps        install the Debian packages that building and testing need"
	@echo "make clean       remove build/ and demo/"

deps: deps-build deps-test deps-long
deps-build deps-test deps-long deps-wasm: deps-%:
	@scripts/install-dependencies $*

build: deps-build
	$(call say,Building the program and its library and Python package: build/release)
	$(call build,release) --target all-shipped
	@echo "The program is build/release/sarrus."

# The libraries below the engine come from Debian's sources and are built once (wasm/libraries).
live: deps-wasm
	$(call say,Building the libraries below the engine of live pages: build/wasm/libraries)
	@JOBS=$(JOBS) wasm/libraries build/wasm/libraries
	$(call say,Building the engine of live pages: build/wasm/live)
	$(call build,wasm) --target live
	@ls -l build/wasm/live

live-page: build live
	$(call say,Writing docs/live/fourbar.html)
	build/release/sarrus page --live examples/fourbar/model.yaml -o docs/live/fourbar.html

demo: build
	@test -f examples/$(DEMO)/model.yaml || { echo "There is no examples/$(DEMO)/model.yaml; choose one of:" \
	  `ls examples` "with make demo DEMO=NAME." >&2; exit 1; }
	$(call say,Simulating examples/$(DEMO)/model.yaml)
	@mkdir -p demo
	build/release/sarrus run examples/$(DEMO)/model.yaml -o demo/$(DEMO).h5 --csv demo/$(DEMO).csv \
	  --steps demo/$(DEMO)-steps.csv --page demo/$(DEMO).html
	$(call say,Results)
	@ls -l demo/$(DEMO).h5 demo/$(DEMO).csv demo/$(DEMO)-steps.csv demo/$(DEMO).html
	@echo "The CSV files open in any spreadsheet or plotting program; the .h5 file holds the same and more."
	@echo "To see the mechanism move, open demo/$(DEMO).html in a browser."

test: deps-build deps-test test-release test-browser-quick
	$(call say,All tests passed. Before a change lands: make test-sanitized)

test-sanitized: deps-build deps-test test-format test-numbers test-browser-long test-strict test-asan test-fuzz
	$(call say,All tests with sanitizers passed)

test-release: deps-build deps-test
	$(call say,Building with gcc: build/release)
	$(call build,release)
	$(call say,Running the tests but the long ones)
	$(call tests,release,--label-exclude '^long$$')

test-numbers: deps-build deps-test
	$(call say,Running the tests of numbers that take long: build/release)
	$(call build,release)
	$(call tests,release,-L '^numbers$$')

test-strict: deps-build deps-test
	$(call say,Building without fused operations: build/strict)
	$(call build,strict) --target physics_determinism_test
	$(call say,Comparing the bits of results with the stored ones)
	$(call tests,strict,-R '^physics_determinism_test$$')

test-asan: deps-build deps-test
	$(call say,Building with AddressSanitizer and UndefinedBehaviorSanitizer: build/asan)
	$(call build,asan)
	$(call say,Running the tests with both sanitizers, long ones too)
	SAR_RANDOM_MODELS=200 $(call tests,asan,--label-exclude '^(scan|numbers)$$')

test-format: deps-test
	$(call say,Checking the format of the C files)
	@scripts/format --check

test-fuzz: deps-build deps-test
	$(call say,Running each fuzzer for 20 s and that of decks for 60 s)
	@JOBS=$(JOBS) FUZZ_SEED=1 scripts/fuzz 20

test-browser test-browser-quick test-browser-long: build
	$(call say,Is the committed viewer built from its sources?)
	@viewer/scripts/check-current
	$(call say,Opening results pages in Chromium; screenshots: build/browser)
	@$(if $(findstring quick,$@),SARRUS_QUICK=1) $(if $(findstring long,$@),SARRUS_LONG=1) scripts/test-browser

test-live: build live
	$(call say,Opening live pages in Chromium; screenshots: build/browser)
	@SARRUS_LIVE=1 scripts/test-browser test/live.test.mjs

test-long: deps test-clang test-random test-leaks test-tsan test-coverage lint
	$(call say,Running each fuzzer for $(FUZZ_SECONDS) s)
	@JOBS=$(JOBS) scripts/fuzz $(FUZZ_SECONDS)
	$(call say,All long tests passed)

test-clang: deps
	$(call say,Building with clang: build/clang)
	$(call build,clang)
	$(call say,Running all tests with the full scans)
	$(call tests,clang)

test-random: test-clang
	$(call say,Trying $(RANDOM_MODELS) random mechanisms)
	SAR_RANDOM_MODELS=$(RANDOM_MODELS) OPENBLAS_NUM_THREADS=1 build/clang/tests/random_random_test

test-leaks: deps
	$(call say,Looking for leaks after every C test: build/asan)
	cmake --preset asan --log-level=WARNING -DSARRUS_LEAK_CHECK=ON && cmake --build build/asan --parallel $(JOBS)
	$(call tests,asan,--label-exclude '^(long|program|cli)$$'); status=$$?; \
	  cmake --preset asan --log-level=WARNING -DSARRUS_LEAK_CHECK=OFF; exit $$status

test-tsan: deps
	$(call say,Building with ThreadSanitizer: build/tsan)
	$(call build,tsan)
	$(call say,Running the tests of the library with ThreadSanitizer (the program itself has one thread))
	$(call tests,tsan,--label-exclude '^(long|program|fault|install|layers)$$')

test-coverage: deps
	$(call say,Building for coverage: build/coverage)
	$(call build,coverage)
	$(call say,Running the tests and counting the lines they reach)
	$(call tests,coverage,--label-exclude '^long$$')
	@gcovr --root . --filter src/ --object-directory build/coverage --txt build/coverage/coverage.txt --print-summary
	@echo "Per file: build/coverage/coverage.txt"

bench: deps-build
	$(call say,Building for the benchmarks: build/release)
	$(call build,release) --target all-shipped all-bench
	@test -x bench/run || { echo "bench/run is missing." >&2; exit 1; }
	$(call say,Running the benchmarks)
	@bench/run

format: deps-test
	$(call say,Formatting the C files)
	@scripts/format

lint: deps-build deps-test deps-long
	$(call say,Running clang-tidy over src/)
	@JOBS=$(JOBS) scripts/lint

install: build
	$(call say,Installing below $(DESTDIR)$(PREFIX))
	DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'
	@test -f build/wasm/live/live.wasm || echo "Without the engine of live pages (sarrus page --live): make live builds it, then install again."
	@if [ -z '$(DESTDIR)' ] && [ "`id -u`" -eq 0 ]; then ldconfig; fi

clean:
	$(call say,Removing build/ and demo/)
	rm -rf build demo
