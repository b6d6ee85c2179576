// Opens the carriers of the installation, with the sandbox unless a carrier account is configured.
import { createHmac } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { telephoneHostOf } from '../addresses.ts'
import type { SipServerSettings } from '../carriers/sip/sip-server.ts'
import { twilio } from '../carriers/twilio/index.ts'
import { inboundUrlOf } from '../carriers/twilio/webhooks/urls.ts'
import { openCarriers } from '../carriers.ts'
import type { Config } from '../config.ts'
import type { AppClock } from '../platform/database/app-clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/observability/log.ts'
import type { CarrierAccount } from '../ports/carrier.ts'
import { portRangeOf } from '../process-settings.ts'
import { demoNumber, demoTelephone, inboundDemoNumber, readyTemplate, receptionDemoNumber } from './demo-sender.ts'
import { nameNumbersOf } from './name-numbers.ts'
import { createPhoneSpeech, type PhoneSpeechOptions } from './phone-speech.ts'

export interface Sandbox {
  baseUrl: string
}

interface CarrierOptions {
  masterKey: Uint8Array
  log: Log
  clock: AppClock
  db: Db
  /** For virtual phones. */
  speech: PhoneSpeechOptions
}

/** The sandbox is undefined with a real carrier. */
export async function openCarrier(config: Config, options: CarrierOptions) {
  await using stack = new AsyncDisposableStack()
  const { log, clock } = options
  const sandbox = config.twilio ? undefined : stack.use(await openSandbox(config, options))
  // An offset that a sandbox has left behind does not apply to a real carrier.
  if (!config.settings.carrierIsLocal) await clock.turnTo(0)
  const { publicUrl } = config.settings
  const apiBaseUrl = config.twilio ? config.twilio.apiBaseUrl : sandbox!.baseUrl
  const account = config.twilio ? accountOf(config.twilio) : sandbox!.account
  const { carriers } = stack.use(openCarriers({ publicUrl, apiBaseUrl, log, sip: sipSettingsOf(config) }))
  const resources = stack.move()
  return { carriers, account, sandbox, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Telephones register where the pages are served, so those of another machine need a server that others can reach. */
function sipSettingsOf({ host, sipHost, sipPort, sipPublicAddress, sipMediaPorts, twilio }: Config): SipServerSettings {
  return {
    host: sipHost,
    telephoneHost: telephoneHostOf(host),
    port: sipPort,
    publicAddress: sipPublicAddress,
    media: portRangeOf(sipMediaPorts)!,
    openTo: twilio ? undefined : demoTelephone,
  }
}

/** What people type into a telephone. Null if the system chooses the port. */
export function telephoneAddressOf(config: Config): string | null {
  const { host, telephoneHost, publicAddress, port } = sipSettingsOf(config)
  const address = publicAddress ?? host ?? telephoneHost
  return port === 0 ? null : `${isIPv6(address) ? `[${address}]` : address}:${port}`
}

interface OpenSandbox extends Sandbox, AsyncDisposable {
  account: CarrierAccount
}

/** One process of a data directory runs the sandbox; the others, including commands, use it over HTTP. */
async function openSandbox(
  config: Config,
  { masterKey, log, clock, db, speech }: CarrierOptions,
): Promise<OpenSandbox> {
  const account = sandboxAccount(masterKey)
  const { publicUrl } = config.settings
  const state = join(config.dataDir, 'sandbox')
  const { openSandboxCarrier, StateInUse, untilClosed } = await import('@parley/carrier-sandbox')
  const open = async (port: number) => {
    await using stack = new AsyncDisposableStack()
    const inboundUrl = inboundUrlOf(publicUrl)
    const widgetUrl = `${publicUrl}/widget.js`
    const settings = { inboundUrl, widgetUrl, numbers: [demoNumber, inboundDemoNumber, receptionDemoNumber] }
    // The offset of the clock that the sandbox has stored replaces the one in the database, so that both clocks agree.
    const onClockTurned = clock.turnTo
    const nameNumbers = () => nameNumbersOf(db, account)
    const options = {
      accountSid: account.externalId,
      authToken: account.credentials,
      host: config.sandboxHost,
      port,
      state,
      log,
      onClockTurned,
      nameNumbers,
      settings,
      ...createPhoneSpeech(speech),
    }
    const sandbox = stack.use(await openSandboxCarrier(options))
    await writeAddress(state, sandbox.baseUrl)
    const { control } = sandbox
    if (!control.findTemplate(readyTemplate.name)) control.addTemplate(readyTemplate)
    stack.move()
    return sandbox
  }
  const share = async (baseUrl: string): Promise<OpenSandbox> => {
    const port = Number(new URL(baseUrl).port)
    const untilFree = (signal: AbortSignal) => untilClosed(baseUrl, signal)
    const shared = shareSandbox({ port, host: config.sandboxHost, log, untilClosed: untilFree, open: () => open(port) })
    return { baseUrl, account, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() }
  }
  const configured = `http://127.0.0.1:${config.sandboxPort}`
  if (config.sandboxPort !== 0 && (await acceptsAccount({ publicUrl, apiBaseUrl: configured, log }, account)))
    return share(configured)
  for (const deadline = performance.now() + 10_000; ; await setTimeout(200)) {
    try {
      const fault = await portFault(config.sandboxPort, config.sandboxHost)
      const sandbox = await open(fault ? 0 : config.sandboxPort)
      const text = `the port of the sandbox carrier ${fault}, so it listens on another one; set SANDBOX_PORT to change this`
      if (fault) log.warn({ port: config.sandboxPort }, text)
      return { baseUrl: sandbox.baseUrl, account, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() }
    } catch (error) {
      if (!(error instanceof StateInUse)) throw error
      const baseUrl = await readAddress(state)
      if (baseUrl && (await acceptsAccount({ publicUrl, apiBaseUrl: baseUrl, log }, account))) return share(baseUrl)
      if (performance.now() > deadline) throw error
    }
  }
}

const addressFile = (state: string): string => join(state, 'address')

/** The other processes of the data directory read the address of the sandbox from this file. */
async function writeAddress(state: string, baseUrl: string): Promise<void> {
  const draft = `${addressFile(state)}.new`
  await writeFile(draft, baseUrl, { mode: 0o600 })
  await rename(draft, addressFile(state))
}

async function readAddress(state: string): Promise<string | undefined> {
  const text = await readFile(addressFile(state), 'utf8').catch(() => '')
  return URL.canParse(text) ? text : undefined
}

interface SharedSandbox {
  port: number
  host: string
  log: Log
  untilClosed(signal: AbortSignal): Promise<void>
  open(): Promise<AsyncDisposable>
}

/** Uses the sandbox of another process, and serves it in its place once that process has ended. */
function shareSandbox({ port, host, log, untilClosed, open }: SharedSandbox): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  const closing = new AbortController()
  stack.defer(() => closing.abort())

  async function takeOver(): Promise<void> {
    while (!closing.signal.aborted) {
      await untilClosed(closing.signal)
      // Processes that shared the sandbox do not try at the same moment.
      await setTimeout(Math.random() * 500, undefined, { ref: false })
      if (closing.signal.aborted || (await portFault(port, host))) continue
      const opened = await open().catch(() => undefined)
      if (!opened) continue
      if (stack.disposed) return opened[Symbol.asyncDispose]()
      stack.use(opened)
      log.info({ port }, 'the process of the sandbox carrier has ended; this process now runs it')
      return
    }
  }

  void takeOver()
  return stack
}

/** Undefined if the port is free. */
function portFault(port: number, host: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const probe = createServer()
  probe.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code === 'EACCES' ? 'is not allowed for this user' : 'is in use'),
  )
  probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  return promise
}

const accountOf = ({ accountSid, authToken }: { accountSid: string; authToken: string }): CarrierAccount => ({
  carrier: twilio.name,
  externalId: accountSid,
  credentials: authToken,
})

/** Derived from the master key, so that all processes of an installation share the account. */
function sandboxAccount(masterKey: Uint8Array): CarrierAccount {
  const hex = (what: string): string => createHmac('sha256', masterKey).update(what).digest('hex').slice(0, 32)
  return accountOf({ accountSid: `AC${hex('sandbox account')}`, authToken: hex('sandbox token') })
}

/** The sandbox of another installation rejects the account. */
async function acceptsAccount(options: Parameters<typeof twilio.open>[0], account: CarrierAccount): Promise<boolean> {
  await using carrier = twilio.open({ ...options, timeoutMs: 2000 })
  return await carrier.messages.listSenders(account).then(
    () => true,
    () => false,
  )
}
