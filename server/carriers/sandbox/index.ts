// The sandbox carrier: an emulator of Twilio's messaging protocol on a port of its own, as strict as the real one.

import type { Log } from '#server/platform/observability/log.ts'
import { createControl, type SandboxControl, seed } from './control/control.ts'
import { createEvents } from './core/events.ts'
import type { Exchange } from './core/exchange.ts'
import { createFaultDesk } from './core/faults.ts'
import { noJournal, openJournal } from './core/journal.ts'
import { isFinal } from './core/message-status.ts'
import { registerSender } from './core/registration.ts'
import { createRequestLog, type RequestLog } from './core/request-log.ts'
import { type SandboxSettings, type SettingsPatch, settingsFrom } from './core/settings.ts'
import { randomHex } from './core/sids.ts'
import { createState, type Message } from './core/state.ts'
import { createTimetable } from './core/timetable.ts'
import { beginProgress } from './delivery/progress.ts'
import { listen } from './http-server.ts'
import { createPhones, type VirtualPhones } from './phones/phones.ts'
import { reviewTemplate } from './templates/review.ts'
import { createPoster } from './webhooks/post.ts'

export type { SandboxControl, TemplateToAdd } from './control/control.ts'
export type { FaultName, RandomFaults } from './core/faults.ts'
export { StateInUse } from './core/journal.ts'
export { documentedAccount, noDelays, type SettingsPatch } from './core/settings.ts'
export type { Message } from './core/state.ts'
export type { VirtualPhones } from './phones/phones.ts'
export { untilClosed } from './until-closed.ts'

export interface SandboxCarrierOptions {
  log: Log
  /** Default 127.0.0.1. */
  host?: string
  /** 0, the default, takes a free one. */
  port?: number
  /**
   * Called with how far the clock is ahead of real time, at the start and whenever the clock is turned; awaited before
   * the control API answers.
   */
  onClockTurned?: (offsetMs: number) => Promise<void>
  /** Random when left out, or what the folder of `state` remembers. */
  accountSid?: string
  authToken?: string
  /** A folder in which everything but logs and settings survives a restart; left out, nothing does. */
  state?: string
  settings?: SettingsPatch
}

export interface SandboxCarrier extends AsyncDisposable {
  /** Serves api.twilio.com, content.twilio.com and messaging.twilio.com alike, and the page at `/sandbox`. */
  baseUrl: string
  accountSid: string
  readonly authToken: string
  phones: VirtualPhones
  control: SandboxControl
  /** What it was asked, what it posted, what it would have warned of; the latest, oldest first. */
  requests: RequestLog['requests']
  webhooks: RequestLog['webhooks']
  alarms: RequestLog['alarms']
  /** Every message it accepted or delivered, oldest first. */
  messages(): Message[]
}

export async function openSandboxCarrier(options: SandboxCarrierOptions): Promise<SandboxCarrier> {
  await using opened = new AsyncDisposableStack()
  const { log, host = '127.0.0.1', port = 0, onClockTurned = async () => {} } = options
  const journal = options.state === undefined ? noJournal : opened.use(await openJournal(options.state))
  const settings: SandboxSettings = structuredClone(settingsFrom(options.settings))
  const { accountSid, authToken, turnedMs } = accountOf(options, journal.kept.get('facts')?.get('account'))
  const events = createEvents()
  const requests = createRequestLog(() => settings.remembered)
  const onError = (error: unknown) => log.error({ error }, 'the sandbox carrier failed')
  const timetable = opened.use(createTimetable({ now: () => new Date() }, onError, turnedMs))
  const poster = opened.use(
    createPoster({
      authToken: () => exchange.authToken,
      timetable,
      retryDelayMs: () => settings.delaysMs.retry,
      signFragment: () => settings.signFragment,
      onTry: requests.webhook,
    }),
  )
  const exchange: Exchange = {
    accountSid,
    authToken,
    baseUrl: '',
    log,
    settings,
    timetable,
    events,
    journal,
    state: createState(journal, () => settings.remembered),
    faults: createFaultDesk(() => settings.faults),
    behaviours: new Map(),
    requests,
    post: poster.post,
  }
  const remember = () =>
    journal.put('facts', 'account', { accountSid, authToken: exchange.authToken, turnedMs: timetable.turnedMs() })
  remember()
  events.subscribe((event) => {
    if (event.type === 'clock' || event.type === 'token') remember()
  })
  const control = createControl(exchange, structuredClone(settings), onClockTurned)
  const phones = opened.use(createPhones(exchange))
  seed(control, exchange)
  const server = opened.use(await listen({ exchange, control, phones }, { host, port }))
  exchange.baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
  await onClockTurned(turnedMs)
  resume(exchange)
  const stack = opened.move()
  return {
    baseUrl: exchange.baseUrl,
    accountSid,
    get authToken() {
      return exchange.authToken
    },
    phones,
    control,
    requests: requests.requests,
    webhooks: requests.webhooks,
    alarms: requests.alarms,
    messages: () => [...exchange.state.messages.values()],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

interface AccountFacts {
  accountSid: string
  authToken: string
  turnedMs: number
}

function accountOf(options: SandboxCarrierOptions, kept: unknown): AccountFacts {
  const before = (kept ?? {}) as Partial<AccountFacts>
  return {
    accountSid: options.accountSid ?? before.accountSid ?? `AC${randomHex()}`,
    authToken: options.authToken ?? before.authToken ?? randomHex(),
    turnedMs: before.turnedMs ?? 0,
  }
}

/** Takes up what was under way before a restart. */
function resume(exchange: Exchange): void {
  const { state } = exchange
  for (const message of state.messages.values()) if (!isFinal(message.status)) void beginProgress(exchange, message)
  for (const template of state.templates.values()) reviewTemplate(exchange, template)
  for (const sender of state.senders.values()) registerSender(exchange, sender)
}
