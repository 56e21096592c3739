# cmake -D PROGRAM=… -D SCRATCH=… [-D ENGINE=sqlite] -P plan.cmake: a plan from its first task to its
# end, as people at a terminal share it.
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
if(ENGINE STREQUAL "sqlite")
  set(store "sqlite:${SCRATCH}/store.db")
else()
  set(store "${SCRATCH}/store")
endif()
set(ENV{USER} "user")
string(ASCII 27 escape)

# expect(<status> <regular expression of the output> <argument>…)
function(expect status pattern)
  execute_process(COMMAND "${PROGRAM}" plan ${ARGN} RESULT_VARIABLE got
    OUTPUT_VARIABLE out ERROR_VARIABLE out)
  string(FIND "${out}" "${escape}" escaped)
  if(NOT got STREQUAL status OR NOT out MATCHES "${pattern}" OR NOT escaped EQUAL -1)
    message(FATAL_ERROR "workmem plan ${ARGN}\nended with ${got}, expected ${status}\n"
      "expected to match: ${pattern}\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

# Nothing but a task makes a store.
expect(2 "there is no store" list "${store}")
expect(2 "there is no store" claim "${store}")
if(EXISTS "${SCRATCH}/store" OR EXISTS "${SCRATCH}/store.db")
  message(FATAL_ERROR "reading made a store")
endif()
expect(0 "^\"Design\" \\(([0-9a-z]+)\\) is in \"[a-z0-9-]+\"\n$"
  add "${store}" Design --goal "Add JWT${escape}c" --as kim)
string(REGEX MATCH "\\(([0-9a-z]+)\\)" ignored "${out}")
set(design "${CMAKE_MATCH_1}")
string(LENGTH "${design}" length)
if(NOT length EQUAL 4)
  message(FATAL_ERROR "one id of one is ${design}")
endif()
expect(0 "\"Build\" " add "${store}" Build --after "${design}" --needs-review)
expect(0 "\"Odd.u001bc\" " add "${store}" "Odd${escape}c" --after Build --after Design)
expect(2 "there is no task \"never\"" add "${store}" More --after never)
expect(0 "^== \"[a-z0-9-]+\", \"Add JWT.u001bc\": open, 0 of 3 completed\n${design}  ready        \"Design\"\n[0-9a-z]+  waiting      \"Build\" is pending; it waits for \"Design\" .pending.\n[0-9a-z]+  waiting      \"Odd.u001bc\" is pending"
  list "${store}")
string(REGEX MATCH "([0-9a-z]+)  waiting      \"Build\"" ignored "${out}")
set(build "${CMAKE_MATCH_1}")

expect(0 "^\"Design\" \\(${design}\\) is yours until 20[0-9T:.-]+Z\n\n.TASK.\ngoal: \"Add JWT" claim "${store}")
expect(1 "^nothing is ready: 2 waiting, 1 in progress" claim "${store}" --as ann)
expect(2 "\"Design\" \\(${design}\\) is in_progress, with \"user\"; only what \"ann\" has claimed is theirs to end"
  done "${store}" Design --as ann)
expect(0 "^\"Design\" \\(${design}\\) is failed\n$"
  done "${store}" "${design}" --outcome failed --summary "no net${escape}c")
expect(0 "${design}  failed       \"Design\": \"no net.u001bc\"" list "${store}")
expect(0 "^\"Design\" \\(${design}\\) is pending\n$" retry "${store}" "${design}")
expect(2 "is pending; only one that has failed is tried again" retry "${store}" Design)
expect(0 "is yours" claim "${store}" "${design}" --as ann --lease 5)
expect(0 "^\"Design\" \\(${design}\\) is completed\nready: \"Build\" \\(${build}\\)\n$"
  done "${store}" Design --as ann --summary "as drawn")
expect(2 "\"never\"" claim "${store}" never --as ann)

# Work of one is approved by another.
expect(0 "what it builds on:\n  - \"Design\" completed: \"as drawn\"" claim "${store}" Build --as ann)
expect(0 "is review\n" done "${store}" "${build}" --as ann)
expect(2 "ann" approve "${store}" "${build}" --as ann)
expect(0 "is in_progress\n" approve "${store}" "${build}" --as kim --refuse --comments "no tests")
expect(0 "is review\n" done "${store}" "${build}" --as ann)
expect(0 "^\"Build\" \\(${build}\\) is completed\n$" approve "${store}" "${build}" --as kim)
expect(2 "there is no task" approve "${store}" nothing --as kim)

# What somebody has is taken away by force only.
expect(0 "^\"Odd.u001bc\" \\([0-9a-z]+\\) is yours" claim "${store}" --as ann --lease 10000)
string(REGEX MATCH "\\(([0-9a-z]+)\\)" ignored "${out}")
set(odd "${CMAKE_MATCH_1}")
expect(2 "is with \"ann\"; --force takes it away from them" release "${store}" "${odd}" --as kim)
expect(0 "is pending\n$" release "${store}" "${odd}" --as kim --force --reason "ann is away")
expect(2 "is pending; only one that an agent holds is released" release "${store}" "${odd}")

# What was ended by mistake is reopened, and what depends on it waits again.
expect(2 "is completed; only one that has failed is tried again" retry "${store}" Build)
expect(0 "^\"Build\" \\(${build}\\) is pending\nwaiting: \"Odd.u001bc\"\n$"
  reopen "${store}" Build --reason "closed by mistake")
expect(2 "is pending; only one that is completed, cancelled or skipped is reopened"
  reopen "${store}" Build)
expect(0 "ended by reopen: \"closed by mistake\"" claim "${store}" Build --as ann)
expect(0 "is review\n" done "${store}" Build --as ann)
expect(0 "is completed\n$" approve "${store}" Build --as kim)

expect(0 "^sent\n$" nudge "${store}" ann "Use HS256${escape}c" --as kim)
expect(0 "^sent: no agent \"bob\" is known yet; the message waits for one of that name\n$"
  nudge "${store}" bob Hello)
expect(0 "message from \"kim\": \"Use HS256.u001bc\"\n$" list "${store}" --as ann --state done)
if(out MATCHES "Odd" OR NOT out MATCHES "\n${design}  completed    \"Design\"\n")
  message(FATAL_ERROR "not what is done:\n${out}")
endif()

# As JSON, one line a plan.
expect(0 "^{\"plan\":\"[a-z0-9-]+\",\"goal\":\"Add JWT.u001bc\",\"status\":\"active\",\"outcome\":\"open\",\"tasks\":.{\"id\":\"[0-9a-z]+\",\"title\":\"Odd.u001bc\",\"state\":\"ready\"}.,\"to_approve\":..,\"messages\":...\n$"
  list "${store}" --json --state ready)
expect(0 "^{\"id\":\"[0-9a-z]+\"}\n$" nudge "${store}" ann x --json)

# A decision is approved by the beginning of its id.
file(WRITE "${SCRATCH}/calls.jsonl" [=[
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"task_memory_record_decision","arguments":{"question":"Which?","choice":"this\u001bc","needs_approval":true}}}
]=])
execute_process(COMMAND "${PROGRAM}" mcp --store "${store}" --tools tasks-all
  INPUT_FILE "${SCRATCH}/calls.jsonl" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
expect(0 "\n([0-9a-z]+)  to approve   \"Which\\?\" -> \"this.u001bc\"\n" list "${store}")
string(REGEX MATCH "([0-9a-z]+)  to approve" ignored "${out}")
set(decision "${CMAKE_MATCH_1}")
expect(0 "^decision ${decision}[0-9a-z]* is not approved\n$"
  approve "${store}" "${decision}" --refuse --comments "too early")
expect(0 "^decision ${decision}[0-9a-z]* is approved\n$" approve "${store}" "${decision}")
expect(0 "open, 2 of 3 completed" list "${store}")
if(out MATCHES "to approve")
  message(FATAL_ERROR "it is approved:\n${out}")
endif()
unset(ENV{USER})
expect(2 "say who you are: --as NAME" claim "${store}")
set(ENV{USER} "user")

# Of several plans that of the project is meant where none is named.
expect(0 "\"Other\" [^\n]+ is in \"second\"\n" add "${store}" Other --plan second)
expect(0 "\"Odd.u001bc\" [^\n]+ is yours" claim "${store}" --as ann)
expect(0 "\"Other\"" claim "${store}" --plan second)
expect(0 "^== \"[a-z0-9-]+\".*\n\n== \"[a-z0-9-]+\"" list "${store}")
expect(0 "^== \"second\"" list "${store}" --plan second)
expect(0 "is in" add "${store}" Tagged --plan second --tag ui --tag late)
expect(0 "completed\n[0-9a-z]+  ready        \"Tagged\"\n$" list "${store}" --plan second --tag late)
expect(0 "completed\n[0-9a-z]+  in_progress  \"Other\"[^\n]+\n$"
  list "${store}" --plan second --assigned-to user)
expect(2 "there is no plan \"third\"" list "${store}" --plan third)
expect(0 "\"Part\"" add "${store}" Part --part-of Tagged --plan second)
expect(0 "^== \"second\".*completed\n[0-9a-z]+  ready        \"Part\"\n$" list "${store}" --part-of Tagged)
expect(0 "\"Tagged\" is pending; it waits for \"Part\"" list "${store}" --tag late)
expect(2 "there is no task \"Nothing\" in the plans of" list "${store}" --part-of Nothing)

# What an agent plans for itself is the plan of its project: listed, drawn and told.
if(ENGINE STREQUAL "sqlite")
  set(other "sqlite:${SCRATCH}/agents.db")
else()
  set(other "${SCRATCH}/agents")
endif()
# ask(<tool> <arguments>)
function(ask tool arguments)
  file(WRITE "${SCRATCH}/calls.jsonl" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"${tool}\",\"arguments\":${arguments}}}\n")
  execute_process(COMMAND "${PROGRAM}" mcp --store "${other}" --tools all --project "${SCRATCH}"
    INPUT_FILE "${SCRATCH}/calls.jsonl" OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
  set(out "${out}" PARENT_SCOPE)
endfunction()
ask(memory_remember [=[{"content":"Nothing planned yet","session_id":"first"}]=])
expect(2 "there is no plan in" list "${other}")
ask(memory_plan [=[{"add":["Deploy it"],"session_id":"first"}]=])
expect(0 "^== \"[a-z0-9-]+\": open, 0 of 1 completed\n[0-9a-z]+  ready        \"Deploy it\"\n$" list "${other}")
ask(memory_remember [=[{"content":"Tea at four","session_id":"second"}]=])
ask(memory_context [=[{"session_id":"second"}]=])
if(NOT out MATCHES "PLAN.*Deploy it")
  message(FATAL_ERROR "a new conversation does not know the plan:\n${out}")
endif()
ask(task_plan [=[{"tasks":[{"title":"Tell them"}]}]=])
expect(0 "open, 0 of 2 completed" list "${other}")
foreach(command "show;${other}" "what;${SCRATCH};--store;${other}")
  execute_process(COMMAND "${PROGRAM}" ${command} OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
  if(NOT out MATCHES "Deploy it")
    message(FATAL_ERROR "workmem ${command} does not know the plan:\n${out}")
  endif()
endforeach()

# What cannot be read of a store is said, and the store stays as it is.
if(NOT ENGINE STREQUAL "sqlite")
  file(GLOB_RECURSE logs "${store}/*/log")
  foreach(log IN LISTS logs)
    file(APPEND "${log}" "torn")
  endforeach()
  expect(1 "has lost its end" list "${store}" --plan second)
  expect(1 "== \"second\"" list "${store}" --plan second)
  foreach(log IN LISTS logs)
    file(READ "${log}" bytes HEX)
    if(NOT bytes MATCHES "746f726e$")
      message(FATAL_ERROR "listing changed ${log}")
    endif()
  endforeach()
endif()
