#pragma once

/// A part of <workmem/src.hpp>: what tool results and messages of language models hold.

#include <workmem/extraction/arguments.ipp>
#include <workmem/extraction/attributes.ipp>
#include <workmem/extraction/children.ipp>
#include <workmem/extraction/extractor.ipp>
#include <workmem/extraction/field.ipp>
#include <workmem/extraction/given_id.ipp>
#include <workmem/extraction/identify.ipp>
#include <workmem/extraction/locate.ipp>
#include <workmem/extraction/name.ipp>
#include <workmem/extraction/named_id.ipp>
#include <workmem/extraction/nouns.ipp>
#include <workmem/extraction/parse/fields.ipp>
#include <workmem/extraction/parse/list.ipp>
#include <workmem/extraction/parse/marks.ipp>
#include <workmem/extraction/parse/python_literal.ipp>
#include <workmem/extraction/parse/table.ipp>
#include <workmem/extraction/parse/text_form.ipp>
#include <workmem/extraction/parse/xml.ipp>
#include <workmem/extraction/parse/yaml.ipp>
#include <workmem/extraction/parts.ipp>
#include <workmem/extraction/printed/call.ipp>
#include <workmem/extraction/printed/command_line.ipp>
#include <workmem/extraction/printed/commits.ipp>
#include <workmem/extraction/printed/diagnostics.ipp>
#include <workmem/extraction/printed/diff.ipp>
#include <workmem/extraction/printed/lines.ipp>
#include <workmem/extraction/printed/listing.ipp>
#include <workmem/extraction/printed/matches.ipp>
#include <workmem/extraction/printed/path.ipp>
#include <workmem/extraction/printed/processes.ipp>
#include <workmem/extraction/printed/subject.ipp>
#include <workmem/extraction/printed/symbols.ipp>
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
#include <workmem/messages/message_groups.ipp>
#include <workmem/messages/pending_calls.ipp>
#include <workmem/messages/read_message.ipp>
#include <workmem/messages/tool_content.ipp>

template struct workmem::extraction::basic_generic<workmem::extraction::default_steps>;
