/* --engine=auto for verify and reach: which engines run side by side (portfolio/portfolio.h), and what
 * the options have to say about it. */
#ifndef SHRIKE_SESSION_AUTO_H
#define SHRIKE_SESSION_AUTO_H

#include "portfolio/portfolio.h"
#include "session/session.h"

/* The engine that the options name, or that an option belongs to which only one engine has;
 * ENGINE_AUTO if none does. Says so if an option decided it. False after a message: options of
 * different engines were given. */
bool auto_engine(struct context *ctx, enum command command, enum engine *engine);

/* Runs the engines that suit the loaded program, each in its own process; `run` is that of
 * struct portfolio with s as owner. Returns the exit status. */
int auto_run(struct session *s, int (*run)(void *owner, int engine, struct gate *gate));

/* In the process of an engine (PORTFOLIO_TELLER: of none) or, with no gate, in the only one: s is
 * that engine's from now on. */
void auto_enter(struct session *s, int engine, struct gate *gate);

/* Says on standard error which engine has answered, if there were several. */
void auto_tell(const struct session *s, int status);

#endif
