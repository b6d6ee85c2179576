// A fault that a check reports.
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
