# cmake -D PACKAGE=<package.json> -D FOLDER=<where> -D WHAT=<what they are> -D SWITCH=<option>
#   -D LEAST_NODE=<version> -P npm_install.cmake
# Installs the packages there unless they are there, and links the node that runs the tests as
# FOLDER/node: the system's, or where that is older than they need the one of the npm package.
cmake_minimum_required(VERSION 3.23)

set(without "to go without these tests, configure with -D${SWITCH}=OFF")
find_program(npm npm)
find_program(node NAMES node nodejs)
if(NOT npm OR NOT node)
  message(FATAL_ERROR
    "workmem: the tests with ${WHAT} need node and npm (on Debian: apt-get install nodejs npm); ${without}")
endif()

execute_process(COMMAND ${node} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX REPLACE "^v" "" version "${version}")
set(options --no-audit --no-fund --no-package-lock --loglevel=error)
if(version VERSION_GREATER_EQUAL LEAST_NODE)
  list(APPEND options --omit=optional)
endif()

file(READ "${PACKAGE}" wanted)
string(PREPEND wanted "${node} ${version}, at least ${LEAST_NODE}\n")
set(stamp "${FOLDER}/installed.txt")
if(EXISTS "${stamp}")
  file(READ "${stamp}" before)
  if(before STREQUAL wanted AND EXISTS "${FOLDER}/node")
    return()
  endif()
endif()

file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${PACKAGE}" DESTINATION "${FOLDER}")
execute_process(COMMAND ${npm} install ${options}
  WORKING_DIRECTORY "${FOLDER}"
  RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
if(NOT status EQUAL 0)
  message(FATAL_ERROR
    "${printed}\nworkmem: npm could not install ${WHAT} (${status}), the reason stands above. Is there a network? ${without}")
endif()
if(version VERSION_LESS LEAST_NODE)
  set(node "${FOLDER}/node_modules/.bin/node")
  execute_process(COMMAND "${node}" --version RESULT_VARIABLE status OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "workmem: node ${version} is older than ${LEAST_NODE}, and npm brought no newer one (${printed}); ${without}")
  endif()
endif()
file(CREATE_LINK "${node}" "${FOLDER}/node" SYMBOLIC)
file(WRITE "${stamp}" "${wanted}")
