// The server's messages about a flow, by the step and the field that they are about.
import { findStep } from './edit.ts'
import type { Flow } from './flow.ts'

export interface Fault {
  /** Undefined for the flow as a whole; `trigger` for the trigger. */
  step: string | undefined
  /** In the step, such as `input.url` or `name`. */
  field: string
  message: string
}

interface Refused {
  body?: Record<string, unknown>
  message: string
}

/** `flow` is the one that was sent. */
export function faultsOf({ body = {}, message }: Refused, flow: Flow): Fault[] {
  const { faults } = body as { faults?: { path: string; message: string }[] }
  if (!faults) return [{ step: undefined, field: '', message }]
  return faults.map((fault) => {
    if (/^trigger\b/.test(fault.path))
      return { step: 'trigger', field: rest(fault.path, 'trigger'), message: fault.message }
    const path = /^steps\.\d+(?:\.input\.(?:then|else|steps)\.\d+)*/.exec(fault.path)?.[0]
    const step = path === undefined ? undefined : findStep(flow, path)
    return step
      ? { step: step.name, field: rest(fault.path, path!), message: fault.message }
      : { step: undefined, field: '', message: fault.path ? `${fault.path}: ${fault.message}` : fault.message }
  })
}

const rest = (path: string, start: string): string => path.slice(start.length + 1)
