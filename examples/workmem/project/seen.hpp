// What a hook has found in a result, until a memory takes it in.
#pragma once

#include "memory.hpp"

#include <workmem/entity/entity_traits.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/value_fields.hpp>
#include <workmem/value/value_json.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// One result of a tool, as far as it may be stored.
struct seen_event {
    std::string session{}, by{}, tool{};
    workmem::timestamp at{};
    workmem::extracted found{};

    [[nodiscard]] std::string to_json_text() const {
        std::string out;
        workmem::journal::writer writer{out};
        writer.object(record{*this});
        return out;
    }
    /// Errors: `validation_error` naming the member.
    [[nodiscard]] static workmem::result<seen_event> from_json_text(std::string_view text) {
        const workmem::text::json_document document{text};
        if (!document) return document.problem(text);
        workmem::journal::arena memory;
        workmem::journal::reader fields{document.root(), memory};
        record read;
        record::describe(read, fields);
        if (fields.problem()) return *fields.problem();
        return std::move(read).event();
    }

private:
    struct thing {
        workmem::entity is{};

        template <class Self, class Archive>
        static void describe(Self& self, Archive& archive) {
            workmem::entity_traits<workmem::entity>::describe(self.is, archive);
            archive.maybe("rank", self.is.rank);
        }
    };
    using things = std::vector<thing>;

    struct record {
        std::string session{}, by{}, tool{};
        workmem::timestamp at{};
        things entities{}, acted_on{}, context{}, parts{};
        workmem::extracted rest{};  // all but those

        record() = default;
        explicit record(const seen_event& of)
            : session{of.session},
              by{of.by},
              tool{of.tool},
              at{of.at},
              entities{of_entities(of.found.entities)},
              acted_on{of_entities(of.found.acted_on)},
              context{of_entities(of.found.context)},
              parts{of_entities(of.found.parts)},
              rest{of.found} {}

        [[nodiscard]] seen_event event() && {
            rest.entities = to_entities(std::move(entities));
            rest.acted_on = to_entities(std::move(acted_on));
            rest.context = to_entities(std::move(context));
            rest.parts = to_entities(std::move(parts));
            return {std::move(session), std::move(by), std::move(tool), at, std::move(rest)};
        }
        template <class Self, class Archive>
        static void describe(Self& self, Archive& archive) {
            archive("session", self.session);
            archive("at", self.at);
            archive.maybe("by", self.by);
            archive.maybe("tool", self.tool);
            archive.maybe("entities", self.entities);
            archive.maybe("acted_on", self.acted_on);
            archive.maybe("context", self.context);
            archive.maybe("parts", self.parts);
            archive.maybe("single", self.rest.single);
            archive.maybe("made", self.rest.made);
            archive.maybe("created", self.rest.created);
            archive.maybe("removal", self.rest.removal);
            archive.maybe("failed", self.rest.failed);
            archive.maybe("unread", self.rest.unread);
            archive.maybe("omitted", self.rest.omitted);
        }
    };

    static things of_entities(const std::vector<workmem::entity>& from) {
        things out;
        for (const auto& each : from) out.push_back({each});
        return out;
    }
    static std::vector<workmem::entity> to_entities(things from) {
        std::vector<workmem::entity> out;
        for (auto& each : from) out.push_back(std::move(each.is));
        return out;
    }
};

}  // namespace workmem_program
