/* A solver beside us that reads SMT-LIB 2 on its standard input: z3, or what the user names.
 *
 * A question is a list of conditions and one more: can all hold? Conditions that two questions in a row begin with
 * stay asserted between them; nothing else is kept. What is not plainly "unsat" or "sat" is "unknown": an error, an end
 * of the process, a time-out. After these a new process is started.
 */
#ifndef SHRIKE_CERTIFY_SMT_H
#define SHRIKE_CERTIFY_SMT_H

#include "certify/term.h"

struct smt;
enum smt_answer { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };
typedef VEC(term) term_list;

/* program: a command for the shell; the process is started when the first question comes. deadline_ns: on the clock,
 * for all; 0: none. */
struct smt *smt_new(const struct terms *terms, const char *program, int timeout_ms, uint64_t deadline_ns);
void smt_free(struct smt *s);
/* Can all of given, and more, hold? value, if it is not NULL and they can: what `of` is then. */
enum smt_answer smt_ask(struct smt *s, const term_list *given, term more, term of, uint64_t *value);
/* The same in two steps, so that several solvers think at once: one question at a time for each; of: none without a
 * value. */
void smt_send(struct smt *s, const term_list *given, term more, term of);
enum smt_answer smt_receive(struct smt *s, uint64_t *value);
/* Questions asked so far. */
uint64_t smt_asked(const struct smt *s);
/* Could a process be started at all? */
bool smt_works(const struct smt *s);

#endif
