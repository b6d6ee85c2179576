// A fault that a check of the house finds: where it is, what it is, which way out there is.

export interface Fault {
  path: string
  line?: number
  message: string
  /** A warning is printed but fails nothing. */
  warning?: boolean
}

export function describeFault(fault: Fault): string {
  const place = fault.line === undefined ? fault.path : `${fault.path}:${fault.line}`
  return `${fault.warning ? 'warning: ' : ''}${place} ${fault.message}`
}
