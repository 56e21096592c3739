// Payloads as each API documents them, and what is read of them.
#include <workmem/messages/read_message.hpp>

#include "catch.hpp"
#include "summary.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

using nlohmann::json;
using nlohmann::ordered_json;
using workmem::read_message;
using workmem::read_message_text;
using workmem_test::contains;
using workmem_test::summary;

namespace {

struct payload {
    const char* what;
    std::string_view json;
    std::string_view read;
};

// From text and from both JSON types the same is read.
void check(const std::vector<payload>& payloads) {
    for (const auto& each : payloads) {
        INFO(each.what);
        const auto from_text = read_message_text(each.json);
        REQUIRE(from_text);
        CHECK(summary(*from_text) == each.read);
        const auto ordered = ordered_json::parse(each.json);
        const auto from_ordered = read_message(ordered);
        REQUIRE(from_ordered);
        CHECK(summary(*from_ordered) == each.read);
        const auto sorted = json::parse(each.json);
        const auto from_sorted = read_message(sorted);
        REQUIRE(from_sorted);
        CHECK(from_sorted->messages.size() == from_text->messages.size());
        CHECK(from_sorted->unread_count == from_text->unread_count);
    }
}

}  // namespace

TEST_CASE("messages of OpenAI's chat completions", "[messages]") {
    check({
        {"a user", R"({"role":"user","content":"Show my orders"})", R"(user "Show my orders")"},
        {"a developer instructs", R"({"role":"developer","content":"Be brief."})",
         R"(system "Be brief.")"},
        {"content in parts",
         R"({"role":"user","content":[{"type":"text","text":"What is this?"},
             {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBO"}}]})",
         R"(user "What is this?")"},
        {"a call, its arguments as text",
         R"({"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"call_9x","type":"function",
             "function":{"name":"list_orders","arguments":"{\"status\": \"open\"}"}}]})",
         R"(assistant call_9x=list_orders{"status":"open"})"},
        {"parallel calls, arguments as objects, text in front",
         R"({"role":"assistant","content":"Looking.","tool_calls":[
             {"id":"a","type":"function","function":{"name":"get_order","arguments":{"id":1}}},
             {"id":"b","type":"function","function":{"name":"get_order","arguments":{"id":2}}}]})",
         R"(assistant "Looking." a=get_order{"id":1} b=get_order{"id":2})"},
        {"no arguments",
         R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"list_orders","arguments":""}}]})",
         "assistant a=list_orders"},
        {"arguments written twice, and none that are JSON",
         R"({"role":"assistant","tool_calls":[
             {"id":"a","function":{"name":"f","arguments":"\"{\\\"id\\\":1}\""}},
             {"id":"b","function":{"name":"f","arguments":"{\"id\": 1"}}]})",
         R"(assistant a=f{"id":1} b=f"{\"id\": 1")"},
        {"a custom tool takes text",
         R"({"role":"assistant","tool_calls":[{"id":"a","type":"custom","custom":{"name":"run_sql","input":"select 1"}}]})",
         R"(assistant a=run_sql"select 1")"},
        {"a result as text", R"({"role":"tool","tool_call_id":"call_9x","content":"[{\"id\":7}]"})",
         R"(tool call_9x:[{"id":7}])"},
        {"a result in parts",
         R"({"role":"tool","tool_call_id":"a","name":"get_order","content":[{"type":"text","text":"{\"id\":7}"}]})",
         R"(tool a:get_order{"id":7})"},
        {"a result in several parts",
         R"({"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"Found:"},{"type":"text","text":"{\"id\":7}"}]})",
         R"(tool a:[{"type":"text","text":"Found:"},{"type":"text","text":"{\"id\":7}"}])"},
        {"an error",
         R"({"role":"tool","tool_call_id":"a","content":"{\"error\": \"order 7 not found\"}"})",
         R"(tool a:{"error":"order 7 not found"}!)"},
        {"a job that failed is a thing",
         R"({"role":"tool","tool_call_id":"a","content":"{\"id\": 4, \"error\": \"timeout\"}"})",
         R"(tool a:{"id":4,"error":"timeout"})"},
        {"functions of old",
         R"([{"role":"assistant","content":null,"function_call":{"name":"get_order","arguments":"{\"id\":1}"}},
             {"role":"function","name":"get_order","content":"{\"id\":1}"}])",
         R"(assistant =get_order{"id":1} | tool :get_order{"id":1})"},
        {"a refusal, a recording",
         R"([{"role":"assistant","content":null,"refusal":"I cannot."},
             {"role":"assistant","audio":{"id":"au_1","transcript":"Here it is."}}])",
         R"(assistant "I cannot." | assistant "Here it is.")"},
        {"a response, of its choices the first",
         R"({"id":"chatcmpl-1","object":"chat.completion","model":"m","choices":[
             {"index":0,"message":{"role":"assistant","content":"One"},"finish_reason":"stop"},
             {"index":1,"message":{"role":"assistant","content":"Two"},"finish_reason":"stop"}],
             "usage":{"total_tokens":3}})",
         R"(assistant "One" ? response: another of several choices)"},
        {"a request",
         R"({"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"U"}]})",
         R"(system "S" | user "U")"},
        {"Ollama: arguments as objects, no ids",
         R"([{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"id":1}}}]},"done":true},
             {"role":"tool","tool_name":"f","content":"{\"id\":1}"}])",
         R"(assistant =f{"id":1} | tool :f{"id":1})"},
    });
}

TEST_CASE("items of OpenAI's responses", "[messages]") {
    check({
        {"what a user says",
         R"({"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]})",
         R"(user "Hi")"},
        {"a response",
         R"({"id":"resp_1","object":"response","status":"completed","error":null,"instructions":null,"output":[
             {"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Thinking"}]},
             {"id":"fc_1","type":"function_call","call_id":"call_1","name":"list_orders","arguments":"{\"page\":2}","status":"completed"},
             {"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Wait.","annotations":[]}]}]})",
         R"(assistant | assistant call_1=list_orders{"page":2} | assistant "Wait.")"},
        {"an output", R"({"type":"function_call_output","call_id":"call_1","output":"{\"id\":7}"})",
         R"(tool call_1:{"id":7})"},
        {"an output in parts",
         R"({"type":"function_call_output","id":"fco_1","call_id":"call_1","output":[{"type":"input_text","text":"A"},{"type":"input_text","text":"B"},{"type":"input_image","image_url":"u"}]})",
         R"(tool call_1:[{"type":"text","text":"A"},{"type":"text","text":"B"}])"},
        {"a custom tool",
         R"([{"type":"custom_tool_call","id":"ctc_1","call_id":"c","name":"run_sql","input":"select 1"},
             {"type":"custom_tool_call_output","call_id":"c","output":"1"}])",
         R"(assistant c=run_sql"select 1" | tool c:"1")"},
        {"a tool of an MCP server answers in its item",
         R"([{"type":"mcp_list_tools","id":"mcpl_1","tools":[{"name":"get_order"}]},
             {"type":"mcp_call","id":"mcp_1","name":"get_order","server_label":"shop","arguments":"{\"id\":7}","output":"{\"id\":7}","error":null}])",
         R"(assistant | assistant mcp_1=get_order{"id":7} mcp_1:get_order{"id":7})"},
        {"and fails in it",
         R"({"type":"mcp_call","id":"mcp_1","name":"get_order","arguments":"{}","output":null,"error":{"type":"http_error","code":502,"message":"bad gateway"}})",
         R"(assistant mcp_1=get_order{} mcp_1:get_order{"type":"http_error","code":502,"message":"bad gateway"}!)"},
        {"a computer",
         R"([{"type":"computer_call","id":"cu_1","call_id":"c","action":{"type":"click","x":1,"y":2},"status":"completed"},
             {"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","image_url":"data:image/png;base64,iVBO"}}])",
         R"(assistant c=computer{"type":"click","x":1,"y":2} | tool c:)"},
        {"a shell",
         R"([{"type":"local_shell_call","id":"ls_1","call_id":"c","action":{"type":"exec","command":["ls"]}},
             {"type":"local_shell_call_output","call_id":"c","output":"a.txt"}])",
         R"(assistant c=local_shell{"type":"exec","command":["ls"]} | tool c:"a.txt")"},
        {"tools of the provider",
         R"([{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"kites"}},
             {"type":"file_search_call","id":"fs_1","status":"completed","queries":["kites"],"results":[{"file_id":"file-1","filename":"kites.pdf"}]}])",
         R"(assistant ws_1=web_search{"type":"search","query":"kites"} ws_1:web_search | assistant fs_1=file_search fs_1:file_search[{"file_id":"file-1","filename":"kites.pdf"}])"},
        {"a request", R"({"model":"m","instructions":"Be brief.","input":"Hi"})",
         R"(system "Be brief." | user "Hi")"},
        {"a request of items",
         R"({"model":"m","input":[{"role":"user","content":"Hi"},{"type":"item_reference","id":"msg_1"}]})",
         R"(user "Hi" | assistant)"},
    });
}

TEST_CASE("messages of Anthropic", "[messages]") {
    check({
        {"content as text", R"({"role":"user","content":"Hi"})", R"(user "Hi")"},
        {"a response: thoughts, text, a call",
         R"({"id":"msg_01","type":"message","role":"assistant","model":"m","stop_reason":"tool_use","content":[
             {"type":"thinking","thinking":"Let me see","signature":"x"},{"type":"text","text":"I look."},
             {"type":"tool_use","id":"toolu_1","name":"list_orders","input":{"page":1}}],"usage":{"input_tokens":1}})",
         R"(assistant "I look." toolu_1=list_orders{"page":1})"},
        {"an input assembled from a stream",
         R"({"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":"{\"page\":1}"}]})",
         R"(assistant t=f{"page":1})"},
        {"a result as text, and what the user adds",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"[{\"id\":7}]"},{"type":"text","text":"And?"}]})",
         R"(user toolu_1:[{"id":7}] "And?")"},
        {"a result in blocks",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[
             {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBO"}},
             {"type":"text","text":"{\"id\":7}"}]}]})",
         R"(user t:{"id":7})"},
        {"an error",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"{\"id\":7}"}]})",
         R"(user t:{"id":7}!)"},
        {"an error, said by a number",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":1,"content":"{\"id\":7}"}]})",
         R"(user t:{"id":7}!)"},
        {"an error, said by a text",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":"true","content":"{\"id\":7}"}]})",
         R"(user t:{"id":7}!)"},
        {"no error, said by a text",
         R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":"false","content":"{\"id\":7}"}]})",
         R"(user t:{"id":7})"},
        {"no content", R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]})",
         "user t:"},
        {"a search of the provider",
         R"({"role":"assistant","content":[{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"kites"}},
             {"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","title":"Kites","url":"https://kites.example","encrypted_content":"E"}]}]})",
         R"(assistant srv_1=web_search{"query":"kites"} srv_1:[{"type":"web_search_result","title":"Kites","url":"https://kites.example","encrypted_content":"E"}])"},
        {"and its error",
         R"({"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"srv_1","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}}]})",
         R"(assistant srv_1:{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}!)"},
        {"a tool of an MCP server",
         R"({"role":"assistant","content":[{"type":"mcp_tool_use","id":"m","name":"get_order","server_name":"shop","input":{"id":7}},
             {"type":"mcp_tool_result","tool_use_id":"m","is_error":false,"content":[{"type":"text","text":"{\"id\":7}"}]}]})",
         R"(assistant m=get_order{"id":7} m:{"id":7})"},
        {"what is not read is told",
         R"({"role":"user","content":[{"type":"document","source":{"type":"text","data":"Kites"}},{"type":"text","text":"Sum it up"}]})",
         R"(user "Sum it up" ? user: document)"},
        {"a request",
         R"({"model":"m","system":[{"type":"text","text":"Be brief."}],"messages":[{"role":"user","content":"Hi"}]})",
         R"(system "Be brief." | user "Hi")"},
    });
}

TEST_CASE("contents of Gemini", "[messages]") {
    check({
        {"a user", R"({"role":"user","parts":[{"text":"Hi"}]})", R"(user "Hi")"},
        {"no role", R"({"parts":[{"text":"Hi"}]})", R"(user "Hi")"},
        {"a response",
         R"({"candidates":[{"content":{"role":"model","parts":[{"text":"Thinking","thought":true},{"text":"I look."},
             {"functionCall":{"name":"list_orders","args":{"page":1}},"thoughtSignature":"x"}]},"finishReason":"STOP"}],"usageMetadata":{}})",
         R"(assistant "I look." =list_orders{"page":1})"},
        {"a result below output",
         R"({"role":"user","parts":[{"functionResponse":{"name":"list_orders","response":{"output":[{"id":7}]}}}]})",
         R"(user :list_orders[{"id":7}])"},
        {"a result as it is, with the id of its call",
         R"({"role":"function","parts":[{"functionResponse":{"id":"fc1","name":"get_order","response":{"id":7,"name":"A"}}}]})",
         R"(tool fc1:get_order{"id":7,"name":"A"})"},
        {"an error",
         R"({"role":"user","parts":[{"functionResponse":{"name":"get_order","response":{"error":"no such order","code":404}}}]})",
         R"(user :get_order{"error":"no such order","code":404}!)"},
        {"the client library's spelling",
         R"([{"role":"model","parts":[{"function_call":{"id":null,"name":"f","args":{"id":7}}}]},
             {"role":"user","parts":[{"function_response":{"name":"f","response":{"result":"{\"id\":7}"}}}]}])",
         R"(assistant =f{"id":7} | user :f{"id":7})"},
        {"code that was run",
         R"({"role":"model","parts":[{"executableCode":{"language":"PYTHON","code":"1+1"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"2"}}]})",
         R"(assistant =code_execution{"language":"PYTHON","code":"1+1"} :code_execution"2")"},
        {"a picture beside text",
         R"({"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"iVBO"}},{"text":"What?"}]})",
         R"(user "What?")"},
        {"a request",
         R"({"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Hi"}]}]})",
         R"(system "Be brief." | user "Hi")"},
    });
}

TEST_CASE("requests and results of MCP", "[messages]") {
    check({
        {"a result by itself",
         R"({"content":[{"type":"text","text":"[{\"id\":7}]"}],"isError":false})",
         R"(tool :[{"id":7}])"},
        {"structured content wins",
         R"({"content":[{"type":"text","text":"one order"}],"structuredContent":{"orders":[{"id":7}]}})",
         R"(tool :{"orders":[{"id":7}]})"},
        {"an error", R"({"content":[{"type":"text","text":"{\"id\":7}"}],"isError":true})",
         R"(tool :{"id":7}!)"},
        {"a call and its answer",
         R"([{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_order","arguments":{"id":7},"_meta":{"progressToken":3}}},
             {"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"id\":7}"}]}}])",
         R"(assistant 3=get_order{"id":7} | tool 3:{"id":7})"},
        {"ids may be texts",
         R"({"jsonrpc":"2.0","id":"r-1","result":{"structuredContent":{"id":7},"content":[]}})",
         R"(tool r-1:{"id":7})"},
        {"a call that was refused",
         R"({"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool"}})",
         R"(tool 3:{"code":-32602,"message":"Unknown tool"}!)"},
        {"embedded resources and links",
         R"({"content":[{"type":"resource","resource":{"uri":"file:///a","text":"{\"id\":7}"}},{"type":"resource_link","uri":"file:///b","name":"b"}]})",
         R"(tool :{"id":7} ? result: resource_link)"},
        {"nothing", R"({"content":[]})", "tool :[]"},
    });
}

TEST_CASE("messages of LangChain", "[messages]") {
    check({
        {"a human",
         R"({"type":"human","content":"Hi","additional_kwargs":{},"response_metadata":{},"id":"h1"})",
         R"(user "Hi")"},
        {"an AI",
         R"({"type":"ai","content":"I look.","id":"run-1","tool_calls":[{"name":"list_orders","args":{"page":1},"id":"call_1","type":"tool_call"}],"invalid_tool_calls":[]})",
         R"(assistant "I look." call_1=list_orders{"page":1})"},
        {"calls in two places are the same",
         R"({"type":"ai","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t","name":"f","input":{},"partial_json":"{\"page\":1}"}],
             "additional_kwargs":{"tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{\"page\":1}"}}]},
             "tool_calls":[{"name":"f","args":{"page":1},"id":"t","type":"tool_call"}]})",
         R"(assistant "I look." t=f{"page":1})"},
        {"or only beside",
         R"({"type":"ai","content":"","tool_calls":[],"additional_kwargs":{"tool_calls":[{"id":"t","function":{"name":"f","arguments":"{}"}}]}})",
         "assistant t=f{}"},
        {"an invalid call is one all the same",
         R"({"type":"ai","content":"","tool_calls":[],"invalid_tool_calls":[{"name":"f","args":"{\"page\":","id":"t","error":"no JSON"}]})",
         R"(assistant t=f"{\"page\":")"},
        {"a tool",
         R"({"type":"tool","content":"[{\"id\":7}]","name":"list_orders","tool_call_id":"call_1","id":"m1","status":"success","artifact":null})",
         R"(tool call_1:list_orders[{"id":7}])"},
        {"a tool that failed",
         R"({"type":"tool","content":"{\"id\":7}","tool_call_id":"call_1","status":"error"})",
         R"(tool call_1:{"id":7}!)"},
        {"kind and data",
         R"([{"type":"human","data":{"content":"Hi","type":"human"}},{"type":"tool","data":{"content":"7","tool_call_id":"c","name":"f"}}])",
         R"(user "Hi" | tool c:f"7")"},
        {"serialised",
         R"({"messages":[
             {"lc":1,"type":"constructor","id":["langchain","schema","messages","SystemMessage"],"kwargs":{"content":"Be brief."}},
             {"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"f","args":{},"id":"c","type":"tool_call"}]}},
             {"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":[{"type":"text","text":"{\"id\":7}"}],"tool_call_id":"c","status":"success"}}]})",
         R"(system "Be brief." | assistant c=f{} | tool c:{"id":7})"},
        {"assembled from a stream",
         R"({"type":"AIMessageChunk","content":"Hi","tool_calls":[{"name":"f","args":{"a":1},"id":"c"}],"tool_call_chunks":[{"name":"f","args":"{\"a\":1}","id":"c","index":0}]})",
         R"(assistant "Hi" c=f{"a":1})"},
    });
}

TEST_CASE("what is no message says what it is and what is read", "[messages]") {
    for (const std::string_view text :
         {R"({"foo":1,"bar":2})", R"({"role":"critic","content":"x"})",
          R"({"type":"text","text":"x"})", R"({"choices":[{"delta":{"content":"x"}}]})",
          R"({"jsonrpc":"2.0","method":"tools/list","id":1})",
          R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})", R"([1,2,{"foo":1}])", R"("hi")", "3",
          "null", R"({"id":"fco_1","name":"Home"})", R"({"type":"page","content":"Hi","id":1})",
          R"({"lc":1,"type":"constructor","id":["langchain","ChatOpenAI"],"kwargs":{}})"}) {
        INFO(text);
        const auto read = read_message_text(text);
        REQUIRE_FALSE(read);
        CHECK(read.error().code() == workmem::error_code::validation_error);
        CHECK_THAT(read.error().message(), contains("a message must be one of OpenAI's"));
    }
    CHECK_THAT(read_message_text(R"({"role":"critic","content":"x"})").error().message(),
               contains(R"(is object with role "critic" of "role", "content")"));
    CHECK_THAT(read_message_text("{").error().message(), contains("must be one JSON value"));
    CHECK_THAT(read_message(workmem::text::json_view{}).error().message(), contains("is nothing"));
    const auto some = read_message_text(R"([{"role":"user","content":"Hi"},{"foo":1}])");
    REQUIRE(some);
    CHECK(summary(*some) == R"(user "Hi" ? message: object of \"foo\")");
}

TEST_CASE("wrong types everywhere are told or passed over, and never throw", "[messages]") {
    const std::vector<json> odd{
        nullptr,        true,           -1,          1.5, "x", "", json::array(),
        json::object(), json{{"a", 1}}, json{1, "x"}};
    const std::vector<std::string> samples{
        R"({"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"t","name":"f","input":{}}],
            "tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}],"function_call":{"name":"f"},"audio":{"transcript":"x"}})",
        R"({"role":"tool","tool_call_id":"a","name":"f","content":[{"type":"text","text":"x"}],"status":"error"})",
        R"({"type":"mcp_call","id":"m","name":"f","arguments":"{}","output":"x","error":null})",
        R"({"type":"function_call_output","call_id":"c","output":{"content":[{"type":"text","text":"x"}],"isError":true}})",
        R"({"role":"user","parts":[{"functionCall":{"name":"f","args":{}}},{"functionResponse":{"name":"f","response":{"output":1}}}]})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f","arguments":{}}})",
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"resource","resource":{"text":"x"}}],"structuredContent":{"a":1}}})",
        R"({"lc":1,"type":"constructor","id":["AIMessage"],"kwargs":{"content":"x","additional_kwargs":{"tool_calls":[{"function":{"name":"f"}}]}}})",
        R"({"choices":[{"message":{"role":"assistant","content":"x"}}],"candidates":[{"content":{"parts":[{"text":"x"}]}}]})",
        R"({"system":"s","messages":[{"role":"user","content":"x"}],"input":"x","model":"m"})"};
    std::size_t tried = 0;
    for (const auto& sample : samples) {
        const auto flat = json::parse(sample).flatten();
        for (auto each = flat.begin(); each != flat.end(); ++each)
            for (std::string at = each.key(); !at.empty(); at.erase(at.rfind('/')))
                for (const auto& value : odd) {
                    auto changed = json::parse(sample);
                    changed[json::json_pointer{at}] = value;
                    const auto read = read_message(changed);
                    if (read) CHECK(read->unread.size() <= workmem::message_list::most_unread);
                    ++tried;
                }
    }
    CHECK(tried > 1'000);
}

TEST_CASE("neither depth nor size is a danger", "[messages]") {
    const std::size_t depth = 10'000;
    const auto brackets = std::string(depth, '[') + std::string(depth, ']');
    const auto objects = [&] {
        std::string out;
        for (std::size_t i = 0; i < depth; ++i) out += R"({"content":)";
        return out + "1" + std::string(depth, '}');
    }();
    CHECK_FALSE(read_message_text(brackets));
    CHECK_FALSE(read_message_text(objects));
    for (const auto& deep : {brackets, objects}) {
        CHECK_FALSE(read_message(json::parse(deep)));
        for (const std::string role : {"user", "assistant", "tool"}) {
            // Copying such a value would recurse.
            const auto message = json::parse(
                R"({"role":")" + role + R"(","content":)" + deep +
                R"(,"tool_calls":[{"id":"a","function":{"name":"f","arguments":)" + deep + "}}]}");
            CHECK(read_message(message));
        }
    }
    // Texts of texts of texts.
    std::string nested = R"({"id":7})";
    for (int i = 0; i < 12; ++i) nested = json(nested).dump();
    CHECK(read_message(json{{"role", "tool"}, {"content", nested}}));

    const std::string big(1'000'000, 'x');
    const auto said = read_message(json{{"role", "user"}, {"content", big}});
    REQUIRE(said);
    const json held{
        {"role", "tool"}, {"tool_call_id", big}, {"content", "[" + std::string(1'000'000, '[')}};
    REQUIRE(read_message(held));
    const json typed{{"role", "user"}, {"content", json::array({json{{"type", big}}})}};
    const auto unread = read_message(typed);
    REQUIRE(unread);
    REQUIRE(unread->unread_count == 1);
    CHECK(unread->unread[0].size() < 100);

    json many{{"role", "user"}, {"content", json::array()}};
    for (int i = 0; i < 100'000; ++i) many["content"].push_back({{"type", "hologram"}});
    const auto counted = read_message(many);
    REQUIRE(counted);
    CHECK(counted->unread_count == 100'000);
    CHECK(counted->unread.size() == workmem::message_list::most_unread);
}

TEST_CASE("what was read may be moved", "[messages]") {
    const std::string text =
        R"([{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"f","arguments":"{\"id\":7}"}}])";
    auto read = read_message_text(text);
    REQUIRE(read);
    const auto moved = std::move(read).value();
    CHECK(summary(moved) == R"(assistant 3=f{"id":7})");
}
