// Records the child processes that a test starts, so that it can end one.
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

export function recordChildProcesses() {
  const processes: ChildProcess[] = []
  const record = (message: unknown) => void processes.push((message as { process: ChildProcess }).process)
  subscribe('child_process', record)
  return {
    all: processes as readonly ChildProcess[],
    last: (): ChildProcess => processes.at(-1)!,
    count: () => processes.length,
    [Symbol.dispose]: () => void unsubscribe('child_process', record),
  }
}
