static_assert(sizeof(char) == 2, "workmem: nobody expects this");
