#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/extractor.hpp>
#include <workmem/extraction/holds_records.hpp>
#include <workmem/extraction/parts.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/web_address.hpp>

namespace workmem::extraction {

namespace detail {

// Words for ids that name no kind of thing.
inline constexpr std::string_view id_nouns[]{"id", "key", "code", "name", "uid", "ref"};

// Whether what a call gives is what it was made for, and no word of how it went.
[[nodiscard]] constexpr bool gives_things(verb_kind kind) noexcept {
    return kind == verb_kind::read || kind == verb_kind::list || kind == verb_kind::search ||
           kind == verb_kind::query || kind == verb_kind::count;
}

}  // namespace detail

template <class Steps>
std::vector<extraction_note> basic_generic<Steps>::explain(
    std::string_view tool, const text::json_view& arguments_, const text::json_view& result,
    const extraction_options& options) const {
    std::vector<extraction_note> notes;
    (void)run(tool, arguments_, result, options, trace{notes});
    return notes;
}

template <class Steps>
extracted basic_generic<Steps>::run(std::string_view name_of_tool, const text::json_view& sent_as,
                                    const text::json_view& result,
                                    const extraction_options& options, const trace& note) const {
    tool_name tool{name_of_tool, verbs};
    // Some clients send the object as JSON text.
    const text::json_document written{sent_as.string()};
    const auto given = written && written.root().is_object() ? written.root() : sent_as;
    const auto about = printed::read_subject(tool, given);
    if (about.runs) tool = tool_name{about.asks, verbs};  // a shell's name says nothing
    const noun_forms nouns{tool.noun()};
    call in{tool, nouns, options, note, given};
    in.table = about.table;
    const auto without_owner = thing_of_owner(tool.noun(), given);
    in.without_owner = without_owner;
    if (note)
        note("tool", name_of_tool,
             "verb " + std::string{tool.verb()} + " (" + std::string{to_string(tool.kind())} +
                 "), noun " + (tool.noun().empty() ? "none" : tool.noun()));
    extracted out;
    unwrapped inner;
    inner.texts.asked = asked_for(in);
    const auto as_text = read_text_result(about, in, result, inner, out);
    if (as_text == printed::reading_of_call::done) return out;
    if (as_text == printed::reading_of_call::other) unwrap(result, inner, options.max_depth, note);
    const auto asks = find_verb(tool.noun());  // "run_query"
    in.queried = inner.is_table || tool.kind() == verb_kind::query ||
                 (asks && asks->kind == verb_kind::query) || tool.noun() == "sql" ||
                 !about.table.empty();
    if (inner.failed) {
        out.failed = true;
    } else if (!inner.parts.empty()) {
        for (const auto& part : inner.parts) from_root(part, in, out);
        for (std::size_t i = 0; i < out.entities.size(); ++i)
            out.entities[i].rank = static_cast<std::uint32_t>(i + 1);
        out.single = false;
    } else if (inner.root && from_places(inner.root, about, in, out)) {
        note("locate", "", "places in files");
        return out;
    } else if (inner.root) {
        bool known = false;
        const auto listed = paths_in(inner.root, in, known);
        auto rows = to_files(listed, known);
        if (rows) {
            note("locate", "", "a list of paths");
        } else if (rows = to_named(names_in(inner.root, in)); rows) {
            note("locate", "", "a list of names");
        }
        from_root(rows ? rows.root() : inner.root, in, out);
    } else if (!inner.text.empty()) {
        out.failed = reject(inner.text, note) == verdict::failed;
        if (!out.failed) take_told(inner.text, in, out);
    }
    if (out.failed) {
        out = extracted{};
        out.failed = true;
        return out;
    }
    out.created = tool.kind() == verb_kind::create;
    out.made = tool.kind() == verb_kind::create || tool.kind() == verb_kind::update ||
               tool.kind() == verb_kind::unknown;
    arguments(given, tool, nouns, options, out, note);
    if (!without_owner.empty())
        for (auto& each : out.acted_on)
            if (each.type == tool.noun()) each.type = without_owner;
    take_subject(about, in, out);
    take_asked_for(inner.root, in, out);
    take_within(inner.root, in, out);
    // What changes something answers with what it has done.
    const bool acknowledges =
        out.made && (tool.kind() != verb_kind::unknown || !out.context.empty());
    out.unread = out.entities.empty() && out.acted_on.empty() && !acknowledges &&
                 holds_records(inner, detail::gives_things(tool.kind()));
    if (out.unread && !inner.root && inner.parts.empty())
        for (const auto& each : given)
            if (const auto text = each.string();
                !text.empty() && text.size() <= options.max_id_bytes)
                out.named.emplace_back(text);
    if (out.unread) note("result", "", "it holds records or lines of text, and nothing was found");
    name_paths(out);
    finish_single(in, out);
    finish_removal(in, out);
    return out;
}

template <class Steps>
printed::reading_of_call basic_generic<Steps>::read_text_result(const printed::subject& about,
                                                                const call& in,
                                                                const text::json_view& result,
                                                                unwrapped& inner,
                                                                extracted& out) const {
    text::json_view rows;
    const auto read = [&] {
        if constexpr (std::is_convertible_v<const typename Steps::reject&,
                                            const extraction::reject&>)
            return printed::read_call(about, in.tool, result, in.options, reject, in.note, out,
                                      inner.texts, rows);
        else
            return printed::read_call(about, in.tool, result, in.options, extraction::reject{},
                                      in.note, out, inner.texts, rows);
    }();
    if (read != printed::reading_of_call::rows) return read;
    in.note("unwrap", "text", "a table that a program printed");
    inner.is_table = true;
    inner.root = rows;
    return read;
}

template <class Steps>
bool basic_generic<Steps>::from_places(const text::json_view& root, const printed::subject& about,
                                       const call& in, extracted& out) {
    printed::things found{
        {in.options.max_per_result, in.options.max_name_bytes, in.options.max_id_bytes}};
    if (!printed::read_locations(root, found) &&
        !(about.listed && printed::read_tree(root, about.how, found)))
        return false;
    out.omitted += found.omitted();
    out.entities = std::move(found.found());
    return true;
}

template <class Steps>
void basic_generic<Steps>::name_paths(extracted& out) {
    for (auto& each : out.acted_on)
        if (each.name.empty() && (each.type == "file" || each.type == "directory") &&
            !each.id.is_number())
            each.name = printed::base_name(each.id.text());
}

template <class Steps>
void basic_generic<Steps>::finish_single(const call& in, extracted& out) {
    const auto kind = in.tool.kind();
    const bool acts = kind == verb_kind::create || kind == verb_kind::update;
    const bool lists = kind == verb_kind::list || kind == verb_kind::search ||
                       kind == verb_kind::query || in.tool.plural();
    if (out.entities.size() != 1 || out.omitted != 0 || (lists && !acts)) return;
    out.single = true;
    out.entities.front().rank = 0;
}

template <class Steps>
void basic_generic<Steps>::finish_removal(const call& in, extracted& out) {
    out.removal = in.tool.kind() == verb_kind::remove;
    if (out.removal && out.entities.size() > 1 && !in.tool.plural()) {
        in.note("reject", "list", "a tool that removes one thing returns what is left");
        out.entities.clear();
    }
}

template <class Steps>
void basic_generic<Steps>::from_root(const text::json_view& root, const call& in,
                                     extracted& out) const {
    if (root.is_object()) {
        const record fields{root};
        const auto own = identify(fields, in.nouns, in.options.max_id_bytes);
        const auto judged = reject(fields, in.tool.kind(), own.level != certainty::none, in.note);
        if (judged == verdict::failed) out.failed = true;
        if (judged != verdict::keep) return;
        std::string given_type;
        const bool acts = in.tool.kind() == verb_kind::create ||
                          in.tool.kind() == verb_kind::update ||
                          in.tool.kind() == verb_kind::unknown;
        const auto verb =
            in.tool.verb().empty() && in.tool.size() > 1 ? in.tool.word(0) : in.tool.verb();
        auto given = acts ? extraction::made_id(fields, in.arguments, verb, in.options.max_id_bytes,
                                                given_type)
                          : found_id{};
        std::string_view why = "the id of what the call made";
        const bool reads = in.tool.kind() == verb_kind::read || in.tool.kind() == verb_kind::list ||
                           in.tool.kind() == verb_kind::search;
        const auto* const listed = reads && in.tool.plural() ? by_noun(fields, in.nouns) : nullptr;
        if (!given.value && !(listed && listed->value.is_array())) {
            given =
                given_id(fields, in.arguments, in.tool.noun(), in.options.max_id_bytes, given_type);
            why = "the id that the call was given";
        }
        if (given.value) {
            in.note("identify", given.field, why);
            out.single = true;
            if (take(fields, given, in, {}, 0, std::move(given_type), out))
                take_parts(root, in, out);
            return;
        }
    }
    const auto at = locate(root, in.tool, in.nouns, identify, in.options.max_depth,
                           in.options.max_id_bytes, in.note);
    if (!at.node) return;
    if ((at.field.empty() || type::is_wrapper(at.field)) && in.queried && !in.table.empty()) {
        const tool_name lists{"list_" + std::string{in.table}};
        const noun_forms asked{lists.noun()};
        call rows{lists, asked, in.options, in.note, in.arguments};
        rows.queried = true;
        return take_all({at.node, at.map, in.table}, rows, out);
    }
    const bool other = !at.field.empty() &&
                       in.nouns.match(field_hash(at.field)) == noun_forms::none &&
                       !type::is_wrapper(at.field);
    if (!other) {
        take_all(at, in, out);
        return;
    }
    const noun_forms held{canonical_noun(at.field)};
    const bool beside = at.node.is_object() && !at.map && root.is_object();
    const auto before = out.entities.size();
    auto within = in;
    within.held = &held;
    within.table = {};
    take_all(at, within, out);
    // `{"exhibition": {…}, "slots": [{…}, …]}`
    if (beside && out.entities.size() > before) take_parts(root, in, out);
}

template <class Steps>
void basic_generic<Steps>::take_within(const text::json_view& root, const call& in,
                                       extracted& out) const {
    const auto kind = in.tool.kind();
    const bool reads = kind == verb_kind::read || kind == verb_kind::list ||
                       (kind == verb_kind::unknown && !in.queried);
    if (!reads || !root.is_object() || !out.entities.empty() || !out.parts.empty()) return;
    const record fields{root};
    const auto* const held = by_noun(fields, in.nouns);
    take_parts(held && held->value.is_object() ? held->value : root, in, out);
}

template <class Steps>
void basic_generic<Steps>::take_told(std::string_view text, const call& in, extracted& out) const {
    constexpr std::size_t longest = 600;
    if (in.tool.kind() != verb_kind::create || in.tool.plural() || in.tool.noun().empty() ||
        text.size() > longest)
        return;
    const auto made = told_code(text, in.arguments);
    if (made.empty()) return;
    entity one;
    one.type = in.tool.noun();
    one.id = std::string{made};
    std::string_view field;
    one.unnamed = !read_given_name(in, one, field);
    if (one.unnamed) one.name = extraction::name::unnamed(one.type);
    in.note("identify", made, "the only code in a text that says what was made");
    out.entities.push_back(std::move(one));
    out.single = true;
}

template <class Steps>
bool basic_generic<Steps>::take_lists_of(const located& at, const call& in, extracted& out) const {
    constexpr std::size_t most = 64;
    text::json_view longest;
    std::size_t looked = 0;
    for (const auto& each : at.node) {
        if (looked++ == most) break;
        if (is_list(each) && each.size() > longest.size()) longest = each;
    }
    if (longest.empty()) return false;
    // What tells those of one apart does so in all.
    const record first{longest.front()};
    const auto* const key = identify.key_of(first, longest, in.queried, in.options.max_id_bytes);
    looked = 0;
    for (auto each = at.node.begin(); each != at.node.end(); ++each) {
        if (looked++ == most) break;
        if (!is_list(*each) || each->empty()) continue;
        const auto before = out.entities.size();
        take_all({*each, false, at.field}, in, out, key ? key->name : std::string_view{});
        if (out.entities.size() == before) out.omitted += each->size();
    }
    return true;
}

template <class Steps>
void basic_generic<Steps>::take_all(const located& at, const call& in, extracted& out,
                                    std::string_view key_field) const {
    if (at.node.is_object() && !at.map) {
        out.single = true;
        add(at.node, in, at.field, 0, out);
        if (!out.entities.empty()) take_parts(at.node, in, out);
        return;
    }
    if (at.map && take_lists_of(at, in, out)) return;
    std::uint32_t rank = static_cast<std::uint32_t>(out.entities.size());
    const bool search = in.tool.kind() == verb_kind::search;
    const auto limit = search ? in.options.max_matches : in.options.max_per_result;
    const std::size_t before = out.entities.size();
    std::size_t looked = 0;
    out.entities.reserve(before + (std::min)(limit, at.node.size()));
    auto within = in;
    if (at.node.is_array()) {
        within.named_by = name_field_of(at.node, in);
        if (const record first{at.node.front()}; key_field.empty() && at.node.size() > 1)
            within.owned_by = shared_ids(id_of(first, in), first, at.node, in).owner;
    }
    if (key_field.empty()) key_field = key_field_of(at.node, within);
    const auto end = at.node.end();
    for (auto each = at.node.begin(); each != end; ++each) {
        if (out.entities.size() >= limit || ++looked > 4 * limit + 16) break;
        if (each->is_object())
            add(*each, within, at.field, ++rank, out, at.map ? each.key() : "", key_field);
    }
    if (out.entities.size() > before && at.node.size() > looked)
        out.omitted += at.node.size() - (looked - (out.entities.size() >= limit ? 0 : 1));
    if (out.entities.size() > before) take_held(at.node, in, out);
}

template <class Steps>
std::string_view basic_generic<Steps>::key_field_of(const text::json_view& list,
                                                    const call& in) const {
    if (!list.is_array() || !list.front().is_object()) return {};
    const record first{list.front()};
    const auto own = id_of(first, in);
    if (!in.owned_by.empty()) return {};
    if (list.size() > 1 && own.level < certainty::strong && shared_ids(own, first, list, in).any)
        if (const auto key = unshared_key_of(first, list, in); !key.empty()) return key;
    if (const auto column = key_column_of(first, own, list, in); !column.empty()) return column;
    if (list.size() < 2) return {};
    if (!tells_apart(own, list, in) && (own.value || in.tool.firm()))
        if (const auto key = identify.name_key_of(list, in.options.max_id_bytes); !key.empty())
            return key;
    const bool repeats = own.level < certainty::strong && own.value &&
                         extraction::identify::repeats(own.field, list);
    return own.value && !repeats ? std::string_view{} : noun_column_of(first, list, in, repeats);
}

template <class Steps>
typename basic_generic<Steps>::sharing basic_generic<Steps>::shared_ids(const found_id& own,
                                                                        const record& first,
                                                                        const text::json_view& list,
                                                                        const call& in) const {
    constexpr std::size_t most = 32;
    static constexpr std::string_view owners[]{"namespace", "repository", "repo", "project",
                                               "workspace"};
    const auto* const column = first.find(field_hash(own.field));
    if (!own.value || (column && !extraction::identify::repeats(own.field, list))) return {};
    struct one {
        text::json_view value;
        std::string id, name;
    };
    std::vector<one> seen;
    std::string_view field;
    for (const auto& each : list) {
        if (seen.size() == most) break;
        const record fields{each};
        const auto id = id_of(fields, in);
        if (!id.value) continue;
        one made{each, to_id(id.value).text(), {}};
        (void)name(fields, in.nouns, in.tool.noun(), in.options.max_name_bytes, made.name, field);
        if (made.name.empty()) made.name = made.id;
        seen.push_back(std::move(made));
    }
    sharing out;
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const bool is_named_otherwise = seen[i].name != seen[j].name;
            if (seen[i].id != seen[j].id || (!is_named_otherwise && seen[i].name != seen[i].id))
                continue;
            out.any = true;
            for (const auto owner : owners) {
                const auto a = extraction::identify::owner_in(record{seen[i].value}, owner);
                const auto b = extraction::identify::owner_in(record{seen[j].value}, owner);
                if (!a.empty() && !b.empty() && a != b) return {true, owner};
            }
        }
    return out;
}

template <class Steps>
std::string_view basic_generic<Steps>::unshared_key_of(const record& first,
                                                       const text::json_view& list,
                                                       const call& in) const {
    const auto most = in.options.max_id_bytes;
    if (const auto* const key = identify.key_of(first, list, in.queried, most)) return key->name;
    if (const auto column = noun_column_of(first, list, in, true); !column.empty()) return column;
    static constexpr field_name places[]{"path", "uri", "url", "html_url", "web_url", "self_link"};
    const auto tells = [&](std::uint64_t hash) {
        const auto* const field = first.find(hash);
        return field && extraction::identify::tells_apart(field->name, list, most)
                   ? field->name
                   : std::string_view{};
    };
    for (const auto& each : places)
        if (const auto key = tells(each.hash); !key.empty()) return key;
    std::string_view found;
    identify.names.find([&](std::uint64_t hash) { return !(found = tells(hash)).empty(); });
    return found;
}

template <class Steps>
std::string_view basic_generic<Steps>::key_column_of(const record& first, const found_id& own,
                                                     const text::json_view& list,
                                                     const call& in) const {
    // What several have alike tells none of them.
    const bool is_told = own.level == certainty::strong ||
                         (own.value && !extraction::identify::repeats(own.field, list));
    if (is_told && own.level != certainty::weak) return {};
    const auto inner = locate.inside(first, in.nouns, own.level);
    if (inner.is_object() && id_of(record{inner}, in).value) return {};
    const auto* const key = identify.key_of(first, list, in.queried, in.options.max_id_bytes);
    // A code in the first column goes before a name.
    const bool is_better = key != nullptr && (!is_told || key == &first[0]);
    return is_better ? key->name : std::string_view{};
}

template <class Steps>
bool basic_generic<Steps>::tells_apart(const found_id& own, const text::json_view& list,
                                       const call& in) const {
    constexpr std::size_t most = 32;
    if (own.level == certainty::strong) return !extraction::identify::is_shared_digest(own, list);
    if (!own.value || extraction::identify::repeats(own.field, list)) return false;
    std::size_t looked = 0;
    return own.level != certainty::weak ||
           std::all_of(list.begin(), list.end(), [&](const text::json_view& each) {
               return looked++ >= most || id_of(record{each}, in).field == own.field;
           });
}

template <class Steps>
std::string_view basic_generic<Steps>::noun_column_of(const record& first,
                                                      const text::json_view& list, const call& in,
                                                      bool of_numbers) {
    for (std::size_t i = 0; i < first.size(); ++i)
        if (is_list(first[i].value)) return {};
    for (std::size_t i = 0; i < first.size(); ++i) {
        const auto text = first[i].value.string();
        const bool is_code = text.find_first_of("0123456789-_") != std::string_view::npos &&
                             text.find(' ') == std::string_view::npos;
        if (in.nouns.match(first[i].hash) != noun_forms::none &&
            (is_code || (first[i].value.is_integer() && (in.queried || of_numbers))) &&
            !extraction::identify::repeats(first[i].name, list))
            return first[i].name;
    }
    return {};
}

template <class Steps>
std::string_view basic_generic<Steps>::name_field_of(const text::json_view& list,
                                                     const call& in) const {
    constexpr std::size_t most = 16;
    std::vector<std::string_view> seen;
    std::string text;
    std::size_t looked = 0;
    // Mostly one field names all.
    const record front{list.front()};
    if (const auto* const usual = front.find(
            identify.names, [](const text::json_view& v) { return !v.string().empty(); }))
        if (std::all_of(list.begin(), list.end(), [&](const text::json_view& each) {
                return looked++ >= most || !each.find(usual->name).string().empty();
            }))
            return {};
    looked = 0;
    for (const auto& each : list) {
        if (looked++ == most) break;
        const record fields{each};
        std::string_view field;
        if (name(fields, in.nouns, in.tool.noun(), in.options.max_name_bytes, text, field) &&
            std::find(seen.begin(), seen.end(), field) == seen.end())
            seen.push_back(field);
    }
    if (seen.size() < 2) return {};
    const auto named = [&](std::string_view field) {
        std::size_t count = 0, at = 0;
        for (const auto& each : list) {
            if (at++ == most) break;
            count += !text::trimmed(each.find(field).string()).empty();
        }
        return count;
    };
    return *std::max_element(seen.begin(), seen.end(),
                             [&](auto a, auto b) { return named(a) < named(b); });
}

template <class Steps>
void basic_generic<Steps>::take_held(const text::json_view& list, const call& in,
                                     extracted& out) const {
    constexpr std::size_t most = 32;
    static constexpr field_name holder{"fields"};
    const auto take_from = [&](const record& fields, const record& element) {
        add_named_ids(fields, in.nouns, in.options, out);
        for (std::size_t i = 0; i < fields.size() && i < most; ++i) {
            if (out.parts.size() >= in.options.max_parts) return;
            const bool lists = is_list(fields[i].value);
            // `{"node": {…}}`: the thing itself
            if (is_link(fields[i].hash) || in.nouns.match(fields[i].hash) != noun_forms::none ||
                (type::is_wrapper(fields[i].name) && !(lists && id_of(element, in).value)))
                continue;
            if (lists)
                take_parts_of(fields[i], in, out);
            else if (fields[i].value.is_object())
                take_part(fields[i], in, out);
        }
    };
    // No more than were taken themselves.
    const auto last = (std::min)(most, out.entities.size());
    std::size_t looked = 0;
    for (const auto& each : list) {
        if (looked++ == last) return;
        const record element{each};
        take_from(element, element);
        // `{"key": …, "fields": {…}}`
        const auto* const inner = element.find(holder);
        if (inner && inner->value.is_object()) take_from(record{inner->value}, element);
    }
}

template <class Steps>
void basic_generic<Steps>::take_parts(const text::json_view& whole, const call& in,
                                      extracted& out) const {
    add_named_ids(record{whole}, in.nouns, in.options, out);
    take_lists(whole, in, 2, out);
}

template <class Steps>
void basic_generic<Steps>::take_lists(const text::json_view& whole, const call& in,
                                      std::size_t depth, extracted& out) const {
    constexpr std::size_t most_fields = 64;
    const record fields{whole};
    for (std::size_t i = 0; i < fields.size() && i < most_fields; ++i) {
        if (out.parts.size() >= in.options.max_parts) return;
        if (is_link(fields[i].hash)) continue;
        const auto list = list_in(fields[i].value);
        if (!list && fields[i].value.is_object() && take_part(fields[i], in, out)) continue;
        const bool map = !list && locate.is_map_of_things(fields[i].value);
        // `risks: {drivers: […]}`
        if (!list && !map && depth > 1 && fields[i].value.is_object())
            take_lists(fields[i].value, in, depth - 1, out);
        const auto noun = list || map ? canonical_noun(fields[i].name) : "";
        if (noun.empty() || (!out.entities.empty() && noun == out.entities.back().type)) continue;
        in.note("locate", fields[i].name, "a list inside");
        auto options = in.options;
        options.max_per_result = options.max_matches = options.max_parts - out.parts.size();
        const tool_name lists{"list_" + noun + "s"};
        const noun_forms nouns{noun};
        extracted found;
        take_all({map ? fields[i].value : list, map, fields[i].name},
                 {lists, nouns, options, in.note, {}}, found);
        // `areas: [{items: […]}]`: what has no id only holds things
        std::size_t looked = 0;
        if (found.entities.empty() && depth > 1)
            for (const auto& each : list)
                if (looked++ < most_fields) take_lists(each, in, depth - 1, out);
        for (auto* const things : {&found.entities, &found.parts})
            for (auto& each : *things) {
                if (out.parts.size() >= in.options.max_parts) return;
                add_part(std::move(each), out);
            }
    }
}

template <class Steps>
void basic_generic<Steps>::take_parts_of(const record::field& field, const call& in,
                                         extracted& out) const {
    const auto noun = canonical_noun(field.name);
    if (noun.empty()) return;
    const tool_name lists{"list_" + noun + "s"};
    const noun_forms nouns{noun};
    const auto first = identify(record{field.value.front()}, nouns, in.options.max_id_bytes);
    const bool named = !name_in(record{field.value.front()}).empty();
    if (first.level != certainty::strong &&
        (first.level != certainty::fair ||
         (first.form == noun_forms::none && !(named && first.value.is_string()))))
        return;
    auto options = in.options;
    options.max_per_result = options.max_matches = options.max_parts - out.parts.size();
    extracted found;
    take_all({field.value, false, field.name}, {lists, nouns, options, in.note, {}}, found);
    // What has no name is told by what holds it: the legs of each offer.
    for (auto& each : found.entities) {
        if (out.parts.size() >= in.options.max_parts) return;
        if (!each.unnamed) add_part(std::move(each), out);
    }
}

template <class Steps>
bool basic_generic<Steps>::take_part(const record::field& field, const call& in,
                                     extracted& out) const {
    constexpr std::size_t least_fields = 2;
    static constexpr field_name kind{"__typename"};
    const record fields{field.value};
    const auto* const told = fields.find(kind);  // GraphQL
    // `CustomerRef: {value: "71", name: …}`
    const bool refers = detail::ends_with_word(field.name, "ref");
    const auto called = refers ? field.name.substr(0, field.name.size() - 3) : field.name;
    const auto noun = canonical_noun(told ? told->value.string() : called);
    if (noun.empty() || fields.size() < least_fields) return false;
    static const tool_name reads{"get"};
    const noun_forms nouns{noun};
    const bool holder_named = out.entities.empty() || !out.entities.back().unnamed;
    const auto id =
        id_of_part(fields, identify, nouns, {refers, holder_named}, in.options.max_id_bytes);
    if (!id.value) return false;
    extracted found;
    found.single = true;
    auto kind_of_part = id.form != noun_forms::none ? nouns.noun(id.form) : long_noun(noun);
    if (!take(fields, id, {reads, nouns, in.options, in.note, {}}, field.name, 0,
              std::move(kind_of_part), found))
        return false;
    auto& made = found.entities.back();
    const bool known = !made.unnamed || id.form != noun_forms::none;
    const auto before = out.parts.size();
    if (known && before < in.options.max_parts) add_part(std::move(made), out);
    // `learner: {employeeId: …, manager: {…}}`; each level adds a part, so there are few.
    if (out.parts.size() > before)
        for (std::size_t i = 0; i < fields.size() && out.parts.size() < in.options.max_parts; ++i)
            if (fields[i].value.is_object() && !is_link(fields[i].hash))
                take_part(fields[i], in, out);
    return true;
}

template <class Steps>
void basic_generic<Steps>::add(const text::json_view& value, const call& in,
                               std::string_view holder, std::uint32_t rank, extracted& out,
                               std::string_view key, std::string_view key_field) const {
    const record fields{value};
    auto id = id_of(fields, in);
    std::string known_type;
    if (!key_field.empty())
        if (const auto* const own = fields.find(field_hash(key_field));
            own && extraction::identify::usable(extraction::identify::id_in(own->value),
                                                in.options.max_id_bytes)) {
            id = {extraction::identify::id_in(own->value), own->name, certainty::fair};
            // An ear's tag is no ear.
            if (in.queried &&
                (detail::ends_with_word(own->name, "id") || detail::is_name_of_code(own->name)))
                known_type = long_noun(canonical_noun(detail::owner_of_key(own->name)));
        }
    if (rank > 0) {
        auto inner = locate.inside(fields, in.nouns, id.level);
        if (!inner && in.held) inner = locate.deeper(fields, in.nouns);
        if (!inner && !id.value && key.empty() && take_wrapped(fields, in, rank, out)) return;
        if (inner.is_array()) {
            std::size_t looked = 0;
            for (const auto& element : inner) {
                if (out.entities.size() >= in.options.max_per_result || ++looked > 100) break;
                add_plain(element, in, holder, static_cast<std::uint32_t>(out.entities.size() + 1),
                          out);
            }
            return;
        }
        if (inner && add_plain(inner, in, holder, rank, out)) return;
    }
    if (!id.value || id.level != certainty::strong)
        if (!key.empty() && key.size() <= in.options.max_id_bytes)
            id = {{}, key, certainty::strong, noun_forms::none};
    take(fields, id, in, holder, rank, std::move(known_type), out);
}

template <class Steps>
bool basic_generic<Steps>::take_wrapped(const record& element, const call& in, std::uint32_t rank,
                                        extracted& out) const {
    constexpr std::size_t most = 32, deepest = 3;
    struct inside {
        text::json_view object;
        std::string_view name;
        std::size_t depth;
    };
    // Who said something is not what was said.
    if (element.find(identify.texts, [](const text::json_view& v) { return v.is_string(); }))
        return false;
    std::vector<inside> queue;
    const auto push = [&](const record& of, std::size_t depth) {
        for (std::size_t i = 0; i < of.size() && queue.size() < most; ++i)
            if (of[i].value.is_object() && !of[i].value.empty() && !is_link(of[i].hash))
                queue.push_back({of[i].value, of[i].name, depth});
    };
    push(element, 1);
    std::size_t found = most;
    found_id id;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto each = queue[i];
        const record fields{each.object};
        const auto own =
            identify(fields, noun_forms{canonical_noun(each.name)}, in.options.max_id_bytes);
        if (own.level != certainty::strong) {
            if (each.depth < deepest) push(fields, each.depth + 1);
        } else if (id.value) {
            return false;
        } else {
            found = i;
            id = own;
        }
    }
    if (!id.value) return false;
    const auto& holder = queue[found].name;
    const auto noun = canonical_noun(holder);
    const record fields{queue[found].object};
    const bool is_vague = noun.empty() || type::is_wrapper(holder) || noun == "metadata";
    if (is_vague) return take(fields, id, in, {}, rank, {}, out);
    const noun_forms nouns{noun};
    const tool_name lists{"list_" + noun + "s"};
    return take(fields, id, {lists, nouns, in.options, in.note, {}}, holder, rank, {}, out);
}

template <class Steps>
found_id basic_generic<Steps>::id_of(const record& fields, const call& in) const {
    auto id = identify(fields, in.nouns, in.options.max_id_bytes);
    if (id.level < certainty::strong && in.held)
        if (auto other = identify(fields, *in.held, in.options.max_id_bytes);
            other.level > id.level)
            id = {other.value, other.field, other.level, noun_forms::none};
    return id.value ? id : identify.by_name(fields, in.options.max_id_bytes);
}

template <class Steps>
bool basic_generic<Steps>::take(const record& fields, const found_id& id, const call& in,
                                std::string_view holder, std::uint32_t rank, std::string known_type,
                                extracted& out) const {
    if (!id.value && id.field.empty()) {
        in.note("identify", holder, "no id of its own, so no entity");
        return false;
    }
    entity made;
    made.id = id.value ? to_id(id.value) : key_id(id.field);
    if (const auto owner = in.owned_by.empty() || rank == 0
                               ? std::string_view{}
                               : extraction::identify::owner_in(fields, in.owned_by);
        !owner.empty() && owner.size() + made.id.text().size() < in.options.max_id_bytes)
        made.id = key_id(std::string{owner} + (made.id.is_number() ? '#' : '/') + made.id.text());
    in.note("identify", id.field, reason(id));
    std::string_view why = "the noun of its id";
    if (known_type.empty() && extraction::identify::is_path_field(id.field)) {
        known_type = extraction::identify::kind_in_tree(fields);
        if (known_type.empty() && !in.tool.firm()) known_type = "file";
        if (!known_type.empty()) why = "the type of what is under a path";
    }
    if (known_type.empty() && id.value &&
        ((rank == 0 && out.single) || in.tool.kind() == verb_kind::update)) {
        known_type = given_noun(id.value, in.arguments, in.tool.kind(), in.options.max_id_bytes);
        if (!known_type.empty()) why = "the noun of the argument that has its id";
    }
    // `{"apptId": …}` in a list of `get_schedule`
    if (known_type.empty() && rank > 0 && id.form == noun_forms::none && !in.tool.plural() &&
        !identify.qualified.contains(id.field) && in.tool.kind() == verb_kind::read &&
        detail::ends_with_word(id.field, "id"))
        if (known_type = noun_of_id(id.field); !known_type.empty()) why = "the noun of its id";
    made.type = known_type.empty() ? type(fields, in.tool, in.nouns, id, holder, why)
                                   : std::move(known_type);
    if (!in.without_owner.empty() && made.type == in.tool.noun()) {
        made.type = in.without_owner;
        why = "the tool's noun, without what the call says they belong to";
    }
    in.note("type", made.type, why);
    std::string_view name_field;
    const auto& words = in.nouns.empty() && in.held ? *in.held : in.nouns;
    const auto* const inner = fields.find(field_hash(id.field));
    const auto read_name = [&](const record& of) {
        if (const auto* const told =
                in.named_by.empty() ? nullptr : of.find(field_hash(in.named_by));
            told && told->value.is_string() &&
            read_text(told->value, in.options.max_name_bytes, made.name)) {
            name_field = told->name;
            return true;
        }
        return name(of, words, made.type, in.options.max_name_bytes, made.name, name_field);
    };
    if (!(read_name(fields) ||
          (inner && inner->value.is_object() && read_name(record{inner->value}))) ||
        (is_acknowledgement(in.tool.kind(), made.type, name_field) &&
         in.arguments.find(name_field).string() != made.name)) {
        made.unnamed = !(rank == 0 && out.single && read_given_name(in, made, name_field));
        if (made.unnamed) made.name = extraction::name::unnamed(made.type);
    }
    if (extraction::identify::is_path_field(id.field) && !identify.names.contains(name_field)) {
        made.name = made.id.text();
        made.name = std::string{printed::base_name(made.name)};
        made.unnamed = false;
    }
    in.note("name", name_field, made.unnamed ? "no field names it" : made.name);
    read_slug(fields, in, made);
    attributes(fields, name_field, id.field, in.options.max_attributes, made.attributes);
    if (in.options.keep_null) keep_null(fields, made.attributes);
    made.rank = rank;
    for (const auto& each : out.entities)
        if (each.id == made.id && each.type == made.type) return true;
    out.entities.push_back(std::move(made));
    return true;
}

template <class Steps>
void basic_generic<Steps>::keep_null(const record& fields, attribute_list& out) {
    for (std::size_t i = 0; i < fields.size() && out.size() < attribute_limit; ++i)
        if (fields[i].value.is_null())
            out.push_back({text::to_valid(text::prefix(fields[i].name, 64)), nullptr});
}

template <class Steps>
bool basic_generic<Steps>::is_acknowledgement(verb_kind kind, std::string_view kind_of_thing,
                                              std::string_view field) const {
    if (kind != verb_kind::create && kind != verb_kind::update && kind != verb_kind::remove)
        return false;
    if constexpr (requires { name.acknowledges(field, kind_of_thing); })
        return name.acknowledges(field, kind_of_thing);
    return false;
}

template <class Steps>
bool basic_generic<Steps>::read_given_name(const call& in, entity& made,
                                           std::string_view& field) const {
    const auto kind = in.tool.kind();
    if (kind != verb_kind::create && kind != verb_kind::update) return false;
    if (!in.arguments.is_object()) return false;
    if constexpr (requires(const record& given) {
                      name.given(given, in.nouns, made.type, 0, made.name, field);
                  })
        return name.given(record{in.arguments}, in.nouns, made.type, in.options.max_name_bytes,
                          made.name, field);
    return false;
}

template <class Steps>
text::json_view basic_generic<Steps>::paths_in(const text::json_view& root, const call& in,
                                               bool& known) const {
    const auto kind = in.tool.kind();
    const bool lists = kind == verb_kind::list || kind == verb_kind::search || in.tool.plural();
    known = lists && identify.files.contains(in.tool.noun());
    const auto has_texts = [](const text::json_view& list) {
        return list.is_array() && !list.empty() && list.front().is_string();
    };
    if (has_texts(root)) return root;
    if (!root.is_object() || root.size() > 8) return {};
    const record fields{root};
    for (const field_name called :
         {field_name{"files"}, field_name{"paths"}, field_name{"filenames"}})
        if (const auto* const list = fields.find(called); list && has_texts(list->value)) {
            known = true;
            return list->value;
        }
    return {};
}

template <class Steps>
text::json_view basic_generic<Steps>::names_in(const text::json_view& root, const call& in) {
    const auto kind = in.tool.kind();
    const bool lists = kind == verb_kind::list || kind == verb_kind::search || in.tool.plural();
    // What things have, rather than things.
    static constexpr std::string_view values[]{"author", "tag",   "label", "version",    "keyword",
                                               "status", "scope", "type",  "permission", "value"};
    const auto& noun = in.tool.noun();
    const auto head = noun.substr(noun.rfind('_') + 1);
    if (!lists || noun.empty() || is_one_of(head, values)) return {};
    if (root.is_array()) return root;
    const record fields{root};
    const record::field* found = nullptr;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!fields[i].value.is_array()) continue;
        if (found != nullptr) return {};
        found = &fields[i];
    }
    const bool holds =
        found && (in.nouns.match(found->hash) != noun_forms::none || type::is_wrapper(found->name));
    return holds ? found->value : text::json_view{};
}

template <class Steps>
void basic_generic<Steps>::take_subject(const printed::subject& about, const call& in,
                                        extracted& out) {
    if (!about.content || about.runs || !out.entities.empty() ||
        in.tool.kind() == verb_kind::remove)
        return;
    printed::things named{
        {in.options.max_per_result, in.options.max_name_bytes, in.options.max_id_bytes}};
    for (const auto& each : about.files) named.add_file(each);
    if (named.empty()) return;
    in.note("identify", named.found().front().id.text(), "the path that the call was given");
    out.entities = std::move(named.found());
    std::erase_if(out.acted_on, [&](const entity& each) {
        return each.type != "file" && each.id == out.entities.front().id;
    });
    out.single = out.entities.size() == 1;
    if (out.single) out.entities.front().rank = 0;
    out.made = out.made && about.acts;
}

template <class Steps>
const record::field* basic_generic<Steps>::asked_by(const record& given, const call& in) {
    const record::field* by = nullptr;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& each = given[i];
        if (!extraction::arguments::names_one(each.name, in.nouns) ||
            !extraction::identify::is_code_like(each.value))
            continue;
        if (by != nullptr) return nullptr;
        by = &each;
    }
    return by;
}

template <class Steps>
asked_thing basic_generic<Steps>::asked_for(const call& in) {
    if (in.tool.kind() != verb_kind::read || in.tool.plural() || in.tool.noun().empty()) return {};
    const record given{in.arguments};
    // A note that is asked for by its title may list what the talk goes on about.
    if (const auto* const own = asked_by(given, in);
        own != nullptr && (own->name == "id" || detail::ends_with_word(own->name, "id")))
        return {own->value, true};
    const record::field* only = nullptr;
    for (std::size_t i = 0; i < given.size(); ++i)
        if (detail::ends_with_word(given[i].name, "id")) {
            if (only != nullptr) return {};
            only = &given[i];
        }
    return only != nullptr && extraction::identify::is_code_like(only->value)
               ? asked_thing{only->value, false}
               : asked_thing{};
}

template <class Steps>
void basic_generic<Steps>::take_asked_for(const text::json_view& root, const call& in,
                                          extracted& out) const {
    constexpr std::size_t least_fields = 3;
    if (in.tool.kind() != verb_kind::read || in.tool.plural() || in.tool.noun().empty() ||
        in.queried || !out.entities.empty() || !root.is_object())
        return;
    const record all{root};
    const auto* const named = by_noun(all, in.nouns);
    const auto& thing = named ? named->value : root;
    if (!thing.is_object() || thing.size() < least_fields) return;
    const record given{in.arguments};
    const auto* const by = asked_by(given, in);
    if (by == nullptr) return;
    in.note("identify", by->name, "what the call asked for");
    out.single = true;
    const found_id id{by->value, by->name, certainty::fair};
    const auto holder = named ? named->name : std::string_view{};
    if (take(record{thing}, id, in, holder, 0, in.tool.noun(), out)) take_parts(thing, in, out);
}

template <class Steps>
void basic_generic<Steps>::read_slug(const record& fields, const call& in, entity& made) const {
    static constexpr field_name slug_fields[]{"slug", "handle", "permalink"};
    for (const auto& each : slug_fields)
        if (const auto* field = fields.find(each); field && field->value.is_string()) {
            read_text(field->value, in.options.max_name_bytes, made.slug);
            return;
        }
    static constexpr field_name pages[]{"html_url",      "web_url", "web_view_link", "html_link",
                                        "permalink_url", "url",     "link"};
    for (const auto& each : pages)
        if (const auto* field = fields.find(each);
            field && text::is_page_address(field->value.string())) {
            made.slug = field->value.string();
            return;
        }
}

template <class Steps>
std::string_view basic_generic<Steps>::reason(const found_id& id) noexcept {
    if (id.form != noun_forms::none) return "an id that carries the tool's noun";
    switch (id.level) {
        case certainty::strong: return "an id";
        case certainty::fair: return "a number or key, for want of an id";
        default: return "a label beside a name, for want of an id";
    }
}

}  // namespace workmem::extraction
