#include "texts.h"

#include <athanor/common/text.h>

#include <fmt/format.h>

namespace athanor::link::texts {
namespace {

bool german(std::string_view language) { return language == "de"; }

template <typename... Args>
std::string say(std::string_view language, std::string_view en, std::string_view de, const Args&... args) {
  return fmt::format(fmt::runtime(german(language) ? de : en), args...);
}

}  // namespace

std::string bad_url(std::string_view language, std::string_view url) {
  return say(language,
             "'{}' is no server address; write it as ws://HOST:PORT or wss://HOST:PORT (PORT from 1 to 65535), for example ws://127.0.0.1:8400.",
             "'{}' ist keine Serveradresse; schreib sie als ws://HOST:PORT oder wss://HOST:PORT (PORT von 1 bis 65535), zum Beispiel "
             "ws://127.0.0.1:8400.",
             common::printable(url));
}

std::string bad_authorities(std::string_view language, std::string_view file) {
  return say(language, "{} cannot be read or holds no certificate in PEM form; check the file given with --ca.",
             "{} lässt sich nicht lesen oder enthält kein Zertifikat in PEM-Form; prüfe die Datei hinter --ca.",
             common::printable(file));
}

std::string reads_authorities(std::string_view language, std::string_view file) {
  return say(language, "Put a new one in place of {}: it is read again at every try.", "Leg eine neue an die Stelle von {}: Sie wird bei jedem Versuch neu gelesen.",
             common::printable(file));
}

std::string old_authorities(std::string_view language, std::string_view file) {
  return say(language, "{} cannot be read now or holds no certificate; the certificates read from it before are still believed.",
             "{} lässt sich gerade nicht lesen oder enthält kein Zertifikat; es gelten noch die Zertifikate, die früher darin standen.",
             common::printable(file));
}

std::string authorities_without_tls(std::string_view language, std::string_view url) {
  return say(language, "--ca (or ATHANOR_CA) is about certificates, but {} is not encrypted; write the address as wss://HOST:PORT, or leave --ca out.",
             "--ca (oder ATHANOR_CA) betrifft Zertifikate, aber {} ist nicht verschlüsselt; schreib die Adresse als wss://HOST:PORT oder lass --ca weg.",
             common::printable(url));
}

namespace {

std::string distrusted(std::string_view language, std::string_view url, const Break& why) {
  switch (why.distrust) {
    case tls::Distrust::expired:
      return say(language, "The certificate of {} has expired; its host must renew it (or this computer's clock is wrong).",
                 "Das Zertifikat von {} ist abgelaufen; der Betreiber muss es erneuern (oder die Uhr dieses Rechners geht falsch).",
                 url);
    case tls::Distrust::not_yet_valid:
      return say(language, "The certificate of {} is not valid yet; check this computer's clock.",
                 "Das Zertifikat von {} gilt noch nicht; prüfe die Uhr dieses Rechners.", url);
    case tls::Distrust::other_name:
      return say(language, "The certificate of {} is made out for another name; write the address with the name that its host gave you.",
                 "Das Zertifikat von {} ist auf einen anderen Namen ausgestellt; schreib die Adresse mit dem Namen, den du vom Betreiber hast.",
                 url);
    case tls::Distrust::unknown_issuer:
      return say(language, "The certificate of {} is signed by nobody this computer knows; if its host made it himself, get the certificate file from him and give it with --ca FILE.",
                 "Das Zertifikat von {} hat niemand unterschrieben, den dieser Rechner kennt; hat es der Betreiber selbst gemacht, lass dir die Zertifikatsdatei geben und nenne sie mit --ca DATEI.",
                 url);
    case tls::Distrust::other:
      return say(language, "The certificate of {} cannot be believed ({}); tell its host.",
                 "Dem Zertifikat von {} ist nicht zu trauen ({}); sag es dem Betreiber.", url, why.detail);
    case tls::Distrust::none: break;
  }
  return say(language, "What answers at {} speaks no TLS that this client understands ({}); check the port, or write ws:// if the server is not encrypted.",
             "Was unter {} antwortet, spricht kein TLS, das dieses Programm versteht ({}); prüfe den Port, oder schreib ws://, wenn der Server nicht verschlüsselt.",
             url, why.detail);
}

}  // namespace

std::string broken(std::string_view language, std::string_view url, const Break& why) {
  switch (why.kind) {
    case Break::Kind::unresolved:
      return say(language, "The host of {} is not known; check how the address is written.",
                 "Der Rechner in {} ist unbekannt; prüfe, ob die Adresse richtig geschrieben ist.", url);
    case Break::Kind::unreachable:
      return say(language, "No server can be reached at {} ({}); check the address and that the server is running.",
                 "Unter {} ist kein Server erreichbar ({}); prüfe die Adresse und ob der Server läuft.", url, why.detail);
    case Break::Kind::distrusted: return distrusted(language, url, why);
    case Break::Kind::declined:
      if (why.http_status == 429 || why.http_status == 503)
        return say(language, "The server at {} takes no more connections at the moment; try again in a minute.",
                   "Der Server unter {} nimmt gerade keine weiteren Verbindungen an; versuch es in einer Minute noch einmal.",
                   url);
      if (why.http_status == 502 || why.http_status == 504)
        return say(language, "The proxy at {} finds no game server behind it; it may be starting, so try again in a minute.",
                   "Der Proxy unter {} findet keinen Spielserver hinter sich; vielleicht startet er gerade, versuch es in einer Minute noch einmal.",
                   url);
      if (why.http_status == 400 && url.starts_with("ws://"))
        return say(language, "What answers at {} does not speak plain WebSocket; perhaps it wants TLS: try wss:// in place of ws://.",
                   "Was unter {} antwortet, spricht kein einfaches WebSocket; vielleicht will es TLS: versuch wss:// statt ws://.", url);
      return nonsense(language, url);
    case Break::Kind::closed:
      if (why.detail.empty())
        return say(language, "The server closed the connection (code {}).",
                   "Der Server hat die Verbindung beendet (Code {}).", why.close_code);
      return say(language, "The server closed the connection: {}", "Der Server hat die Verbindung beendet: {}", why.detail);
    case Break::Kind::nonsense: return nonsense(language, url);
    case Break::Kind::cut: break;
  }
  return say(language, "The connection to {} was lost.", "Die Verbindung zu {} ist abgerissen.", url);
}

std::string away(std::string_view language, std::string_view url, std::string_view detail) {
  return say(language, "The server at {} is away at the moment ({}).",
             "Der Server unter {} ist gerade fort ({}).", url, detail);
}

std::string no_answer(std::string_view language, std::string_view url) {
  return say(language, "The server at {} does not answer in time; try again, or check the address.",
             "Der Server unter {} antwortet nicht rechtzeitig; versuch es noch einmal oder prüfe die Adresse.", url);
}

std::string silent(std::string_view language) {
  return say(language, "The server has fallen silent.", "Der Server schweigt.");
}

std::string out_of_step(std::string_view language) {
  return say(language, "News from the server is missing; asking for a fresh picture.",
             "Vom Server fehlen Neuigkeiten; ein frisches Bild wird geholt.");
}

std::string nonsense(std::string_view language, std::string_view url) {
  return say(language, "What answers at {} is not an Athanor server, or one of another version; check the address.",
             "Unter {} antwortet kein Athanor-Server oder einer einer anderen Version; prüfe die Adresse.", url);
}

std::string cut_by_hand(std::string_view language) {
  return say(language, "The connection is being renewed.", "Die Verbindung wird erneuert.");
}

std::string gave_up(std::string_view language, std::string_view url, std::chrono::milliseconds after, std::string_view last_reason) {
  return say(language, "The server at {} could not be reached again for {} seconds; come back with the same command later. Last reason: {}",
             "Der Server unter {} war {} Sekunden lang nicht mehr erreichbar; komm später mit demselben Befehl zurück. Letzter Grund: {}", url,
             std::chrono::duration_cast<std::chrono::seconds>(after).count(), last_reason);
}

std::string displaced(std::string_view language) {
  return say(language, "Your seat was taken over from another window or device; play on there.",
             "Dein Platz wurde von einem anderen Fenster oder Gerät übernommen; spiel dort weiter.");
}

std::string removed(std::string_view language) {
  return say(language, "You are no longer in this room: it was closed, or the host removed you.",
             "Du bist nicht mehr in diesem Raum: Er wurde geschlossen, oder der Gastgeber hat dich entfernt.");
}

std::string left(std::string_view language) {
  return say(language, "You have left the room.", "Du hast den Raum verlassen.");
}

std::string version(std::string_view language) {
  return say(language, "This client (protocol 1) and the server speak different versions; install the server's version.",
             "Dieses Programm (Protokoll 1) und der Server sprechen verschiedene Versionen; installiere die des Servers.");
}

std::string refused(std::string_view language) {
  return say(language, "The server does not let you in.", "Der Server lässt dich nicht ein.");
}

}  // namespace athanor::link::texts
