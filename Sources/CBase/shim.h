#pragma once
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <time.h>

/* Swift does not see what is GNU's own. */
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
static inline int nr_ppoll(struct pollfd *entries, unsigned long count, const struct timespec *limit) {
  return ppoll(entries, count, limit, NULL);
}
