#pragma once

namespace workmem::identity {

/// Two entities are the same when type and id are.
struct type_and_id {
    static constexpr bool uses_type = true;
};

/// Two entities are the same when their ids are; the newer type wins.
struct id_only {
    static constexpr bool uses_type = false;
};

}  // namespace workmem::identity
