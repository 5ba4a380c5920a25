/* Drives tftpd.c, tftpd_list.c and stats.c of Debian's atftp as atftpd's main does: a thread for each of two requests.
 * -DAS_IS: the mutex that guards standard input is locked by main, as there; else by the thread that unlocks it, so
 * that what comes behind is seen. */
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "stats.h"
#include "tftp_def.h"
#include "tftpd.h"

extern pthread_mutex_t stdin_mutex;
extern struct server_stats s_stats;
void *tftpd_receive_request(void *data);

static sem_t ended;

/* ---- the outside: requests to read, transfers that work ---- */

int tftp_get_packet(int one, int two, int *which, struct sockaddr_storage *from, struct sockaddr_storage *sender, struct sockaddr_storage *to, int timeout, int bits, int *size, char *data) {
#ifndef AS_IS
    pthread_mutex_lock(&stdin_mutex);
#endif
    memset(from, 0, sizeof *from);
    memset(to, 0, sizeof *to);
    from->ss_family = to->ss_family = AF_INET;
    return GET_RRQ;
}
int socket(int domain, int type, int protocol) { return 5; }
int bind(int s, const struct sockaddr *a, socklen_t n) { return 0; }
int connect(int s, const struct sockaddr *a, socklen_t n) { return 0; }
int getsockname(int s, struct sockaddr *restrict a, socklen_t *restrict n) { return 0; }
int fsync(int file) { return 0; }
int close(int file) { return 0; }
int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    t->tv_sec = 1, t->tv_usec = 0;
    return 0;
}
clock_t times(struct tms *t) {
    memset(t, 0, sizeof *t);
    return 0;
}

/* ---- the rest of the program ---- */

int tftpd_send_file(struct thread_data *data) { return OK; }
int tftpd_receive_file(struct thread_data *data) { return OK; }
int opt_parse_request(char *data, int size, struct tftp_opt *options) { return 0; }
void opt_request_to_string(struct tftp_opt *options, char *text, int size) { *text = 0; }
int tftpd_mcast_free_tid(char *address, short port) { return 0; }
void logger(int severity, const char *text, ...) {
    if (text[0] == 'S' && text[7] == 't') sem_post(&ended); /* "Server thread exiting" */
}

int requests(void) {
    pthread_t id;
    sem_init(&ended, 0, 0);
    stats_start();
    for (int i = 0; i < 2; i++) {
#ifdef AS_IS
        pthread_mutex_lock(&stdin_mutex);
#endif
        struct thread_data *d = calloc(1, sizeof *d);
        pthread_mutex_init(&d->client_mutex, NULL);
        d->data_buffer = calloc(1, SEGSIZE + 4);
        d->data_buffer_size = SEGSIZE + 4;
        d->tftp_options = calloc(OPT_NUMBER, sizeof *d->tftp_options);
        d->client_info = calloc(1, sizeof *d->client_info);
        pthread_create(&id, NULL, tftpd_receive_request, d);
    }
    sem_wait(&ended);
    sem_wait(&ended);
    return 0;
}
