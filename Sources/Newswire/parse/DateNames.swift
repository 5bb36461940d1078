internal import Base
internal import Glibc
internal import Synchronization

/// The words in dates: English, German, French, Spanish, Italian, Portuguese, Dutch, Russian, Polish, Swedish, Greek,
/// Hungarian, and the suffixes of numbers in Chinese, Japanese and Korean.
enum DateNames {
  /// Names and common abbreviations, in lower case.
  static let months: [String: Int] = {
    let names = [
      "january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari январь января янв styczeń stycznia "
        + "sty ιαν január",
      "february feb februar febr février fevrier févr fév fevr febrero febbraio fevereiro fev februari февраль февраля фев "
        + "февр luty lutego lut φεβ február",
      "march mar märz maerz mrz mär mars marzo março marco maart mrt март марта мар marzec marca μάρ μαρ március márc marz",
      "april apr avril avr abril abr aprile апрель апреля апр kwiecień kwietnia kwi απρ április ápr",
      "may mai mayo maggio mag maio mei maj май мая maja μάι μαϊ május máj",
      "june jun juni juin junio giugno giu junho июнь июня июн czerwiec czerwca cze ιούν ιον június jún",
      "july jul juli juillet juil julio luglio lug julho июль июля июл lipiec lipca lip ιούλ ιολ július júl",
      "august aug août aout agosto ago augustus augusti август августа авг sierpień sierpnia sie αύγ αυγ augusztus",
      "september sept sep septembre septiembre setiembre settembre set setembro сентябрь сентября сен сент wrzesień "
        + "września wrz σεπ szeptember szept",
      "october oct oktober okt octobre octubre ottobre ott outubro out октябрь октября окт październik października paź "
        + "οκτ október",
      "november nov novembre noviembre novembro ноябрь ноября ноя нояб listopad listopada lis νοέ νοε",
      "december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro декабрь декабря дек grudzień "
        + "grudnia gru δεκ",
    ]
    let pairs = names.enumerated().flatMap { month, names in names.split(separator: " ").map { (String($0), month + 1) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  /// Days of the week by names and abbreviations, in lower case; Sunday is 0.
  static let weekdays: [String: Int] = {
    let names = [
      "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo воскресенье вс niedziela ndz niedz söndag sön "
        + "κυριακή κυρ vasárnap vas",
      "monday mon montag mo lundi lun lunes lunedì segunda segunda-feira seg maandag ma понедельник пн poniedziałek pon "
        + "måndag mån δευτέρα δευ hétfő",
      "tuesday tue tues dienstag di mardi mar martes martedì terça ter dinsdag вторник вт wtorek wt tisdag tis τρίτη τρι "
        + "kedd",
      "wednesday wed mittwoch mi mercredi mer miércoles mié mie mercoledì quarta qua woensdag wo среда ср środa śr onsdag "
        + "ons τετάρτη τετ szerda",
      "thursday thu thur thurs donnerstag do jeudi jeu jueves jue giovedì gio quinta qui donderdag четверг чт czwartek "
        + "czw torsdag tors tor πέμπτη πεμ csütörtök",
      "friday fri freitag fr vendredi ven viernes vie venerdì sexta sex vrijdag vr пятница пт piątek pt fredag fre "
        + "παρασκευή παρ péntek",
      "saturday sat samstag sonnabend sa samedi sam sábado sabado sáb sab sabato zaterdag za суббота сб sobota sob lördag "
        + "lör σάββατο σαβ szombat",
    ]
    let pairs = names.enumerated().flatMap { day, names in names.split(separator: " ").map { (String($0), day) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  /// Whether it is the afternoon.
  static let halves = ["am": false, "pm": true, "오전": false, "오후": true]

  /// Suffixes of a date's numbers.
  static let units: Set = ["年", "月", "년", "월"]

  /// Words that may follow a time and are not zones.
  static let fillers: Set = [
    "h", "uhr", "hrs", "hours", "on", "de", "the", "of", "am", "pm", "г", "года",
  ]

  /// Minutes east of Greenwich.
  static let zones: [String: Int] = {
    let names = """
      z 0 ut 0 utc 0 gmt 0 wet 0 west 60 coordinated 0 bst 60 cet 60 cest 120 mez 60 mesz 120 met 60 mest 120 eet 120 \
      eest 180 msk 180 msd 240 trt 180 est -300 edt -240 cst -360 cdt -300 mst -420 mdt -360 pst -480 pdt -420 akst -540 \
      akdt -480 hst -600 hast -600 ast -240 adt -180 nst -210 ndt -150 sst -660 brt -180 brst -120 art -180 clt -240 \
      clst -180 cot -300 pet -300 vet -240 bot -240 uyt -180 pyt -180 ect -300 gyt -240 wat 60 cat 120 sast 120 eat 180 \
      irst 210 irdt 270 gst 240 azt 240 amt 240 get 240 aft 270 pkt 300 uzt 300 ist 330 npt 345 bdt 360 mmt 390 ict 420 \
      wib 420 wita 480 wit 540 myt 480 pht 480 sgt 480 hkt 480 awst 480 jst 540 kst 540 acst 570 acdt 630 aest 600 \
      aedt 660 chst 600 nzst 720 nzdt 780 fjt 720 samt 240 yekt 300 omst 360 novt 420 krat 420 irkt 480 yakt 540 \
      vlat 600 magt 660 pett 720
      """.split(separator: " ")
    let pairs = stride(from: 0, to: names.count - 1, by: 2).map { (String(names[$0]), Int(names[$0 + 1]) ?? 0) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  /// Names with two offsets, depending on the season.
  static let places = [
    "at": "America/Halifax", "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver",
    "pt": "America/Los_Angeles", "akt": "America/Anchorage", "atlantic": "America/Halifax",
    "eastern": "America/New_York", "central": "America/Chicago", "mountain": "America/Denver",
    "pacific": "America/Los_Angeles",
  ]
}

/// The tz database, through the C library.
enum ZoneInfo {
  /// Caches offsets by zone and day.
  private static let known = Mutex<[String: Int]>([:])
  private static let folder = "/usr/share/zoneinfo/"

  /// Seconds east of Greenwich at a local time; nil for an unknown zone.
  static func offset(of zone: String, at local: tm) -> Int? {
    guard !zone.contains(".."), access(folder + zone, R_OK) == 0 else { return nil }
    return known.withLock { known in
      let day = "\(zone) \(local.tm_year) \(local.tm_mon) \(local.tm_mday) \(local.tm_hour)"
      if let offset = known[day] { return offset }
      if known.count > 1000 { known = [:] }
      // The C library has one zone at a time.
      let own = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", ":" + zone, 1)
      tzset()
      var (here, there) = (local, local)
      (here.tm_isdst, there.tm_isdst) = (-1, 0)
      let offset = timegm(&there) - mktime(&here)
      if let own { setenv("TZ", own, 1) } else { unsetenv("TZ") }
      tzset()
      known[day] = offset
      return offset
    }
  }
}
