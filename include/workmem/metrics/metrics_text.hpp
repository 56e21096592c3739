#pragma once

#include <workmem/config.hpp>
#include <workmem/metrics/metrics.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace workmem {

namespace detail {

/// Calls `field(name, value, help)` for every count, in the order of the struct.
template <class Field>
void for_each_metric(const metrics_snapshot& seen, Field&& field) {
    field("entities", seen.entities, "Entities held");
    field("capacity", seen.capacity, "Entities allowed");
    field("lookups_total", seen.lookups, "Lookups and references");
    field("hits_total", seen.hits, "Lookups and references that found something");
    field("additions_total", seen.additions, "Entities that came in");
    field("evictions_total", seen.evictions, "Entities that had to go for others or the limits");
    field("recent_additions", seen.recent_additions, "Additions looked at for the eviction rate");
    field("recent_evictions", seen.recent_evictions, "Of these, how many evicted somebody");
    field("expirations_total", seen.expirations, "Entities whose time was over");
    field("observations_total", seen.observations, "Tool results seen");
    field("empty_observations_total", seen.empty_observations, "Tool results that held nothing");
    field("unread_observations_total", seen.unread_observations,
          "Tool results in which nothing was understood");
    field("failed_observations_total", seen.failed_observations, "Tool results that were errors");
    field("omitted_total", seen.omitted, "Entities beyond a limit");
    field("observer_failures_total", seen.observer_failures, "Exceptions that observers threw");
    field("lost_races_total", seen.lost_races, "Appends that came after another writer's");
    field("snapshot_failures_total", seen.snapshot_failures, "Snapshots that could not be saved");
    field("access_nanoseconds", seen.access_nanoseconds, "Mean time of the sampled lookups");
}

}  // namespace detail

/// One JSON object, a member per count.
[[nodiscard]] std::string to_json_text(const metrics_snapshot& seen);

/// Prometheus' text format 0.0.4; `prefix` stands before each name.
[[nodiscard]] std::string to_prometheus(const metrics_snapshot& seen,
                                        std::string_view prefix = "workmem_");

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/metrics/metrics_text.ipp>
#endif
