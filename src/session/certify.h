/* What the commands verify and check share about certificates. */
#ifndef SHRIKE_SESSION_CERTIFY_H
#define SHRIKE_SESSION_CERTIFY_H

#include "certify/certify.h"
#include "session/session.h"

/* The errors of the engines as what the checker proves (enum prove). */
unsigned certify_wanted(bug_set errors);
/* The program as it was written, with flow graphs; NULL after a message. */
struct program *certify_load(struct context *ctx, const struct command_line *line);
/* Finds claims with which the program checks, beginning with those that c has, and puts them into c, which has its header. Of s, context,
 * command line and what is wanted are looked at. False: none were found; why says so. */
bool certify_find(struct session *s, struct program *p, struct certificate *c, struct str *why);

#endif
