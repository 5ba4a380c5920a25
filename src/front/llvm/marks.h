/* Names that passes give to what they add, and by which lowering knows it. */
#ifndef SHRIKE_FRONT_LLVM_MARKS_H
#define SHRIKE_FRONT_LLVM_MARKS_H

/* Names of the functions that passes call start with this. */
#define PROTECT_PREFIX "shrike."
/* ... those that stand for markers of lifetimes go on with this, */
#define LIFE_START "life.start"
#define LIFE_END "life.end"
#define LIFE_SAVE "life.save"
#define LIFE_RESTORE "life.restore"
/* those of choices (front/premises/choices.h) with this and the choice's name, */
#define CHOICE_NAME "choice."
/* those of what cannot be executed with this and the reason. */
#define FOLDED_NAME "unsupported."
/* The engine's function that announces a target. */
#define TARGET_BUILTIN "__shrike_target"
/* Kind of the metadata of globals that are constants, unknown to passes. */
#define CONSTANT_MARK "shrike.constant"
/* Kind of the metadata of allocas and of calls of shrike.undef for a variable: its name, the
 * line of its declaration, the offset of the value in it, and a number of its own. */
#define VARIABLE_MARK "shrike.variable"
enum { VARIABLE_MARK_PARTS = 4 };

#endif
