#include "run.h"

#include "admin_client.h"
#include "config.h"
#include "healthcheck.h"
#include "serve.h"

#include <csignal>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include <unistd.h>

namespace athanor::app {

int run(int argc, char** argv, const games::Catalogue& catalogue) {
  ::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is a full disk like any other
  std::vector<std::string> environment;
  for (char** line = ::environ; *line != nullptr; ++line) environment.emplace_back(*line);
  const auto wish = parse(std::vector<std::string>(argv + 1, argv + argc), environment);
  if (const auto* leave = std::get_if<Leave>(&wish)) {
    (leave->exit_code == 0 ? std::cout : std::cerr) << leave->text;
    return leave->exit_code;
  }
  if (const auto* check = std::get_if<Healthcheck>(&wish)) return healthcheck(check->url);
  if (const auto* admin = std::get_if<Admin>(&wish)) return administer(*admin, std::cout, std::cerr);
  return serve(std::get<Config>(wish), catalogue);
}

}  // namespace athanor::app
