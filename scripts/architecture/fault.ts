// The faults that a check reports.
export interface Fault {
  path: string
  line?: number
  message: string
  /** A warning does not fail the check. */
  warning?: boolean
}

export function describeFault(fault: Fault): string {
  const location = fault.line === undefined ? fault.path : `${fault.path}:${fault.line}`
  return `${fault.warning ? 'warning: ' : ''}${location} ${fault.message}`
}

/** Prints the faults and a summary, and sets the exit code. */
export function report(name: string, summary: string, faults: readonly Fault[]): void {
  for (const fault of faults) console.log(describeFault(fault))
  const errors = faults.filter((fault) => !fault.warning).length
  console.log(`${name}: ${summary}, ${errors === 0 ? 'no faults' : `${errors} faults`}`)
  process.exitCode = errors === 0 ? 0 : 1
}
