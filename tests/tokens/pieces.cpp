#include "catch.hpp"

#include <workmem/tokens/pieces.hpp>

#include <string>
#include <string_view>
#include <vector>

using workmem::token_encoding;
using texts = std::vector<std::string>;

namespace {

texts pieces(std::string_view text, token_encoding encoding) {
    workmem::piece_reader reader{text, encoding};
    texts out;
    for (std::string_view piece; reader.next(piece);) out.emplace_back(piece);
    return out;
}
texts o200k(std::string_view text) { return pieces(text, token_encoding::o200k); }
texts cl100k(std::string_view text) { return pieces(text, token_encoding::cl100k); }

}  // namespace

TEST_CASE("a word takes the space or sign before it along", "[tokens]") {
    for (const auto& cut : {o200k, cl100k}) {
        CHECK(cut("two words") == texts{"two", " words"});
        CHECK(cut("(two)\twords") == texts{"(two", ")", "\twords"});
        CHECK(cut("x  y") == texts{"x", " ", " y"});
        CHECK(cut("a\nb") == texts{"a", "\n", "b"});
        CHECK(cut("été\u00A0là") == texts{"été", "\u00A0là"});
        CHECK(cut("日本語") == texts{"日本語"});
        CHECK(cut("").empty());
    }
}

TEST_CASE("numbers come in threes", "[tokens]") {
    for (const auto& cut : {o200k, cl100k}) {
        CHECK(cut("1234567") == texts{"123", "456", "7"});
        CHECK(cut("a1b 22") == texts{"a", "1", "b", " ", "22"});
        CHECK(cut("½²٣४") == texts{"½²٣", "४"});
    }
}

TEST_CASE("signs stay together and take one space and the line ends along", "[tokens]") {
    for (const auto& cut : {o200k, cl100k}) {
        CHECK(cut("{\"a\": [") == texts{"{\"", "a", "\":", " ["});
        CHECK(cut("x;\n\n}") == texts{"x", ";\n\n", "}"});
        CHECK(cut("😀!") == texts{"😀!"});
    }
    CHECK(o200k("*/\n/*") == texts{"*/\n/", "*"});
    CHECK(cl100k("*/\n/*") == texts{"*/\n", "/*"});
}

TEST_CASE("spaces end with a line, or leave the last one to the word", "[tokens]") {
    for (const auto& cut : {o200k, cl100k}) {
        CHECK(cut("a \n\t b") == texts{"a", " \n", "\t", " b"});
        CHECK(cut("a   (") == texts{"a", "  ", " ("});
        CHECK(cut("a\n\n  b") == texts{"a", "\n\n", " ", " b"});
        CHECK(cut("a   ") == texts{"a", "   "});
    }
    CHECK(o200k("a\n  ") == texts{"a", "\n", "  "});
    CHECK(cl100k("a\n  ") == texts{"a", "\n  "});
}

TEST_CASE("o200k cuts before a capital, cl100k does not", "[tokens]") {
    CHECK(o200k("getElementById") == texts{"get", "Element", "By", "Id"});
    CHECK(o200k("HTTPServer ABC") == texts{"HTTPServer", " ABC"});
    CHECK(cl100k("getElementById") == texts{"getElementById"});
}

TEST_CASE("letters without case and marks are both capital and small in o200k", "[tokens]") {
    CHECK(o200k("AʰB") == texts{"Aʰ", "B"});
    CHECK(o200k("a\u0301b") == texts{"a\u0301b"});
    CHECK(o200k("\u0301ABC") == texts{"\u0301", "ABC"});
    CHECK(o200k("\u0301abc") == texts{"\u0301abc"});
    CHECK(cl100k("a\u0301b") == texts{"a", "\u0301b"});
}

TEST_CASE("contractions hang at a word in o200k and stand alone in cl100k", "[tokens]") {
    CHECK(o200k("don't WE'LL he'd") == texts{"don't", " WE'LL", " he'd"});
    CHECK(cl100k("don't WE'LL he'd") == texts{"don", "'t", " WE", "'LL", " he", "'d"});
    CHECK(cl100k("'south") == texts{"'s", "outh"});
    CHECK(o200k("x'") == texts{"x", "'"});
}

TEST_CASE("pieces put together are the text", "[tokens]") {
    const std::string text = "Ünïcode 日本 \r\n\t— 3.14159 'll'x' <|endoftext|> a\u0301\u200D😀  ";
    for (const auto encoding : {token_encoding::o200k, token_encoding::cl100k}) {
        std::string joined;
        for (const auto& piece : pieces(text, encoding)) joined += piece;
        CHECK(joined == text);
    }
}
