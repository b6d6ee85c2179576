// One API request and its response as the handlers see them, and the errors that several handlers throw.
import { ApiError } from '../core/api-error.ts'
import { findBehaviour } from '../core/behaviours.ts'
import type { SandboxContext } from '../core/context.ts'
import { errorCodes } from '../core/error-codes-data.ts'
import { type Fault, findFault } from '../core/faults.ts'

export interface ApiRequest {
  path: string
  query: URLSearchParams
  /** Empty unless the body is form-encoded, the only format that the 2010 API reads. */
  form: URLSearchParams
  /** Undefined unless the body is a JSON object. */
  json: Record<string, unknown> | undefined
  params: { sid?: string; mediaSid?: string; recordingSid?: string; country?: string }
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

/** Throws for the injected faults that keep a request from taking effect. */
export function throwRequestFault(faults: readonly Fault[]): void {
  const refuse = findFault(faults, 'refuse')
  if (refuse) throw new ApiError(refuse.code ?? 20001)
  if (findFault(faults, 'too-many-requests')) throw new ApiError(20429)
  if (findFault(faults, 'error-before-accept')) throw new ApiError(20500)
  if (findFault(faults, 'lost-request')) throw new ConnectionDropped()
}

/** Applies the behaviour of the recipient's number to a request that creates a message or a call. */
export function applyBehaviour(context: SandboxContext, request: ApiRequest, to: string): void {
  const { code, faults = [] } = findBehaviour(context, to) ?? {}
  if (code !== undefined && errorCodes[code]?.at === 'request') throw new ApiError(code)
  request.faults.push(...faults)
  throwRequestFault(faults)
}

export function throwNotFound(path: string): never {
  throw new ApiError(20404, `The requested resource ${path} was not found`)
}
