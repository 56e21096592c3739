// A language model behind an OpenAI-compatible endpoint.
#pragma once

#include <functional>
#include <string>

namespace workmem_program {

/// Answers to a system message and what a user says, from the endpoint at `url`
/// (`http://127.0.0.1:8080`), with the key in OPENAI_API_KEY where it wants one. The answer throws
/// where there is none, and never says the key.
std::function<std::string(const std::string& system, const std::string& said)> chat_model(
    const std::string& url, const std::string& name);

}  // namespace workmem_program
