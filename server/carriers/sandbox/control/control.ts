// The hand in the sandbox: settings, faults, templates, senders, clock.
import { numberOf, onWhatsApp } from '../core/addresses.ts'
import type { Behaviour } from '../core/behaviours.ts'
import { CarrierRefusal, errorText } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Fault, FaultName, ScriptedCall } from '../core/faults.ts'
import { newSender, registerSender, setSenderStatus } from '../core/registration.ts'
import {
  type SandboxSettings,
  type SeedSender,
  type SeedService,
  type SettingsPatch,
  settingsFrom,
} from '../core/settings.ts'
import { newSid, randomHex } from '../core/sids.ts'
import type { Approval, SenderStatus, Template, TemplateTypes, WhatsAppSender } from '../core/state.ts'
import { changeApproval, reviewTemplate } from '../templates/review.ts'

export interface TemplateToAdd {
  name: string
  /** Default: a text template. */
  types?: TemplateTypes
  body?: string
  /** Default `en`. */
  language?: string
  variables?: Record<string, string>
  /** Default `UTILITY`. */
  category?: string
  /** Default `approved`; null: never submitted. */
  status?: Approval['status'] | null
  rejectionReason?: string
}

export interface SenderChange {
  status?: SenderStatus
  /** Why it is offline; default 63112. */
  offlineCode?: number
  /** As the carrier shows it, such as `10K Customers/24hr`; null: unknown. */
  messagingLimit?: string | null
  quality?: string | null
  webhook?: Record<string, string>
}

export interface SandboxControl {
  settings(change: SettingsPatch): void
  /** Each is for one call to come, in order; message creations unless `on` says otherwise. */
  script(...calls: (Fault | FaultName | ScriptedCall)[]): void
  /** Undefined: as its digits say again. */
  behave(number: string, behaviour: Omit<Behaviour, 'does'> | undefined): void
  now(): Date
  /** Turns the clock and does on the way what falls due. */
  forward(ms: number): Promise<void>
  /** Puts the clock back to the machine's: what has happened meanwhile has happened now, what waits waits as long. */
  backToNow(): Promise<void>
  /** Resolves when nothing is under way and nothing is due by now. */
  settled(): Promise<void>
  addTemplate(template: TemplateToAdd): Template
  /** By Sid or name. */
  findTemplate(sidOrName: string): Template | undefined
  /** A verdict, a pause or another category, by Sid or name. */
  changeTemplate(sidOrName: string, change: Partial<Approval>): Template
  addSender(sender: SeedSender): WhatsAppSender
  /** By Sid or number. */
  changeSender(sidOrNumber: string, change: SenderChange): WhatsAppSender
  addService(service: SeedService): void
  /** A new auth token from now on, for requests and signatures alike. */
  rotateAuthToken(): string
  /** Forgets traffic, faults, behaviours and logs, and puts settings and the clock back; `everything`: templates and senders too. */
  reset(options?: { everything?: boolean }): Promise<void>
}

export function createControl(
  exchange: Exchange,
  initial: SandboxSettings,
  onClockTurned: (offsetMs: number) => Promise<void>,
): SandboxControl {
  const { state, timetable, events } = exchange

  const control: SandboxControl = {
    settings: (change) => void Object.assign(exchange.settings, settingsFrom(change, exchange.settings)),
    script: (...calls) => exchange.faults.script(...calls),
    behave(number, behaviour) {
      if (behaviour) exchange.behaviours.set(numberOf(number), { does: 'as it was told', ...behaviour })
      else exchange.behaviours.delete(numberOf(number))
    },
    now: () => timetable.now(),
    async forward(ms) {
      await timetable.forward(ms)
      events.publish({ type: 'clock', turnedMs: timetable.turnedMs() })
      await onClockTurned(timetable.turnedMs())
    },
    async backToNow() {
      timetable.backToNow()
      state.endAt(timetable.nowMs())
      events.publish({ type: 'clock', turnedMs: 0 })
      await onClockTurned(0)
    },
    settled: () => timetable.settled(),
    addTemplate(given) {
      const nowMs = timetable.nowMs()
      const { status = 'approved', category = 'UTILITY', name, rejectionReason = '' } = given
      const template: Template = {
        sid: newSid('HX'),
        friendlyName: name,
        language: given.language ?? 'en',
        variables: given.variables ?? {},
        types: given.types ?? { 'twilio/text': { body: given.body ?? '' } },
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        approval: status === null ? null : { name, category, status, rejectionReason, allowCategoryChange: true },
      }
      state.saveTemplate(template)
      events.publish({ type: 'template', template })
      reviewTemplate(exchange, template)
      return template
    },
    findTemplate(sidOrName) {
      const isNamed = ({ approval }: Template) => approval?.name === sidOrName
      return state.templates.get(sidOrName) ?? [...state.templates.values()].find(isNamed)
    },
    changeTemplate(sidOrName, change) {
      const template = control.findTemplate(sidOrName)
      if (!template?.approval) throw new CarrierRefusal(20404, `There is no submitted template ${sidOrName}.`)
      changeApproval(exchange, template, change)
      return template
    },
    addSender(seed) {
      const sender = newSender(onWhatsApp(seed.number), timetable.nowMs())
      sender.profile = { name: seed.name ?? 'Sandbox' }
      sender.messagingLimit = seed.messagingLimit === undefined ? '10K Customers/24hr' : seed.messagingLimit
      sender.webhook = {
        ...(seed.callbackUrl && { callback_url: seed.callbackUrl }),
        ...(seed.statusCallbackUrl && { status_callback_url: seed.statusCallbackUrl }),
      }
      sender.quality = 'HIGH'
      sender.status = 'ONLINE'
      state.saveSender(sender)
      events.publish({ type: 'sender', sender })
      return sender
    },
    changeSender(sidOrNumber, change) {
      const sender =
        state.senders.get(sidOrNumber) ??
        [...state.senders.values()].find(({ senderId }) => senderId === onWhatsApp(sidOrNumber))
      if (!sender) throw new CarrierRefusal(20404, `There is no sender ${sidOrNumber}.`)
      if (change.messagingLimit !== undefined) sender.messagingLimit = change.messagingLimit
      if (change.quality !== undefined) sender.quality = change.quality
      if (change.webhook) sender.webhook = { ...sender.webhook, ...change.webhook }
      if (change.status === 'OFFLINE') {
        const code = change.offlineCode ?? 63112
        sender.offlineReasons = [{ code: String(code), message: errorText(code)! }]
      }
      if (change.status) setSenderStatus(exchange, sender, change.status)
      else state.saveSender(sender)
      registerSender(exchange, sender)
      events.publish({ type: 'sender', sender })
      return sender
    },
    addService(service) {
      state.services.set(service.sid, {
        sid: service.sid,
        senders: service.senders,
        inboundUrl: service.inboundUrl ?? null,
        statusCallbackUrl: service.statusCallbackUrl ?? null,
        advancedOptOut: service.advancedOptOut ?? false,
      })
    },
    rotateAuthToken() {
      exchange.authToken = randomHex()
      events.publish({ type: 'token' })
      return exchange.authToken
    },
    async reset({ everything = false } = {}) {
      timetable.clear()
      state.clearTraffic()
      const turned = control.backToNow()
      exchange.faults.clear()
      exchange.behaviours.clear()
      exchange.requests.clear()
      Object.assign(exchange.settings, structuredClone(initial))
      if (everything) {
        for (const template of [...state.templates.values()]) state.deleteTemplate(template)
        for (const sender of [...state.senders.values()]) state.deleteSender(sender)
        state.services.clear()
        seed(control, exchange)
      }
      events.publish({ type: 'reset' })
      await turned
    },
  }
  return control
}

/** Makes what the settings ask for and is not there yet. */
export function seed(control: SandboxControl, { settings, state }: Exchange): void {
  const known = new Set([...state.senders.values()].map(({ senderId }) => senderId))
  for (const sender of settings.senders) if (!known.has(onWhatsApp(sender.number))) control.addSender(sender)
  for (const service of settings.services) control.addService(service)
}
