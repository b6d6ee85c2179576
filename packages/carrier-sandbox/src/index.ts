// The public interface: opens a sandbox carrier, an emulator of Twilio's messaging and voice APIs on its own port.
import { createControl, seed } from './control/control.ts'
import { createActivityLog } from './core/activity-log.ts'
import { createCallRecordingStore } from './core/call-recordings.ts'
import { createCallStore } from './core/calls.ts'
import type { Logger, SandboxContext } from './core/context.ts'
import { createEvents } from './core/events.ts'
import { createFaultInjector } from './core/faults.ts'
import { noJournal, openJournal } from './core/journal.ts'
import { createPhoneNumberStore } from './core/phone-numbers.ts'
import { registerSender } from './core/registration.ts'
import { createScheduler } from './core/scheduler.ts'
import { type SandboxSettings, type SettingsPatch, settingsFrom } from './core/settings.ts'
import { randomHex } from './core/sids.ts'
import { createState, isFinal } from './core/state.ts'
import { deliverMessage } from './delivery/deliver-message.ts'
import { createPhones } from './phones/phones.ts'
import { listen } from './server.ts'
import { reviewTemplate } from './templates/review-template.ts'
import type { SpeechFunctions } from './voice/environment.ts'
import { createTelephony } from './voice/telephony.ts'
import { createWebhookSender } from './webhooks/webhook-sender.ts'

export type { SandboxControl, TemplateToAdd } from './control/control.ts'
export type { Call } from './core/calls.ts'
export type { Logger } from './core/context.ts'
export { errorCodes } from './core/error-codes-data.ts'
export { createSeededRandom, type FaultName, type RandomFaults } from './core/faults.ts'
export { StateInUse } from './core/journal.ts'
export type { PhoneNumber } from './core/phone-numbers.ts'
export { documentedAccount, noDelays, type SettingsPatch } from './core/settings.ts'
export type { Message } from './core/state.ts'
export type { VirtualPhones } from './phones/phones.ts'
export { tone } from './voice/audio.ts'
export type { SpeechFunctions } from './voice/environment.ts'
export { type PhoneBehaviour, type PhoneStep, phoneBehaviours } from './voice/phone-behaviours.ts'

export interface SandboxCarrierOptions extends SpeechFunctions {
  /** Default: errors go to standard error. */
  log?: Logger
  /** The address to listen on, such as 0.0.0.0 in a container. Default 127.0.0.1. */
  host?: string
  /** Default 0, which takes a free port. */
  port?: number
  /**
   * Called with the offset of the clock from real time, at startup and whenever the clock is turned. The control API
   * responds after it resolves.
   */
  onClockTurned?: (offsetMs: number) => Promise<void>
  /** Default: what the folder `state` contains, otherwise random. */
  accountSid?: string
  authToken?: string
  /** The folder that keeps everything except logs and settings; without one, nothing survives a restart. */
  state?: string
  settings?: SettingsPatch
  /** Who answers the numbers of the account, for the pages. Default: the `FriendlyName` of each number. */
  nameNumbers?: () => Promise<ReadonlyMap<string, string>>
}

export type SandboxCarrier = Awaited<ReturnType<typeof openSandboxCarrier>>

export async function openSandboxCarrier(options: SandboxCarrierOptions) {
  await using opened = new AsyncDisposableStack()
  const {
    log = { error: (fields, message) => console.error(message, fields) },
    host = '127.0.0.1',
    port = 0,
    onClockTurned = async () => {},
  } = options
  const journal = options.state === undefined ? noJournal : opened.use(await openJournal(options.state))
  const settings: SandboxSettings = structuredClone(settingsFrom(options.settings))
  const { accountSid, authToken, turnedMs } = accountOf(options, journal.entries.get('facts')?.get('account'))
  const events = createEvents()
  const onError = (error: unknown) => log.error({ error }, 'the sandbox carrier failed')
  const scheduler = opened.use(createScheduler({ now: () => new Date() }, onError, turnedMs))
  const activityLog = createActivityLog(
    () => settings.remembered,
    events.publish,
    () => scheduler.nowMs(),
  )
  const context: SandboxContext = {
    accountSid,
    authToken,
    baseUrl: '',
    log,
    settings,
    scheduler,
    events,
    journal,
    state: createState(journal, events.publish, () => settings.remembered),
    calls: createCallStore(journal, events.publish, () => settings.remembered),
    callRecordings: createCallRecordingStore(journal),
    phoneNumbers: createPhoneNumberStore(journal, () => scheduler.nowMs()),
    get telephony() {
      return telephony
    },
    faults: createFaultInjector(() => settings.faults),
    behaviours: new Map(),
    activityLog,
    sendWebhook: (webhook) => webhookSender.send(webhook),
  }
  const webhookSender = opened.use(createWebhookSender(context))
  const telephony = opened.use(createTelephony(context, { speak: options.speak, recognise: options.recognise }))
  const saveAccount = () =>
    journal.put('facts', 'account', { accountSid, authToken: context.authToken, turnedMs: scheduler.turnedMs() })
  saveAccount()
  events.subscribe((event) => {
    if (event.type === 'clock' || event.type === 'token') saveAccount()
  })
  const nameNumbers = async () => (await options.nameNumbers?.().catch(onError)) ?? new Map<string, string>()
  const control = createControl(context, telephony, { initial: structuredClone(settings), onClockTurned })
  const phones = opened.use(createPhones(context))
  seed(control, context)
  const server = opened.use(await listen({ context, control, phones, nameNumbers }, { host, port }))
  context.baseUrl = `http://${hostOfUrl(host)}:${server.port}`
  await onClockTurned(turnedMs)
  resume(context)
  telephony.resume()
  const stack = opened.move()
  return {
    /** Serves the APIs of api.twilio.com, content.twilio.com and messaging.twilio.com, and the page `/sandbox`. */
    baseUrl: context.baseUrl,
    accountSid,
    get authToken() {
      return context.authToken
    },
    phones,
    control,
    /** The latest API requests, webhook attempts and debugger alarms, oldest first. */
    requests: activityLog.requests,
    webhooks: activityLog.webhooks,
    alarms: activityLog.alarms,
    /** Every stored call, oldest first. */
    calls: context.calls.list,
    /** Every stored message, oldest first. */
    messages: () => [...context.state.messages.values()],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** A server that listens on all addresses is reached at the loopback interface. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Resolves when a sandbox carrier that another process serves is closed or cannot be reached. */
export async function untilClosed(baseUrl: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(`${baseUrl}/sandbox/events`, { signal })
    for await (const _ of body!);
  } catch {}
}

interface AccountFacts {
  accountSid: string
  authToken: string
  turnedMs: number
}

function accountOf(options: SandboxCarrierOptions, stored: unknown): AccountFacts {
  const before = (stored ?? {}) as Partial<AccountFacts>
  return {
    accountSid: options.accountSid ?? before.accountSid ?? `AC${randomHex()}`,
    authToken: options.authToken ?? before.authToken ?? randomHex(),
    turnedMs: before.turnedMs ?? 0,
  }
}

/** Continues the deliveries, reviews and registrations that a restart interrupted. */
function resume(context: SandboxContext): void {
  const { state } = context
  for (const message of state.messages.values()) if (!isFinal(message.status)) void deliverMessage(context, message)
  for (const template of state.templates.values()) reviewTemplate(context, template)
  for (const sender of state.senders.values()) registerSender(context, sender)
}
