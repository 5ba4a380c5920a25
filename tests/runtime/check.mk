# Differential tests of the models in runtime/: each program here is built twice, against glibc,
# and against the models with sanitizers; both must print the same bytes and end the
# same way. Called by `make runtime-check`.
OUT     = $(BUILD)/runtime-check
MODELS  = $(sort $(wildcard runtime/*.c))
TESTS   = $(patsubst tests/runtime/t_%.c,%,$(sort $(wildcard tests/runtime/t_*.c)))
BITS    = 64 32
NAMES   = $(BUILD)/runtime/runtime64.bc.names
CLANG   = clang-$(LLVM)
OBJCOPY = llvm-objcopy-$(LLVM)
SAN     = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1 -O1 -U__OPTIMIZE__
# glibc's macros for obstacks add to a null pointer.
FLAGS_obstack = -fno-sanitize=pointer-overflow
# One program is compiled as distributions do. (The native side then prints what glibc's checks say.)
FLAGS_fortify = -O2 -D_FORTIFY_SOURCE=2 -fbuiltin
PROGRAM = -O0 -fno-builtin -w
RESULTS = $(foreach b,$(BITS),$(TESTS:%=$(OUT)/$(b)/%.ok) $(TESTS:%=$(OUT)/$(b)/%.bitcode-ok))

.PHONY: check
check: $(RESULTS) $(OUT)/calls.ok
	@echo "$(words $(RESULTS)) passed, 0 failed"

# Models call each other by names that no program can redefine.
$(OUT)/calls.ok: $(BUILD)/runtime/runtime64.bc tests/runtime/check-calls
	@mkdir -p $(@D)
	@tests/runtime/check-calls $(BUILD)/runtime/runtime64.bc $(NAMES) llvm-dis-$(LLVM) && touch $@

$(OUT)/redefine: $(NAMES)
	@mkdir -p $(@D)
	@sed 's/.*/& shk_&/' $(NAMES) > $@

define DATA_MODEL
$(OUT)/$(1)/model_%.o: runtime/%.c $(wildcard runtime/*.h) $(OUT)/redefine tests/runtime/operators
	@mkdir -p $$(@D)
	@$(CLANG) -m$(1) $(RT_FLAGS) $(SAN) -c $$< -o $$@
	@$(OBJCOPY) --redefine-syms=$(OUT)/redefine $$@
	@$(OBJCOPY) --redefine-syms=tests/runtime/operators $$@

$(OUT)/$(1)/models.a: $(MODELS:runtime/%.c=$(OUT)/$(1)/model_%.o)
	@rm -f $$@ && ar rcs $$@ $$^

$(OUT)/$(1)/shim.o: tests/runtime/shim.c runtime/shrike_rt.h
	@mkdir -p $$(@D)
	@$(CLANG) -m$(1) -O1 -g1 -c $$< -o $$@

$(OUT)/$(1)/%.native: tests/runtime/t_%.c tests/runtime/common.h
	@mkdir -p $$(@D)
	@$(CLANG) -m$(1) $(PROGRAM) $$(FLAGS_$$*) $$< -lm -o $$@

$(OUT)/$(1)/%.model: tests/runtime/t_%.c tests/runtime/common.h $(OUT)/$(1)/models.a $(OUT)/$(1)/shim.o
	@$(CLANG) -m$(1) $(PROGRAM) $$(if $$(FLAGS_$$*),$$(FLAGS_$$*),$(SAN)) -c $$< -o $$@.o
	@$(OBJCOPY) --redefine-syms=$(OUT)/redefine --redefine-sym main=program_main $$@.o
	@$(CLANG) -m$(1) $(SAN) $$@.o $(OUT)/$(1)/shim.o $(OUT)/$(1)/models.a -lm -o $$@

$(OUT)/$(1)/%.ok: $(OUT)/$(1)/%.native $(OUT)/$(1)/%.model tests/runtime/compare
	@tests/runtime/compare $(1) $$* $(OUT)/$(1)/$$*.native $(OUT)/$(1)/$$*.model && touch $$@

# Once more with the bitcode that programs are really linked with, after its passes. What is an
# operator of the engine is a function of libm or of shim.c here.
$(OUT)/$(1)/bitcode.o: $(BUILD)/runtime/runtime$(1).bc $(OUT)/redefine tests/runtime/operators
	@mkdir -p $$(@D)
	@$(CLANG) -m$(1) -O0 -w -c $$< -o $$@
	@$(OBJCOPY) --redefine-syms=$(OUT)/redefine $$@
	@$(OBJCOPY) --redefine-syms=tests/runtime/operators $$@

$(OUT)/$(1)/%.bitcode: tests/runtime/t_%.c tests/runtime/common.h $(OUT)/$(1)/bitcode.o $(OUT)/$(1)/shim.o
	@$(CLANG) -m$(1) $(PROGRAM) $$(FLAGS_$$*) -c $$< -o $$@.o
	@$(OBJCOPY) --redefine-syms=$(OUT)/redefine --redefine-sym main=program_main $$@.o
	@$(CLANG) -m$(1) $$@.o $(OUT)/$(1)/shim.o $(OUT)/$(1)/bitcode.o -lm -o $$@

$(OUT)/$(1)/%.bitcode-ok: $(OUT)/$(1)/%.native $(OUT)/$(1)/%.bitcode tests/runtime/compare
	@tests/runtime/compare $(1) $$* $(OUT)/$(1)/$$*.native $(OUT)/$(1)/$$*.bitcode && touch $$@
endef
$(foreach b,$(BITS),$(eval $(call DATA_MODEL,$(b))))

.SECONDARY:
