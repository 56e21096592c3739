// expect: workmem: entity_traits<E> must provide type, id and name, and E must be default constructible, copyable and nothrow move assignable
#include <workmem/entity/window.hpp>

struct ticket {};
workmem::basic_entity_window<ticket> window;
