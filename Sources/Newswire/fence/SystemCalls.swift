/// The names of system calls (`syscalls(2)`), by purpose.
enum SystemCalls {
  static let allowed = files + waiting + memory + network + itself

  private static let files = [
    "access", "close", "close_range", "dup", "dup2", "dup3", "faccessat", "faccessat2", "fadvise64", "fallocate",
    "fchmod", "fcntl", "fcntl64", "fdatasync", "flock", "fstat", "fstat64", "fstatat64", "fstatfs", "fsync",
    "ftruncate",
    "getcwd", "getdents", "getdents64", "inotify_add_watch", "inotify_init1", "inotify_rm_watch", "_llseek", "lseek",
    "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "pread64", "preadv", "pwrite64", "pwritev", "read",
    "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "stat", "stat64", "statfs", "statx", "umask",
    "unlink", "unlinkat", "write", "writev",
  ]

  private static let waiting = [
    "clock_getres", "clock_gettime", "clock_gettime64", "clock_nanosleep", "clock_nanosleep_time64", "epoll_create1",
    "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd2", "futex", "futex_time64", "gettimeofday",
    "nanosleep", "pipe", "pipe2", "poll", "ppoll", "ppoll_time64", "pselect6", "pselect6_time64", "restart_syscall",
    "sched_yield", "select", "time", "timerfd_create", "timerfd_gettime", "timerfd_settime",
  ]

  /// Pictures are written to a file in memory (`memfd_create`), which leads nowhere and cannot be run.
  private static let memory = [
    "brk", "madvise", "memfd_create", "mincore", "mlock", "mmap", "mmap2", "mprotect", "mremap", "munmap", "munlock",
  ]

  /// `bind` is the C library's, for netlink. Nothing is accepted.
  private static let network = [
    "bind", "connect", "getpeername", "getsockname", "getsockopt", "recv", "recvfrom", "recvmmsg", "recvmsg", "send",
    "sendmmsg", "sendmsg", "sendto", "setsockopt", "shutdown",
  ]

  private static let itself = [
    "arch_prctl", "exit", "exit_group", "getegid", "geteuid", "getgid", "getpgrp", "getpid", "getppid", "getpriority",
    "getrandom", "getrlimit", "getrusage", "gettid", "getuid", "membarrier", "rseq", "rt_sigaction", "rt_sigpending",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
    "set_robust_list", "set_tid_address", "sigaltstack", "sysinfo", "times", "ugetrlimit", "uname",
  ]

  /// Calls that a trace shows as refused rather than as unknown.
  static let refused = [
    "accept", "accept4", "bpf", "chmod", "chown", "chroot", "execve", "execveat", "fork", "io_uring_setup", "keyctl",
    "kill", "link", "linkat", "listen", "mount", "perf_event_open", "pivot_root", "process_vm_readv",
    "process_vm_writev", "ptrace", "setns", "symlink", "symlinkat", "tkill", "unshare", "userfaultfd", "vfork",
  ]
}
