// Starts, finds, lists, transfers and ends calls at the carrier.
import { OutsideError } from '#server/platform/outside-error.ts'
import { withRetries } from '#server/platform/security/twilio-signature.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CarrierCall, OutgoingCall, VoiceCarrier } from '#server/ports/voice-carrier.ts'
import type { Api } from '../rest/api.ts'
import { unlessMissing, unreadable } from '../rest/failures.ts'
import { durationOf, type Fields, sidOf, textOf, timeOf } from '../rest/json.ts'
import { toCallStatus } from './call-statuses.ts'
import { briefAgent, connectStream, joinConference } from './twiml.ts'

type Calls = Pick<VoiceCarrier, 'createCall' | 'findCall' | 'listCalls' | 'endCall' | 'callAgent' | 'joinConference'>

const sidForm = /^CA[0-9a-f]{32}$/i

/** https://www.twilio.com/docs/voice/api/call-resource */
export function createCalls(api: Api): Calls {
  const find = (account: CarrierAccount, sid: string) => unlessMissing(api.get(account, 'api', pathOf(account, sid)))
  const setStatus = (account: CarrierAccount, sid: string, status: 'canceled' | 'completed') =>
    unlessOver(api.postForm(account, 'api', pathOf(account, sid), new URLSearchParams({ Status: status }), 'read'))
  const create = async (account: CarrierAccount, form: URLSearchParams) => {
    const { sid, status } = await api.postForm(account, 'api', `${folder(account)}.json`, form)
    if (typeof sid !== 'string' || !sidForm.test(sid)) throw unreadable('write')
    return { sid, status: toCallStatus(textOf(status)) }
  }

  return {
    createCall: async (account, call) => {
      const form = dialForm(call, connectStream(call.media))
      detectMachines(form, 'DetectMessageEnd', call)
      return create(account, form)
    },
    callAgent: (account, call) => {
      const decisionUrl = withRetries(call.decisionUrl)
      const form = dialForm(call, briefAgent({ ...call, decisionUrl }))
      detectMachines(form, 'Enable', call)
      return create(account, form)
    },
    joinConference: async (account, sid, conference) => {
      if (!sidForm.test(sid)) throw new OutsideError('20404', 'The carrier has no such call.', { retryable: false })
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
    if (error instanceof OutsideError && error.code === '21220') return undefined
    throw error
  }
}

function folder({ accountSid }: CarrierAccount): string {
  return `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Calls`
}

function pathOf(account: CarrierAccount, sid: string): string {
  return `${folder(account)}/${sid}.json`
}

type Dialed = Pick<
  OutgoingCall,
  'to' | 'from' | 'keysAfterAnswer' | 'ringingSeconds' | 'maxSeconds' | 'statusCallbackUrl'
>

function dialForm(call: Dialed, twiml: string): URLSearchParams {
  const form = new URLSearchParams({
    To: call.to,
    From: call.from,
    Twiml: twiml,
    Timeout: String(call.ringingSeconds),
    TimeLimit: String(call.maxSeconds),
    StatusCallback: withRetries(call.statusCallbackUrl),
    StatusCallbackMethod: 'POST',
  })
  for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
  if (call.keysAfterAnswer !== undefined) form.set('SendDigits', call.keysAfterAnswer)
  return form
}

/** `Enable` reports a machine at its beginning, `DetectMessageEnd` at the end of its greeting. */
function detectMachines(
  form: URLSearchParams,
  mode: 'Enable' | 'DetectMessageEnd',
  { machineDetectionUrl }: Pick<OutgoingCall, 'machineDetectionUrl'>,
): void {
  if (machineDetectionUrl === undefined) return
  form.set('MachineDetection', mode)
  form.set('AsyncAmd', 'true')
  form.set('AsyncAmdStatusCallback', withRetries(machineDetectionUrl))
  form.set('AsyncAmdStatusCallbackMethod', 'POST')
}

function toCall(fields: Fields): CarrierCall {
  const createdAt = timeOf(fields.date_created)
  const sid = sidOf(fields.sid)
  if (sid === null || !createdAt) throw unreadable('read')
  return {
    sid,
    status: toCallStatus(textOf(fields.status)),
    from: textOf(fields.from) ?? '',
    to: textOf(fields.to) ?? '',
    durationSeconds: durationOf(fields.duration),
    createdAt,
  }
}
