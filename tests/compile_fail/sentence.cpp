// Whatever the compiler prints around it, a static_assert's sentence is found in its output.
// expect: workmem: a sentence with "quotes", (brackets) -> and more
static_assert(sizeof(char) == 2, "workmem: a sentence with \"quotes\", (brackets) -> and more");
