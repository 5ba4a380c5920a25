/* Drives lib/relaylib.c, lib/cbuf2.c and lib/threadlib.c of Debian's streamripper as its ripping thread does
 * (rip_manager.c: start_ripping, destroy_subsystems; ripstream.c: ripstream_rip_ogg, ripstream_rip_mp3), with one client
 * that connects to the relay. -DOGG: a stream of Ogg pages, whose first chunk is put into the buffer; else one of MP3
 * frames, which is ended again, as before a reconnection. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>

#include "cbuf2.h"
#include "relaylib.h"
#include "rip_manager.h"
#include "ripogg.h"

/* ---- the outside: one client connects, asks for the stream and takes what it gets ---- */

enum { LISTENING = 3, CLIENT = 4, CHUNK = 16, CHUNKS = 4 };
static sem_t never;
static int connected, asked; /* of the thread that accepts, and of the client's first request */

int socket(int domain, int type, int protocol) { return LISTENING; }
int bind(int s, const struct sockaddr *a, socklen_t n) { return 0; }
int listen(int s, int n) { return 0; }
int setsockopt(int s, int level, int option, const void *p, socklen_t n) { return 0; }
int fcntl(int s, int what, ...) { return 0; }
int close(int s) { return 0; }
int usleep(useconds_t t) { return 0; }
char *inet_ntoa(struct in_addr a) {
    static char text[2];
    return text;
}
int select(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict t) {
    if (n != LISTENING + 1) return !asked;
    if (connected) sem_wait(&never); /* nobody else comes */
    return 1;
}
int accept(int s, struct sockaddr *restrict a, socklen_t *restrict n) {
    memset(a, 0, *n);
    connected = 1;
    return CLIENT;
}
ssize_t recv(int s, void *to, size_t n, int flags) {
    asked = 1;
    memcpy(to, "\r\n", 2);
    return 2;
}
ssize_t send(int s, const void *from, size_t n, int flags) { return (ssize_t)n; }

/* ---- the rest of the program ---- */

int read_interface(char *name, uint32_t *addr) { return -1; }
char *client_relay_header_generate(RIP_MANAGER_INFO *r, int icy) { return calloc(1, 4); }
void client_relay_header_release(char *header) { free(header); }
void debug_printf(char *text, ...) {}

/* Each chunk is one page, the first of a stream. */
void rip_ogg_process_chunk(RIP_MANAGER_INFO *r, LIST *pages, const char *data, u_long size, TRACK_INFO *t) {
    OGG_PAGE_LIST *p = calloc(1, sizeof *p);
    p->m_page_len = size;
    p->m_page_flags = OGG_PAGE_BOS;
    INIT_LIST_HEAD(pages);
    list_add_tail(&p->m_list, pages);
}

static RIP_MANAGER_INFO rmi;
static STREAM_PREFS prefs;

int main(void) {
    static char ip[2], interface[2], data[CHUNK];
#ifdef OGG
    const int type = CONTENT_TYPE_OGG;
#else
    const int type = CONTENT_TYPE_MP3;
#endif
    u_short port;
    sem_init(&never, 0, 0);
    rmi.prefs = &prefs;
    rmi.http_info.content_type = type;
    relaylib_start(&rmi, FALSE, 8000, 8000, &port, interface, 1, ip, 0);
    cbuf2_init(&rmi.cbuf2, type, 1, CHUNK, CHUNKS);
    cbuf2_insert_chunk(&rmi, &rmi.cbuf2, data, CHUNK, type, &rmi.current_track);
#ifndef OGG
    cbuf2_destroy(&rmi.cbuf2); /* ripstream_clear, which destroy_subsystems calls before the next */
    relaylib_stop(&rmi);
#endif
    return 0;
}
