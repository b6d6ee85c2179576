// One request to the carrier's API and its answer, as the handlers see them.
import type { Fault } from '../core/faults.ts'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  /** Empty unless the body was form-encoded: the carrier reads nothing else on the old API. */
  form: URLSearchParams
  /** Undefined unless the body was a JSON object. */
  json: Record<string, unknown> | undefined
  /** What the path's pattern caught. */
  params: string[]
  /** Test credentials: nothing is kept. */
  isTest: boolean
  faults: Fault[]
}

export interface Answer {
  status: number
  /** Undefined: no body. Bytes go out as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** What was made or asked for, for the log. */
  sid?: string
  /** The element of the XML form. */
  root?: string
  /** Done once the answer is out, or lost. */
  afterwards?: () => void
}

/** The connection is cut instead of an answer. */
export class CutConnection extends Error {}
