/* Other tools' proofs: correctness witnesses in YAML (format 2.0), as claims that the checker of src/certify can look
 * at.
 *
 * A witness says what holds at heads of loops and at points, and not what rounds may change: that is found by letting
 * the checker complain. No invariant is ever dropped: each is proved together with the others, or it is said which one
 * is not. What cannot be read or placed makes INCOMPLETE. */
#ifndef SHRIKE_SESSION_FOREIGN_H
#define SHRIKE_SESSION_FOREIGN_H

#include "certify/certify.h"

/* An invariant of a witness. */
struct foreign_invariant {
    const char *type, *file, *function, *value, *format;
    uint32_t line, column; /* 0: unknown */
};

struct foreign_witness {
    struct arena arena; /* all texts */
    const char *model;  /* "ILP32", "LP64", or "" */
    VEC(struct foreign_invariant) invariants;
};

void foreign_init(struct foreign_witness *f);
void foreign_release(struct foreign_witness *f);
/* Is the file YAML with entries, and no certificate of ours? */
bool foreign_is_witness(const char *path);
/* Reads it. False after adding a message. */
bool foreign_read(struct foreign_witness *f, const char *path, struct str *error);
/* Proves the invariants of p, which has flow graphs, and with them what opt wants. c gets the claims. */
void foreign_check(struct context *ctx, struct program *p, const struct foreign_witness *f, struct certificate *c,
                   const struct certify_options *opt, struct certify_report *report);

#endif
