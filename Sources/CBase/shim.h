#pragma once
#include <signal.h>
#include <sys/epoll.h>
#include <time.h>

/* Swift does not see what is GNU's own. Its Glibc has the type of the entries: here it stays opaque. */
struct pollfd;
extern int ppoll(struct pollfd *, unsigned long, const struct timespec *, const sigset_t *);
static inline int nr_ppoll(void *entries, unsigned long count, const struct timespec *limit) {
  return ppoll((struct pollfd *)entries, count, limit, NULL);
}
