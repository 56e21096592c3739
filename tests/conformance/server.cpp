// A server of the parts that the program's are made of, with what the official suite asks for:
//     mcp_conformance_server [PORT]
// prints its address and serves until it is killed.
#include "fixtures.hpp"

#include <workmem/mcp/server.hpp>
#include <workmem_http/endpoint.hpp>
#include <workmem_http/metrics.hpp>
#include <workmem_http/server.hpp>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>

int main(int count, char** arguments) {
    using nlohmann::json;
    namespace http = workmem::http;
    using server = workmem::mcp::server<conformance::fixture_tools, conformance::fixture_resources,
                                        conformance::fixture_prompts>;
    const auto connect = [](const http::principal&) -> http::peer<json> {
        const auto is =
            std::make_shared<server>(workmem::mcp::server_options{.name = "workmem-conformance"},
                                     conformance::fixture_tools{}, conformance::fixture_resources{},
                                     conformance::fixture_prompts{});
        return http::peer_of<json>(is);
    };
    http::metrics counts;
    http::endpoint<json> endpoint{{}, connect, {}};
    http::server<json> serving{endpoint,
                               counts,
                               {.port = count > 1 ? std::atoi(arguments[1]) : 0},
                               [](std::string_view problem) { std::cerr << problem << '\n'; }};
    const auto port = serving.bind();
    if (!port) {
        std::cerr << port.error().what() << '\n';
        return 1;
    }
    std::cout << "http://127.0.0.1:" << *port << endpoint.options().path << std::endl;
    return serving.serve() ? 0 : 1;
}
