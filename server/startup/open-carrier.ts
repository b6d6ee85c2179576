// Opens the carrier of the installation: the configured one, or the sandbox.
import { createHmac } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTwilioCarrier } from '../carriers/twilio/index.ts'
import type { Config } from '../config.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Carrier, CarrierAccount } from '../ports/carrier.ts'
import { readyTemplate } from './demo-sender.ts'

export interface OpenCarrier extends AsyncDisposable {
  carrier: Carrier
  account: CarrierAccount
  /** Undefined with a real carrier. */
  sandbox: Sandbox | undefined
}

export interface Sandbox {
  baseUrl: string
  /** Follows the clock of the sandbox, which its web page can move forward. */
  clock: Clock
}

export interface CarrierOptions {
  masterKey: Uint8Array
  log: Log
  clock: Clock
}

export async function openCarrier(config: Config, options: CarrierOptions): Promise<OpenCarrier> {
  await using stack = new AsyncDisposableStack()
  const { log } = options
  const sandbox = config.twilio ? undefined : stack.use(await openSandbox(config, options))
  const { apiBaseUrl, ...account } = config.twilio ?? { apiBaseUrl: sandbox!.baseUrl, ...sandbox!.account }
  const carrier = stack.use(createTwilioCarrier({ apiBaseUrl, log }))
  const resources = stack.move()
  return { carrier, account, sandbox, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

interface OpenSandbox extends Sandbox, AsyncDisposable {
  account: CarrierAccount
}

const findTimeoutMs = 10_000
const findIntervalMs = 200

/** One process of a data directory runs the sandbox; the others, including commands, use it over HTTP. */
async function openSandbox(config: Config, { masterKey, log, clock }: CarrierOptions): Promise<OpenSandbox> {
  const account = sandboxAccount(masterKey)
  const state = join(config.dataDir, 'sandbox')
  const { followClock, openSandboxCarrier, StateInUse } = await import('../carriers/sandbox/index.ts')
  const open = async (port: number) => {
    await using stack = new AsyncDisposableStack()
    const settings = { inboundUrl: `${config.settings.publicUrl}/carrier/twilio/message` }
    const sandbox = stack.use(await openSandboxCarrier({ ...account, port, state, log, clock, settings }))
    await writeAddress(state, sandbox.baseUrl)
    const { control } = sandbox
    if (!control.findTemplate(readyTemplate.name)) control.addTemplate(readyTemplate)
    stack.move()
    return sandbox
  }
  const share = async (baseUrl: string): Promise<OpenSandbox> => {
    const port = Number(new URL(baseUrl).port)
    const shared = await shareSandbox(
      port,
      log,
      () => open(port),
      (onEnd) => followClock(baseUrl, clock, onEnd),
    )
    return { baseUrl, account, clock: shared, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() }
  }
  const configured = `http://127.0.0.1:${config.sandboxPort}`
  if (config.sandboxPort !== 0 && (await acceptsAccount(configured, account, log))) return share(configured)
  for (const deadline = performance.now() + findTimeoutMs; ; await setTimeout(findIntervalMs)) {
    try {
      const isFree = await portIsFree(config.sandboxPort)
      const sandbox = await open(isFree ? config.sandboxPort : 0)
      if (!isFree) {
        log.warn(
          { port: config.sandboxPort },
          'the port of the sandbox carrier is in use, so it listens on another one; set SANDBOX_PORT to change this',
        )
      }
      const { baseUrl, control } = sandbox
      return { baseUrl, account, clock: control, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() }
    } catch (error) {
      if (!(error instanceof StateInUse)) throw error
      const baseUrl = await readAddress(state)
      if (baseUrl && (await acceptsAccount(baseUrl, account, log))) return share(baseUrl)
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

const maxTakeOverDelayMs = 500

/** Uses the sandbox of another process, and takes over when that process ends. */
async function shareSandbox(
  port: number,
  log: Log,
  open: () => Promise<AsyncDisposable & { control: Clock }>,
  follow: (onEnd: () => Promise<void>) => Promise<Clock & Disposable>,
): Promise<Clock & AsyncDisposable> {
  const resources = new AsyncDisposableStack()
  let own: (AsyncDisposable & { control: Clock }) | undefined
  const takeOver = async (): Promise<void> => {
    // A random delay, because other processes take over at the same time.
    await setTimeout(Math.random() * maxTakeOverDelayMs, undefined, { ref: false })
    if (own || resources.disposed || !(await portIsFree(port))) return
    // If another process got the port first, its sandbox is used.
    const sandbox = await open().catch(() => undefined)
    if (!sandbox) return
    if (resources.disposed) return sandbox[Symbol.asyncDispose]()
    own = resources.use(sandbox)
    log.info({ port }, 'the process of the sandbox carrier has ended; this process now runs it')
  }
  const remoteClock = resources.use(await follow(takeOver))
  return { now: () => (own?.control ?? remoteClock).now(), [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

function portIsFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}

/** Derived from the master key, so that all processes of an installation share the account. */
function sandboxAccount(masterKey: Uint8Array): CarrierAccount {
  const hex = (what: string): string => createHmac('sha256', masterKey).update(what).digest('hex').slice(0, 32)
  return { accountSid: `AC${hex('sandbox account')}`, authToken: hex('sandbox token') }
}

/** The sandbox of another installation rejects the account. */
async function acceptsAccount(apiBaseUrl: string, account: CarrierAccount, log: Log): Promise<boolean> {
  await using carrier = createTwilioCarrier({ apiBaseUrl, timeoutMs: 2000, log })
  return await carrier.listSenders(account).then(
    () => true,
    () => false,
  )
}
