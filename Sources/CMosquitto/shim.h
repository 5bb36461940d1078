#pragma once
#include <dlfcn.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>

// libmosquitto brings OpenSSL with it, whose loading would be paid for at every start. So it is not linked, as libcurl is
// not: it is loaded by the first connection to a broker.

static inline void *newsreel_mosquitto_library(void) {
  static void *library;
  if (!library) library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  return library;
}

// newsreel_mqtt_NAME calls mosquitto_NAME; only after newsreel_mosquitto_library has answered.
#define NEWSREEL_MQTT(type, name, parameters, ...) \
  static inline type newsreel_mqtt_##name parameters { \
    return ((__typeof__(&mosquitto_##name))dlsym(newsreel_mosquitto_library(), "mosquitto_" #name))(__VA_ARGS__); \
  }
NEWSREEL_MQTT(int, lib_init, (void))
NEWSREEL_MQTT(struct mosquitto *, new, (const char *id, bool clean, void *object), id, clean, object)
NEWSREEL_MQTT(void, destroy, (struct mosquitto *client), client)
NEWSREEL_MQTT(int, int_option, (struct mosquitto *client, enum mosq_opt_t option, int value), client, option, value)
NEWSREEL_MQTT(int, username_pw_set, (struct mosquitto *client, const char *user, const char *password), client, user,
              password)
NEWSREEL_MQTT(int, tls_set,
              (struct mosquitto *client, const char *file, const char *path, const char *certificate, const char *key,
               int (*password)(char *, int, int, void *)),
              client, file, path, certificate, key, password)
NEWSREEL_MQTT(int, will_set,
              (struct mosquitto *client, const char *topic, int count, const void *payload, int qos, bool retain), client,
              topic, count, payload, qos, retain)
NEWSREEL_MQTT(int, connect_bind_v5,
              (struct mosquitto *client, const char *host, int port, int keepalive, const char *address,
               const mosquitto_property *properties),
              client, host, port, keepalive, address, properties)
NEWSREEL_MQTT(int, disconnect, (struct mosquitto *client), client)
NEWSREEL_MQTT(int, publish_v5,
              (struct mosquitto *client, int *id, const char *topic, int count, const void *payload, int qos, bool retain,
               const mosquitto_property *properties),
              client, id, topic, count, payload, qos, retain, properties)
NEWSREEL_MQTT(int, subscribe, (struct mosquitto *client, int *id, const char *filter, int qos), client, id, filter, qos)
NEWSREEL_MQTT(int, unsubscribe, (struct mosquitto *client, int *id, const char *filter), client, id, filter)
NEWSREEL_MQTT(int, loop_read, (struct mosquitto *client, int most), client, most)
NEWSREEL_MQTT(int, loop_write, (struct mosquitto *client, int most), client, most)
NEWSREEL_MQTT(int, loop_misc, (struct mosquitto *client), client)
NEWSREEL_MQTT(int, socket, (struct mosquitto *client), client)
NEWSREEL_MQTT(bool, want_write, (struct mosquitto *client), client)
NEWSREEL_MQTT(int, max_inflight_messages_set, (struct mosquitto *client, unsigned int most), client, most)
NEWSREEL_MQTT(void, connect_callback_set, (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)), client,
              call)
NEWSREEL_MQTT(void, disconnect_callback_set, (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)),
              client, call)
NEWSREEL_MQTT(void, publish_v5_callback_set,
              (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, int, const mosquitto_property *)),
              client, call)
NEWSREEL_MQTT(void, message_callback_set,
              (struct mosquitto *client, void (*call)(struct mosquitto *, void *, const struct mosquitto_message *)),
              client, call)
NEWSREEL_MQTT(void, subscribe_callback_set,
              (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, int, const int *)), client, call)
NEWSREEL_MQTT(void, unsubscribe_callback_set, (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)),
              client, call)
NEWSREEL_MQTT(const char *, strerror, (int code), code)
NEWSREEL_MQTT(const char *, connack_string, (int code), code)
NEWSREEL_MQTT(const char *, reason_string, (int code), code)
NEWSREEL_MQTT(int, property_add_int32, (mosquitto_property **list, int name, uint32_t value), list, name, value)
NEWSREEL_MQTT(void, property_free_all, (mosquitto_property **list), list)
