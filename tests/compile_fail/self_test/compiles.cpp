int main() {}
// expect: workmem: nothing is wrong with this file
