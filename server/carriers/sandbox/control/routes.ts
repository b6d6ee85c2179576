// The control as JSON over HTTP: what `control` and `phones` can do, for other programs and the page.

import { behaviourOfNumber, numberBehaviours } from '../core/behaviours.ts'
import { carrierCodes } from '../core/carrier-codes-data.ts'
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Fault, ScriptedCall } from '../core/faults.ts'
import type { SeedSender, SeedService, SettingsPatch } from '../core/settings.ts'
import type { Approval } from '../core/state.ts'
import type { PhoneMessage, VirtualPhones } from '../phones/phones.ts'
import type { SandboxControl, SenderChange, TemplateToAdd } from './control.ts'
import { fromWire, toWire } from './names.ts'
import { presentPhone, presentShown, presentState } from './present.ts'

export interface ControlRequest {
  method: string
  /** Without `/sandbox`. */
  path: string
  query: URLSearchParams
  json: Record<string, unknown>
}

interface Desk {
  exchange: Exchange
  control: SandboxControl
  phones: VirtualPhones
}

type Handler = (desk: Desk, request: ControlRequest, param: string) => unknown

const routes: readonly [method: string, path: RegExp, handle: Handler][] = [
  ['GET', /^\/state$/, ({ exchange, phones }) => toWire(presentState(exchange, phones))],
  ['GET', /^\/behaviours$/, listBehaviours],
  ['GET', /^\/(requests|webhooks|alarms)$/, listLog],
  ['GET', /^\/settings$/, ({ exchange }) => toWire(exchange.settings)],
  ['POST', /^\/settings$/, changeSettings],
  ['GET', /^\/faults$/, ({ exchange }) => ({ faults: toWire(exchange.faults.pending()) })],
  ['POST', /^\/faults$/, scriptFaults],
  ['DELETE', /^\/faults$/, ({ exchange }) => exchange.faults.clear()],
  ['GET', /^\/phones$/, listPhones],
  ['GET', /^\/phones\/([^/]+)\/messages$/, listThread],
  ['POST', /^\/phones\/([^/]+)\/messages$/, sendAsPhone],
  ['POST', /^\/phones\/([^/]+)\/behaviour$/, changeBehaviour],
  ['POST', /^\/messages\/([^/]+)\/redeliver$/, redeliver],
  ['GET', /^\/clock$/, showClock],
  ['POST', /^\/clock$/, turnClock],
  ['DELETE', /^\/clock$/, putClockBack],
  ['POST', /^\/templates$/, addTemplate],
  ['POST', /^\/templates\/([^/]+)$/, changeTemplate],
  ['POST', /^\/senders$/, addSender],
  ['POST', /^\/senders\/([^/]+)$/, changeSender],
  ['POST', /^\/services$/, ({ control }, { json }) => control.addService(fromWire(json) as unknown as SeedService)],
  ['POST', /^\/token$/, ({ control }) => ({ auth_token: control.rotateAuthToken() })],
  ['POST', /^\/reset$/, ({ control }, { json }) => control.reset({ everything: json['everything'] === true })],
]

/** Undefined when nothing is there; an answer of undefined is `{ok: true}`. */
export async function answerControl(desk: Desk, request: ControlRequest): Promise<unknown> {
  for (const [method, path, handle] of routes) {
    const match = path.exec(request.path)
    if (match && method === request.method) {
      return (await handle(desk, request, decodeURIComponent(match[1] ?? ''))) ?? { ok: true }
    }
  }
  return undefined
}

function listBehaviours(): unknown {
  const codes = Object.keys(carrierCodes).map((code) => ({ suffix: `99${code}`, ...behaviourOfNumber(`99${code}`) }))
  const others = Object.entries(numberBehaviours).map(([digits, { does }]) => ({ suffix: `99${digits}`, does }))
  return { behaviours: [...others, ...codes.map(({ suffix, does }) => ({ suffix, does }))] }
}

function listLog({ exchange }: Desk, { query }: ControlRequest, kind: string): unknown {
  const limit = Math.min(Number(query.get('limit')) || 1_000, 100_000)
  const all = exchange.requests[kind as 'requests' | 'webhooks' | 'alarms']
  return { [kind]: toWire(all.slice(-limit)), total: all.length }
}

function changeSettings({ control, exchange }: Desk, { json }: ControlRequest): unknown {
  control.settings(fromWire(json) as SettingsPatch)
  return toWire(exchange.settings)
}

/** One call, a fault of one call, or `{calls: […]}`. */
function scriptFaults({ control }: Desk, { json }: ControlRequest): void {
  const given = fromWire(json) as unknown as { calls?: (Fault | ScriptedCall)[] } & (Fault | ScriptedCall)
  const calls = given.calls ?? [given]
  if (!calls.every((call) => 'fault' in call || Array.isArray(call.faults)))
    throw new CarrierRefusal(20001, 'Name a fault.')
  control.script(...calls)
}

function listPhones({ exchange, phones }: Desk): unknown {
  return { phones: phones.list().map((number) => presentPhone(exchange, phones, number)) }
}

function listThread({ exchange, phones }: Desk, _: ControlRequest, number: string): unknown {
  const messages = phones.thread(number).slice(-500)
  return { ...presentPhone(exchange, phones, number), messages: messages.map((one) => presentShown(exchange, one)) }
}

async function sendAsPhone({ exchange, phones }: Desk, { json }: ControlRequest, from: string): Promise<unknown> {
  const given = fromWire(json) as unknown as PhoneMessage & { media?: { contentType: string; base64: string }[] }
  if (typeof given.to !== 'string' || !given.to) throw new CarrierRefusal(20001, 'Say `to`.')
  const media = (given.media as { contentType: string; base64: string; filename?: string }[] | undefined)?.map(
    ({ base64, ...one }) => ({ ...one, bytes: Buffer.from(base64, 'base64') }),
  )
  const { message, webhook = null, replies } = await phones.send({ ...given, from, media })
  return { ...presentShown(exchange, message), webhook, replies: replies.map((one) => presentShown(exchange, one)) }
}

function changeBehaviour({ control }: Desk, { json }: ControlRequest, number: string): void {
  const behaviour = fromWire(json) as Parameters<SandboxControl['behave']>[1]
  control.behave(number, Object.keys(json).length > 0 ? behaviour : undefined)
}

async function redeliver({ phones }: Desk, _: ControlRequest, sid: string): Promise<unknown> {
  const { webhook = null } = await phones.redeliver(sid)
  return { webhook }
}

async function turnClock(desk: Desk, { json }: ControlRequest): Promise<unknown> {
  const { control } = desk
  const forwardMs = json['forward_ms']
  if (typeof forwardMs !== 'number' || !(forwardMs >= 0))
    throw new CarrierRefusal(20001, '`forward_ms` is a number of milliseconds from 0 on; DELETE puts the clock back.')
  await control.forward(forwardMs)
  return showClock(desk)
}

async function putClockBack(desk: Desk): Promise<unknown> {
  await desk.control.backToNow()
  return showClock(desk)
}

function showClock({ exchange: { timetable } }: Desk): unknown {
  return { now: timetable.now().toISOString(), turned_ms: timetable.turnedMs() }
}

function addTemplate({ control }: Desk, { json }: ControlRequest): unknown {
  const { sid } = control.addTemplate(fromWire(json) as unknown as TemplateToAdd)
  return { sid }
}

function changeTemplate({ control }: Desk, { json }: ControlRequest, sidOrName: string): unknown {
  const { sid, approval } = control.changeTemplate(sidOrName, fromWire(json) as Partial<Approval>)
  return { sid, ...(toWire(approval) as object) }
}

function addSender({ control }: Desk, { json }: ControlRequest): unknown {
  const { sid } = control.addSender(fromWire(json) as unknown as SeedSender)
  return { sid }
}

function changeSender({ control }: Desk, { json }: ControlRequest, sidOrNumber: string): unknown {
  const { sid, status } = control.changeSender(sidOrNumber, fromWire(json) as SenderChange)
  return { sid, status }
}
