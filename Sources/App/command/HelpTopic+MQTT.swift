extension HelpTopic {
  /// The topics of a broker.
  static let mqtt = HelpTopic(
    name: "mqtt", title: "MQTT",
    introduction: """
      newsreel --mqtt mqtt://host/lobby shows the channel lobby of an MQTT broker, and newsreel publish --mqtt mqtt://host/lobby TEXT \
      sends to it; mqtts:// is the same with TLS, which is always verified. Users and passwords are in passwords.toml, in a table \
      ["mqtts://host"]. While the broker is away the text runs on, and the channel's chip has a triangle. Other programs may send, \
      too: a headline is a plain text, or an object. In a configuration a table [mqtt] has the keys broker, topic, version, \
      keep-alive, display, home-assistant, ca, cert and key.
      """,
    rows: [
      ("Topics below newsreel/channel/NAME/", ""),
      (
        "item/ID",
        #"a headline, retained: a text, or {"text":"…","link":"…","topic":"…","seq":7,"expires":1790000000}; seq is its place, "#
          + "expires is in seconds since 1970; an empty message takes it away"
      ),
      (
        "index",
        #"which headlines there are, retained: {"seq":7,"ids":["a","b"]}; what it does not name, and is not later, is gone; seq never "#
          + "falls, also after the broker has lost its data: newsreel publish counts on from the microseconds since 1970"
      ),
      (
        "urgent",
        #"a headline that breaks in over the others, a text or an object as above with "id":"…", and is not kept: it ends once it "#
          + "has been read, or with its hold, ttl or expires; an empty message for item/ID takes it away, an empty one here all "
          + "of them; a retained one is ignored"
      ),
      ("value/NAME", "the number of {NAME} in headlines, retained"),
      ("token/TOPIC", "on or off: switches a topic of the strip, retained"),
      ("Topics below newsreel/wall/NAME/, which the conductor of a wall writes", ""),
      ("plan", "what runs over the wall, retained"),
      ("op/N", "a change of it, announced before it takes effect, retained until the plan contains it"),
      ("Topics below newsreel/display/NAME/, with --mqtt-display NAME", ""),
      ("availability", "online or offline, retained"),
      ("state", "what the window shows and does, retained"),
      ("event", "what happens, as newsreel msg subscribe prints it"),
      ("set/PROPERTY", "sets a property"),
      ("command", "urgent TEXT, pause and others of newsreel msg that show or move something"),
      ("Home Assistant", ""),
      (
        "homeassistant/device/newsreel-NAME/config",
        "with --home-assistant: the display as a device of MQTT discovery, retained; sent again when homeassistant/status is online"
      ),
      ("Limits", ""),
      ("Headlines", "10,000 of 16 KB; an index of 1 MB"),
      ("Values and topics", "1000 names"),
    ])
}
