// The messages between the server and the worker threads that run code.
export interface SandboxRequest {
  /** The body of a function of `input`. */
  source: string
  /** JSON, as `writeMarked` writes it. */
  input: string
  timeoutMs: number
  memoryBytes: number
}

/** The output is JSON with marked text too. */
export type SandboxReply = { logs: string[] } & ({ output: string; fault?: undefined } | { fault: CodeFault })

/** `failed`: the code has thrown an error or cannot be compiled. `limit`: it needs too much memory or output. */
export interface CodeFault {
  code: 'failed' | 'limit' | 'timeout'
  message: string
  /** From 1, if it is known. */
  line?: number
}

/** QuickJS cannot read or write JSON with a BigInt, so it is text with this prefix. No other text has a NUL character. */
export const bigIntMark = '\0n'

export const maxOutputBytes = 256 * 1_024
export const maxLogs = 100
export const maxLogLength = 1_000
