// Creates, lists, fetches, changes and deletes calls.
import { ApiError } from '../core/api-error.ts'
import { type Call, isOver, newCall } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import { type ApiRequest, type ApiResponse, applyBehaviour, throwNotFound } from './api-request.ts'
import { relativePage, timeFilter } from './paging.ts'
import { presentCall } from './present-call.ts'
import { readInstructions, readNewCall, readRecord, readStatusCallback, readTimeLimit } from './read-call.ts'
import { createTestCall } from './test-credentials.ts'

export async function createCall(context: SandboxContext, request: ApiRequest): Promise<ApiResponse> {
  const { calls, telephony } = context
  if (request.isTest) return createTestCall(context, request.form)
  const order = { ...readNewCall(context, request.form), recording: readRecord(request.form) }
  applyBehaviour(context, request, order.to)
  const call = newCall(context, { ...order, direction: 'outbound-api', faults: request.faults })
  calls.save(call)
  const response = present(context, call, 201)
  if (!findFault(request.faults, 'callback-before-answer'))
    return { ...response, afterSend: () => void telephony.dial(call) }
  await telephony.dial(call)
  return response
}

export function listCalls(context: SandboxContext, request: ApiRequest): ApiResponse {
  const all = findCalls(context, request.query)
  return {
    status: 200,
    body: relativePage('calls', all, request, (call) => presentCall(context, call)),
    root: 'Calls',
  }
}

export function fetchCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  return present(context, getCall(context, request))
}

export function updateCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  const { form } = request
  const { telephony } = context
  const call = getCall(context, request)
  const status = form.get('Status') || undefined
  const instructions = readInstructions(form)
  const maxSeconds = readTimeLimit(form)
  const callback = readStatusCallback(form)
  if (form.get('Url') && form.get('Twiml')) throw new ApiError(20001, 'Url and Twiml exclude each other.')
  if (status === undefined && !instructions && maxSeconds === undefined && !callback)
    throw new ApiError(20001, 'Status, Url, Twiml, TimeLimit or StatusCallback is required.')
  if (status !== undefined && status !== 'canceled' && status !== 'completed')
    throw new ApiError(20001, 'Status must be canceled or completed.')
  const hasBegun = call.status === 'in-progress'
  if (isOver(call) || (status === 'canceled' && hasBegun)) throw new ApiError(21220)
  if (instructions && status === undefined && !hasBegun) throw new ApiError(21220)
  if (callback) telephony.changeCallback(call.sid, callback)
  if (maxSeconds !== undefined) telephony.limit(call.sid, maxSeconds)
  if (status !== undefined) telephony.hangUp(call.sid)
  else if (instructions) telephony.redirect(call.sid, instructions)
  return present(context, call)
}

export function deleteCall(context: SandboxContext, request: ApiRequest): ApiResponse {
  const call = getCall(context, request)
  if (!isOver(call)) throw new ApiError(20009)
  context.calls.remove(call)
  return { status: 204, sid: call.sid }
}

function present(context: SandboxContext, call: Call, status = 200): ApiResponse {
  return { status, body: presentCall(context, call), sid: call.sid, root: 'Call' }
}

export function getCall({ calls }: SandboxContext, { params, path }: ApiRequest): Call {
  return calls.get(params.sid ?? '') ?? throwNotFound(path)
}

/** Newest first. */
function findCalls({ calls }: SandboxContext, query: URLSearchParams): Call[] {
  const fields = [
    ['To', 'to'],
    ['From', 'from'],
    ['ParentCallSid', 'parentSid'],
    ['Status', 'status'],
  ] as const
  const [startsInTime, endsInTime] = [timeFilter(query, 'StartTime'), timeFilter(query, 'EndTime')]
  const filtersEnd = [...query.keys()].some((key) => /^EndTime[<>]?$/.test(key))
  const matches = (call: Call) =>
    fields.every(([name, field]) => !query.get(name) || query.get(name) === call[field]) &&
    startsInTime(call.startedAtMs ?? call.createdAtMs) &&
    (!filtersEnd || (call.endedAtMs !== null && endsInTime(call.endedAtMs)))
  return calls.list().filter(matches).reverse()
}
