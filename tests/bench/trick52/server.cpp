// athanor-server with one game more in its catalogue: trick52.

#include "trick52.h"

#include <athanor/games/catalogue.h>
#include <run.h>

int main(int argc, char** argv) {
  auto catalogue = athanor::games::standard_catalogue();
  catalogue.add(athanor::bench::trick52());
  return athanor::app::run(argc, argv, catalogue);
}
