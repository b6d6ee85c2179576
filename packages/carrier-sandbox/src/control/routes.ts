// The endpoints of the control API, which offers `control` and `phones` to other programs and to the page.
import { ApiError } from '../core/api-error.ts'
import { behaviourOfNumber, numberBehaviours } from '../core/behaviours.ts'
import type { SandboxContext } from '../core/context.ts'
import { errorCodes } from '../core/error-codes-data.ts'
import type { Fault, ScriptedCall } from '../core/faults.ts'
import type { SeedSender, SeedService, SettingsPatch } from '../core/settings.ts'
import type { Approval } from '../core/state.ts'
import type { PhoneMessage, VirtualPhones } from '../phones/phones.ts'
import type { SandboxControl, SenderChange, TemplateToAdd } from './control.ts'
import { presentPhone, presentPhoneMessage, presentState } from './present.ts'
import { fromWire, toWire } from './wire-names.ts'

interface ControlRequest {
  query: URLSearchParams
  json: Record<string, unknown>
}

export interface ControlContext {
  context: SandboxContext
  control: SandboxControl
  phones: VirtualPhones
}

/** Returns the response body, or undefined for `{"ok": true}`. `id` is the path parameter. */
type Handler = (sandbox: ControlContext, request: ControlRequest, id: string) => unknown

export const controlRoutes: readonly [method: 'GET' | 'POST' | 'DELETE', path: string, handle: Handler][] = [
  ['GET', '/state', ({ context, phones }) => toWire(presentState(context, phones))],
  ['GET', '/behaviours', listBehaviours],
  ['GET', '/requests', listLog('requests')],
  ['GET', '/webhooks', listLog('webhooks')],
  ['GET', '/alarms', listLog('alarms')],
  ['GET', '/settings', ({ context }) => toWire(context.settings)],
  ['POST', '/settings', changeSettings],
  ['GET', '/faults', ({ context }) => ({ faults: toWire(context.faults.pending()) })],
  ['POST', '/faults', scriptFaults],
  ['DELETE', '/faults', ({ context }) => context.faults.clear()],
  ['GET', '/phones', listPhones],
  ['GET', '/phones/:id/messages', listThread],
  ['POST', '/phones/:id/messages', sendAsPhone],
  ['POST', '/phones/:id/behaviour', changeBehaviour],
  ['POST', '/messages/:id/redeliver', redeliver],
  ['GET', '/clock', showClock],
  ['POST', '/clock', turnClock],
  ['DELETE', '/clock', putClockBack],
  ['POST', '/templates', addTemplate],
  ['POST', '/templates/:id', changeTemplate],
  ['POST', '/senders', addSender],
  ['POST', '/senders/:id', changeSender],
  ['POST', '/services', ({ control }, { json }) => control.addService(fromWire(json) as unknown as SeedService)],
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
  control.settings(fromWire(json) as SettingsPatch)
  return toWire(context.settings)
}

/** The body is a fault, the faults of one request, or `{calls: […]}`. */
function scriptFaults({ control }: ControlContext, { json }: ControlRequest): void {
  const given = fromWire(json) as unknown as { calls?: (Fault | ScriptedCall)[] } & (Fault | ScriptedCall)
  const calls = given.calls ?? [given]
  if (!calls.every((call) => 'fault' in call || Array.isArray(call.faults)))
    throw new ApiError(20001, 'Each call needs `fault` or `faults`.')
  control.script(...calls)
}

function listPhones({ context, phones }: ControlContext): unknown {
  return { phones: phones.list().map((number) => presentPhone(context, phones, number)) }
}

function listThread({ context, phones }: ControlContext, _: ControlRequest, number: string): unknown {
  const messages = phones.thread(number).slice(-500)
  return {
    ...presentPhone(context, phones, number),
    messages: messages.map((one) => presentPhoneMessage(context, one)),
  }
}

async function sendAsPhone(
  { context, phones }: ControlContext,
  { json }: ControlRequest,
  from: string,
): Promise<unknown> {
  const given = fromWire(json) as unknown as PhoneMessage & { media?: { contentType: string; base64: string }[] }
  if (typeof given.to !== 'string' || !given.to) throw new ApiError(20001, '`to` is required.')
  const media = (given.media as { contentType: string; base64: string; filename?: string }[] | undefined)?.map(
    ({ base64, ...one }) => ({ ...one, bytes: Buffer.from(base64, 'base64') }),
  )
  const { message, webhook = null, replies } = await phones.send({ ...given, from, media })
  return {
    ...presentPhoneMessage(context, message),
    webhook,
    replies: replies.map((one) => presentPhoneMessage(context, one)),
  }
}

function changeBehaviour({ control }: ControlContext, { json }: ControlRequest, number: string): void {
  const behaviour = fromWire(json) as Parameters<SandboxControl['behave']>[1]
  control.behave(number, Object.keys(json).length > 0 ? behaviour : undefined)
}

async function redeliver({ phones }: ControlContext, _: ControlRequest, sid: string): Promise<unknown> {
  const { webhook = null } = await phones.redeliver(sid)
  return { webhook }
}

async function turnClock(sandbox: ControlContext, { json }: ControlRequest): Promise<unknown> {
  const { control } = sandbox
  const forwardMs = json['forward_ms']
  if (typeof forwardMs !== 'number' || !(forwardMs >= 0))
    throw new ApiError(20001, '`forward_ms` must be a number of milliseconds, at least 0. DELETE resets the clock.')
  await control.forward(forwardMs)
  return showClock(sandbox)
}

async function putClockBack(sandbox: ControlContext): Promise<unknown> {
  await sandbox.control.backToNow()
  return showClock(sandbox)
}

function showClock({ context: { scheduler } }: ControlContext): unknown {
  return { now: scheduler.now().toISOString(), turned_ms: scheduler.turnedMs() }
}

function addTemplate({ control }: ControlContext, { json }: ControlRequest): unknown {
  const { sid } = control.addTemplate(fromWire(json) as unknown as TemplateToAdd)
  return { sid }
}

function changeTemplate({ control }: ControlContext, { json }: ControlRequest, sidOrName: string): unknown {
  const { sid, approval } = control.changeTemplate(sidOrName, fromWire(json) as Partial<Approval>)
  return { sid, ...(toWire(approval) as object) }
}

function addSender({ control }: ControlContext, { json }: ControlRequest): unknown {
  const { sid } = control.addSender(fromWire(json) as unknown as SeedSender)
  return { sid }
}

function changeSender({ control }: ControlContext, { json }: ControlRequest, sidOrNumber: string): unknown {
  const { sid, status } = control.changeSender(sidOrNumber, fromWire(json) as SenderChange)
  return { sid, status }
}
