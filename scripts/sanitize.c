// Loaded into each program that scripts/sanitize runs, before all others: what a sanitizer has to know, and where its reports go.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void __sanitizer_set_report_fd(void *) __attribute__((weak));
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

// Opens a file for the process's reports: one behind the fence could not do so later. Its descriptor is out of the way of those
// that tests count on.
__attribute__((constructor)) static void open_reports(void) {
  const char *folder = getenv("SANITIZER_REPORTS");
  char path[4096];
  if (!folder || !__sanitizer_set_report_fd) return;
  snprintf(path, sizeof path, "%s/%d", folder, getpid());
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), far = fcntl(file, F_DUPFD_CLOEXEC, 900);
  if (far >= 0) close(file);
  if (file >= 0) __sanitizer_set_report_fd((void *)(long)(far >= 0 ? far : file));
}

// Swift's Mutex has the kernel hand it over to those that wait (FUTEX_LOCK_PI(2const)), in a library that has no sanitizer.
long syscall(long number, ...) {
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  long words[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) words[i] = va_arg(list, long);
  va_end(list);
  int operation = number == SYS_futex ? (int)words[1] & FUTEX_CMD_MASK : -1;
  if (operation == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release((void *)words[0]);
  long result = next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
  int is_locked = (operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI) && result == 0;
  if (is_locked && __tsan_acquire) __tsan_acquire((void *)words[0]);
  return result;
}

// Dispatch's main queue goes on in another thread once the first has ended with this, in a library that has no sanitizer.
extern char _dispatch_main_q __attribute__((weak));
void dispatch_main(void) {
  void (*next)(void) = (void (*)(void))dlsym(RTLD_NEXT, "dispatch_main");
  if (__tsan_release) __tsan_release(&_dispatch_main_q);
  next();
}

// A broker's reader bounds its memory, as which the system counts the terabytes of addresses that a sanitizer reserves.
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  static int (*next)(int, const struct rlimit *);
  if (!next) next = (int (*)(int, const struct rlimit *))dlsym(RTLD_NEXT, "setrlimit");
  return resource == RLIMIT_DATA ? 0 : next(resource, limit);
}
