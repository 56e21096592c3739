"""An agent's loop with its working memory, from Python: agent.py LIBRARY (libworkmem_c.so)."""
import ctypes
import json
import sys


class Memory:
    """workmem through ctypes: every call takes text and gives what its JSON says."""

    def __init__(self, library, store=None, agent=None):
        self.lib = ctypes.CDLL(library)
        self.lib.wm_open.restype = ctypes.c_void_p
        self.lib.wm_last_error.restype = ctypes.c_char_p
        self.handle = self.lib.wm_open(self.bytes(store), self.bytes(agent), None)
        if not self.handle:
            raise RuntimeError(self.lib.wm_last_error().decode())

    @staticmethod
    def bytes(text):
        return None if text is None else text.encode()

    def call(self, tool, /, **arguments):
        function = self.lib.wm_call
        function.restype = ctypes.c_void_p
        answer = function(ctypes.c_void_p(self.handle), tool.encode(), json.dumps(arguments).encode())
        if not answer:
            raise RuntimeError(self.lib.wm_last_error().decode())
        try:
            return json.loads(ctypes.string_at(answer))
        finally:
            self.lib.wm_text_free(ctypes.c_void_p(answer))

    def close(self):
        self.lib.wm_close(ctypes.c_void_p(self.handle))


def list_orders():
    return [{"id": "o-1", "title": "Shoes"}, {"id": "o-2", "title": "Socks"}, {"id": "o-3", "title": "Hat"}]


# [door]
memory = Memory(sys.argv[1])
for said in ["Show me my orders", "Cancel the second one", "And the hat?", "Cancel the invoice"]:
    memory.call("memory_hear", role="user", text=said)
    if said.startswith("Show"):
        memory.call("memory_observe", tool="orders.list", result=json.dumps(list_orders()))
        print("user:", said, "->", len(list_orders()), "orders")
        continue
    meant = memory.call("memory_resolve", reference=said)
    print("user:", said, "->", meant.get("id") or meant["message"])
# [door]
memory.call("memory_remember", content="The user cancels by e-mail", pin=True)
print(memory.call("memory_context", token_limit=300)["context"], end="")
memory.close()
