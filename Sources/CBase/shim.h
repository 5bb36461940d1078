#pragma once
#include "bus.h"
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>

/* Swift does not see what is GNU's own. Its Glibc has the type of the entries: here it stays opaque. */
struct pollfd;
extern int ppoll(struct pollfd *, unsigned long, const struct timespec *, const sigset_t *);
static inline int nr_ppoll(void *entries, unsigned long count, const struct timespec *limit) {
  return ppoll((struct pollfd *)entries, count, limit, NULL);
}

/* Timers of this thread come when they are due, and not up to 50 µs later (PR_SET_TIMERSLACK(2const)). */
extern int prctl(int, ...);
static inline void nr_set_exact_timers(void) { prctl(29 /* PR_SET_TIMERSLACK */, 1UL, 0UL, 0UL, 0UL); }

/* A file in memory, without a name (memfd_create(2)): negative where there is none. */
extern long syscall(long, ...);
static inline int nr_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1U /* MFD_CLOEXEC */); }

/* A descriptor that is readable once a child has ended (pidfd_open(2)); negative where there is none. */
static inline int nr_process_descriptor(int process) { return (int)syscall(434 /* SYS_pidfd_open */, process, 0U); }

/* A descriptor that is readable once the time of day was set, or the machine has slept (timerfd_create(2)); negative where
   there is none. The time that it waits for does not come. */
static inline int nr_clock_descriptor(void) {
  struct itimerspec never = {.it_value = {.tv_sec = 1LL << 33}};
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (timer >= 0) timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, 0);
  return timer;
}

/* The user at the other end of a local socket (SO_PEERCRED, unix(7)); negative where it is not known. */
extern int getsockopt(int, int, int, void *, unsigned int *);
static inline long nr_peer_user(int socket) {
  struct { int process; unsigned int user, group; } peer;
  unsigned int size = sizeof(peer);
  return getsockopt(socket, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, &peer, &size) ? -1 : (long)peer.user;
}
