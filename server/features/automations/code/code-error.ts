// The error of code that could not be run to its end.
import type { CodeFault } from './sandbox-messages.ts'

export class CodeError extends Error {
  /** `busy`: too many runs are waiting. `closed`: the process ends. */
  readonly code: CodeFault['code'] | 'busy' | 'closed'
  /** The line of the source, from 1, if it is known. */
  readonly line: number | undefined
  readonly logs: readonly string[]

  constructor(code: CodeError['code'], message: string, { line, logs = [] }: { line?: number; logs?: string[] } = {}) {
    super(message)
    this.name = 'CodeError'
    this.code = code
    this.line = line
    this.logs = logs
  }
}
