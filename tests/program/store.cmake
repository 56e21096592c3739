# cmake -D PROGRAM=… -D SCRATCH=… [-D ENGINE=sqlite] -P store.cmake: a store from its first run to
# its repair, as a user goes through it.
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
if(ENGINE STREQUAL "sqlite")
  set(store "sqlite:${SCRATCH}/store.db")
else()
  set(store "${SCRATCH}/store")
endif()

# expect(<status> <regular expression of the output> <argument>…)
function(expect status pattern)
  execute_process(COMMAND "${PROGRAM}" ${ARGN} RESULT_VARIABLE got
    OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT got STREQUAL status OR NOT out MATCHES "${pattern}")
    message(FATAL_ERROR "workmem ${ARGN}\nended with ${got}, expected ${status}\n"
      "expected to match: ${pattern}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

set(dialogue "${SCRATCH}/dialogue.jsonl")
file(WRITE "${dialogue}" [=[
{"dialogue":"d/../1","events":[{"kind":"tool_result","tool":"list_pages","result":[{"id":1,"title":"Home\u001b[31m"},{"id":2,"title":"About"}]},{"kind":"user","text":"open the second one"},{"kind":"query","query":1,"reference":"the second one","utterance":"open the second one"}]}
]=])

expect(2 "there is no store" log "${store}")
expect(2 "there is no store" check "${store}")
expect(0 "== d/../1\n" replay --store "${store}" "${dialogue}")
expect(0 "== d/../1, goes on with 2 entities after 2 changes\n"
  replay --store "${store}" "${dialogue}")
# With the pause between the runs, if it was long enough to be one.
expect(0 "== \"d/../1\" \\(agent\\), [45] changes" log "${store}")
foreach(part "1 20[2-9][0-9]-[01][0-9]-[0-3][0-9]T[0-9:.]+Z +entity.put +observation=1 entities=\\[page \"About\" \\(2\\) returned"
    "2 +entity.touch +touches=\\[page \\(2\\) chosen\\]" "Home\\\\u001b")
  if(NOT out MATCHES "${part}")
    message(FATAL_ERROR "the log does not match ${part}:\n${out}")
  endif()
endforeach()
expect(0 "^({\"kind\":\"entity.touch\"[^\n]+\n)?{\"kind\":\"entity.put\"[^\n]+\n{\"kind\":\"entity.touch\"[^\n]+\n$"
  log "${store}" --after 2 --stream "d/../1" --json)
expect(2 "there is no stream" log "${store}" --stream d1)
expect(0 "stream \"d/../1\": records 1 to [45]\n1 streams, 0 problems\n" check "${store}")

if(ENGINE STREQUAL "sqlite")
  return()
endif()
file(GLOB_RECURSE log "${store}/*/log")
execute_process(COMMAND sh -c "printf '#' | dd of='${log}' bs=1 seek=400 conv=notrunc" ERROR_QUIET)
file(SHA256 "${log}" damaged)
expect(1 "problem: [^\n]+damaged at byte" check "${store}")
file(SHA256 "${log}" untouched)
if(NOT damaged STREQUAL untouched)
  message(FATAL_ERROR "check wrote to ${log}")
endif()
expect(1 "damaged$|damaged\n|damaged at byte|damaged\n *at byte" replay --store "${store}" "${dialogue}")
expect(0 "mended: good up to record [0-9]+; what was there before is in" check "${store}" --repair)
expect(0 "1 streams, 0 problems\n" check "${store}")
file(GLOB_RECURSE copy "${store}.backup-*/log")
file(SHA256 "${copy}" kept)
if(NOT kept STREQUAL damaged)
  message(FATAL_ERROR "${copy} is not what ${log} was")
endif()
