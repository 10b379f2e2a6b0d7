#include "texts.h"

namespace athanor::games::the_alchemists {

std::vector<HelpTopic> german_help() {
  return {
      {"goal", "Worum es geht",
       "Braue Tränke aus Zutaten, setze sie für ihren Effekt ein und sammle Siegpunkte (SP). Wer am Ende die meisten SP hat, "
       "gewinnt: zu zweit nach 10 Runden, zu dritt und viert nach 8. Bei Gleichstand gewinnt, wer in der Zugfolge später sitzt."},
      {"turn", "Dein Zug",
       "Nimm 3 Zutaten. Dann in beliebiger Reihenfolge und beliebig oft: einsatzbereite Tränke einsetzen, Tränke brauen; und einen "
       "Trank patentieren. Beende den Zug; hast du mehr als 7 Zutaten, wirfst du auf 7 ab. Was du gebraut hast, ist dann "
       "einsatzbereit, also ab deinem nächsten Zug zu nutzen."},
      {"draw", "Ziehphase",
       "Dreimal: Nimm eine der drei offenen Zutaten oder zieh verdeckt die oberste vom Stapel. Nach jedem Nehmen wird die Auslage "
       "aufgefüllt. Ist der Stapel leer, wird der Zutaten-Ablagestapel zu einem neuen gemischt."},
      {"brew", "Brauen",
       "Nimm einen Trank aus der Trankauslage oder von deinem Patentplatz und wirf genau seine Zutaten ab. Regenbogenstaub ersetzt "
       "jede Zutat. Du hast drei Trankplätze; sind alle belegt, setze erst einen Trank ein: Ein freier Platz genügt. Buchstaben: "
       "B Blutbeere, G Leuchtpilz, K Knochenkraut, D Drachenwurz, M Mondblüte, R Regenbogenstaub. Die Trankauslage wird am Ende "
       "des Zuges aufgefüllt."},
      {"use", "Einen Trank einsetzen",
       "Einen einsatzbereiten Trank setzt du in deinem Zug ein: Sein Effekt geschieht, dann liegt er auf deinem eigenen "
       "Ablagestapel, wo seine SP zählen. Weiße Chips sind +1 SP, schwarze -1. Kann ein Effekt nicht greifen, ist der Trank "
       "blockiert und wird nicht angeboten, etwa weil niemand zu treffen oder nichts zu nehmen ist. Was er nur "
       "erlaubt („darfst“) oder nur unter einer Bedingung („wenn“, „falls“) bringt, blockiert ihn nie, der Rest seines Textes "
       "schon. Weder Tränke auf den Plätzen noch ein patentierter dürfen einfach abgeworfen werden."},
      {"patent", "Patente",
       "Einmal pro Zug darfst du einen Trank der Auslage mit einem deiner Patentchips auf deinen Patentplatz legen: Niemand sonst kann "
       "ihn brauen. Gebraut wird er wie üblich für seine Zutaten, der Chip ist dann weg. Du beginnst mit zwei Chips; zwei "
       "ungenutzte sind am Ende 1 SP."},
      {"hand-limit", "Handlimit", "Am Ende deines eigenen Zuges darfst du 7 Zutaten halten. In fremden Zügen gibt es keine Grenze."},
      {"targets", "Gegner und Schutz",
       "Ein Effekt auf „einen Gegner“ trifft einen deiner Wahl, „jeder Gegner“ alle. Wer geschützt ist, kann nicht gewählt "
       "werden und bleibt bis zum eigenen nächsten Zug von fremden Tränken unberührt. Sind alle möglichen Ziele geschützt, ist der "
       "Trank blockiert."},
      {"reaction", "Reaktionen",
       "Einige Tränke gehen auch in fremden Zügen: Trifft dich gleich der Trank eines Gegners und du hast einen solchen Trank bereit, "
       "wirst du gefragt. Er hebt die Wirkung nur für dich auf und zählt dann für dich; der andere Trank wird trotzdem gewertet."},
      {"effects", "Fragen eines Effekts",
       "Während ein Effekt läuft, kann er dich oder andere fragen: was gegeben, abgeworfen oder genommen wird, wen er trifft. Werden "
       "mehrere zugleich gefragt, sieht niemand eine Antwort, bevor die letzte da ist."},
      {"scoring", "Endauswertung",
       "Basis-SP der Tränke auf deinem eigenen Ablagestapel, weiße minus schwarze Chips. Sammlung: 3 SP je Satz aller vier "
       "Kategorien. Meisterschaft: je Kategorie 2 SP für die meisten Tränke (bei Gleichstand je 1). Stufenleiter: 2 SP je Satz aus "
       "schwach, normal und stark. 1 SP je 3 übrige Zutaten, 1 SP je 2 ungenutzte Patentchips. In der letzten Runde zählen Tränke in der "
       "Brauphase ihre Basis-SP ohne Effekt; einsatzbereite, die du nicht eingesetzt hast, zählen nichts."},
      {"autopilot", "Abwesende",
       "Bist du eine Minute weg oder läuft deine Uhr in zwei Zügen hintereinander ab, wird sicher für dich entschieden: vom Stapel "
       "ziehen, Zug beenden, nichts ausgeben. Sobald du wieder da bist, entscheidest du selbst."},
  };
}

}  // namespace athanor::games::the_alchemists
