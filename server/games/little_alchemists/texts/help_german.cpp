#include "texts.h"

namespace athanor::games::little_alchemists {

std::vector<HelpTopic> german_help() {
  return {
      {"goal", "Worum es geht",
       "In jedem Spiel haben die Zutaten andere geheime Eigenschaften. Mische zwei, und du erfährst, was sie ergeben; verkaufe, was "
       "du brauen kannst, und beweise ab Stufe 2, was eine Zutat hervorbringen kann. Die meisten Punkte gewinnen; gemeinsam öffnet "
       "ihr neue Stufen."},
      {"turn", "Dein Zug",
       "Ein Zug enthält genau eine Aktion: zwei Zutaten mischen oder, ab Stufe 2, eine Theorie äußern. Davor und danach darfst du "
       "Zutaten kaufen, ab Stufe 6 danach auch ein Artefakt. Dann beende deinen Zug."},
      {"buying", "Zutaten kaufen",
       "Jede offene Zutat kostet 1 Münze und kommt sofort auf deine Hand; du kannst sie im selben Zug mischen. Kaufe so viele, wie "
       "du willst. Leere Plätze werden am Ende deines Zuges aufgefüllt. Eine gekaufte Zutat vergrößert deine Hand auf Dauer."},
      {"mixing", "Einen Trank mischen",
       "Wähle zwei Zutaten aus deiner Hand. Alle erfahren das Ergebnis, niemand die Zutaten. Dieselben zwei ergeben in diesem Spiel "
       "immer dasselbe. Wünscht es die Kundschaft, ist es verkauft; mag es dein Haustier, bekommst du eine Münze. Am Ende des Zuges "
       "werden beide Zutaten abgelegt, und du ziehst zwei neue."},
      {"two-of-a-kind", "Zwei gleiche Zutaten",
       "Zwei gleiche ergeben keinen Trank. Du nimmst dafür eine offene Zutat vom Markt, möglichst eine andere, und ziehst am Ende "
       "des Zuges trotzdem zwei. Gut, wenn du sonst nichts Brauchbares zu mischen hast."},
      {"tracker", "Deine Tafel",
       "Das Dreieck zeigt, welche Paare du gemischt hast und was sie ergaben. Nur ein wirklicher Trank legt einen Marker, nicht das, "
       "was du erschlossen hast; später zählen Artefakte diese Marker. Bis zum Ende sieht sie sonst niemand."},
      {"stack", "Stapel und Ablage",
       "Gezogen wird vom Stapel. Immer wenn seine letzte Zutat genommen wird, kommt neue Kundschaft, und die Ablage wird zum neuen "
       "Stapel gemischt. Ist dann niemand mehr darunter, schließt der Markt, und das Spiel ist aus."},
      {"customers", "Kundschaft",
       "Sobald der Stapel das erste Mal leer war, ist immer jemand da und wünscht einen bestimmten Trank. Braue ihn in deinem Zug, "
       "und er ist sofort zum gezeigten Preis verkauft; deine Flasche steht dann auf dem Plättchen. Jeder verkauft an jede "
       "Kundschaft nur einmal. Die nächste ist vorher sichtbar. Früher gebraute Tränke kann man nicht verkaufen."},
      {"boring-market", "Langweiliger Markt",
       "Sind vier oder fünf offene Zutaten gleich, werden sie in den Stapel gemischt und neue ausgelegt. Das wird nach dem Austeilen "
       "und am Ende jedes Zuges geprüft."},
      {"theories", "Eine Theorie äußern (ab Stufe 2)",
       "Statt zu mischen darfst du eine Zutat nennen und alles, was sie hervorbringen kann. Stimmt es, bekommst du den obersten "
       "Edelstein, und der Marker der Zutat kommt auf die Theorietafel. Ist es falsch, erfahren alle nur das, nicht den Inhalt; du "
       "bekommst einen zerbrochenen Edelstein, und zwei Zutaten wandern vom Stapel in die Ablage. Nach einer Theorie ziehst du nichts."},
      {"guessing", "Raten (ab Stufe 3)",
       "Nach einer richtigen Theorie hören die anderen, was die Zutat hervorbringt, und raten sie der Reihe nach laut. Dann wird sie "
       "aufgedeckt, und jeder richtige Tipp bringt 1 Münze. Man darf auch auf den Tipp verzichten."},
      {"board", "Die Theorietafel",
       "Jeder Platz hat eine Menge von Tränken, und jede Zutat gehört auf einen Platz. Ab Stufe 5 zeigt die Tafel auch, was je zwei "
       "Plätze ergeben; ein Ergebnis verrät also viel über beide Zutaten."},
      {"gems", "Edelsteine",
       "Richtige Theorien bringen Edelsteine, der oberste zuerst. Ein zerbrochener kostet einen Punkt. Kaufen kann man damit nichts."},
      {"pets", "Haustiere (ab Stufe 4)",
       "Dein erster Trank bringt dir das Tier, das ihn mag; ist es vergeben oder mag ihn keines, wähle frei. Danach bringt jeder "
       "Trank, den es mag, 1 Münze. Die Katze mag Liebes- und Geistertränke, der Salamander Feuer, das Kaninchen Glück, die Eule "
       "Fliegen. Der Trank, der das Tier bringt, bringt keine Münze dafür."},
      {"wishes", "Wunschtrank (Stufe 7)",
       "Er gilt für Haustier und Kundschaft als der Trank, den du nennst, oder als wirkungslos. Auf deine Tafel kommt ein "
       "Wunsch-Marker. Beim Werten der Artefakte zählt jeder Wunsch-Marker als das, was dir am meisten bringt."},
      {"powerless", "Wirkungsloses Gebräu (Stufe 7)",
       "Zwei Zutaten ohne gemeinsamen Trank ergeben ein wirkungsloses Gebräu. Niemand kauft es, kein Tier mag es, aber es verrät, dass "
       "ihre Plätze einander gegenüberliegen. Ist es dein erstes Ergebnis, wähle irgendein Haustier."},
      {"artifacts", "Artefakte (ab Stufe 6)",
       "Nach deiner Aktion darfst du eines der ausliegenden Artefakte kaufen. Violette wirken ab deinem nächsten Zug, goldene zählen "
       "nur am Ende. " + all_artifacts_text(Language::german)},
      {"end-of-turn", "Ende eines Zuges",
       "Nach dem Mischen legst du die zwei Zutaten ab und ziehst zwei. Dann wird der Markt aufgefüllt, ein gekauftes Artefakt ersetzt, "
       "und der nächste Zug beginnt. Schließt dabei der Markt, ist das Spiel sofort aus."},
      {"end-of-game", "Ende des Spiels",
       "Das Spiel endet sofort, wenn der geschlossene Markt erscheint oder, ab Stufe 2, wenn alle Zutaten bis auf eine bewiesen sind. "
       "Im zweiten Fall gewinnt ihr einen Schlüssel für jede Kundschaft, die nicht kam, und für den geschlossenen Markt."},
      {"scoring", "Wertung",
       "Stufen 1 bis 5: ein Punkt je Münze, dazu Edelsteine, minus zerbrochene. Stufen 6 und 7: ein halber Punkt je Münze, dazu "
       "Edelsteine und Artefakte, minus zerbrochene. Gleichstand teilt den Sieg."},
      {"test", "Die Prüfung (Stufe 1)",
       "Endet ein Spiel auf Stufe 1 durch den geschlossenen Markt, folgt die Prüfung, solange Stufe 2 verschlossen ist; mit all-levels "
       "nie. Alle Tafeln werden geöffnet, und ihr beantwortet gemeinsam fünf Fragen: Was ergeben diese zwei? Vier richtige Antworten "
       "öffnen Stufe 2. Der Bogen wird abgegeben, wenn alle ihn bestätigt haben; eine Änderung löscht die Bestätigungen. Eine Minute, "
       "nachdem er voll ist, darf ihn jeder abgeben; Bots bestätigen nur."},
      {"campaign", "Schachteln, Schlüssel und Pokale",
       "Stufe 2 öffnet die Prüfung. Schlüssel füllen die Schlösser der nächsten Schachteln: 3, 3, 4, 4 und 5 Schlösser für die Stufen "
       "3 bis 7. Danach füllen sie die Reihen des bronzenen, silbernen und goldenen Pokals (4, 6, 8). Spiele mit all-levels bringen "
       "nichts ein."},
      {"absence", "Abwesend oder Zeit abgelaufen",
       "Für Abwesende wird gehandelt: Züge werden übersprungen, Auswahlen auf die einfachste Art getroffen. Wer zweimal "
       "hintereinander die Zugzeit ablaufen lässt, gilt als abwesend, bis er sich zurückmeldet. Sind alle abwesend, steht das Spiel."},
      {"companion", "Der Begleiter",
       "Ihr spielt mit der Schachtel am Tisch und nutzt dies als App dazu. Jedes Gerät sitzt im Raum. Mischungen und ihre Ergebnisse "
       "erfährt nur das Gerät, das fragt; zeigt das Ergebnis am Tisch. Theorien, Aufdecken und Ende erfahren alle. "
       "Das Gerät, das die Sitzung eröffnet hat, steht für den Besitzer der Kampagne: Nur es kann den Stand der Schachteln und eine "
       "gedruckte Tafel eingeben."},
      {"companion-board", "Gedruckte Tafeln",
       "Ab Stufe 3 müssen die Trankmengen, ab Stufe 5 auch die Kreuzungen zur Tafel vor euch passen. Weicht eure ab, gebt sie einmal "
       "ein: die Mengen der Plätze der Reihe nach und, ab Stufe 5, '/' und je Platz eine Zeile Kreuzungen mit '.' für den Platz selbst."},
  };
}

}  // namespace athanor::games::little_alchemists
