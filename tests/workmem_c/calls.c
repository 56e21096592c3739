/* What workmem.h promises, from C. */
#include <workmem_c/workmem.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);  \
            ++failures;                                                      \
        }                                                                    \
    } while (0)

/* Whether an answer holds a text; frees it. */
static int holds(char* answer, const char* part) {
    int found = answer != NULL && strstr(answer, part) != NULL;
    if (!found) fprintf(stderr, "not in %s: %s\n", answer != NULL ? answer : wm_last_error(), part);
    wm_text_free(answer);
    return found;
}
/* Whether a call failed with a code. */
static int refused(char* answer, const char* code) {
    int right = answer == NULL && strstr(wm_last_error(), code) != NULL;
    wm_text_free(answer);
    return right;
}

static const char* const orders =
    "[{\"id\":\"o-1\",\"title\":\"Shoes\"},{\"id\":\"o-2\",\"title\":\"Socks\"},{\"id\":\"o-3\",\"title\":\"Hat\"}]";

static void check_calls(wm_memory* memory) {
    CHECK(holds(wm_observe(memory, "orders.list", "{\"limit\":3}", orders), "\"added\":3"));
    CHECK(holds(wm_observe(memory, "orders.list", NULL, "{\"error\":\"no\"}"), "\"failed\":true"));
    CHECK(holds(wm_hear(memory, "user", "I like the Hat."), "\"id\":\"o-3\""));
    CHECK(holds(wm_resolve(memory, "cancel the second one", NULL), "\"id\":\"o-2\""));
    CHECK(holds(wm_resolve(memory, "the second one", "page"), "\"status\":\"unresolved\""));
    CHECK(holds(wm_resolve(memory, "the first and the third", NULL), "\"status\":\"set\""));
    CHECK(holds(wm_memorize(memory, "{\"content\":\"Tea at four\",\"key\":\"tea\",\"pin\":true}"), "\"id\":"));
    CHECK(holds(wm_search(memory, "tea", 5), "Tea at four"));
    CHECK(holds(wm_remember(memory, "tea", 5), "Tea at four"));
    CHECK(holds(wm_context(memory, 500), "[PINNED]\n- tea: \"Tea at four\""));
    CHECK(holds(wm_prompt(memory, "{\"tokens\":500}"), "\"recent\":\"[THINGS]\\n- order \\\"Shoes\\\" (o-1)"));
    CHECK(holds(wm_prompt(memory, NULL), "\"tokens\":"));
    CHECK(holds(wm_call(memory, "memory_list", "{\"type\":\"order\"}"), "\"count\":3"));
    CHECK(holds(wm_call(memory, "memory_list", "{\"type\":null,\"limit\":\"2\"}"), "\"count\":2"));
    CHECK(holds(wm_call(memory, "memory_list", "null"), "\"count\":3"));
    CHECK(holds(wm_call(memory, "memory_observe", "{\"tool\":\"x\",\"result\":{\"id\":1}}"), "\"things\":"));
    CHECK(holds(wm_call(memory, "", NULL), "\"name\":\"memory_resolve\""));
}

static void check_bad_input(wm_memory* memory) {
    CHECK(refused(wm_observe(NULL, "t", NULL, "{}"), "VALIDATION_ERROR"));
    CHECK(refused(wm_observe(memory, NULL, NULL, "{}"), "tool must be given"));
    CHECK(refused(wm_observe(memory, "t", "[1]", "{}"), "arguments must be a JSON object"));
    CHECK(refused(wm_hear(memory, "system", "x"), "one of user, assistant"));
    CHECK(refused(wm_resolve(memory, NULL, NULL), "reference must be given"));
    CHECK(refused(wm_memorize(memory, "{\"content\":7}"), "content must be a string"));
    CHECK(refused(wm_memorize(memory, "nonsense"), "must be a JSON object"));
    CHECK(refused(wm_prompt(memory, "{\"tokens\":-1}"), "tokens\\\": -1"));
    CHECK(refused(wm_prompt(memory, "{\"task\":\"none\"}"), "NOT_FOUND"));
    CHECK(refused(wm_call(memory, "no_such_tool", NULL), "NOT_FOUND"));
    CHECK(refused(wm_call(memory, NULL, NULL), "tool must be a text"));
    CHECK(wm_load(memory, "nonsense") == -1);
    CHECK(wm_load(memory, NULL) == -1);
    CHECK(wm_open("sqlite:/no/such/folder/x.db", "a", NULL) == NULL);
    CHECK(wm_open("redis://ann:hush@127.0.0.1", "a", NULL) == NULL);
    CHECK(strstr(wm_last_error(), "begins with redis:; this library has no engine for it") != NULL);
    CHECK(strstr(wm_last_error(), "hush") == NULL);
    CHECK(wm_open("mysql://127.0.0.1/x", "a", NULL) == NULL);
    CHECK(wm_open(NULL, NULL, "{\"entities\":0}") == NULL);
    CHECK(strstr(wm_last_error(), "entities must be a whole number, 1 to 2147483648, is 0") != NULL);
    CHECK(wm_open(NULL, NULL, "{\"unheard_of\":1}") == NULL);
    CHECK(strstr(wm_last_error(), "unheard_of") != NULL);
    CHECK(wm_open(NULL, NULL, "{\"unheard_of\":0}") == NULL);
    CHECK(strstr(wm_last_error(), "must be one of entities") != NULL);
    CHECK(wm_open(NULL, NULL, "{\"max_items\":-1}") == NULL);
    CHECK(strstr(wm_last_error(), "2147483648, is -1") != NULL);
    /* Broken UTF-8 and control characters are data. */
    CHECK(holds(wm_observe(memory, "t\x1b\xff", NULL, "{\"id\":\"\xff\x01\",\"name\":\"a\\nb\"}"), "things"));
    CHECK(holds(wm_context(memory, 100), "["));
    CHECK(wm_last_error()[0] == '\0');
    wm_close(NULL);
    wm_text_free(NULL);
}

int main(int count, char** arguments) {
    char store[4096];
    char* saved;
    wm_memory* memory = wm_open(NULL, NULL, NULL);
    wm_memory* other;
    CHECK(count == 2);
    CHECK(strlen(wm_version()) >= 5);
    CHECK(memory != NULL);
    check_calls(memory);
    check_bad_input(memory);

    saved = wm_save(memory);
    other = wm_open("", "other", "{\"entities\":10,\"max_items\":5}");
    CHECK(other != NULL && wm_load(other, saved) == 0);
    CHECK(holds(wm_resolve(other, "the hat", NULL), "\"id\":\"o-3\""));
    wm_text_free(saved);
    CHECK(holds(wm_forget(other, "o-3"), "\"forgotten\":1"));
    CHECK(holds(wm_resolve(other, "the hat", NULL), "unresolved"));
    CHECK(holds(wm_erase(other, "tea"), "\"forgotten\":"));
    saved = wm_save(other);
    CHECK(saved != NULL && strstr(saved, "Tea at four") == NULL);
    wm_text_free(saved);
    wm_close(other);
    wm_close(memory);

    /* What is acknowledged is there again, for the agent that it is of. */
    snprintf(store, sizeof store, "%s/store-%d", arguments[1], rand());
    memory = wm_open(store, "ann", NULL);
    CHECK(memory != NULL);
    wm_text_free(wm_observe(memory, "orders.list", NULL, orders));
    wm_close(memory);
    memory = wm_open(store, "ann", NULL);
    CHECK(holds(wm_resolve(memory, "the second one", NULL), "\"id\":\"o-2\""));
    wm_close(memory);
    memory = wm_open(store, "bob", NULL);
    CHECK(holds(wm_resolve(memory, "the second one", NULL), "unresolved"));
    wm_close(memory);
    return failures == 0 ? 0 : 1;
}
