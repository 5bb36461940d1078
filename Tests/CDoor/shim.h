#pragma once
#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
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

/* From now on the kernel has no Landlock for this process: landlock_create_ruleset(2) is call 444 everywhere. */
static inline int door_forget_landlock(void) {
  struct sock_filter rules[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
