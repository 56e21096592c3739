#ifndef WORKMEM_C_WORKMEM_H
#define WORKMEM_C_WORKMEM_H

/* The working memory of one agent, from C and from whatever can call it: text and JSON in, JSON out.
 *
 * Strings are UTF-8 and end with a zero byte. A function that answers text gives the caller a string
 * that `wm_text_free` takes back, or NULL where it failed: then `wm_last_error` says why, and nothing
 * was changed. A memory may be used by several threads at the same time; it is closed once, when
 * nobody uses it any more. No exception leaves the library. */

#include <stddef.h>

#if defined(_WIN32)
#define WM_API __declspec(dllexport)
#elif defined(__GNUC__)
#define WM_API __attribute__((visibility("default")))
#else
#define WM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* An agent's memory. */
typedef struct wm_memory wm_memory;

/* Opens the memory of an agent, NULL where that fails.
 * store: NULL or "" keeps it in this process alone; "sqlite:FILE" in a database, where the library was
 *   built with SQLite; a folder, which one process at a time may use. What begins like an address
 *   ("redis://…") is refused: servers are reached by the program and from C++.
 * agent: its name; NULL is "default". Agents of one store do not know of each other.
 * options: NULL, or a JSON object: "entities" (things remembered, 50), "max_items" and "max_tokens" of
 *   notes (64, 4000), "risk" (parts per million of the answers that may be wrong, 325000; at most
 *   1000000). */
WM_API wm_memory* wm_open(const char* store, const char* agent, const char* options);
/* Records what is left to record, and closes. NULL is fine. */
WM_API void wm_close(wm_memory* memory);

/* A tool was called with `arguments` (a JSON object, or NULL) and answered `result` (JSON or text):
 * {"things":[{"type","id","name"},…],"added":n,"removed":n,"failed":false}. */
WM_API char* wm_observe(wm_memory* memory, const char* tool, const char* arguments,
                        const char* result);
/* Somebody said something; role is "user" or "assistant": {"things":[…]}, what it names. */
WM_API char* wm_hear(wm_memory* memory, const char* role, const char* text);
/* Which thing a reference means, of a type where that is not NULL:
 * {"status":"resolved","type":…,"id":…,"name":…,"reason":…,"confidence":n}, the last in parts per
 * million, and "with" the other things in the sentence; "set" with "references", "reason" and
 * "confidence"; "ambiguous" with "candidates"; "unresolved"; all but the first with a "message". */
WM_API char* wm_resolve(wm_memory* memory, const char* reference, const char* type);
/* What is known as text for a prompt of so many tokens at most. */
WM_API char* wm_context(wm_memory* memory, size_t token_limit);
/* The same in two parts: {"stable":…,"recent":…,"tokens":n}. options: NULL, or a JSON object: "tokens"
 * (2000), "task" (the id of the task in hand), "explain" (true lists what is left out as "omitted"). */
WM_API char* wm_prompt(wm_memory* memory, const char* options);
/* Notes a fact. what: a JSON object with "content" and, where wanted, "key", "tags", "pin", "for_good"
 * and "idempotency_key": {"id":…}. */
WM_API char* wm_memorize(wm_memory* memory, const char* what);
/* What answers a query, at most `limit` of each memory:
 * {"found":[{"from","id","content"},…],"count":n}. */
WM_API char* wm_search(wm_memory* memory, const char* query, size_t limit);
/* Deprecated: the older name of wm_search. Tools and Python call storing "remember". */
WM_API char* wm_remember(wm_memory* memory, const char* query, size_t limit);
/* A thing, note or memory leaves by its id, a note also by its key: {"forgotten":n}. */
WM_API char* wm_forget(wm_memory* memory, const char* id);
/* The same for good: out of everything stored, too. What other notes say of a thing is theirs, with its
 * id and name: forget those as well. */
WM_API char* wm_erase(wm_memory* memory, const char* id);
/* Calls a tool by its name, such as "memory_list", with a JSON object of arguments (NULL: none). What
 * it answers, or NULL where it fails. wm_call(memory, "", NULL) lists the tools as MCP does. */
WM_API char* wm_call(wm_memory* memory, const char* tool, const char* arguments);
/* All there is, as JSON. */
WM_API char* wm_save(wm_memory* memory);
/* Replaces the content by what `wm_save` gave; 0, or -1 where it fails and nothing was changed. */
WM_API int wm_load(wm_memory* memory, const char* saved);

/* Why the last call of this thread failed: {"error":…,"code":…,"details":{…}}; "" after one that did
 * not. Valid until the next call of this thread. */
WM_API const char* wm_last_error(void);
/* Takes back what a function answered. NULL is fine. */
WM_API void wm_text_free(char* text);
/* Such as "0.1.0". */
WM_API const char* wm_version(void);

#ifdef __cplusplus
}
#endif

#endif
