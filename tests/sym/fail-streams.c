// REQUIRES: shrike
// RUN: %safe --sym-files 1x4 --fail 1 %s
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 -DREAD %s | %check %s --check-prefix=READ
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 -DWRITE %s | %check %s --check-prefix=WRITE
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 -DCLOSE %s | %check %s --check-prefix=CLOSE
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 -DFLAG %s | %check %s --check-prefix=FLAG
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 -DPOINTER %s | %check %s --check-prefix=POINTER
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int (*look)(const char *, struct stat *) = stat;

int main(void) {
    FILE *f = fopen("A", "r");
    if (!f) return 1;
    int c, n = 0;
    while ((c = getc(f)) != EOF) n++;
    /* Reading fails where a block is read, never within it. */
    assert(n == 0 || n == 4);
#ifdef READ
    assert(n == 4); // READ: fail-streams.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // READ: failing call = 2
    // READ: getc fails =
#else
    assert(n == 4 || ferror(f)); /* the stream knows */
#endif
    int written = printf("%d", n);
#ifdef WRITE
    assert(written >= 0); // WRITE: fail-streams.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // WRITE: printf fails =
#else
    assert(written >= 0 || ferror(stdout));
#endif
    puts("ignored: not asked about");
#ifdef FLAG
    assert(!ferror(stdout)); // FLAG: fail-streams.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // FLAG: ferror fails =
#endif
    int closed = fclose(f);
#ifdef CLOSE
    assert(closed == 0); // CLOSE: fail-streams.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // CLOSE: fclose fails =
#endif
    (void)closed;
    struct stat s;
#ifdef POINTER
    assert(look("A", &s) == 0); // POINTER: fail-streams.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // POINTER: stat fails =
#endif
    /* Bytes in memory do not fail. */
    char text[8];
    FILE *m = fmemopen(text, sizeof text, "w");
    if (!m) return 1;
    assert(fputs("x", m) >= 0);
    fclose(m);
    (void)look;
    return 0;
}
