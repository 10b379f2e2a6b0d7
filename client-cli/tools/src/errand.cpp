#include "errand.h"

#include <athanor/common/text.h>

#include <ostream>
#include <utility>

namespace athanor::tools {

Errand::Errand(const Common& common, link::Purpose purpose, Streams io)
    : language_(common.language), io_(io), purpose_(std::move(purpose)) {
  auto server = link::parse_server(common.server, common.language, common.authorities);
  if (server) {
    server_ = std::move(*server);
    return;
  }
  bad_address_ = true;
  fail(server.error());
}

int Errand::run() {
  if (bad_address_) return status_;
  link::Options options;
  options.server = server_;
  options.purpose = std::move(purpose_);
  options.language = language_;
  link::Handler& handler = *this;
  link_.emplace(context_.get_executor(), std::move(options), handler);
  link_->start();
  context_.run();
  return status_;
}

void Errand::finish() {
  status_ = 0;
  link_->close();
}

void Errand::fail(const std::string& text) {
  status_ = 1;
  io_.err << "athanor: " << common::printable(text) << '\n';
  if (link_) link_->close();
}

void Errand::on_state(const link::Status& status) {
  if (status.state == link::State::ended) return fail(status.text);
  if (status.state == link::State::online && !std::exchange(arrived_, true)) arrived();
}

void Errand::on_refusal(link::RequestId, const v1::Refusal& refusal) { fail(refusal.text()); }

}  // namespace athanor::tools
