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

# ---- measurements ----
BENCH    = $(patsubst bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard bench/*.c)))

$(BUILD)/bench/%: bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP $< $(LIB) $(LDLIBS) -o $@

.PHONY: bench
bench: $(BENCH)
# ---- end of measurements ----

.PHONY: clean
clean:
	rm -rf build build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
