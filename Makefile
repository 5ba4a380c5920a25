# shrike: symbolic execution for C. `make help` lists the targets.
#
#   make demo    install what is missing, build, show the main job
#   make check   the same, then all tests
#
# Sources are found by folder: src/LAYER/*.c make the library and the program,
# tests/unit/test_*.c make one cmocka program each.

LLVM     ?= 19
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= gcc
SANITIZE ?= 0
DEBUG    ?= 0

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(SANITIZE),1)
BUILD    := $(BUILD)-sanitize
MODE     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifeq ($(DEBUG),1)
BUILD    := $(BUILD)-debug
MODE     := -O0 -g3
else
MODE     := -O2 -g -DNDEBUG
endif

LLVM_CONFIG = llvm-config-$(LLVM)
WARN     = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
           -Wwrite-strings -Wvla -Wundef -Wimplicit-fallthrough -Werror
CPPFLAGS = -Isrc -D_GNU_SOURCE
CFLAGS   = -std=gnu17 $(MODE) $(WARN)
LDLIBS   = -lcadical -lstdc++ -lz3 -lm

SRC      = $(sort $(wildcard src/*/*.c src/*/*/*.c))
OBJ      = $(SRC:%.c=$(BUILD)/obj/%.o)
LIB      = $(BUILD)/libshrike.a
UNIT     = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))

.PHONY: all
all: $(LIB) $(UNIT)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(LIB): $(OBJ)
	@mkdir -p $(@D)
	rm -f $@ && ar rcs $@ $(OBJ)

$(BUILD)/tests/%: tests/unit/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests/unit $(CFLAGS) -UNDEBUG -MMD -MP $< $(LIB) -lcmocka $(LDLIBS) -o $@

.PHONY: unit
unit: $(UNIT)
	@for t in $(UNIT); do echo "== $$t"; $$t || exit 1; done

# ---- runtime: models of the C library, as bitcode for both data models ----
RT_SRC   = $(sort $(wildcard runtime/*.c))
RT_HDR   = $(wildcard runtime/*.h)
RT_BC    = $(BUILD)/runtime/runtime64.bc $(BUILD)/runtime/runtime32.bc
RT_CLANG = clang-$(LLVM)
RT_WARN  = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla \
           -Wundef -Wimplicit-fallthrough -Wno-bitwise-instead-of-logical -Werror
RT_FLAGS = -std=gnu17 -D_GNU_SOURCE -U_FORTIFY_SOURCE -fno-builtin -fno-stack-protector $(RT_WARN)
# No pass here may exploit undefined behaviour: registers for locals, selects for small branches.
RT_PASSES = internalize,mem2reg,simplifycfg

.PHONY: runtime runtime-check
runtime: $(RT_BC)
all: runtime

$(BUILD)/runtime/64/%.bc: runtime/%.c $(RT_HDR)
	@mkdir -p $(@D)
	@$(RT_CLANG) -m64 $(RT_FLAGS) -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c $< -o $@

$(BUILD)/runtime/32/%.bc: runtime/%.c $(RT_HDR)
	@mkdir -p $(@D)
	@$(RT_CLANG) -m32 $(RT_FLAGS) -O0 -Xclang -disable-O0-optnone -g -emit-llvm -c $< -o $@

$(BUILD)/runtime/runtime64.bc: $(RT_SRC:runtime/%.c=$(BUILD)/runtime/64/%.bc)
$(BUILD)/runtime/runtime32.bc: $(RT_SRC:runtime/%.c=$(BUILD)/runtime/32/%.bc)
$(RT_BC):
	@llvm-link-$(LLVM) $^ -o $@.linked
	@llvm-nm-$(LLVM) --defined-only --extern-only --format=just-symbols $@.linked | grep -v '^rt_' | sort > $@.names
	@opt-$(LLVM) -passes=$(RT_PASSES) -internalize-public-api-file=$@.names $@.linked -o $@
	@rm -f $@.linked

# Every test program runs twice, with glibc and with our models under sanitizers, and must print the
# same: tests/runtime/README.md.
runtime-check: $(RT_BC)
	$(MAKE) -f tests/runtime/check.mk BUILD=$(BUILD) LLVM=$(LLVM) RT_FLAGS='$(RT_FLAGS)'
docs/LIBRARY.md: $(RT_BC) runtime/list-functions
	@mkdir -p $(@D)
	runtime/list-functions $(BUILD) $(LLVM) > $@
# ---- end of runtime ----

.PHONY: clean
clean:
	rm -rf build build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
