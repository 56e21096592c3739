/* The memory of an agent, from C: text in, JSON out. */
#include <workmem_c/workmem.h>

#include <stdio.h>

static void show(char* answer) {
    puts(answer != NULL ? answer : wm_last_error());
    wm_text_free(answer);
}

int main(void) {
    // [door]
    wm_memory* memory = wm_open(NULL, NULL, NULL); /* or "sqlite:memory.db", "agent-1" */
    if (memory == NULL) return puts(wm_last_error()), 1;
    show(wm_observe(memory, "orders.list", NULL,
                    "[{\"id\":\"o-1\",\"title\":\"Shoes\"},{\"id\":\"o-2\",\"title\":\"Socks\"}]"));
    show(wm_resolve(memory, "cancel the second one", NULL));
    // [door]
    show(wm_resolve(memory, "cancel the third one", NULL));
    show(wm_context(memory, 200));
    show(wm_call(memory, "memory_list", "{\"limit\":0}"));
    wm_close(memory);
    return 0;
}
