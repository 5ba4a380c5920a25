# shrike: symbolic execution for C. `make help` lists the targets.
#
#   make demo    install what is missing, build, show the main job
#   make check   the same, then all tests
#
# Sources are found by folder: src/LAYER/*.c make the library and the program,
# tests/unit/test_*.c make one cmocka program each. Variants live in folders of
# their own: build (optimised), build-assert (ASSERT=1: optimised, asserts on),
# build-provoke (PROVOKE=1: the same, rare paths provoked: src/base/provoke.h),
# build-debug (DEBUG=1), build-sanitize (SANITIZE=1: ASan and UBSan, asserts on).

LLVM     ?= 19
BUILD    ?= build
PREFIX   ?= /usr/local
DESTDIR  ?=
CC       ?= gcc
SANITIZE ?= 0
DEBUG    ?= 0
ASSERT   ?= 0
PROVOKE  ?= 0
V        ?= 0
# How much of what is endless: in `make check`, and with LONG=1 (`make check-long`).
LONG     ?= 0
share     = $(if $(filter 1,$(LONG)),$(2),$(1))
CSMITH   ?= $(call share,15,300)
MUTANTS  ?= $(call share,200,2000)
FORMATS  ?= $(call share,5,2000)
RANDOM   ?= $(call share,8,200)
EACH     ?= $(call share,9,100)
ALONE    ?= 102
LOOPS    ?= $(call share,4,100)
ARRAYS   ?= $(call share,4,100)
FLOATS   ?= $(call share,20,200)
RELATIONS = $(call share,5,100)
SIZES     = $(call share,3,100)
STALE     = $(call share,6,100)
CELLS     = $(call share,4,100)
JUDGED    = $(call share,8,500)
THREADED  = $(call share,20,500)
PROVOKED ?= $(call share,5,100)
KILLED   ?= $(call share,8,100)
HOSTILE   = $(call share,40,324)
PROOFS    = $(call share,--part $(SEED)/3,)
PATHS    ?= $(call share,--part $(SEED)/6,--all)
SEED     ?= 1

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(SANITIZE),1)
BUILD    := $(BUILD)-sanitize
MODE     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifdef ENGINES
LIKE     := $(BUILD)-assert
APART    := engine/engine.def
BUILD    := $(BUILD)-engines
MODE     := -O2 -g
else ifeq ($(DEBUG),1)
BUILD    := $(BUILD)-debug
MODE     := -O0 -g3
else ifeq ($(PROVOKE),1)
LIKE     := $(BUILD)-assert
APART    := base/provoke.h
BUILD    := $(BUILD)-provoke
MODE     := -O2 -g -DSHRIKE_PROVOKE
else ifeq ($(ASSERT),1)
BUILD    := $(BUILD)-assert
MODE     := -O2 -g
else
MODE     := -O2 -g -DNDEBUG
endif
ifeq ($(V),0)
Q    := @
say   = @printf '  %-6s %s\n' $(1) $(2)
MAKEFLAGS += --no-print-directory
else
Q    :=
say   =
endif

LLVM_CONFIG = llvm-config-$(LLVM)
# Looked up when first used, so that `make deps` works before LLVM is there.
LLVM_INCLUDE = $(eval LLVM_INCLUDE := $$(shell $(LLVM_CONFIG) --includedir))$(LLVM_INCLUDE)
LLVM_LINK    = $(eval LLVM_LINK := $$(shell $(LLVM_CONFIG) --link-shared --ldflags --libs))$(LLVM_LINK)
# The program users start has the parts of LLVM that it uses inside, where these can be had: the
# shared library's relocations take three times as long as all else that happens at a start.
LLVM_INSIDE  = $(eval LLVM_INSIDE := $$(shell scripts/link-llvm $(LLVM_CONFIG) $(CC)))$(LLVM_INSIDE)

WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
           -Wwrite-strings -Wvla -Wundef -Wimplicit-fallthrough -Werror
EXTRA_WARN ?=
CPPFLAGS = -Isrc -D_GNU_SOURCE
CFLAGS   = -std=gnu17 $(MODE) $(WARN) $(EXTRA_WARN)
LDLIBS   = -lnats -lcadical -lstdc++ -lz3 -lffi -ldl -lm

# ENGINES=FOLDER: a build with the engines of that folder as well (src/engine/README.md).
ifdef ENGINES
CPPFLAGS += -I. -DSHRIKE_MORE_ENGINES='"$(ENGINES)/more.def"'
endif
SRC      = $(sort $(wildcard src/*/*.c src/*/*/*.c $(if $(ENGINES),$(ENGINES)/*.c)))
HEADERS  = $(sort $(wildcard src/*/*.h src/*/*/*.h))
MAIN     = $(wildcard src/cli/main.c)
LIBSRC   = $(filter-out $(MAIN),$(SRC))
# A variant that is like another but for what includes one file takes the other objects from there. These
# are made first, and what includes what is known then. (Without MAKEFLAGS: they are our variables.)
ifdef LIKE
ifneq ($(shell env -u MAKEFLAGS -u MFLAGS $(MAKE) -s -j$$(nproc) ASSERT=1 V=$(V) CC="$(CC)" LLVM=$(LLVM) \
    BUILD=$(LIKE:%-assert=%) $(LIKE)/libshrike.a >&2; echo $$?),0)
$(error $(LIKE) could not be built)
endif
SHARED   := $(shell grep -rL --include='*.d' $(APART) $(LIKE)/obj)
endif
OBJ      = $(foreach f,$(LIBSRC:.c=),$(if $(filter $(LIKE)/obj/$(f).d,$(SHARED)),$(LIKE),$(BUILD))/obj/$(f).o)
LIB      = $(BUILD)/libshrike.a
PROGRAM  = $(if $(MAIN),$(BUILD)/shrike)
UNIT     = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))

.PHONY: all
all: $(LIB) $(PROGRAM) $(UNIT)
	@:

$(BUILD)/obj/%.o: %.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# LLVM's headers are for this folder alone, and not ours to warn about.
$(BUILD)/obj/src/front/%.o: CPPFLAGS += -isystem $(LLVM_INCLUDE)

# It has the page built in.
$(BUILD)/obj/src/report/html.o: $(wildcard src/report/page/*)

$(LIB): $(OBJ)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $(OBJ)

$(BUILD)/shrike: $(BUILD)/obj/src/cli/main.o $(BUILD)/obj/library.o $(LIB)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $< $(BUILD)/obj/library.o $(LIB) $(if $(filter 1,$(SANITIZE)),$(LLVM_LINK),$(LLVM_INSIDE)) \
	    $(LDLIBS) -o $@

$(BUILD)/tests/%: tests/unit/%.c $(LIB)
	$(call say,TEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -Itests/unit $(CFLAGS) -UNDEBUG -MMD -MP $< $(LIB) -lcmocka \
	    $(if $(MAIN),$(LLVM_LINK)) $(LDLIBS) -o $@

# It links the replay library into a program of its own.
$(BUILD)/tests/test_replay_run: build/replay/replay64.o

# Micro-benchmarks: bench/NAME.c makes $(BUILD)/bench/NAME.
BENCH    = $(patsubst bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard bench/*.c)))
$(BUILD)/bench/%: bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP $< $(LIB) $(LDLIBS) -o $@

.PHONY: benches
benches: $(BENCH)

.PHONY: unit
unit: $(UNIT)
	@for t in $(UNIT); do echo "== $$t"; $$t || exit 1; done

# One test, or a folder of them: make t T=tests/dash/x.c
.PHONY: t
t:
	@$(MAKE) $(JOBS) $(SAN) ASSERT=1 $(ASSERTED)/shrike
	@SHRIKE=$(ASSERTED)/shrike LLVM_CONFIG=$(LLVM_CONFIG) scripts/check-lit $(T)

# ---- packages -------------------------------------------------------------

.PHONY: deps
deps: build/deps.stamp

build/deps.stamp: scripts/deps
	@scripts/deps
	@mkdir -p build && touch $@

# ---- the main job, shown --------------------------------------------------

.PHONY: demo
demo: deps
	@$(MAKE) $(JOBS) build/shrike
	@scripts/demo build/shrike

# ---- tests ----------------------------------------------------------------
# Each stage prints "N passed, N failed" as its last line; scripts/tally runs
# them all and adds up. Another stage is one more word in CHECKS, or in BESIDE if it keeps one processor busy at most.

# All processors, unless the caller said how many.
JOBS     = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
CHECKS   = check-layers check-headers check-unit check-runtime check-library check-run check-sym check-float check-show check-project check-entry check-replay \
           check-reach check-property check-interpolate check-fuzz check-report check-serve check-examples check-random check-cdse check-dash check-bmc check-invariant check-threads check-certify check-proofs \
           check-auto check-engines check-matrix \
           check-csmith check-mutate
BESIDE   = check-hostile check-provoke check-repeat check-paths check-spread
SAN      = SANITIZE=$(SANITIZE)
RELEASE  = $(if $(filter 1,$(SANITIZE)),build-sanitize,build)
ASSERTED = $(if $(filter 1,$(SANITIZE)),build-sanitize,build-assert)

# All of it goes down to the stages, as they are makes of their own.
TALLY_STAGES = MAKEFLAGS= MAKE="$(MAKE)" scripts/tally $(SAN) V=$(V) CC="$(CC)" SEED=$(SEED) LONG=$(LONG) \
    $(foreach n,CSMITH MUTANTS RANDOM EACH ALONE PROVOKED LOOPS ARRAYS FLOATS,$(if $(findstring command,$(origin $(n))),$(n)=$($(n)))) PATHS="$(PATHS)" --

.PHONY: check $(CHECKS) $(BESIDE)
check: deps
	@$(MAKE) $(JOBS) $(SAN) all
	@$(MAKE) $(JOBS) $(SAN) ASSERT=1 all
	@$(TALLY_STAGES) $(CHECKS) --beside $(BESIDE)

# What a change breaks first, in a minute and a half: stages that are short, and every 24th program of the long ones.
QUICK = check-layers check-cdse check-dash check-bmc check-reach check-examples quick-slice
.PHONY: quick quick-unit quick-slice
quick: deps
	@$(MAKE) $(JOBS) $(SAN) ASSERT=1 all
	@$(TALLY_STAGES) $(QUICK) --beside quick-unit

quick-unit:
	@scripts/check-unit --quick $(UNIT_PROGRAMS)

quick-slice:
	@SHRIKE=$(ASSERTED)/shrike LLVM_CONFIG=$(LLVM_CONFIG) scripts/check-lit $(addprefix tests/,run sym replay threads report certify interpolate property invariant) --num-shards=24 --run-shard=$(SEED)

# What is endless, and all that `make check` takes a part of (docs/TESTING.md): hours.
.PHONY: check-long
check-long:
	@SHRIKE_LONG=1 $(MAKE) LONG=1 check
	@SHRIKE_LONG=1 $(MAKE) LONG=1 check-torture

check-layers:
	@scripts/check-layers

check-headers:
	@scripts/check-headers "$(CC)" "$(CPPFLAGS) -std=gnu17 $(WARN)" "$(LLVM_INCLUDE)" $(HEADERS)

UNIT_PROGRAMS = $(patsubst tests/unit/%.c,$(ASSERTED)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
check-unit:
	@$(MAKE) $(SAN) ASSERT=1 $(ASSERTED)/unit-programs
	@scripts/check-unit $(UNIT_PROGRAMS)

.PHONY: $(BUILD)/unit-programs
$(BUILD)/unit-programs: $(UNIT)
	@:

check-runtime:
	@$(MAKE) $(JOBS) runtime-check

check-library: $(RT_BC)
	@scripts/check-library build $(LLVM)

check-run check-sym check-float check-show check-project check-entry check-replay check-reach check-property check-interpolate check-fuzz check-report check-serve check-examples check-cdse check-dash check-bmc check-invariant check-threads check-certify check-auto:
	@$(MAKE) $(SAN) ASSERT=1 $(ASSERTED)/shrike
	@SHRIKE=$(ASSERTED)/shrike LLVM_CONFIG=$(LLVM_CONFIG) scripts/check-lit tests/$(@:check-%=%)

# Certificates of all programs of interpolate, dash, bmc and examples that are SAFE; and a sample of wrong programs, which must not have one.
check-proofs:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@scripts/check-certificates --shrike $(RELEASE)/shrike --wrong 2 $(PROOFS)
# Work over a broker of our own, with processes killed; programs in tiny pieces.
check-spread:
	@$(MAKE) $(SAN) ASSERT=1 $(ASSERTED)/shrike
	@tests/spread/run --shrike $(ASSERTED)/shrike --count $(KILLED) --seed $(SEED)
	@tests/spread/commands --shrike $(ASSERTED)/shrike
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 10 --seed $(SEED)
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 5 --seed $(SEED) --engine concolic
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 3 --seed $(SEED) --engine interpolate tests/interpolate/*.c
	@tests/spread/machines --shrike $(ASSERTED)/shrike --count 3 --seed $(SEED)
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 6 --seed $(SEED) --engine dash tests/dash/*.c
	@tests/spread/abstraction --shrike $(ASSERTED)/shrike --count 4 --seed $(SEED)
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 4 --seed $(SEED) --engine cdse tests/cdse/*.c
	@tests/spread/clauses --shrike $(ASSERTED)/shrike --count 6 --seed $(SEED)
	@tests/spread/agree --shrike $(ASSERTED)/shrike --count 5 --seed $(SEED) --command fuzz
	@tests/spread/kinds --shrike $(ASSERTED)/shrike
	@tests/spread/fuzz --shrike $(ASSERTED)/shrike
	@tests/spread/covered --shrike $(ASSERTED)/shrike --seed $(SEED)
	@tests/spread/trust --shrike $(ASSERTED)/shrike
	@tests/spread/mutants --shrike $(ASSERTED)/shrike --count 400 --seed $(SEED)

# Programs that would do harm, runs that are killed: part of what these two do.
check-hostile:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@tests/hostile/run --shrike $(RELEASE)/shrike --count $(HOSTILE) --seed $(SEED)
	@tests/hostile/run --shrike $(RELEASE)/shrike --count $(call share,8,$(HOSTILE)) --seed $(SEED) $(call share,--commands verify,) --as nobody
	@tests/hostile/run --shrike $(RELEASE)/shrike --count $(call share,8,$(HOSTILE)) --seed $(SEED) $(call share,--commands verify,) --as light
	@tests/hostile/kills --shrike $(RELEASE)/shrike --count $(call share,15,100) --seed $(SEED)

# Engines that a build brings along.
check-engines:
	@$(MAKE) $(JOBS) SANITIZE=0 ENGINES=tests/engines build-engines/shrike
	@SHRIKE=build-engines/shrike LLVM_CONFIG=$(LLVM_CONFIG) scripts/check-lit tests/engines/programs

# The tests tested: the sanitizers agree about who has a bug.
.PHONY: check-tests
check-tests:
	@NATIVE_ONLY=1 LLVM_CONFIG=$(LLVM_CONFIG) scripts/check-lit tests/run

# PATHS=--all takes all programs.
check-paths:
	@$(MAKE) $(SAN) ASSERT=1 $(ASSERTED)/shrike
	@tests/paths/run --shrike $(ASSERTED)/shrike $(PATHS)

EVERY_ENGINE = --engine explore,interpolate,cdse,dash,bmc,concolic,invariant --timeout 10 --extra=--no-confirm --extra=--no-story

# Errors as users see them; every check and engine, alarms unconfirmed; loops.
check-random:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@tests/random/run --shrike $(RELEASE)/shrike --count $(RANDOM) --seed $(SEED) --floors --engine explore,auto
	@tests/random/run --shrike $(RELEASE)/shrike --alone --count $(ALONE) --seed 0 --floors $(call share,--turns 2,) $(EVERY_ENGINE)
	@tests/random/run --shrike $(RELEASE)/shrike --small --checks each --count $(EACH) --seed $(SEED) --floors $(call share,--turns 4,) $(EVERY_ENGINE)
	@tests/random/run --shrike $(RELEASE)/shrike --small --checks cleanup --count $(call share,4,100) --seed $(SEED) $(EVERY_ENGINE)
	@tests/random/run --shrike $(RELEASE)/shrike --loops --count $(LOOPS) --seed $(SEED) --engine bmc,interpolate,cdse,dash,invariant --timeout 5
	@tests/random/run --shrike $(RELEASE)/shrike --arrays --count $(ARRAYS) --seed $(SEED) $(EVERY_ENGINE) --timeout 5
	@tests/random/endless --shrike $(RELEASE)/shrike --count $(LOOPS) --seed $(SEED)
	@tests/random/stale --shrike $(RELEASE)/shrike --count $(STALE) --seed $(SEED) --turns 1
	@tests/random/sizes --shrike $(RELEASE)/shrike --count $(SIZES) --seed $(SEED)00
	@tests/random/floats --shrike $(RELEASE)/shrike --count $(FLOATS) --seed $(SEED) --engine turns
	@tests/random/relations --shrike $(RELEASE)/shrike --count $(RELATIONS) --seed $(SEED)
	@tests/random/twins --shrike $(RELEASE)/shrike --count $(JUDGED) --seed $(SEED)
	@tests/random/judges --shrike $(RELEASE)/shrike --count $(JUDGED) --seed $(SEED)00
	@tests/random/cells --shrike $(RELEASE)/shrike --count $(CELLS) --seed $(SEED)
	@tests/random/threads --shrike $(RELEASE)/shrike --count $(THREADED) --seed $(SEED)00 --confirm 10
	@tests/random/threads --shrike $(RELEASE)/shrike --schedules each --sets --count 10 --seed $(SEED)50
	@tests/random/threads --shrike $(RELEASE)/shrike --bound --schedules each --count 10 --seed $(SEED)00 --confirm 10
	@tests/random/threads --shrike $(RELEASE)/shrike --tso --sets --count 10 --seed $(SEED)00
	@tests/random/threads --shrike $(RELEASE)/shrike --spurious --count 5 --seed $(SEED)00 --confirm 0

check-matrix:
	@$(MAKE) $(SAN) ASSERT=1 $(ASSERTED)/shrike
	@tests/matrix/run --shrike $(ASSERTED)/shrike --seed $(SEED) $(call share,--cells 120,--all)

# Small budgets: what they decide, they decide in small programs.
check-repeat:
	@$(MAKE) SANITIZE=0 PROVOKE=1 build-provoke/shrike
	@tests/repeat/run --shrike build-provoke/shrike

# The same with rare paths provoked.
check-provoke:
	@$(MAKE) SANITIZE=0 PROVOKE=1 build-provoke/shrike
	@tests/random/run --shrike build-provoke/shrike --provoke --small --checks each --count $(PROVOKED) --seed $(SEED) $(EVERY_ENGINE)

check-csmith:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@tests/csmith/run --shrike $(RELEASE)/shrike --count $(CSMITH) --seed $(SEED)

# GCC's torture tests, where they are installed; not part of `check`. TORTURE=--engine=all asks the engines.
TORTURE ?=
.PHONY: check-torture
check-torture:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@tests/torture/run --shrike $(RELEASE)/shrike $(TORTURE)

# Counts that grow: TALLY=N more programs of each kind, added to the sums in tests/tally.txt (docs/TESTING.md).
TALLY ?= 50
ADDED = --tally tests/tally.txt --jobs 1 --count $(TALLY)
.PHONY: tally
tally:
	@$(MAKE) build/shrike
	@$(MAKE) PROVOKE=1 build-provoke/shrike
	-@tests/random/run --small --checks each --seed 2000000 --floors $(EVERY_ENGINE) $(ADDED)
	-@tests/random/run --alone --seed 1020 --floors $(EVERY_ENGINE) $(ADDED)
	-@tests/random/run --provoke --shrike build-provoke/shrike --small --checks each --seed 3000000 $(EVERY_ENGINE) $(ADDED)
	-@tests/random/run --arrays --seed 4000000 $(EVERY_ENGINE) $(ADDED)
	-@tests/random/run --strings --seed 5000000 $(EVERY_ENGINE) $(ADDED)
	-@tests/random/relations --seed 10000 $(ADDED)
	-@tests/random/endless --seed 10000 $(ADDED)
	-@tests/random/sizes --seed 20000 $(ADDED)
	-@tests/random/cells --seed 10000 $(ADDED)
	-@tests/random/judges --seed 10000 $(ADDED)
	-@tests/random/threads --seed 10000 --confirm 10 $(ADDED)
	-@tests/random/threads --seed 10000 --tso --confirm 10 $(ADDED)
	-@tests/random/threads --seed 10000 --tso --spurious --sets $(ADDED)
	-@tests/random/threads --seed 10000 --sets $(ADDED)
	-@tests/random/threads --seed 10000 --sets --schedules each $(ADDED)
	-@tests/csmith/run --seed 500000 $(ADDED)
	-@tests/csmith/run --seed 600000 --engine all $(ADDED)
	-@tests/torture/run --engine all $(ADDED)

check-mutate:
	@$(MAKE) $(SAN) $(RELEASE)/shrike
	@tests/mutate/run --shrike $(RELEASE)/shrike --count $(MUTANTS) --seed $(SEED)
	@tests/mutate/formats --shrike $(RELEASE)/shrike --count $(FORMATS) --seed $(SEED)

# ---- warnings and habits --------------------------------------------------

# Warnings that cost little and find something, beyond those of every build.
LINT     = -Wformat=2 -Wno-format-nonliteral -Wold-style-definition -Wnested-externs \
           -Wdate-time -Wcast-align -Winit-self
LINT_GCC = $(LINT) -Wlogical-op -Wduplicated-cond -Wjump-misses-init -Walloc-zero -Wtrampolines
LINT_CLANG = $(LINT) -Wassign-enum -Wloop-analysis -Wunreachable-code \
           -Wshift-sign-overflow

.PHONY: lint lint-gcc lint-clang
lint: deps
	@$(MAKE) $(JOBS) lint-gcc
	@$(MAKE) $(JOBS) lint-clang
	@LLVM_INCLUDE="$(LLVM_INCLUDE)" scripts/lint

lint-gcc:
	@$(MAKE) BUILD=build/lint-gcc CC=gcc EXTRA_WARN="$(LINT_GCC)" MODE="-O2 -g" all

lint-clang:
	@$(MAKE) BUILD=build/lint-clang CC=clang-$(LLVM) EXTRA_WARN="$(LINT_CLANG)" MODE="-O1 -g" all

# ---- measurements ---------------------------------------------------------

.PHONY: bench
bench: deps
	@$(MAKE) $(JOBS) build/shrike
	@bench/run --shrike build/shrike

# Beside AFL++, if it is there (Debian: afl++), else libFuzzer. FUZZ_SECONDS for each run.
FUZZ_SECONDS ?= 600
.PHONY: bench-fuzz
bench-fuzz: deps
	@$(MAKE) $(JOBS) build/shrike
	@command -v afl-fuzz >/dev/null || echo 'bench-fuzz: afl++ is not installed; libFuzzer takes its place'
	@bench/fuzz/run --shrike build/shrike --seconds $(FUZZ_SECONDS)

# ---- installation ---------------------------------------------------------

# Our headers go into a folder of their own: include/klee is also KLEE's. shrike
# finds them there by itself.
HEADERS_FOR_USERS = $(sort $(wildcard include/*.h include/*/*.h))
PAGES     = $(sort $(wildcard docs/*.md docs/engines/*.md docs/tutorial/*))
INSTALLED = bin/shrike share/man/man1/shrike.1 $(PAGES:docs/%=share/doc/shrike/%) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(HEADERS_FOR_USERS:include/%=include/shrike/%)

BASH_COMPLETION = share/bash-completion/completions/shrike
ZSH_COMPLETION  = share/zsh/site-functions/_shrike

.PHONY: install uninstall
install: $(BUILD)/shrike
	install -D -m 755 $(BUILD)/shrike $(DESTDIR)$(PREFIX)/bin/shrike
	install -D -m 644 docs/shrike.1 $(DESTDIR)$(PREFIX)/share/man/man1/shrike.1
	@for f in $(PAGES:docs/%=%); do \
	    install -D -m 644 docs/$$f $(DESTDIR)$(PREFIX)/share/doc/shrike/$$f || exit 1; done
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,$(dir $(BASH_COMPLETION)) $(dir $(ZSH_COMPLETION)))
	$(BUILD)/shrike completion bash > $(DESTDIR)$(PREFIX)/$(BASH_COMPLETION)
	$(BUILD)/shrike completion zsh > $(DESTDIR)$(PREFIX)/$(ZSH_COMPLETION)
	@for h in $(HEADERS_FOR_USERS:include/%=%); do \
	    install -D -m 644 include/$$h $(DESTDIR)$(PREFIX)/include/shrike/$$h || exit 1; done

# A Debian package; check-deb installs it in a fresh Debian 12 and follows the tutorial there (as root).
FRESH ?= build/fresh-debian
.PHONY: deb deb-only check-deb
deb: deps
	@$(MAKE) $(JOBS) build/shrike
	@$(MAKE) deb-only

deb-only:
	@rm -f build/shrike_*.deb
	@scripts/make-deb build

check-deb: deb
	@scripts/check-deb build/shrike_*.deb $(FRESH)

uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED))

# ---- runtime: models of the C library, as bitcode for both data models ----
# One module per file, so that a program loads only those it needs; all are built
# into shrike. They are the same for every variant of the build.
RT_SRC   = $(sort $(wildcard runtime/*.c))
RT_HDR   = $(wildcard runtime/*.h)
RT_64    = $(RT_SRC:runtime/%.c=build/runtime/64/%.bc)
RT_32    = $(RT_SRC:runtime/%.c=build/runtime/32/%.bc)
RT_CLANG = clang-$(LLVM)
RT_WARN  = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla \
           -Wundef -Wimplicit-fallthrough -Wno-bitwise-instead-of-logical -Werror
RT_FLAGS = -std=gnu17 -D_GNU_SOURCE -U_FORTIFY_SOURCE -fno-builtin -fno-stack-protector \
           -fno-delete-null-pointer-checks -fwrapv $(RT_WARN)
# No pass here may exploit undefined behaviour: registers for locals, selects for small branches.
RT_PASSES = mem2reg,simplifycfg,early-cse,simplifycfg

build/runtime/64/absolute.bc build/runtime/32/absolute.bc: RT_FLAGS += -fno-wrapv

build/runtime/64/%.bc: runtime/%.c $(RT_HDR)
	$(call say,BC64,$<)
	@mkdir -p $(@D)
	$(Q)$(RT_CLANG) -m64 $(RT_FLAGS) -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c $< -o $@.o0
	$(Q)opt-$(LLVM) -passes=$(RT_PASSES) $@.o0 -o $@

build/runtime/32/%.bc: runtime/%.c $(RT_HDR)
	$(call say,BC32,$<)
	@mkdir -p $(@D)
	$(Q)$(RT_CLANG) -m32 $(RT_FLAGS) -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c $< -o $@.o0
	$(Q)opt-$(LLVM) -passes=$(RT_PASSES) $@.o0 -o $@

build/runtime/library.c: scripts/embed-library $(RT_64) $(RT_32)
	$(call say,EMBED,$@)
	$(Q)scripts/embed-library llvm-nm-$(LLVM) $@ build/runtime/library.S 64 $(RT_64) -- 32 $(RT_32)

# What native replay links into the user's program, as one object for each data model.
RP_SRC   = $(sort $(wildcard replay/*.c))
RP_FLAGS = -std=gnu17 -D_GNU_SOURCE -O1 -g0 -fno-builtin -fno-omit-frame-pointer -fno-pic -Wall -Wextra -Wshadow -Werror

# All other names are the library's own: the program may use them.
RP_NAMES = main __* klee_* shrike_* lct_* nondet_* reach_error

build/replay/%/stamp: $(RP_SRC) replay/replay_rt.h runtime/threads.c runtime/locks.c runtime/buffers.c runtime/orders.c runtime/threads.h src/front/native/native_checks.def src/ir/signature.h
	$(call say,RP$*,replay)
	@mkdir -p $(@D)
	$(Q)for f in $(RP_SRC:replay/%.c=%); do \
	    $(RT_CLANG) -m$* $(RP_FLAGS) -c replay/$$f.c -o $(@D)/$$f.o || exit 1; done
	@touch $@

.SECONDARY: build/replay/64/stamp build/replay/32/stamp
build/replay/replay%.o: build/replay/%/stamp
	$(Q)ld $(if $(filter 32,$*),-m elf_i386) -r $(RP_SRC:replay/%.c=build/replay/$*/%.o) -o $@
	$(Q)objcopy -w $(RP_NAMES:%=--keep-global-symbol='%') $@

# What `shrike capture` loads into the processes of a build.
build/capture/record.so: capture/record.c
	$(call say,SO,$<)
	@mkdir -p $(@D)
	$(Q)$(RT_CLANG) -std=gnu17 -O2 -g0 -fPIC -shared $(RT_WARN) -Wl,-s $< -o $@

# What native runs are started in.
build/cage/cage: $(wildcard cage/*.c cage/*.h cage/*.def)
	$(call say,CAGE,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE -O2 $(WARN) -static -s $(filter %.c,$^) -o $@

build/replay/replay.S: build/replay/replay64.o build/replay/replay32.o build/capture/record.so build/cage/cage
	$(Q){ printf '    .section .rodata\n    .globl capture_record\n    .globl capture_record_end\ncapture_record: .incbin "build/capture/record.so"\ncapture_record_end: .byte 0\n'; \
	    printf '    .globl cage_program\n    .globl cage_program_end\ncage_program: .incbin "build/cage/cage"\ncage_program_end: .byte 0\n'; echo '    .section .note.GNU-stack,"",@progbits'; echo '    .section .rodata'; \
	    for b in 64 32; do printf '    .globl replay%s\n    .globl replay%s_end\nreplay%s: .incbin "%s"\nreplay%s_end: .byte 0\n' \
	        $$b $$b $$b build/replay/replay$$b.o $$b; done; } > $@

$(BUILD)/obj/library.o: build/runtime/library.c build/replay/replay.S
	@mkdir -p $(@D)
	$(Q)$(CC) -c build/replay/replay.S -o $(@D)/library-replay.o
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $(@D)/library-table.o
	$(Q)$(CC) -c build/runtime/library.S -o $(@D)/library-data.o
	$(Q)ld -r $(@D)/library-table.o $(@D)/library-data.o $(@D)/library-replay.o -o $@

# All of a data model in one module, with its public names: for the tests and the list of functions.
RT_BC    = build/runtime/runtime64.bc build/runtime/runtime32.bc
build/runtime/runtime64.bc: $(RT_64)
build/runtime/runtime32.bc: $(RT_32)
$(RT_BC):
	$(Q)llvm-link-$(LLVM) $^ -o $@.linked
	$(Q)llvm-nm-$(LLVM) --defined-only --extern-only --format=just-symbols $@.linked | grep -v '^rt_' | sort > $@.names
	$(Q)opt-$(LLVM) -passes=internalize -internalize-public-api-file=$@.names $@.linked -o $@
	@rm -f $@.linked

# Every test program runs twice, with glibc and with our models under sanitizers, and must print the
# same: tests/runtime/README.md.
.PHONY: runtime-check
runtime-check: $(RT_BC)
	@$(MAKE) -f tests/runtime/check.mk BUILD=build LLVM=$(LLVM) RT_FLAGS='$(RT_FLAGS)'
docs/LIBRARY.md: $(RT_BC) runtime/list-functions runtime/list-limits src/front/define/failing.def
	@mkdir -p $(@D)
	runtime/list-functions build $(LLVM) > $@
# ---- end of runtime ----

.PHONY: clean
clean:
	rm -rf build build-*

.PHONY: help
help:
	@echo 'make            build $(BUILD)/shrike, the library and the unit tests'
	@echo 'make demo       install what is missing, build, find a first bug'
	@echo 'make check      all tests, of what is endless a part drawn by SEED=N; SANITIZE=1 under ASan and UBSan'
	@echo 'make quick      a minute and a half of them; make check-long: hours'
	@echo 'make t T=TEST    one test, or a folder of them'
	@echo 'make check-X    one stage: $(CHECKS:check-%=%) $(BESIDE:check-%=%)'
	@echo 'make tally      TALLY=N more random programs of each kind, added to the sums in tests/tally.txt'
	@echo 'make unit       the unit tests alone'
	@echo 'make lint       gcc, clang, cppcheck, clang-tidy, layers, lengths'
	@echo 'make bench      speed of the interpreter beside native code (and klee)'
	@echo 'make bench-fuzz errors and blocks found beside AFL++ (FUZZ_SECONDS=600)'
	@echo 'make deps       check for the Debian packages and install the missing ones'
	@echo 'make deb        a Debian package in build; make check-deb tries it in a fresh Debian 12 (as root, FRESH=FOLDER)'
	@echo 'make install    into PREFIX ($(PREFIX)) under DESTDIR; uninstall takes it back'
	@echo 'make clean      remove build and build-*'
	@echo 'Variants: DEBUG=1, ASSERT=1, PROVOKE=1, SANITIZE=1, CC=clang-$(LLVM), V=1 shows the commands.'

-include $(shell find $(BUILD)/obj $(BUILD)/tests -name '*.d' 2>/dev/null)
