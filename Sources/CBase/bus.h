#pragma once
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// sd-bus (libsystemd, sd-bus(3)) as far as it is used here. The library is not linked: it is loaded where there is a
// session bus to talk to, and its headers are not needed.

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef int (*nr_bus_handler)(sd_bus_message *message, void *data, void *error);
typedef struct { const char *name, *message; int needs_free; } nr_bus_error;

static inline void *nr_bus_library(void) {
  static void *library;
  if (!library) library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  return library;
}

// Declares a function of the library, and nr_ and its name for calling it; only after nr_bus_library has answered.
#define NR_BUS(result, name, parameters, arguments)                                                                    \
  extern result name parameters;                                                                                       \
  static inline result nr_##name parameters { return ((__typeof__(&name))dlsym(nr_bus_library(), #name))arguments; }

NR_BUS(int, sd_bus_new, (sd_bus **bus), (bus))
NR_BUS(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address))
NR_BUS(int, sd_bus_set_bus_client, (sd_bus *bus, int is_client), (bus, is_client))
NR_BUS(int, sd_bus_start, (sd_bus *bus), (bus))
NR_BUS(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus))
NR_BUS(sd_bus *, sd_bus_close_unref, (sd_bus *bus), (bus))
NR_BUS(int, sd_bus_get_fd, (sd_bus *bus), (bus))
NR_BUS(int, sd_bus_get_events, (sd_bus *bus), (bus))
NR_BUS(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds), (bus, microseconds))
NR_BUS(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message), (bus, message))
NR_BUS(int, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie))
NR_BUS(int, sd_bus_request_name, (sd_bus *bus, const char *name, uint64_t flags), (bus, name, flags))
NR_BUS(int, sd_bus_add_match_async,
       (sd_bus *bus, sd_bus_slot **slot, const char *rule, nr_bus_handler handler, nr_bus_handler installed, void *data),
       (bus, slot, rule, handler, installed, data))
NR_BUS(int, sd_bus_add_fallback,
       (sd_bus *bus, sd_bus_slot **slot, const char *prefix, nr_bus_handler handler, void *data),
       (bus, slot, prefix, handler, data))
NR_BUS(int, sd_bus_get_unique_name, (sd_bus *bus, const char **name), (bus, name))
NR_BUS(int, sd_bus_get_n_queued_write, (sd_bus *bus, uint64_t *count), (bus, count))
NR_BUS(int, sd_bus_reply_method_error, (sd_bus_message *call, const nr_bus_error *error), (call, error))
NR_BUS(int, sd_bus_message_set_auto_start, (sd_bus_message *message, int starts), (message, starts))
NR_BUS(const char *, sd_bus_message_get_path, (sd_bus_message *message), (message))
NR_BUS(const char *, sd_bus_message_get_interface, (sd_bus_message *message), (message))
NR_BUS(const char *, sd_bus_message_get_member, (sd_bus_message *message), (message))
NR_BUS(const char *, sd_bus_message_get_sender, (sd_bus_message *message), (message))
NR_BUS(int, sd_bus_call_async,
       (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, nr_bus_handler handler, void *data, uint64_t timeout),
       (bus, slot, message, handler, data, timeout))
NR_BUS(int, sd_bus_message_new_method_call,
       (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
        const char *member),
       (bus, message, destination, path, interface, member))
NR_BUS(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message))
NR_BUS(int, sd_bus_message_new_signal,
       (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member),
       (bus, message, path, interface, member))
NR_BUS(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message))
NR_BUS(int, sd_bus_message_is_method_call, (sd_bus_message *message, const char *interface, const char *member),
       (message, interface, member))
NR_BUS(int, sd_bus_message_is_method_error, (sd_bus_message *message, const char *name), (message, name))
NR_BUS(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value),
       (message, type, value))
NR_BUS(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents),
       (message, type, contents))
NR_BUS(int, sd_bus_message_close_container, (sd_bus_message *message), (message))
NR_BUS(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents),
       (message, type, contents))
NR_BUS(int, sd_bus_message_exit_container, (sd_bus_message *message), (message))
NR_BUS(int, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents),
       (message, type, contents))
NR_BUS(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value))
NR_BUS(int, sd_bus_message_skip, (sd_bus_message *message, const char *types), (message, types))
