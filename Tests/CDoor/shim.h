#pragma once
#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Makes any call, as code that has taken a process over would. Returns its error, 0 for success. */
extern long syscall(long, ...);
static inline int door_call(long number, long a, long b, long c, long d, long e, long f) {
  return syscall(number, a, b, c, d, e, f) < 0 ? errno : 0;
}

/* Makes a process in three ways. Returns the error, 0 for success. */
static inline int door_process(int way) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  long process = way == 0   ? syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L)
                 : way == 1 ? syscall(SYS_clone3, &arguments, sizeof arguments)
                            : (long)fork();
  if (process == 0) _exit(0);
  return process < 0 ? errno : 0;
}
