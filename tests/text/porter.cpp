#include "catch.hpp"

#include <workmem/text/porter.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace {

std::string stem(std::string word) {
    word.resize(workmem::text::porter_stem(word.data(), word.size()));
    return word;
}

using pair = std::pair<const char*, const char*>;

}  // namespace

// The examples of the paper, which shows each step alone, taken through all steps.
TEST_CASE("the examples of Porter's paper", "[text]") {
    for (const auto& [word, becomes] : {// 1a
                                        pair{"caresses", "caress"},
                                        {"ponies", "poni"},
                                        {"ties", "ti"},
                                        {"caress", "caress"},
                                        {"cats", "cat"},
                                        // 1b
                                        {"feed", "feed"},
                                        {"agreed", "agre"},
                                        {"plastered", "plaster"},
                                        {"bled", "bled"},
                                        {"motoring", "motor"},
                                        {"sing", "sing"},
                                        {"conflated", "conflat"},
                                        {"troubled", "troubl"},
                                        {"sized", "size"},
                                        {"hopping", "hop"},
                                        {"tanned", "tan"},
                                        {"falling", "fall"},
                                        {"hissing", "hiss"},
                                        {"fizzed", "fizz"},
                                        {"failing", "fail"},
                                        {"filing", "file"},
                                        // 1c
                                        {"happy", "happi"},
                                        {"sky", "sky"},
                                        // 2
                                        {"relational", "relat"},
                                        {"conditional", "condit"},
                                        {"rational", "ration"},
                                        {"valenci", "valenc"},
                                        {"hesitanci", "hesit"},
                                        {"digitizer", "digit"},
                                        {"conformabli", "conform"},
                                        {"radicalli", "radic"},
                                        {"differentli", "differ"},
                                        {"vileli", "vile"},
                                        {"analogousli", "analog"},
                                        {"vietnamization", "vietnam"},
                                        {"predication", "predic"},
                                        {"operator", "oper"},
                                        {"feudalism", "feudal"},
                                        {"decisiveness", "decis"},
                                        {"hopefulness", "hope"},
                                        {"callousness", "callous"},
                                        {"formaliti", "formal"},
                                        {"sensitiviti", "sensit"},
                                        {"sensibiliti", "sensibl"},
                                        // 3
                                        {"triplicate", "triplic"},
                                        {"formative", "form"},
                                        {"formalize", "formal"},
                                        {"electriciti", "electr"},
                                        {"electrical", "electr"},
                                        {"hopeful", "hope"},
                                        {"goodness", "good"},
                                        // 4
                                        {"revival", "reviv"},
                                        {"allowance", "allow"},
                                        {"inference", "infer"},
                                        {"airliner", "airlin"},
                                        {"gyroscopic", "gyroscop"},
                                        {"adjustable", "adjust"},
                                        {"defensible", "defens"},
                                        {"irritant", "irrit"},
                                        {"replacement", "replac"},
                                        {"adjustment", "adjust"},
                                        {"dependent", "depend"},
                                        {"adoption", "adopt"},
                                        {"homologou", "homolog"},
                                        {"communism", "commun"},
                                        {"activate", "activ"},
                                        {"angulariti", "angular"},
                                        {"homologous", "homolog"},
                                        {"effective", "effect"},
                                        {"bowdlerize", "bowdler"},
                                        // 5
                                        {"probate", "probat"},
                                        {"rate", "rate"},
                                        {"cease", "ceas"},
                                        {"controll", "control"},
                                        {"roll", "roll"},
                                        // several steps
                                        {"generalizations", "gener"},
                                        {"oscillators", "oscil"}}) {
        CAPTURE(word);
        CHECK(stem(word) == becomes);
    }
}

TEST_CASE("short and endless words stay as they are", "[text]") {
    CHECK(stem("") == "");
    CHECK(stem("s") == "s");
    CHECK(stem("is") == "is");
    const std::string longest(workmem::text::porter_longest - 1, 'a');
    CHECK(stem(longest + "s") == longest);
    CHECK(stem("a" + longest + "s") == "a" + longest + "s");
    CHECK(stem("yyyyyyyyyyyy").size() <= 12);
    CHECK(stem("ing") == "ing");
    CHECK(stem("eed") == "eed");
    CHECK(stem("sss") == "sss");
}
