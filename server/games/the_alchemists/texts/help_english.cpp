#include "texts.h"

namespace athanor::games::the_alchemists {

std::vector<HelpTopic> english_help() {
  return {
      {"goal", "What it is about",
       "Brew potions from ingredients, use them for their effect, and score victory points (SP). Most SP at the end wins: after 10 "
       "rounds with two players, after 8 with three or four. Ties go to the player who is later in turn order."},
      {"turn", "Your turn",
       "Take 3 ingredients. Then do, in any order and as often as you like: use ready potions, brew potions; and patent one potion. "
       "End your turn; if you hold more than 7 ingredients you discard down to 7. What you brewed is then ready, so it can be used "
       "from your next turn on."},
      {"draw", "Draw phase",
       "Three times: take one of the three open ingredients, or draw the top of the deck unseen. The display is refilled after "
       "every take. When the deck is empty the ingredient discard is shuffled into a new one."},
      {"brew", "Brewing",
       "Take a potion from the potion display or from your patent slot and discard exactly its ingredients. Rainbow Dust replaces "
       "any ingredient. You have three potion slots; when all are taken, use a potion first: one free slot is enough. Letters: "
       "B Bloodberry, G Glowcap, K Bonewort, D Dragonroot, M Moonblossom, R Rainbow Dust. The potion display is refilled at the end "
       "of the turn."},
      {"use", "Using a potion",
       "A ready potion is used on your own turn: its effect happens, then it lies on your own discard pile, where its SP count. "
       "White chips are +1 SP, black chips -1. A potion whose effect cannot take hold is blocked and is not offered, say because "
       "there is nobody to hit or nothing to take. What it lets you do (\"may\"), or brings only under a condition (\"if\"), never "
       "blocks it; the rest of its text still can. Neither potions in slots nor a patented one can be thrown away."},
      {"patent", "Patents",
       "Once per turn you may put a potion of the display into your patent slot with one of your patent chips: nobody else can brew it. "
       "Brewing it costs its ingredients as usual, and the chip is gone. You start with two chips; two unused ones are 1 SP at the end."},
      {"hand-limit", "Hand limit", "At the end of your own turn you may hold 7 ingredients. In other players' turns there is no limit."},
      {"targets", "Opponents and protection",
       "An effect on \"an opponent\" hits one you choose, \"each opponent\" hits all. A protected player cannot be chosen and is "
       "neither harmed nor helped until their own next turn. If everybody it could hit is protected, the potion is blocked."},
      {"reaction", "Reactions",
       "A few potions can also be used in somebody else's turn: when an opponent's potion is about to affect you and you have such a "
       "potion ready, you are asked. It cancels the effect for you alone and then counts for you; the other potion still scores."},
      {"effects", "Questions of an effect",
       "While an effect runs, it may ask you or others: what to give, to discard, to take, whom to hit. When several are asked "
       "together, nobody's answer is shown before the last one is in."},
      {"scoring", "Final scoring",
       "Base SP of the potions on your own discard, white chips minus black chips. Collection: 3 SP for each set of all four "
       "categories. Mastery: for each category 2 SP to whoever has most (1 each when tied). Ladder: 2 SP for each set of weak, "
       "normal and strong. 1 SP for every 3 ingredients left, 1 SP for every 2 unused patent chips. In the final round potions still in "
       "their brew phase count their base SP without effect; ready ones that you did not use count nothing."},
      {"autopilot", "Absent players",
       "If you are away for a minute, or your clock runs out in two turns in a row, safe choices are made for you: draw from the "
       "deck, end the turn, spend nothing. As soon as you are back you decide again."},
  };
}

}  // namespace athanor::games::the_alchemists
