// The component http, from the header to the library it is linked with.
#include <workmem_http/server.hpp>

#include <nlohmann/json.hpp>

int main() {
    using nlohmann::json;
    workmem::http::metrics counts;
    workmem::http::endpoint<json> endpoint{
        {}, [](const workmem::http::principal&) { return workmem::http::peer<json>{}; }, {}};
    workmem::http::server<json> server{endpoint, counts, {.port = 0}, {}};
    return server.bind() ? 0 : 1;
}
