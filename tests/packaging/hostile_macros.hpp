// Macros that windows.h, Qt, X11 and Unreal define. A header that names one of these words
// does not compile behind them, unless it writes (std::min)(a, b).
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define ERROR 0
#define emit
#define slots
#define signals public
#define None 0L
#define Status int
#define Bool int
#define check(expression) hostile_check_is_a_macro(expression)
#define verify(expression) hostile_verify_is_a_macro(expression)
