#pragma once

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workmem::journal {

/// What runs on the server, each as a whole: nobody else does anything in between. A script that
/// refuses raises an error before it has written anything.
///
/// KEYS are those of one stream: meta, log, snapshots, copy. Answers begin with a word.
namespace lua {

/// What all of them know. There is a stream where its meta is; then its log is there, too, even
/// while it has no records. Both go at once. Numbers are exact up to 2^53.
inline constexpr std::string_view prelude = R"lua(
local meta, log, snapshots, copy = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local function digits(n) return string.format('%.0f', n) end
local function refuse(what) error('WORKMEM:' .. what, 0) end
local function id(n) return digits(n) .. '-0' end
local function ends(key)
  local info, last, length = redis.call('XINFO', 'STREAM', key), nil, nil
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then last = tonumber(string.match(info[i + 1], '^(%d+)%-0$'))
    elseif info[i] == 'length' then length = info[i + 1] end
  end
  return last, length
end
local function look()
  local m = redis.call('HMGET', meta, 'format', 'incarnation', 'oldest', 'idle', 'rewritten')
  if not m[1] then
    if redis.call('EXISTS', meta, log, snapshots) ~= 0 then refuse('foreign') end
    return nil
  end
  if m[1] ~= '1' then refuse('format') end
  if not (m[2] and m[3] and m[4] and m[5]) then refuse('foreign') end
  if redis.call('EXISTS', log) == 0 then refuse('log') end
  local last, length = ends(log)
  local oldest = tonumber(m[3])
  if not last or not oldest or last - oldest ~= length then refuse('records') end
  return {incarnation = m[2], oldest = oldest, idle = tonumber(m[4]), rewritten = m[5], last = last}
end
local function touch(s)
  if s.idle == 0 then return end
  local now = redis.call('TIME')
  local at = digits(now[1] * 1000 + math.floor(now[2] / 1000) + s.idle)
  for _, key in ipairs({meta, log, snapshots}) do redis.call('PEXPIREAT', key, at) end
end
local function all_saved()
  local out = {}
  for _, field in ipairs(redis.call('HKEYS', snapshots)) do
    local owner, at = string.match(field, '^([a-z0-9_]+):(%d+)$')
    if at then out[#out + 1] = {field = field, owner = owner, at = tonumber(at)} end
  end
  return out
end
local function saved(owner, most)
  local newest = nil
  for _, each in ipairs(all_saved()) do
    if each.owner == owner and each.at <= most and (not newest or each.at > newest) then
      newest = each.at
    end
  end
  return newest
end
local function bytes_of(entry, at)
  local fields = entry[2]
  if entry[1] ~= id(at) or fields[1] ~= 'append' or fields[3] ~= 'record' then refuse('records') end
  return fields[4]
end
)lua";

/// ARGV: purpose, incarnation, idle time in ms, whether to make it. Answers `found`, incarnation,
/// oldest, last, purpose; or `missing`.
inline constexpr std::string_view open = R"lua(
local s = look()
if not s then
  if ARGV[4] ~= '1' then return {'missing'} end
  redis.call('HSET', meta, 'format', '1', 'purpose', ARGV[1], 'incarnation', ARGV[2],
             'oldest', '0', 'idle', ARGV[3], 'rewritten', '0')
  redis.call('XGROUP', 'CREATE', log, 'made', '0', 'MKSTREAM')
  redis.call('XGROUP', 'DESTROY', log, 'made')
  s = look()
  touch(s)
end
return {'found', s.incarnation, digits(s.oldest), digits(s.last),
        redis.call('HGET', meta, 'purpose') or ''}
)lua";

/// ARGV: what the append is known by, expected last, incarnation or nothing, the records. Answers
/// `done`; `again` where the same append was done before; `conflict`; `forgotten`, where what could
/// tell is; or `missing`.
inline constexpr std::string_view append = R"lua(
local s = look()
if not s then return {'missing'} end
local by, expected = ARGV[1], tonumber(ARGV[2])
if ARGV[3] ~= '' and ARGV[3] ~= s.incarnation then return {'conflict'} end
if s.last ~= expected then
  if s.last < expected or #ARGV == 3 then return {'conflict'} end
  if expected < s.oldest then return {'forgotten'} end
  local first = redis.call('XRANGE', log, id(expected + 1), id(expected + 1))[1]
  if first and first[2][2] == by then return {'again'} end
  return {'conflict'}
end
for i = 4, #ARGV do
  redis.call('XADD', log, id(expected + i - 3), 'append', by, 'record', ARGV[i])
end
touch(s)
return {'done'}
)lua";

/// ARGV: above which record. Answers `page`, incarnation, oldest, last, rewritten, and records
/// above it in order: at least one, if there are any, and not many more than 4 MiB, if they are
/// about equally long; or `missing`.
inline constexpr std::string_view page = R"lua(
local s = look()
if not s then return {'missing'} end
local out = {'page', s.incarnation, digits(s.oldest), digits(s.last), s.rewritten}
local at, size, most = tonumber(ARGV[1]), 0, 4194304
if at < s.oldest then return out end
local head, count = #out, 1
while at < s.last and size < most and #out < 1000 do
  local entries = redis.call('XRANGE', log, id(at + 1), '+', 'COUNT', count)
  if #entries == 0 then refuse('records') end
  for _, entry in ipairs(entries) do
    at = at + 1
    local bytes = bytes_of(entry, at)
    size = size + #bytes
    out[#out + 1] = bytes
  end
  local fit = math.floor((most - size) * (#out - head) / math.max(size, 1))
  count = math.max(1, math.min(50, fit))
end
return out
)lua";

/// ARGV: owner, sequence, bytes. Answers `done`; `above`, last; `older`, newest; or `missing`.
inline constexpr std::string_view save = R"lua(
local s = look()
if not s then return {'missing'} end
local at = tonumber(ARGV[2])
if at > s.last then return {'above', digits(s.last)} end
local newest = saved(ARGV[1], math.huge)
if newest and newest > at then return {'older', digits(newest)} end
redis.call('HSET', snapshots, ARGV[1] .. ':' .. digits(at), ARGV[3])
touch(s)
return {'done'}
)lua";

/// ARGV: owner, sequence at most. Answers `found`, sequence, bytes; `none`; or `missing`.
inline constexpr std::string_view newest = R"lua(
if not look() then return {'missing'} end
local newest = saved(ARGV[1], tonumber(ARGV[2]))
if not newest then return {'none'} end
return {'found', digits(newest), redis.call('HGET', snapshots, ARGV[1] .. ':' .. digits(newest))}
)lua";

/// ARGV: up to which record. Answers `done`; `above`, last; or `missing`.
inline constexpr std::string_view truncate = R"lua(
local s = look()
if not s then return {'missing'} end
local up_to = tonumber(ARGV[1])
if up_to > s.last then return {'above', digits(s.last)} end
if up_to <= s.oldest then return {'done'} end
redis.call('XTRIM', log, 'MAXLEN', digits(s.last - up_to))
redis.call('HSET', meta, 'oldest', digits(up_to))
local newest, all = {}, all_saved()
for _, each in ipairs(all) do newest[each.owner] = math.max(each.at, newest[each.owner] or 0) end
for _, each in ipairs(all) do
  if each.at < up_to and each.at < newest[each.owner] then
    redis.call('HDEL', snapshots, each.field)
  end
end
touch(s)
return {'done'}
)lua";

/// One step of a rewrite: copies records with other bytes, and at the end puts the copy in the
/// place of the log, if that still ends where the copy does. ARGV: what the rewrite is known by,
/// incarnation, the rewrite before, oldest, from, to, whether it is the last step, owner or nothing
/// and below what of the snapshots that go, then record and bytes of each that changes. Answers
/// `copied`; `done`; or `moved`, where nothing of it holds any more. Repeating a step is harmless.
inline constexpr std::string_view rewrite = R"lua(
local s = look()
if not s then return {'moved'} end
local by, oldest, from, to = ARGV[1], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if s.rewritten == by then return {'done'} end
if s.incarnation ~= ARGV[2] or s.rewritten ~= ARGV[3] or s.oldest ~= oldest or s.last < to then
  return {'moved'}
end
if to > from then
  local there = from
  if from == oldest then
    redis.call('DEL', copy)
    redis.call('HSET', meta, 'copied_by', by)
  else
    if redis.call('HGET', meta, 'copied_by') ~= by or redis.call('EXISTS', copy) == 0 then
      return {'moved'}
    end
    there = ends(copy)
    if there ~= from and there ~= to then return {'moved'} end
  end
  if there == from then
    local other, at = {}, from
    for i = 10, #ARGV, 2 do other[ARGV[i]] = ARGV[i + 1] end
    for _, entry in ipairs(redis.call('XRANGE', log, id(from + 1), id(to))) do
      at = at + 1
      local bytes = bytes_of(entry, at)
      redis.call('XADD', copy, id(at), 'append', entry[2][2], 'record', other[digits(at)] or bytes)
    end
    redis.call('PEXPIRE', copy, 600000)
  end
end
if ARGV[7] ~= '1' or s.last ~= to then return {'copied'} end
if redis.call('HGET', meta, 'copied_by') == by then
  if redis.call('EXISTS', copy) == 0 or ends(copy) ~= to then return {'moved'} end
  redis.call('RENAME', copy, log)
  redis.call('PERSIST', log)
end
redis.call('HSET', meta, 'rewritten', by)
redis.call('HDEL', meta, 'copied_by')
local owner, below = ARGV[8], tonumber(ARGV[9])
for _, each in ipairs(all_saved()) do
  if (owner == '' or each.owner == owner) and each.at < below then
    redis.call('HDEL', snapshots, each.field)
  end
end
touch(s)
return {'done'}
)lua";

/// Answers `done` or `missing`.
inline constexpr std::string_view erase = R"lua(
if not look() then return {'missing'} end
redis.call('DEL', meta, log, snapshots, copy)
return {'done'}
)lua";

/// KEYS: the registry. ARGV: name, what is registered. Forgets the name, unless it was registered
/// again since.
inline constexpr std::string_view drop = R"lua(
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return {'done'}
)lua";

}  // namespace lua

enum class redis_script : std::uint8_t {
    open,
    append,
    page,
    save,
    newest,
    truncate,
    rewrite,
    erase,
    drop
};
inline constexpr std::size_t redis_script_count = 9;

[[nodiscard]] inline std::string text_of(redis_script which) {
    constexpr std::array<std::string_view, redis_script_count> bodies{
        lua::open,     lua::append,  lua::page,  lua::save, lua::newest,
        lua::truncate, lua::rewrite, lua::erase, lua::drop};
    std::string out{which == redis_script::drop ? std::string_view{} : lua::prelude};
    out += bodies[static_cast<std::size_t>(which)];
    return out;
}

}  // namespace workmem::journal
