/* --minimise of verify and fuzz: smaller inputs for an error.
 *
 * Inputs are changed one at a time: words towards 0, bytes towards zeros, texts towards shorter ones; standard input
 * and arguments lose what does not matter. A change is kept if the program, executed as it was written with the changed
 * inputs, takes the same inputs in the same order (or fewer) and ends in an error of the same kind at the same line,
 * with the same functions around it. In the end the compiled program has to show it, too, or all stays as it was. What
 * comes out is a local minimum: no single change that is tried makes it smaller. */
#ifndef SHRIKE_SESSION_SHRINK_H
#define SHRIKE_SESSION_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

struct finding;
struct session;

/* Makes the inputs of a confirmed error smaller, within some thousand executions, ten seconds and the time that is
 * left. shows: does the compiled program show the error with these inputs? Returns whether anything has changed; its
 * message then is that of the new inputs. */
bool shrink_finding(struct session *s, struct finding *f, bool (*shows)(struct session *s, struct finding *f));

/* One execution, for shrink.c (session/retell.c): does it end in f's error, in the program as written? *taken: inputs
 * with an order that it took. The message of the error is put into f if `tell`. */
bool session_fails_again(struct session *s, struct finding *f, bool tell, uint32_t *taken);

#endif
