/* Memory that holds expressions, and addresses that are expressions. */
#ifndef SHRIKE_EXEC_SYM_MEMORY_H
#define SHRIKE_EXEC_SYM_MEMORY_H

#include "exec/sym/sym.h"

/* n bytes at an accessible concrete address, symbolic or uninitialised. */
expr sym_read(struct exec *x, uint64_t addr, uint32_t n);
void sym_write(struct exec *x, uint64_t addr, uint32_t n, expr e);
/* The uninitialised bytes of the page of addr become inputs. */
void sym_raise(struct exec *x, uint64_t addr);
/* Access through an address that is not constant. */
bool sym_load_at(struct exec *x, expr addr, uint32_t n, expr *value);
bool sym_store_at(struct exec *x, expr addr, uint32_t n, expr value);
/* An address that may be symbolic, for functions that need a concrete one. */
uint64_t sym_pin_address(struct exec *x, uint32_t slot);
/* Makes [addr, addr + n), all accessible, bytes of an input. */
void sym_make_raw(struct exec *x, uint64_t addr, uint64_t n, uint32_t input);
/* The same for its bytes from offset `from` on. */
void sym_make_raw_from(struct exec *x, uint64_t addr, uint64_t n, uint32_t input, uint32_t from);
/* The object that the address was computed from, if its form shows that: a sum of an
 * address and something that has none in it. NULL: it does not. */
struct mem_object *sym_origin(struct exec *x, expr addr);
/* A pointer that has few values, as its form shows, is decided where the decider does that. False: stopped. */
bool sym_decide_few(struct exec *x, expr *addr);
/* Narrows the path to one object that addr belongs to and that may be read or written;
 * bounds are not checked. False: stopped. */
bool sym_find_object(struct exec *x, expr addr, bool write, struct mem_object **obj, expr *off);
/* Its bytes as an array with 32-bit index; none if it is too large. */
expr sym_contents(struct exec *x, struct mem_object *obj);
/* Objects that are arrays, for engines that merge states. May an object become one without much work? */
bool sym_is_arrayable(struct exec *x, const struct mem_object *obj);
/* The element size of the array that the object at base is; 0: it is none. */
uint32_t sym_array_bytes(struct exec *x, uint64_t base);
/* Its contents as an array of such elements. */
expr sym_array_of(struct exec *x, uint64_t base, uint32_t bytes);
/* It is this array from now on. */
void sym_become_array(struct exec *x, uint64_t base, expr array);
/* The access [addr, addr + n) to an object of symbolic size. */
bool sym_check_size(struct exec *x, const struct mem_object *obj, uint64_t addr, uint64_t n, bool write);

/* What the uninitialised bytes from `offset` on of the instance-th storage of a site are
 * called as an input: NAME@LINE#INSTANCE[+OFFSET], as native replay wants it. Appends. */
void sym_storage_name(const struct exec *x, uint32_t site, uint32_t instance, uint32_t offset, struct str *out);
/* The input that the uninitialised bytes of the object, to be changed, are; taken if it is none yet. */
uint32_t sym_storage_input(struct exec *x, struct mem_object *obj);
/* Uninitialised bytes that are about to be copied become inputs; all are readable. */
void sym_before_copy(struct exec *x, uint64_t from, uint64_t n);
/* The object's symbolic size; where things are decided, it is a constant from now on. */
expr sym_size_of(struct exec *x, const struct mem_object *obj);

#endif
