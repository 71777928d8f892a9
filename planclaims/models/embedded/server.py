"""The embedded model's server process: `python -m planclaims.models.embedded.server WEIGHTS CONTEXT`.

It says its address in one line, then serves until its standard input closes: when its parent dies, however it
dies, the pipe closes and no orphan stays behind.
"""

from __future__ import annotations

import os
import sys

CACHE_MIB = 256
THREADS = 1


def main(weights: str, context: int) -> None:
    """Serve the weights on a free local port until the input closes."""
    announcement = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever the runtime prints must not be taken for the address
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.port = 0
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    params.cache_ram_mib = CACHE_MIB
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.warmup = False
    params.verbosity = -1
    server = xllamacpp.Server(params)
    print(server.listening_address, file=announcement, flush=True)
    sys.stdin.read()
    os._exit(0)  # the server's threads would hold an orderly exit up


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
