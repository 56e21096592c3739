// expect: workmem: the other sentence
static_assert(sizeof(char) == 2, "workmem: this sentence");
