// expect: workmem: one sentence
// lines: 1
static_assert(sizeof(char) == 2, "workmem: one sentence");
