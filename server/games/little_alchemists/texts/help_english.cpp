#include "texts.h"

namespace athanor::games::little_alchemists {

std::vector<HelpTopic> english_help() {
  return {
      {"goal", "What it is about",
       "In every game the ingredients have other secret properties. Mix two and you learn what they make; sell what you can "
       "make, and from level 2 on prove what an ingredient is able to make. Most points win; together you open new levels."},
      {"turn", "Your turn",
       "A turn holds exactly one action: mix two ingredients or, from level 2 on, share a theory. Before and after it you may "
       "buy ingredients, and from level 6 on one artifact after it. Then end your turn."},
      {"buying", "Buying ingredients",
       "Each face-up ingredient costs 1 coin and comes to your hand at once, so you can mix it in the same turn. Buy as many as "
       "you like. The empty spaces are refilled when you end your turn. A bought ingredient makes your hand larger for good."},
      {"mixing", "Mixing a potion",
       "Choose two ingredients from your hand. Everybody hears the result, nobody the ingredients. The same two always make the "
       "same result in this game. If the customer wants it, it is sold; if your pet likes it, you get a coin. At the end of the "
       "turn the two tiles are discarded and you draw two new ones."},
      {"two-of-a-kind", "Two of the same ingredient",
       "Two equal tiles make no potion. You take one face-up ingredient for them instead, a different one if there is any, and "
       "still draw two at the end of the turn. Useful when you have nothing better to mix."},
      {"tracker", "Your tracker",
       "The triangle shows which pairs you have mixed and what they made. Only a real mix puts a token there, not what you have "
       "worked out; later, artifacts score by these tokens. Nobody else sees it before the end."},
      {"stack", "Stack and discard pile",
       "Tiles are drawn from the stack. Each time its last tile is taken, a new customer comes and the discard pile is shuffled "
       "into a new stack. When it happens with no customer left below, the market closes and the game is over."},
      {"customers", "Customers",
       "From the first time the stack runs out there is always one customer, who wants one kind of potion. Make it on your turn "
       "and it is sold at once for the coins shown; your bottle then stands on the tile. Each player sells to each customer only "
       "once. The next customer is visible beforehand. A potion made earlier cannot be sold."},
      {"boring-market", "Boring market",
       "If four or five face-up ingredients are the same, they are shuffled back into the stack and new ones are dealt. This is "
       "checked after the deal and at each end of a turn."},
      {"theories", "Sharing a theory (from level 2)",
       "Instead of mixing you may name an ingredient and everything it can make. If you are right, you get the top gem and the "
       "ingredient's token goes to the board. If you are wrong, everybody hears that, but not about what; you get a broken gem "
       "and two tiles go from the stack to the discard pile. After a theory you draw nothing."},
      {"guessing", "Guessing (from level 3)",
       "After a right theory the others hear what the ingredient can make and guess it one after the other, aloud. Then it is "
       "revealed, and each right guess earns 1 coin. You may also make no guess."},
      {"board", "The theory board",
       "Each slot has a set of potions, and each ingredient belongs to one slot. From level 5 on the board also shows what each "
       "two slots make together, so one result tells you a lot about both ingredients."},
      {"gems", "Gems",
       "Right theories earn gems, the top one of the stack first. A broken gem costs a point. Gems cannot buy anything."},
      {"pets", "Pets (from level 4)",
       "Your first potion brings you the pet that likes it; if that one is taken or nobody likes the potion, choose any. From then "
       "on each potion it likes earns 1 coin. The cat likes love and ghostly potions, the salamander fire, the rabbit luck, the "
       "owl flying. The potion that brings the pet earns no pet coin."},
      {"wishes", "Potion of wishes (level 7)",
       "It counts as any potion you name, or as powerless, for your pet and the customer. Your tracker gets a wishes token. When "
       "artifacts are scored, each wishes token counts as whatever is best for you."},
      {"powerless", "Powerless brew (level 7)",
       "Two ingredients without any common potion make a powerless brew. It sells to nobody and pleases no pet, but it tells you "
       "that their slots are opposite each other. If it is your first result, choose any pet."},
      {"artifacts", "Artifacts (from level 6)",
       "After your action you may buy one of the artifacts on offer. Purple ones have an ability from your next turn on, gold ones "
       "only score at the end. " + all_artifacts_text(Language::english)},
      {"end-of-turn", "End of a turn",
       "After a mix you discard the two tiles and draw two. Then the market is refilled, a bought artifact is replaced, and the "
       "next player's turn begins. If the market closes meanwhile, the game is over at once."},
      {"end-of-game", "End of the game",
       "The game ends at once when the closed market appears or, from level 2 on, when all ingredients but one are proven. In the "
       "second case you win a key for each customer who has not come and for the closed market."},
      {"scoring", "Scoring",
       "Levels 1 to 5: one point per coin, plus gems, minus broken gems. Levels 6 and 7: half a point per coin, plus gems and "
       "artifacts, minus broken gems. Equal scores share the win."},
      {"test", "The test (level 1)",
       "A level 1 game that ends by the closed market is followed by the test while level 2 is locked, never with all-levels. All "
       "trackers are opened and you answer five questions together: what do these two make? Four right answers open level 2. The "
       "sheet is handed in when everybody has confirmed it; a change clears the confirmations. One minute after it is full anybody "
       "may hand it in; bots only confirm."},
      {"campaign", "Boxes, keys and trophies",
       "Level 2 opens with the test. Keys fill the locks of the next boxes: 3, 3, 4, 4 and 5 locks for the levels 3 to 7. After "
       "that they fill the lines of the bronze, silver and gold trophy (4, 6, 8). Games with all-levels earn nothing."},
      {"absence", "Away or out of time",
       "Who is away is acted for: turns are skipped, choices are made in the plainest way. Who lets the turn clock run out twice "
       "running counts as away until saying so. If everybody is away, the game stands still."},
      {"companion", "The companion",
       "You play with the boxed game at the table and use this as its app. Every device sits in the room. Mixes and their results "
       "are told only to the device that asks; show the result to the table. Theories, reveals and the end are told to all. "
       "The device that opened the session stands for the owner of the campaign: only it can enter the progress of the real boxes "
       "and a printed board."},
      {"companion-board", "Printed boards",
       "From level 3 on the potion sets, and from level 5 on the crosses, must match the board before you. If yours differs, enter "
       "it once: the sets of the slots in order and, from level 5 on, '/' and one row of crosses per slot with '.' for the slot "
       "itself."},
  };
}

}  // namespace athanor::games::little_alchemists
