#include "catch.hpp"

#include <workmem/text/unicode.hpp>

#include <string>

using namespace workmem::text;

TEST_CASE("characters have the class of their general category", "[text]") {
    using enum character_class;
    const std::pair<char32_t, character_class> known[]{
        {'A', upper},      {'z', lower},     {'0', number},    {' ', other},      {'_', other},
        {0xAA, letter},    {0xB2, number},   {0xDF, lower},    {0x100, upper},    {0x101, lower},
        {0x139, upper},    {0x13A, lower},   {0x1C5, upper},   {0x2B0, letter},   {0x301, mark},
        {0x3A9, upper},    {0x42F, upper},   {0x451, lower},   {0x5D0, letter},   {0x660, number},
        {0x93E, mark},     {0xE33, letter},  {0x10A0, upper},  {0x2028, other},   {0x2167, number},
        {0x20AC, other},   {0x3042, letter}, {0x4E00, letter}, {0xAC00, letter},  {0xD7A3, letter},
        {0xE000, other},   {0xFEFF, other},  {0x10400, upper}, {0x1D7D8, number}, {0x1F600, other},
        {0x2A6DF, letter}, {0x2A6E0, other}, {0xE0100, mark},  {0x10FFFF, other}};
    for (const auto& [point, expected] : known) {
        INFO(static_cast<unsigned>(point));
        CHECK(class_of(point) == expected);
    }
    static_assert(class_of(0x10FFFF) == other);
}

TEST_CASE("capitals of every script fold", "[text]") {
    const std::pair<char32_t, char32_t> known[]{
        {0x130, 0x130},     {0x178, 0xFF},    {0x17F, 's'},        {0x1E9E, 0xDF},
        {0x386, 0x3AC},     {0x3C2, 0x3C3},   {0x4C0, 0x4CF},      {0x10A0, 0x2D00},
        {0x1EA0, 0x1EA1},   {0x1F59, 0x1F51}, {0x1F5A, 0x1F5A},    {0x212A, 'k'},
        {0x24B6, 0x24D0},   {0xAB70, 0x13A0}, {0xFF21, 0xFF41},    {0x10427, 0x1044F},
        {0x1E921, 0x1E943}, {0x4E00, 0x4E00}, {0x10FFFF, 0x10FFFF}};
    for (const auto& [from, to] : known) {
        INFO(static_cast<unsigned>(from));
        CHECK(fold(from) == to);
    }
}

TEST_CASE("Latin letters have a base letter, others are folded", "[text]") {
    const std::pair<char32_t, char32_t> known[]{
        {'A', 'a'},   {U'É', 'e'},   {U'í', 'i'},      {U'ø', 'o'},      {U'Ł', 'l'},
        {U'ş', 's'},  {U'ễ', 'e'},   {U'æ', U'æ'},     {U'ß', U'ß'},     {0xD7, 0xD7},
        {U'ẞ', U'ß'}, {U'Ж', U'ж'},  {U'Ά', U'ά'},     {0x4E00, 0x4E00}, {0x24F, 'y'},
        {0xC0, 'a'},  {0x1EFF, 'y'}, {0x1F00, 0x1F00}, {0xBF, 0xBF},     {0x250, 0x250}};
    for (const auto& [from, to] : known) {
        INFO(static_cast<unsigned>(from));
        CHECK(base_letter(from) == to);
    }
    for (char32_t c = 0; c < 0x110000; ++c)
        if (base_letter(fold(c)) != base_letter(c)) FAIL(static_cast<unsigned>(c));
    CHECK((is_accent(0x301) && is_accent(0x36F) && !is_accent(0x2FF) && !is_accent(0x370)));
}

TEST_CASE("folding twice is folding once, for every code point", "[text]") {
    for (char32_t c = 0; c < 0x110000; ++c)
        if (fold(fold(c)) != fold(c)) FAIL(static_cast<unsigned>(c));
}

TEST_CASE("a code point stands for others in compatible text", "[text]") {
    const auto text_of = [](char32_t c) {
        std::u32string out;
        visit_compatible(c, [&](char32_t each) { out += each; });
        return out;
    };
    const std::pair<char32_t, std::u32string_view> known[]{
        {'A', U"A"},         {U'é', U"é"},        {U'Ａ', U"A"},
        {U'０', U"0"},       {0x3000, U"\u3000"}, {0xFB01, U"fi"},
        {0xFB04, U"ffl"},    {U'ß', U"ss"},       {U'ẞ', U"ss"},
        {0xFF71, U"ア"},     {0x1D400, U"A"},     {0x2163, U"IV"},
        {0x4E00, U"\u4E00"}, {0xFDFA, U"\uFDFA"}, {0x10FFFF, U"\U0010FFFF"}};
    for (const auto& [from, to] : known) {
        INFO(static_cast<unsigned>(from));
        CHECK(text_of(from) == to);
    }
    for (char32_t c = 0; c < 0x110000; ++c)
        for (const auto each : text_of(c))
            if (text_of(each) != std::u32string{each}) FAIL(static_cast<unsigned>(c));
}
