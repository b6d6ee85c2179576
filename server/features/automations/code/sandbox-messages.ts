// The messages between the server and the worker threads that run code.
export interface SandboxRequest {
  /** The body of a function of `input`. */
  source: string
  /** JSON. */
  input: string
  timeoutMs: number
  memoryBytes: number
}

export type SandboxReply = { logs: string[] } & ({ output: string; fault?: undefined } | { fault: CodeFault })

/** `failed`: the code has thrown an error or cannot be compiled. `limit`: it needs too much memory or output. */
export interface CodeFault {
  code: 'failed' | 'limit' | 'timeout'
  message: string
  /** From 1, if it is known. */
  line?: number
}

export const maxOutputBytes = 256 * 1_024
export const maxLogs = 100
export const maxLogLength = 1_000
