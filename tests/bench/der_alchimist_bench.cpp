// Der Alchimist: times of whole games (game_bench.h).
#include "game_bench.h"

int main(int argc, char** argv) { return athanor::bench::run(argc, argv, {"der-alchimist", {2, 3, 4, 5, 6}, 50, "random"}); }
