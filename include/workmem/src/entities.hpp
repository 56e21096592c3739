#pragma once

/// A part of <workmem/src.hpp>: entity memories, all that they stand on, and messages of language models.

#include <workmem/config.hpp>
#include <workmem/detail/hash.ipp>
#include <workmem/entity/entity_memory.ipp>
#include <workmem/entity/prompt_format.ipp>
#include <workmem/error.ipp>
#include <workmem/extraction/arguments.ipp>
#include <workmem/extraction/attributes.ipp>
#include <workmem/extraction/children.ipp>
#include <workmem/extraction/extractor.ipp>
#include <workmem/extraction/field.ipp>
#include <workmem/extraction/given_id.ipp>
#include <workmem/extraction/http_request.ipp>
#include <workmem/extraction/identify.ipp>
#include <workmem/extraction/linked_records.ipp>
#include <workmem/extraction/locate.ipp>
#include <workmem/extraction/name.ipp>
#include <workmem/extraction/named_id.ipp>
#include <workmem/extraction/nouns.ipp>
#include <workmem/extraction/parts.ipp>
#include <workmem/extraction/printed/call.ipp>
#include <workmem/extraction/printed/command_line.ipp>
#include <workmem/extraction/printed/commits.ipp>
#include <workmem/extraction/printed/diagnostics.ipp>
#include <workmem/extraction/printed/diff.ipp>
#include <workmem/extraction/printed/lines.ipp>
#include <workmem/extraction/printed/list.ipp>
#include <workmem/extraction/printed/listing.ipp>
#include <workmem/extraction/printed/matches.ipp>
#include <workmem/extraction/printed/path.ipp>
#include <workmem/extraction/printed/printed.ipp>
#include <workmem/extraction/printed/processes.ipp>
#include <workmem/extraction/printed/python_literal.ipp>
#include <workmem/extraction/printed/subject.ipp>
#include <workmem/extraction/printed/symbols.ipp>
#include <workmem/extraction/printed/table.ipp>
#include <workmem/extraction/printed/test_report.ipp>
#include <workmem/extraction/printed/things.ipp>
#include <workmem/extraction/printed/transcript.ipp>
#include <workmem/extraction/printed/work_tree.ipp>
#include <workmem/extraction/read_text.ipp>
#include <workmem/extraction/registry.ipp>
#include <workmem/extraction/reject.ipp>
#include <workmem/extraction/table.ipp>
#include <workmem/extraction/tool_name.ipp>
#include <workmem/extraction/type.ipp>
#include <workmem/extraction/unwrap.ipp>
#include <workmem/extraction/xml.ipp>
#include <workmem/extraction/yaml.ipp>
#include <workmem/ids/random_ids.ipp>
#include <workmem/instantiate.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/journal/back_off.ipp>
#include <workmem/journal/file/frame.ipp>
#include <workmem/journal/stream_rules.ipp>
#include <workmem/messages/message_groups.ipp>
#include <workmem/messages/pending_calls.ipp>
#include <workmem/messages/read_message.ipp>
#include <workmem/messages/tool_content.ipp>
#include <workmem/metrics/metrics_text.ipp>
#include <workmem/resolution/reference.ipp>
#include <workmem/resolution/salience.ipp>
#include <workmem/shared.hpp>
#include <workmem/text/inflection.ipp>
#include <workmem/text/json_document.ipp>
#include <workmem/text/json_writer.ipp>
#include <workmem/text/lexicon.ipp>
#include <workmem/text/porter.ipp>
#include <workmem/text/quote.ipp>
#include <workmem/text/search_english.ipp>
#include <workmem/text/sha256.ipp>
#include <workmem/text/visible.ipp>
#include <workmem/time/timestamp.ipp>
#include <workmem/tokens/bounding_counter.ipp>
#include <workmem/tokens/bpe_counter.ipp>
#include <workmem/tokens/rank_table.ipp>
#if WORKMEM_POSIX
#include <workmem/journal/file.ipp>
#include <workmem/journal/file/files.ipp>

template class workmem::journal::basic_file<workmem::journal::posix_files>;
#endif
#if WORKMEM_THREADS
#include <workmem/journal/memory.ipp>
#endif

template struct workmem::extraction::basic_generic<workmem::extraction::default_steps>;
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_STATE_TEMPLATES(, workmem::entity, workmem::shared_durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::default_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::shared_policies)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::durable_policies<workmem::journal::any>)
WORKMEM_ENTITY_MEMORY_TEMPLATES(, workmem::entity, workmem::shared_durable_policies<workmem::journal::any>)
