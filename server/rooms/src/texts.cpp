#include "texts.h"

#include <athanor/common/phrases.h>

#include <array>
#include <utility>

namespace athanor::rooms {
namespace {

struct Line {
  Text id;
  const char* english;
  const char* german;
};

constexpr std::array lines{
    Line{Text::hello_first, "The first message must be a hello. Connect again and introduce the client.",
         "Die erste Nachricht muss ein Hello sein. Neu verbinden und den Client vorstellen."},
    Line{Text::malformed, "The message could not be understood. Nothing was changed.",
         "Die Nachricht war nicht zu verstehen. Nichts wurde geändert."},
    Line{Text::malformed_too_often, "Too many messages could not be understood, so the connection is closed.",
         "Zu viele Nachrichten waren nicht zu verstehen, daher wird die Verbindung geschlossen."},
    Line{Text::version,
         "This client speaks protocol version {0}, the server speaks version {1}. Use a client that fits the server.",
         "Dieser Client spricht Protokollversion {0}, der Server Version {1}. Bitte einen passenden Client benutzen."},
    Line{Text::request_zero, "A request needs an id other than 0.", "Eine Anfrage braucht eine Nummer ungleich 0."},
    Line{Text::too_fast, "Too many messages. Wait a moment and send it again.",
         "Zu viele Nachrichten. Einen Moment warten und noch einmal senden."},
    Line{Text::too_fast_closed, "Messages kept coming too fast, so the connection is closed.",
         "Es kamen weiter zu viele Nachrichten, daher wird die Verbindung geschlossen."},
    Line{Text::out_of_state, "This is not possible now.", "Das ist jetzt nicht möglich."},
    Line{Text::not_in_room, "Create or join a room first.", "Zuerst einen Raum eröffnen oder betreten."},
    Line{Text::already_in_room, "This connection is in a room already. Leave it first.",
         "Diese Verbindung ist schon in einem Raum. Ihn zuerst verlassen."},
    Line{Text::still_entering, "The room is still being entered. Wait for the answer.",
         "Der Raum wird gerade betreten. Bitte die Antwort abwarten."},
    Line{Text::draining, "The server is about to stop and opens nothing new. Try again in a minute.",
         "Der Server wird gleich angehalten und eröffnet nichts Neues. In einer Minute noch einmal versuchen."},

    Line{Text::no_such_room,
         "There is no room that can be entered with this code and password; it may also be full, locked or have begun. Check with the host, or look on.",
         "Es gibt keinen Raum, der mit diesem Code und Passwort betreten werden kann; er kann auch voll oder verschlossen sein oder schon begonnen haben. "
         "Bitte beim Gastgeber fragen oder zusehen."},
    Line{Text::no_such_room_to_watch,
         "There is no room that can be watched with this code and password; it may also be locked, or have as many spectators as it may. Check "
         "with the host.",
         "Es gibt keinen Raum, dem mit diesem Code und Passwort zugesehen werden kann; er kann auch verschlossen sein oder schon so viele "
         "Zuschauer haben, wie er darf. Bitte beim Gastgeber fragen."},
    Line{Text::bad_token, "This token opens no seat of this room. Join the room anew with its code.",
         "Mit diesem Schlüssel gibt es hier keinen Platz. Den Raum mit seinem Code neu betreten."},
    Line{Text::newer_than_backup,
         "This server is back at {0}, from a backup or because newer data were lost: rooms and seats that are newer are lost.",
         "Dieser Server ist zurück auf dem Stand vom {0}, aus einer Sicherung oder weil neuere Daten fehlen: Räume und Plätze, die jünger "
         "sind, sind verloren."},
    Line{Text::room_newer_than_backup,
         "This room, or your seat in it, is newer than {0}, where this server is back at, from a backup or because newer data were lost, and is "
         "lost; ask for a new room.",
         "Dieser Raum oder dein Platz darin ist jünger als der Stand vom {0}, auf den dieser Server zurück ist, aus einer Sicherung oder weil "
         "neuere Daten fehlen, und ist verloren; bitte um einen neuen Raum bitten."},
    Line{Text::token_size, "A token of your own has 16 random bytes. Send one of that size or none.",
         "Ein eigener Schlüssel hat 16 zufällige Bytes. Bitte einen solchen oder keinen senden."},
    Line{Text::guesses, "Too many wrong codes, passwords or tokens came from this address. Wait a minute.",
         "Von dieser Adresse kamen zu viele falsche Codes, Passwörter oder Schlüssel. Eine Minute warten."},
    Line{Text::joins, "Too many people at this address joined rooms within a minute. Wait a minute.",
         "Von dieser Adresse kamen innerhalb einer Minute zu viele in Räume. Eine Minute warten."},
    Line{Text::unknown_campaign,
         "There is no campaign of this game with this code. Check it, or leave it empty for a new campaign.",
         "Es gibt keine Kampagne dieses Spiels mit diesem Code. Bitte prüfen oder für eine neue Kampagne leer lassen."},
    Line{Text::too_many_rooms, "Too many rooms were opened from this address. Wait a while or use one of them.",
         "Von dieser Adresse wurden zu viele Räume eröffnet. Etwas warten oder einen davon benutzen."},
    Line{Text::server_full, "The server has as many rooms as it may have. Try again later.",
         "Der Server hat so viele Räume, wie er haben darf. Später noch einmal versuchen."},
    Line{Text::bad_name,
         "This name cannot be shown at the table. Use 1 to 24 columns with at least one letter or digit.",
         "Dieser Name lässt sich am Tisch nicht zeigen. Bitte 1 bis 24 Spalten mit mindestens einem Buchstaben oder "
         "einer Ziffer."},
    Line{Text::name_taken, "Somebody in this room already has this name, or one that looks like it. Choose another one.",
         "Jemand in diesem Raum heißt schon so, oder zum Verwechseln ähnlich. Bitte einen anderen Namen wählen."},
    Line{Text::servers_name, "This is what the server itself is called. Choose another name.",
         "So heißt der Server selbst. Bitte einen anderen Namen wählen."},
    Line{Text::bad_password, "A password may have at most 64 bytes.", "Ein Passwort darf höchstens 64 Bytes haben."},
    Line{Text::too_many_options, "These are more options than any game has.",
         "Das sind mehr Optionen, als irgendein Spiel hat."},
    Line{Text::unknown_game, "There is no game named {0} here. Ask for the catalogue to see the games.",
         "Ein Spiel namens {0} gibt es hier nicht. Der Katalog zeigt die Spiele."},
    Line{Text::seats_range, "This game has {0} to {1} seats.", "Dieses Spiel hat {0} bis {1} Plätze."},
    Line{Text::no_campaigns, "This game has no campaigns. Leave the campaign code empty.",
         "Dieses Spiel hat keine Kampagnen. Den Kampagnencode bitte leer lassen."},
    Line{Text::rules_failed, "The rules of this game failed at these options. Choose others, and tell the server's host.",
         "Die Regeln dieses Spiels haben bei diesen Einstellungen versagt. Bitte andere wählen und es dem Betreiber melden."},
    Line{
        Text::room_unreadable, "The room cannot be read from the store now. Try again, or tell the server's host.",
        "Der Raum kann gerade nicht aus dem Speicher gelesen werden. Noch einmal versuchen oder dem Betreiber melden."},

    Line{Text::busy, "The room has too much to do at the moment. Send it again.",
         "Der Raum hat gerade zu viel zu tun. Bitte noch einmal senden."},
    Line{Text::storage, "The server cannot store anything now. Nothing was changed; send it again later.",
         "Der Server kann gerade nichts speichern. Nichts wurde geändert; später noch einmal senden."},
    Line{Text::paused_refusal, "The game is paused. The room's host can let it go on.",
         "Das Spiel ist angehalten. Der Gastgeber des Raums kann es weitergehen lassen."},
    Line{Text::frozen_refusal,
         "The room is frozen and can only be looked at. The host can close it and export its journal.",
         "Der Raum ist eingefroren und kann nur betrachtet werden. Der Gastgeber kann ihn schließen und sein Protokoll "
         "ausgeben."},
    Line{Text::spectators_only_watch, "Spectators watch and chat. Leave and join with a seat to play.",
         "Zuschauer schauen zu und plaudern. Zum Mitspielen verlassen und mit Platz neu betreten."},
    Line{Text::not_host, "Only the host may do this.", "Das darf nur der Gastgeber."},
    Line{Text::no_such_seat, "There is no such seat.", "Diesen Platz gibt es nicht."},
    Line{Text::only_in_lobby, "This is possible only before a game starts.",
         "Das geht nur vor dem Beginn eines Spiels."},
    Line{Text::only_in_game, "This is possible only while a game is played.", "Das geht nur während eines Spiels."},
    Line{Text::only_after_game, "This is possible only after the end of a game.",
         "Das geht nur nach dem Ende eines Spiels."},
    Line{Text::seats_not_ready, "Not ready yet: {0}.", "Noch nicht bereit: {0}."},
    Line{Text::seats_free, "A seat is still free. Wait for somebody or put a bot on it.",
         "Ein Platz ist noch frei. Auf jemanden warten oder einen Bot darauf setzen."},
    Line{Text::seat_taken, "Somebody has this seat.", "Dieser Platz ist besetzt."},
    Line{Text::seat_has_no_owner, "No person owns this seat.", "Dieser Platz gehört keinem Menschen."},
    Line{Text::seat_has_no_bot, "No bot plays on this seat.", "Auf diesem Platz spielt kein Bot."},
    Line{Text::seat_is_yours, "This is your own seat. Use leave instead.",
         "Das ist der eigene Platz. Zum Gehen den Raum verlassen."},
    Line{Text::owner_is_here, "The owner of this seat is here. A bot may play on only while he is away.",
         "Der Inhaber dieses Platzes ist da. Ein Bot darf nur während seiner Abwesenheit weiterspielen."},
    Line{Text::no_bots, "No bot can play this game: every seat of it is a person at the table.",
         "In diesem Spiel kann kein Bot mitspielen: Auf jedem Platz sitzt ein Mensch am Tisch."},
    Line{Text::game_is_over, "The game is over.", "Das Spiel ist zu Ende."},
    Line{Text::no_game, "No game is being played.", "Es wird gerade nicht gespielt."},
    Line{Text::bad_text, "This text is empty, too long, or not valid UTF-8.",
         "Dieser Text ist leer, zu lang oder kein gültiges UTF-8."},
    Line{Text::chat_too_fast, "Too many chat lines. Wait a few seconds.",
         "Zu viele Chatzeilen. Ein paar Sekunden warten."},
    Line{Text::much_was_said,
         "So much was written in this room that no chat and no changes of its options are kept any more. The game goes on; for more, "
         "open a new room.",
         "In diesem Raum wurde so viel geschrieben, dass kein Chat und keine Änderung der Optionen mehr aufgehoben wird. Das Spiel "
         "geht weiter; für mehr einen neuen Raum eröffnen."},
    Line{Text::much_was_changed,
         "Seats, host, readiness and pauses of this room were changed so often that no more of it is kept. The game goes on; for more, "
         "open a new room.",
         "Plätze, Gastgeber, Bereitschaft und Pausen dieses Raums wurden so oft geändert, dass nichts mehr davon aufgehoben wird. Das "
         "Spiel geht weiter; für mehr einen neuen Raum eröffnen."},
    Line{Text::repeated_too_often,
         "This was done so often that it is taken only every few seconds now. Wait a moment and send it again.",
         "Das kam so oft, dass es jetzt nur noch alle paar Sekunden angenommen wird. Einen Moment warten und noch einmal senden."},
    Line{Text::journal_secret, "The journal holds the game's secrets. It is published when the game is over.",
         "Das Protokoll enthält die Geheimnisse des Spiels. Es wird nach dem Ende veröffentlicht."},
    Line{Text::journal_after_close,
         "The journal holds the secrets of an unfinished game. Only the host gets it, after closing the room.",
         "Das Protokoll enthält die Geheimnisse eines unfertigen Spiels. Nur der Gastgeber bekommt es, nachdem er den "
         "Raum geschlossen hat."},
    Line{Text::no_journal, "No game of this room has been finished yet.",
         "In diesem Raum ist noch kein Spiel beendet worden."},

    Line{Text::displaced, "Your seat was taken over in another window or on another device.",
         "Dein Platz wurde in einem anderen Fenster oder auf einem anderen Gerät übernommen."},
    Line{Text::kicked, "The room's host took you off this room. Your seat is given up.",
         "Der Gastgeber des Raums hat dich aus diesem Raum entfernt. Dein Platz ist aufgegeben."},
    Line{Text::taken_off_by_server, "The server's host took you off this room. Your seat is given up.",
         "Der Betreiber des Servers hat dich aus diesem Raum entfernt. Dein Platz ist aufgegeben."},
    Line{Text::room_closed, "The room was closed.", "Der Raum wurde geschlossen."},
    Line{Text::room_closed_by_server, "The server's host closed this room.",
         "Der Betreiber des Servers hat diesen Raum geschlossen."},
    Line{Text::going_away, "The server stops for a moment. The game is kept, and this program connects again by itself.",
         "Der Server hält kurz an. Das Spiel bleibt erhalten, und dieses Programm verbindet sich von selbst wieder."},

    Line{Text::notice_paused, "The game is paused.", "Das Spiel ist angehalten."},
    Line{Text::notice_paused_by_server, "The server's host has paused the game.",
         "Der Betreiber des Servers hat das Spiel angehalten."},
    Line{Text::notice_frozen, "This room is frozen: {0} The host can close it and export its journal for a report.",
         "Dieser Raum ist eingefroren: {0} Der Gastgeber kann ihn schließen und sein Protokoll für eine Meldung "
         "ausgeben."},
    Line{Text::notice_storage,
         "The server cannot store anything now, so nothing can be done in this room. It tries again by itself.",
         "Der Server kann gerade nichts speichern, daher geht in diesem Raum nichts weiter. Er versucht es von selbst "
         "wieder."},
    Line{Text::notice_vote, "Proposed: a bot plays on for {0} ({1} of {2} votes).",
         "Vorgeschlagen: Ein Bot spielt für {0} weiter ({1} von {2} Stimmen)."},
    Line{Text::frozen_difference, "entry {0} of its journal does not lead to the state it led to before.",
         "Eintrag {0} seines Protokolls führt nicht mehr zu dem Stand wie damals."},
    Line{Text::frozen_version, "it was played by version {0} of the rules and this server plays version {1}.",
         "Es wurde nach Version {0} der Regeln gespielt und dieser Server spielt Version {1}."},
    Line{Text::frozen_exception, "the rules met a state that must not be. Nothing of the last input was kept.",
         "Die Regeln trafen auf einen Stand, den es nicht geben darf. Von der letzten Eingabe wurde nichts behalten."},
    Line{Text::frozen_unshowable, "the rules met a state that must not be, and the game cannot be shown any more.",
         "Die Regeln trafen auf einen Stand, den es nicht geben darf, und das Spiel kann nicht mehr gezeigt werden."},
    Line{Text::frozen_conflict, "somebody else wrote to its journal. Two servers may be using the same data.",
         "Jemand anderes schrieb in sein Protokoll. Vielleicht benutzen zwei Server dieselben Daten."},
    Line{Text::frozen_damaged, "its journal is damaged on the server's disk, and nothing can be added to it.",
         "Sein Protokoll ist auf der Platte des Servers beschädigt, und es kann nichts mehr hinzugefügt werden."},

    Line{Text::joined, "{0} takes a seat.", "{0} nimmt Platz."},
    Line{Text::left_seat, "{0} gives up the seat.", "{0} gibt den Platz auf."},
    Line{Text::left_game, "{0} has left the game for good.", "{0} hat das Spiel endgültig verlassen."},
    Line{Text::taken_off, "The room's host took {0} off the room.", "Der Gastgeber des Raums hat {0} entfernt."},
    Line{Text::taken_off_by_server_told, "The server's host took {0} off the room.",
         "Der Betreiber des Servers hat {0} aus dem Raum entfernt."},
    Line{Text::game_started, "The game begins.", "Das Spiel beginnt."},
    Line{Text::game_finished, "The game is over.", "Das Spiel ist zu Ende."},
    Line{Text::paused, "The game is paused.", "Das Spiel wird angehalten."},
    Line{Text::resumed, "The game goes on.", "Das Spiel geht weiter."},
    Line{Text::paused_by_server, "The server's host pauses the game.", "Der Betreiber des Servers hält das Spiel an."},
    Line{Text::resumed_by_server, "The server's host lets the game go on.",
         "Der Betreiber des Servers lässt das Spiel weitergehen."},
    Line{Text::locked, "The room is locked: nobody new can come in.",
         "Der Raum ist verschlossen: Niemand Neues kommt herein."},
    Line{Text::unlocked, "The room is open to newcomers again.", "Der Raum steht wieder allen offen, die den Code haben."},
    Line{Text::new_host, "{0} is the host now.", "{0} ist jetzt Gastgeber."},
    Line{Text::bot_plays_on, "A bot plays on for {0}.", "Ein Bot spielt für {0} weiter."},
    Line{Text::owner_back, "{0} is back and takes over from the bot.", "{0} ist zurück und übernimmt vom Bot."},
    Line{Text::away, "{0} counts as away.", "{0} gilt als abwesend."},
    Line{Text::back, "{0} is back.", "{0} ist zurück."},
    Line{Text::restarted, "The server was away for a while. That time was added to every clock.",
         "Der Server war eine Weile fort. Diese Zeit wurde jeder Uhr gutgeschrieben."},
    Line{Text::storage_back, "The server could not store anything for a while. That time was added to every clock.",
         "Der Server konnte eine Weile nichts speichern. Diese Zeit wurde jeder Uhr gutgeschrieben."},
    Line{Text::options_changed, "The host changed the options.", "Der Gastgeber hat die Optionen geändert."},
    Line{Text::rematch, "A new game with the same people is set up.",
         "Ein neues Spiel mit denselben Leuten wird vorbereitet."},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (static_cast<std::size_t>(lines[i].id) != i) return false;
  return lines.size() == static_cast<std::size_t>(Text::count);
}
static_assert(in_order(), "every text once, in the order of the enumeration");

class RoomEvent final : public games::EventBody {
 public:
  RoomEvent(std::string_view kind, Text id, Words words) : kind_(kind), id_(id), words_(std::move(words)) {}
  [[nodiscard]] std::string kind() const override { return kind_; }
  [[nodiscard]] std::string text(games::Language language) const override { return rooms::text(id_, language, words_); }

 private:
  std::string kind_;
  Text id_;
  Words words_;
};

}  // namespace

std::string text(Text id, games::Language language, const Words& words) {
  const auto& line = lines.at(static_cast<std::size_t>(id));
  const std::string_view pattern = language == games::Language::german ? line.german : line.english;
  return common::fill(pattern, words);
}

std::shared_ptr<const games::EventBody> room_event(std::string_view kind, Text id, Words words) {
  return std::make_shared<const RoomEvent>(kind, id, std::move(words));
}

}  // namespace athanor::rooms
