#include "log.hpp"

#include "../store.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace workmem_program {
namespace {

/// Prints the changes of streams, and goes on where it left off.
class log_printer {
public:
    log_printer(std::ostream& out, std::ostream& log, const log_options& options)
        : out_{out}, log_{log}, options_{options} {}

    /// What there is now, and once more what has come since.
    void print(opened_store& store) {
        auto [streams, problems] = store.list().value();
        for (const auto& each : problems) note(each);
        if (!options_.stream.empty()) {
            if (std::find(streams.begin(), streams.end(), options_.stream) == streams.end())
                throw workmem::error(workmem::error_code::not_found,
                                     "there is no stream " +
                                         workmem::text::quoted(options_.stream) + " in " +
                                         quoted_store(options_.store));
            streams = {options_.stream};
        }
        if (streams.empty() && !options_.json && !options_.follow) out_ << "no streams\n";
        for (const auto& name : streams) {
            print_stream(store, name);
            if (const auto rest = store.unread(name)) note(*rest);
        }
        out_.flush();
    }
    /// 1 if anything could not be read, else 0.
    [[nodiscard]] int status() const noexcept { return noted_.empty() ? 0 : 1; }

private:
    struct place {
        std::string incarnation{};
        std::uint64_t seen = 0;
        thing_names names{};
        workmem::timestamp time{};  ///< of the last change that had one
    };

    // Once, however often it is met.
    void note(const workmem::error& problem) {
        if (noted_.insert(problem.message()).second)
            log_ << "workmem: " << problem.message() << '\n';
    }
    [[nodiscard]] bool has_to_understand() const noexcept {
        return !options_.json || !options_.filter.empty();
    }

    void print_stream(opened_store& store, const std::string& name) {
        const auto info = store.journal.open_stream(name, {});
        if (!info) return note(info.error());
        auto& at = places_[name];
        const bool is_new = at.incarnation != info->incarnation || info->last < at.seen;
        if (is_new) {
            at = {.incarnation = info->incarnation};
            if (has_to_understand()) at.names.learn_snapshots(store.journal, name, *info);
            if (!options_.json && options_.filter.empty() && !options_.follow) begin(name, *info);
        }
        // Names are in the records before the first that is asked for, too.
        const auto from = std::max(
            {at.seen, info->oldest, has_to_understand() ? std::uint64_t{0} : options_.after});
        if (from >= info->last) return;
        const auto read = store.journal.read(name, from, [&](const workmem::journal::record& each) {
            at.seen = each.sequence;
            print_record(name, *info, each, at);
        });
        if (!read) note(read.error());
    }

    void print_record(const std::string& name, const workmem::journal::stream_info& info,
                      const workmem::journal::record& record, place& at) {
        const bool is_asked_for = record.sequence > options_.after;
        if (!has_to_understand()) {
            if (is_asked_for) out_ << record.bytes << '\n';
            return;
        }
        const workmem::text::json_document document{record.bytes};
        const auto change = document.root();
        if (is_asked_for) {
            const auto told =
                change.is_object() ? tell_change(change, at.names) : tell_unreadable(record.bytes);
            if (told.time) at.time = *told.time;
            if (options_.filter.accepts(told, at.time)) {
                if (options_.json)
                    out_ << record.bytes << '\n';
                else
                    print_line(name, info, record.sequence, told);
            }
        }
        if (change.is_object()) at.names.learn(change);
    }

    void print_line(const std::string& name, const workmem::journal::stream_info& info,
                    std::uint64_t sequence, const told_change& told) {
        if (printing_ != name) begin(name, info);
        if (told.time && date_of(*told.time) != date_) {
            date_ = date_of(*told.time);
            out_ << fmt::format("{:8} {}\n", "", date_);
        }
        out_ << fmt::format("{:>8} {:8} {}\n", sequence,
                            told.time ? clock_of(*told.time) : std::string{}, told.sentence);
    }
    void begin(const std::string& name, const workmem::journal::stream_info& info) {
        printing_ = name;
        date_.clear();
        out_ << fmt::format(
            "== {} ({}), {} changes{}\n", workmem::text::quoted(name),
            info.purpose.empty() ? "no purpose" : workmem::text::escaped(info.purpose), info.last,
            info.oldest == 0 ? std::string{}
                             : fmt::format(", those up to {} forgotten", info.oldest));
    }

    std::ostream& out_;
    std::ostream& log_;
    const log_options& options_;
    std::map<std::string, place> places_;
    std::set<std::string> noted_;
    std::string printing_;  ///< the stream whose changes stand last in the output
    std::string date_;      ///< the day that stands last above them
};

}  // namespace

int run_log(std::ostream& out, std::ostream& log, const log_options& options) {
    constexpr std::chrono::milliseconds pause{200};
    log_printer printer{out, log, options};
    std::optional<opened_store> store{read_store(options.store).value()};
    printer.print(*store);
    while (options.follow && out) {
        // A process that has a stream of a folder open keeps all others from it, writers, too.
        const bool is_folder = store->files.has_value();
        if (is_folder) store.reset();
        std::this_thread::sleep_for(pause);
        if (is_folder) store.emplace(read_store(options.store).value());
        printer.print(*store);
    }
    return printer.status();
}

}  // namespace workmem_program
