// The out-of-line parts of Asio and Beast: they are slow to compile, so they are compiled here and nowhere else.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
