// Starts, finds, lists, transfers and ends calls at the carrier.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CarrierCall, OutgoingCall, VoiceCarrier } from '#server/ports/voice-carrier.ts'
import type { Api } from '../rest/api.ts'
import { unlessMissing, unreadable } from '../rest/failures.ts'
import { durationOf, type Fields, sidOf, textOf, timeOf } from '../rest/json.ts'
import type { WebhookUrls } from '../webhooks/urls.ts'
import { toCallStatus } from './call-statuses.ts'
import { briefAgent, connectStream, joinConference } from './twiml.ts'

type Calls = Pick<VoiceCarrier, 'createCall' | 'findCall' | 'listCalls' | 'endCall' | 'callAgent' | 'joinConference'>

const sidForm = /^CA[0-9a-f]{32}$/i

/** https://www.twilio.com/docs/voice/api/call-resource */
export function createCalls(api: Api, urls: WebhookUrls): Calls {
  const find = (account: CarrierAccount, sid: string) => unlessMissing(api.get(account, 'api', pathOf(account, sid)))
  const setStatus = (account: CarrierAccount, sid: string, status: 'canceled' | 'completed') =>
    unlessOver(api.postForm(account, 'api', pathOf(account, sid), new URLSearchParams({ Status: status }), 'read'))
  const create = async (account: CarrierAccount, form: URLSearchParams) => {
    const { sid, status } = await api.postForm(account, 'api', `${folder(account)}.json`, form)
    if (typeof sid !== 'string' || !sidForm.test(sid)) throw unreadable('write')
    return { externalId: sid, status: toCallStatus(textOf(status)) }
  }

  return {
    createCall: async (account, call) => {
      const form = dialForm(call, connectStream({ url: urls.media, token: call.mediaToken }))
      form.set('StatusCallback', urls.report('call-status', call.report))
      if (call.detectsMachine) detectMachines(form, 'DetectMessageEnd', urls.report('amd', call.report))
      return create(account, form)
    },
    callAgent: (account, call) => {
      const form = dialForm(call, briefAgent({ ...call, decisionUrl: urls.report('agent-decision', call.report) }))
      form.set('StatusCallback', urls.report('agent-status', call.report))
      if (call.detectsMachine) detectMachines(form, 'Enable', urls.report('agent-amd', call.report))
      return create(account, form)
    },
    joinConference: async (account, sid, conference) => {
      if (!sidForm.test(sid))
        throw new CarrierError('refused', 'The carrier has no such call.', { reason: 'not_found', providerCode: 20404 })
      const form = new URLSearchParams({ Twiml: joinConference(conference) })
      await api.postForm(account, 'api', pathOf(account, sid), form)
    },
    findCall: async (account, sid) => {
      const found = sidForm.test(sid) ? await find(account, sid) : undefined
      return found && toCall(found)
    },
    listCalls: async (account, { from, to, since }) => {
      const sinceMs = Math.floor(since.getTime() / 1_000) * 1_000
      const isRecent = (call: CarrierCall) => call.createdAt.getTime() >= sinceMs
      // Not filtered by StartTime, because callers also look for calls that are still queued.
      const query = new URLSearchParams({ To: to, From: from, PageSize: '100' })
      const path = `${folder(account)}.json?${query}`
      const found = await api.list(account, 'api', path, 'calls', (page) => page.map(toCall).some(isRecent))
      return found
        .map(toCall)
        .filter(isRecent)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    },
    endCall: async (account, sid) => {
      if (!sidForm.test(sid)) return
      const found = await find(account, sid)
      const status = found && toCallStatus(textOf(found.status))
      if (status === undefined || finalStatuses.has(status)) return
      if (waitingStatuses.has(status)) {
        const canceled = await setStatus(account, sid, 'canceled')
        // A call that was answered in the meantime is not canceled; the carrier answers with its status or with an error.
        if (canceled && toCallStatus(textOf(canceled.status)) !== 'in-progress') return
      }
      await setStatus(account, sid, 'completed')
    },
  }
}

const waitingStatuses: ReadonlySet<string> = new Set(['queued', 'initiated', 'ringing'])
const finalStatuses: ReadonlySet<string> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled'])

/** Undefined if the call has another state than the change needs. The carrier also answers 20404 for a call that is over. */
async function unlessOver<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await unlessMissing(change)
  } catch (error) {
    if (error instanceof CarrierError && error.providerCode === 21220) return undefined
    throw error
  }
}

function folder({ externalId }: CarrierAccount): string {
  return `/2010-04-01/Accounts/${encodeURIComponent(externalId)}/Calls`
}

function pathOf(account: CarrierAccount, sid: string): string {
  return `${folder(account)}/${sid}.json`
}

type Dialed = Pick<OutgoingCall, 'to' | 'from' | 'keysAfterAnswer' | 'ringingSeconds' | 'maxSeconds'>

function dialForm(call: Dialed, twiml: string): URLSearchParams {
  const form = new URLSearchParams({
    To: call.to,
    From: call.from,
    Twiml: twiml,
    Timeout: String(call.ringingSeconds),
    TimeLimit: String(call.maxSeconds),
    StatusCallbackMethod: 'POST',
  })
  for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
  if (call.keysAfterAnswer !== undefined) form.set('SendDigits', call.keysAfterAnswer)
  return form
}

/** `Enable` reports a machine at its beginning, `DetectMessageEnd` at the end of its greeting. */
function detectMachines(form: URLSearchParams, mode: 'Enable' | 'DetectMessageEnd', url: string): void {
  form.set('MachineDetection', mode)
  form.set('AsyncAmd', 'true')
  form.set('AsyncAmdStatusCallback', url)
  form.set('AsyncAmdStatusCallbackMethod', 'POST')
}

function toCall(fields: Fields): CarrierCall {
  const createdAt = timeOf(fields.date_created)
  const sid = sidOf(fields.sid)
  if (sid === null || !createdAt) throw unreadable('read')
  return {
    externalId: sid,
    status: toCallStatus(textOf(fields.status)),
    from: textOf(fields.from) ?? '',
    to: textOf(fields.to) ?? '',
    durationSeconds: durationOf(fields.duration),
    createdAt,
  }
}
