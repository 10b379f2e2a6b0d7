#include "run.h"

int main(int argc, char** argv) { return athanor::app::run(argc, argv, athanor::games::standard_catalogue()); }
