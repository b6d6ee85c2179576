// The endpoints of the control API, which offers `control` and `phones` to other programs and to the page.
import { ApiError } from '../core/api-error.ts'
import { behaviourOfNumber, numberBehaviours } from '../core/behaviours.ts'
import { errorCodes } from '../core/error-codes-data.ts'
import type { Fault, ScriptedCall } from '../core/faults.ts'
import type { PhoneMessage } from '../phones/phones.ts'
import { type PhoneBehaviour, phoneBehaviours } from '../voice/phone-behaviours.ts'
import {
  type ControlContext,
  type ControlRequest,
  type ControlRoute,
  fromWire,
  type Handler,
  toWire,
} from './control-route.ts'
import { presentPhone, presentPhoneCall, presentPhoneMessage, presentState } from './present.ts'

/** PostgreSQL and dates express later times, but intervals between them would overflow elsewhere. */
const latestMs = Date.UTC(2200, 0)

export const controlRoutes: readonly ControlRoute[] = [
  [
    'GET',
    '/calls',
    ({ control }) => toWire({ calls: control.recentCalls(1_000).map((call) => presentPhoneCall(control, call)) }),
  ],
  ['POST', '/calls', placeCall],
  ['GET', '/calls/:id', ({ control }, _, sid) => showCall(control, sid)],
  ['POST', '/calls/:id/answer', ({ control }, _, sid) => control.answer(sid)],
  ['POST', '/calls/:id/hang-up', ({ control }, _, sid) => control.hangUp(sid)],
  ['POST', '/calls/:id/keys', ({ control }, { json }, sid) => control.press(sid, json['keys'] as string)],
  ['POST', '/calls/:id/speech', ({ control }, { json }, sid) => control.say(sid, readStep(json))],
  ['GET', '/call-behaviours', () => toWire({ behaviours: phoneBehaviours })],
  ['POST', '/phones/:id/call-behaviour', changeCallBehaviour],
  ['POST', '/numbers', ({ control }, { json }) => toWire(control.addNumber(fromWire(json)))],
  ['GET', '/state', async (sandbox) => toWire(await presentState(sandbox))],
  ['GET', '/behaviours', listBehaviours],
  ['GET', '/requests', listLog('requests')],
  ['GET', '/webhooks', listLog('webhooks')],
  ['GET', '/alarms', listLog('alarms')],
  ['GET', '/settings', ({ context }) => toWire(context.settings)],
  ['POST', '/settings', changeSettings],
  ['GET', '/faults', ({ context }) => ({ faults: toWire(context.faults.pending()) })],
  ['POST', '/faults', scriptFaults],
  ['DELETE', '/faults', ({ context }) => context.faults.clear()],
  [
    'GET',
    '/phones',
    ({ context, phones }) => ({ phones: phones.list().map((number) => presentPhone(context, phones, number)) }),
  ],
  ['GET', '/phones/:id/messages', listThread],
  ['POST', '/phones/:id/messages', sendAsPhone],
  ['POST', '/phones/:id/behaviour', changeBehaviour],
  [
    'POST',
    '/messages/:id/redeliver',
    async ({ phones }, _, sid) => ({ webhook: (await phones.redeliver(sid)).webhook ?? null }),
  ],
  ['GET', '/clock', showClock],
  ['POST', '/clock', turnClock],
  ['DELETE', '/clock', (sandbox) => sandbox.control.backToNow().then(() => showClock(sandbox))],
  ['POST', '/templates', ({ control }, { json }) => ({ sid: control.addTemplate(fromWire(json)).sid })],
  ['POST', '/templates/:id', changeTemplate],
  ['POST', '/senders', ({ control }, { json }) => ({ sid: control.addSender(fromWire(json)).sid })],
  ['POST', '/senders/:id', changeSender],
  ['POST', '/services', ({ control }, { json }) => control.addService(fromWire(json))],
  ['POST', '/token', ({ control }) => ({ auth_token: control.rotateAuthToken() })],
  ['POST', '/reset', ({ control }, { json }) => control.reset({ everything: json['everything'] === true })],
]

function listBehaviours(): unknown {
  const codes = Object.keys(errorCodes).map((code) => ({ suffix: `99${code}`, ...behaviourOfNumber(`99${code}`) }))
  const others = Object.entries(numberBehaviours).map(([digits, { does }]) => ({ suffix: `99${digits}`, does }))
  return { behaviours: [...others, ...codes.map(({ suffix, does }) => ({ suffix, does }))] }
}

function listLog(kind: 'requests' | 'webhooks' | 'alarms'): Handler {
  return ({ context }, { query }) => {
    const limit = Math.min(Number(query.get('limit')) || 1_000, 100_000)
    const all = context.activityLog[kind]
    return { [kind]: toWire(all.slice(-limit)), total: all.length }
  }
}

function changeSettings({ control, context }: ControlContext, { json }: ControlRequest): unknown {
  control.settings(fromWire(json))
  return toWire(context.settings)
}

/** The body is a fault, the faults of one request, or `{calls: […]}`. */
function scriptFaults({ control }: ControlContext, { json }: ControlRequest): void {
  const body: { calls?: (Fault | ScriptedCall)[] } & (Fault | ScriptedCall) = fromWire(json)
  const calls = body.calls ?? [body]
  control.script(...calls)
}

function listThread({ context, phones }: ControlContext, _: ControlRequest, number: string): unknown {
  const messages = phones.thread(number).slice(-500)
  return {
    ...presentPhone(context, phones, number),
    messages: messages.map((message) => presentPhoneMessage(context, message)),
  }
}

interface File {
  contentType: string
  base64: string
  filename?: string
}

async function sendAsPhone({ context, phones }: ControlContext, { json }: ControlRequest, from: string) {
  const { media: files, ...fields }: Omit<PhoneMessage, 'media'> & { media?: File[] } = fromWire(json)
  const media = files?.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }))
  const { message, webhook = null, replies } = await phones.send({ ...fields, from, media })
  return {
    ...presentPhoneMessage(context, message),
    webhook,
    replies: replies.map((reply) => presentPhoneMessage(context, reply)),
  }
}

function changeBehaviour({ control }: ControlContext, { json }: ControlRequest, number: string): void {
  control.behave(number, Object.keys(json).length > 0 ? fromWire(json) : undefined)
}

async function turnClock(sandbox: ControlContext, { json }: ControlRequest): Promise<unknown> {
  const { control } = sandbox
  const forwardMs = json['forward_ms']
  if (typeof forwardMs !== 'number' || !(forwardMs >= 0))
    throw new ApiError(20001, '`forward_ms` must be a number of milliseconds, at least 0. DELETE resets the clock.')
  const untilMs = control.now().getTime() + forwardMs
  if (untilMs > latestMs) throw new ApiError(20001, '`forward_ms` must not lead beyond the year 2200.')
  await control.forward(forwardMs)
  return showClock(sandbox)
}

function showClock({ context: { scheduler } }: ControlContext): unknown {
  return { now: scheduler.now().toISOString(), turned_ms: scheduler.turnedMs() }
}

function changeTemplate({ control }: ControlContext, { json }: ControlRequest, sidOrName: string): unknown {
  const { sid, approval } = control.changeTemplate(sidOrName, fromWire(json))
  return { sid, ...(toWire(approval) as object) }
}

function changeSender({ control }: ControlContext, { json }: ControlRequest, sidOrNumber: string): unknown {
  const { sid, status } = control.changeSender(sidOrNumber, fromWire(json))
  return { sid, status }
}

function placeCall({ control }: ControlContext, { json }: ControlRequest): unknown {
  const { from, to, behaviour } = json as { from: string; to: string; behaviour?: object }
  const call = control.call({ from, to, behaviour: behaviour && readBehaviour(behaviour) })
  return showCall(control, call.sid)
}

function showCall(control: ControlContext['control'], sid: string): unknown {
  const call = control.findCall(sid)
  if (!call) throw new ApiError(20404, `No call has the Sid ${sid}.`)
  return toWire(presentPhoneCall(control, call))
}

function changeCallBehaviour({ control }: ControlContext, { json }: ControlRequest, number: string): void {
  control.behaveOnCalls(number, Object.keys(json).length > 0 ? readBehaviour(json) : undefined)
}

function readBehaviour(json: unknown): PhoneBehaviour {
  const { steps = [], ...behaviour }: PhoneBehaviour = fromWire(json)
  return { ...behaviour, steps: steps.map((step) => ({ ...step, ...readStep({ ...step }) })) }
}

/** `audio` is a WAV file or mu-law audio in base64. */
function readStep({ say, audio }: Record<string, unknown>): { say?: string; audio?: Uint8Array } {
  return {
    ...(typeof say === 'string' && { say }),
    ...(typeof audio === 'string' && { audio: Buffer.from(audio, 'base64') }),
  }
}
