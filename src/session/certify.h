/* What the commands verify and check share about certificates. */
#ifndef SHRIKE_SESSION_CERTIFY_H
#define SHRIKE_SESSION_CERTIFY_H

#include "certify/certify.h"
#include "session/session.h"

/* The errors of the engines as what the checker proves (enum prove). */
unsigned certify_wanted(bug_set errors);
/* The program as it was written, with flow graphs; NULL after a message. */
struct program *certify_load(struct context *ctx, const struct command_line *line);
/* Finds claims with which the program checks, beginning with those that c has, and puts them into c, which has its
 * header. Of s, context, command line and what is wanted are looked at. False: none were found; why says so. */
bool certify_find(struct session *s, struct program *p, struct certificate *c, struct str *why);

/* As JSON Lines (docs/CERTIFICATES.md). */
void certificate_write(const struct certificate *c, struct str *out);
/* Hashes of the user's functions and of globals, as text without positions. */
void certificate_hashes(struct certificate *c, const struct program *p);
/* Appends functions whose hash differs from the program's, or that one of the two does not have. */
void certificate_stale(const struct certificate *c, const struct program *p, text_list *stale);

#endif
