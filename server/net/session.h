#pragma once
// One WebSocket connection from its upgrade to its end.

#include "admissions.h"

#include <athanor/tls/stream.h>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <string>

namespace athanor::net {

class Lane;
struct Shared;

using Request = boost::beast::http::request<boost::beast::http::empty_body>;

/// Answers the upgrade and serves the connection until it ends. Called on the lane's executor, to which the stream
/// belongs. `address_key` is what limits count by.
void start_session(Shared& shared, Lane& lane, tls::Stream stream, Ticket ticket, std::string address_key,
                   const Request& request);

}  // namespace athanor::net
