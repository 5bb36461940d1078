#pragma once
#include "bus.h"
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

/* Swift does not see what is GNU's own. Its Glibc has the type of the entries: here it stays opaque. */
struct pollfd;
extern int ppoll(struct pollfd *, unsigned long, const struct timespec *, const sigset_t *);
static inline int nr_ppoll(void *entries, unsigned long count, const struct timespec *limit) {
  return ppoll((struct pollfd *)entries, count, limit, NULL);
}

/* By how many nanoseconds timers of this thread, and of programs that it starts, may come late: 0 sets what it has begun with
   (PR_SET_TIMERSLACK(2const)). */
extern int prctl(int, ...);
static inline void nr_set_timer_slack(unsigned long slack) { prctl(29 /* PR_SET_TIMERSLACK */, slack, 0UL, 0UL, 0UL); }
static inline unsigned long nr_timer_slack(void) {
  int slack = prctl(30 /* PR_GET_TIMERSLACK */, 0UL, 0UL, 0UL, 0UL);
  return slack > 0 ? (unsigned long)slack : 0;
}

/* Landlock (landlock(7)): what a process may open, and where it may connect. The system's headers may be older than its kernel. A
   version of 0 or less: the kernel has none. */
extern long syscall(long, ...);
static inline int nr_landlock_version(void) { return (int)syscall(444, NULL, (size_t)0, 1U); }
static inline int nr_landlock_rules(uint64_t files, uint64_t ports, uint64_t scopes) {
  struct { uint64_t files, ports, scopes; } rules = {files, ports, scopes};
  return (int)syscall(444, &rules, sizeof(rules), 0U);
}
static inline int nr_landlock_allow_file(int rules, int file, uint64_t access) {
  struct __attribute__((packed)) { uint64_t access; int32_t file; } rule = {access, file};
  return (int)syscall(445, rules, 1, &rule, 0U);
}
static inline int nr_landlock_allow_port(int rules, unsigned port, uint64_t access) {
  struct { uint64_t access, port; } rule = {access, port};
  return (int)syscall(445, rules, 2, &rule, 0U);
}
static inline int nr_landlock_restrict(int rules) { return (int)syscall(446, rules, 0U); }

/* Gives up for good what programs could gain when they are started (PR_SET_NO_NEW_PRIVS(2const)). */
static inline int nr_gain_nothing(void) { return prctl(38 /* PR_SET_NO_NEW_PRIVS */, 1UL, 0UL, 0UL, 0UL); }

/* Has the process killed with its parent (PR_SET_PDEATHSIG(2const)). */
static inline void nr_end_with_parent(void) { prctl(1 /* PR_SET_PDEATHSIG */, (unsigned long)SIGKILL, 0UL, 0UL, 0UL); }

/* Gives back the memory of code that was needed only once: what of it is needed after all comes from its file again, as it
   would where the system had taken it back (madvise(2), malloc_trim(3)). Code is not written to; what has no file is left.
   Of the program, what stands before the code goes with it: the linker lld gives types and tables a segment of their own.
   Of all code, one object behind the other, it is that from `start` to before `end`, whole pages. Returns how much there is. */
struct nr_object { ElfW(Addr) address; const char *name; const ElfW(Phdr) *parts; ElfW(Half) count; };
struct nr_code { size_t start, end, size; int is_program; };
extern int dl_iterate_phdr(int (*)(struct nr_object *, size_t, void *), void *);
static inline int nr_give_back(struct nr_object *object, size_t size, void *data) {
  struct nr_code *code = (struct nr_code *)data;
  int is_program = code->is_program;
  code->is_program = 0;
  if (!is_program && object->name[0] != '/') return 0;
  for (int i = 0; i < object->count; i++) {
    const ElfW(Phdr) *part = &object->parts[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W || !(part->p_flags & PF_X || is_program)) continue;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (object->address + part->p_vaddr + page - 1) & ~(page - 1);
    uintptr_t last = (object->address + part->p_vaddr + part->p_filesz) & ~(page - 1);
    if (first >= last) continue;
    size_t place = code->size;
    code->size += last - first;
    size_t start = code->start > place ? code->start : place, end = code->end < code->size ? code->end : code->size;
    if (start < end) madvise((void *)(first + (start - place)), end - start, MADV_DONTNEED);
  }
  return 0;
}
static inline size_t nr_give_back_code(size_t start, size_t end) {
  struct nr_code code = {start, end, 0, 1};
  dl_iterate_phdr(nr_give_back, &code);
  if (end >= code.size) malloc_trim(0);
  return code.size;
}

/* Has buffers from 128 KB on given back as soon as they are freed (mallopt(3)). By itself the allocator keeps room for as large a
   buffer as was ever freed, up to 32 MB. */
static inline void nr_keep_no_large_buffers(void) { mallopt(M_MMAP_THRESHOLD, 128 << 10); }

/* A file in memory, without a name (memfd_create(2)): negative where there is none. */
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

/* By how many microseconds the system's clock may be wrong (adjtimex(2)); negative where nothing keeps it. */
static inline long nr_clock_error(void) {
  struct timex state = {0};
  int result = adjtimex(&state);
  return result < 0 || result == TIME_ERROR ? -1 : state.maxerror;
}

/* The user at the other end of a local socket (SO_PEERCRED, unix(7)); negative where it is not known. */
extern int getsockopt(int, int, int, void *, unsigned int *);
static inline long nr_peer_user(int socket) {
  struct { int process; unsigned int user, group; } peer;
  unsigned int size = sizeof(peer);
  return getsockopt(socket, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, &peer, &size) ? -1 : (long)peer.user;
}

/* A locale as far as messages go, "" for the user's, as newlocale(3) makes it; NULL where it is not installed. Of a thread it is the locale
   while a message is looked up, in UTF-8 (dgettext(3)). An empty text would be the catalogue's head. */
static inline void *nr_message_locale(const char *name) {
  return (void *)newlocale(LC_MESSAGES_MASK, name, (locale_t)0);
}
static inline void nr_bind_catalogue(const char *domain, const char *folder) {
  bindtextdomain(domain, folder);
  bind_textdomain_codeset(domain, "UTF-8");
}
static inline const char *nr_message(void *locale, const char *domain, const char *text) {
  if (!*text) return text;
  locale_t former = uselocale((locale_t)locale);
  const char *result = dgettext(domain, text);
  uselocale(former);
  return result;
}
static inline const char *nr_counted_message(
    void *locale, const char *domain, const char *one, const char *several, unsigned long count) {
  locale_t former = uselocale((locale_t)locale);
  const char *result = dngettext(domain, one, several, count);
  uselocale(former);
  return result;
}
