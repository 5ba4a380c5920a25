/* The life of variables that other threads may know of. */
#ifndef SHRIKE_EXEC_CORE_LIFE_H
#define SHRIKE_EXEC_CORE_LIFE_H

struct exec;
struct mem_object;

/* It begins or ends: an access of another thread comes before or behind that, and which matters (exec.touched). */
void threads_life(struct exec *x, const struct mem_object *obj);

#endif
