#pragma once
// A connection from its acceptance to the end of its HTTP request.

#include "admissions.h"

#include <athanor/tls/context.h>

#include <boost/asio/ip/tcp.hpp>

namespace athanor::net {

class Lane;
struct Shared;

/// Reads one HTTP request, answers it, or hands the connection over to a session. On the lane's executor, to which the
/// socket belongs. `ticket` has not been claimed for an address. With a `certificate` the connection must begin with TLS.
void start_handshake(Shared& shared, Lane& lane, boost::asio::ip::tcp::socket socket, Ticket ticket,
                     tls::SharedContext certificate);

}  // namespace athanor::net
