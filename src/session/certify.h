/* What the commands verify and check share about certificates. */
#ifndef SHRIKE_SESSION_CERTIFY_H
#define SHRIKE_SESSION_CERTIFY_H

#include "certify/certify.h"
#include "session/session.h"

/* The errors of the engines as what the checker proves (enum prove). */
unsigned certify_wanted(bug_set errors);
/* The program as it was written, with flow graphs; NULL after a message. */
struct program *certify_load(struct context *ctx, const struct command_line *line);
/* Finds claims with which the program checks, and puts them into c, which has its header. stale: functions of which old claims of c are
 * not to be kept; NULL: there are none to keep. False: none were found; why says so. */
bool certify_find(struct session *s, struct program *p, struct certificate *c, struct str *why);

#endif
