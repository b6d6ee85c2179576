// One API request and its response as the handlers see them.
import type { SandboxContext } from '../core/context.ts'
import type { Fault } from '../core/faults.ts'

export interface ApiRequest {
  path: string
  query: URLSearchParams
  /** Empty unless the body is form-encoded, the only format that the 2010 API reads. */
  form: URLSearchParams
  /** Undefined unless the body is a JSON object. */
  json: Record<string, unknown> | undefined
  params: { sid?: string; mediaSid?: string }
  /** The request uses the test credentials, so nothing is stored. */
  isTest: boolean
  faults: Fault[]
}

export interface ApiResponse {
  status: number
  /** Buffers are sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** The resource that the activity log names. */
  sid?: string
  /** The root element of the XML format. */
  root?: string
  /** Runs once the response has been sent or dropped. */
  afterSend?: () => void
}

export type ApiHandler = (context: SandboxContext, request: ApiRequest) => ApiResponse | Promise<ApiResponse>

/** Closes the connection instead of sending a response. */
export class ConnectionDropped extends Error {}
