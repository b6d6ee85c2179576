// Controls the sandbox from outside Twilio's API: settings, faults, templates, senders, calls, clock.
import { numberOf, onWhatsApp } from '../core/addresses.ts'
import { ApiError, errorMessage } from '../core/api-error.ts'
import type { Behaviour } from '../core/behaviours.ts'
import type { Call } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { SandboxEvent } from '../core/events.ts'
import type { PhoneNumber, PhoneNumberToAdd } from '../core/phone-numbers.ts'
import { newSender, registerSender, setSenderStatus } from '../core/registration.ts'
import {
  type SandboxSettings,
  type SeedSender,
  type SeedService,
  type SettingsPatch,
  settingsFrom,
} from '../core/settings.ts'
import { newSid, randomHex } from '../core/sids.ts'
import {
  type Approval,
  findSender,
  type SenderStatus,
  type Template,
  type TemplateTypes,
  type WhatsAppSender,
} from '../core/state.ts'
import { changeApproval, reviewTemplate } from '../templates/review-template.ts'
import type { LiveCall } from '../voice/environment.ts'
import type { PhoneBehaviour } from '../voice/phone-behaviours.ts'
import type { VoiceTelephony } from '../voice/telephony.ts'

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
  /** Default `approved`; null for a template that was not submitted. */
  status?: Approval['status'] | null
  rejectionReason?: string
}

export interface SenderChange {
  status?: SenderStatus
  /** The reason for `OFFLINE`; default 63112. */
  offlineCode?: number
  /** As the API shows it, such as `10K Customers/24hr`; null if unknown. */
  messagingLimit?: string | null
  quality?: string | null
  webhook?: Record<string, string>
}

export type SandboxControl = ReturnType<typeof createControl>

export function createControl(
  context: SandboxContext,
  telephony: VoiceTelephony,
  { initial, onClockTurned }: { initial: SandboxSettings; onClockTurned: (offsetMs: number) => Promise<void> },
) {
  const { state, scheduler, events } = context

  const control = {
    ...createCallControl(context, telephony),
    settings(change: SettingsPatch): void {
      Object.assign(context.settings, settingsFrom(change, context.settings))
      if (change.numbers) addNumbers(context)
    },
    /** Queues faults: each applies to one later request, by default one that creates a message. */
    script: context.faults.script,
    /** Undefined restores the behaviour of the number's digits. */
    behave(number: string, behaviour: Omit<Behaviour, 'does'> | undefined): void {
      if (behaviour) context.behaviours.set(numberOf(number), { does: 'set through the control API', ...behaviour })
      else context.behaviours.delete(numberOf(number))
    },
    now: () => scheduler.now(),
    /** Turns the clock forward and runs the work that falls due. */
    async forward(ms: number): Promise<void> {
      await scheduler.forward(ms)
      events.publish({ type: 'clock', turnedMs: scheduler.turnedMs() })
      await onClockTurned(scheduler.turnedMs())
    },
    /** Returns to real time. Later timestamps become now, and scheduled work keeps its remaining delay. */
    async backToNow(): Promise<void> {
      scheduler.backToNow()
      state.clampTimes(scheduler.nowMs())
      context.calls.clampTimes(scheduler.nowMs())
      context.callRecordings.clampTimes(scheduler.nowMs())
      events.publish({ type: 'clock', turnedMs: 0 })
      await onClockTurned(0)
    },
    /** Resolves when no work is running and none is due. */
    settled: () => scheduler.settled(),
    addTemplate(templateToAdd: TemplateToAdd): Template {
      const nowMs = scheduler.nowMs()
      const { status = 'approved', category = 'UTILITY', name, rejectionReason = '' } = templateToAdd
      const template: Template = {
        sid: newSid('HX'),
        friendlyName: name,
        language: templateToAdd.language ?? 'en',
        variables: templateToAdd.variables ?? {},
        types: templateToAdd.types ?? { 'twilio/text': { body: templateToAdd.body ?? '' } },
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        approval: status === null ? null : { name, category, status, rejectionReason, allowCategoryChange: true },
      }
      state.saveTemplate(template)
      reviewTemplate(context, template)
      return template
    },
    findTemplate(sidOrName: string): Template | undefined {
      const isNamed = ({ approval }: Template) => approval?.name === sidOrName
      return state.templates.get(sidOrName) ?? [...state.templates.values()].find(isNamed)
    },
    /** Changes the approval of a template. */
    changeTemplate(sidOrName: string, change: Partial<Approval>): Template {
      const template = control.findTemplate(sidOrName)
      if (!template?.approval) throw new ApiError(20404, `No submitted template has the Sid or name ${sidOrName}.`)
      changeApproval(context, template, change)
      return template
    },
    addSender(seed: SeedSender): WhatsAppSender {
      const sender = newSender(onWhatsApp(seed.number), scheduler.nowMs())
      sender.profile = { name: seed.name ?? 'Sandbox' }
      sender.messagingLimit = seed.messagingLimit === undefined ? '10K Customers/24hr' : seed.messagingLimit
      sender.webhook = {
        ...(seed.callbackUrl && { callback_url: seed.callbackUrl }),
        ...(seed.statusCallbackUrl && { status_callback_url: seed.statusCallbackUrl }),
      }
      sender.quality = 'HIGH'
      sender.status = 'ONLINE'
      state.saveSender(sender)
      return sender
    },
    changeSender(sidOrNumber: string, change: SenderChange): WhatsAppSender {
      const sender = state.senders.get(sidOrNumber) ?? findSender(context, onWhatsApp(sidOrNumber))
      if (!sender) throw new ApiError(20404, `No sender has the Sid or number ${sidOrNumber}.`)
      if (change.messagingLimit !== undefined) sender.messagingLimit = change.messagingLimit
      if (change.quality !== undefined) sender.quality = change.quality
      if (change.webhook) sender.webhook = { ...sender.webhook, ...change.webhook }
      if (change.status === 'OFFLINE') {
        const code = change.offlineCode ?? 63112
        sender.offlineReasons = [{ code: String(code), message: errorMessage(code)! }]
      }
      if (change.status) setSenderStatus(context, sender, change.status)
      else state.saveSender(sender)
      registerSender(context, sender)
      return sender
    },
    addService(service: SeedService): void {
      state.services.set(service.sid, {
        inboundUrl: null,
        statusCallbackUrl: null,
        advancedOptOut: false,
        ...service,
      })
    },
    /** Replaces the auth token for requests and signatures. */
    rotateAuthToken(): string {
      context.authToken = randomHex()
      events.publish({ type: 'token' })
      return context.authToken
    },
    /** Deletes messages, calls, faults, behaviours and logs, and restores settings and clock; `everything` includes templates, senders and phone numbers. */
    async reset({ everything = false }: { everything?: boolean } = {}): Promise<void> {
      scheduler.clear()
      state.clearTraffic()
      telephony.reset()
      const turned = control.backToNow()
      context.faults.clear()
      context.behaviours.clear()
      context.activityLog.clear()
      Object.assign(context.settings, structuredClone(initial))
      if (everything) {
        for (const template of [...state.templates.values()]) state.deleteTemplate(template)
        for (const sender of [...state.senders.values()]) state.deleteSender(sender)
        state.services.clear()
        for (const number of context.phoneNumbers.list()) context.phoneNumbers.remove(number)
        seed(control, context)
      }
      events.publish({ type: 'reset' })
      await turned
    },
  }
  return control
}

/** Creates the senders, services and phone numbers of the settings that do not exist yet. */
export function seed(control: SandboxControl, context: SandboxContext): void {
  const { settings, state } = context
  addNumbers(context)
  for (const sender of settings.senders)
    if (!findSender({ state }, onWhatsApp(sender.number))) control.addSender(sender)
  for (const service of settings.services) control.addService(service)
}

function addNumbers({ settings, phoneNumbers }: SandboxContext): void {
  for (const phoneNumber of settings.numbers) if (!phoneNumbers.find(phoneNumber)) phoneNumbers.add({ phoneNumber })
}

function createCallControl(context: SandboxContext, telephony: VoiceTelephony) {
  const { calls, events, phoneNumbers } = context
  return {
    /** Adds a phone number to the account, or changes it. */
    addNumber: (number: PhoneNumberToAdd): PhoneNumber => phoneNumbers.add(number),
    /** Determines how a virtual phone behaves on calls; undefined restores the behaviour of a well-known number. */
    behaveOnCalls: (number: string, behaviour: PhoneBehaviour | undefined): void =>
      telephony.behaviours.set(number, behaviour),
    /** Calls a number of the account from a virtual phone. */
    call: ({ from, to, behaviour }: { from: string; to: string; behaviour?: PhoneBehaviour }): Call =>
      telephony.callAccount(from, to, behaviour),
    ...telephony.phone,
    /** Newest first. */
    recentCalls: (limit: number): Call[] => calls.list().slice(-limit).reverse(),
    /** The live parts of a call; undefined once it is over. */
    liveCall: (sid: string): Pick<LiveCall, 'speakers' | 'answerByHand'> | undefined => telephony.live.get(sid),
    isRecorded: (sid: string): boolean => telephony.recordings.has(sid),
    findCall: (sid: string): Call | undefined => calls.get(sid),
    /** The first matching call, now or later. Rejects after `withinMs` of real time. */
    waitForCall(matches: (call: Call) => boolean, withinMs = 10_000): Promise<Call> {
      const existing = calls.list().find(matches)
      if (existing) return Promise.resolve(existing)
      const found = (event: SandboxEvent) => (event.type === 'call' && matches(event.call) ? event.call : undefined)
      return events.first(found, withinMs, 'No call matched.')
    },
    /** A stereo WAV file, the phone on the left; undefined if the call was not recorded. */
    recording: (sid: string): Buffer | undefined => telephony.recordings.get(sid)?.wav(),
    /** Mu-law audio: what the phone of a recorded call said and heard. */
    audio: (sid: string): { said: Uint8Array; heard: Uint8Array } | undefined =>
      telephony.recordings.get(sid)?.channels(),
  }
}
