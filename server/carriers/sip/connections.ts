// Decides which process serves SIP, and passes the requests of the others to it.
import type { CarrierConnections, ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { noServer } from './no-server.ts'
import { type RequestName, requestNames } from './requests.ts'
import { createSipServer, type SipServer, type SipServerSettings } from './sip-server.ts'

/** How soon a process takes the place of one that has ended, and tries again what it could not open. */
const checkEveryMs = 5_000

/** A request to another process, as JSON. */
interface RemoteRequest {
  name: RequestName
  args: readonly unknown[]
}

type RemoteReply =
  | { value: unknown }
  | { error: Pick<CarrierError, 'outcome' | 'message' | 'retryable' | 'code' | 'reason'> }

export interface SipConnections extends CarrierConnections {
  /** Carries out a request here, or in the process that serves SIP. */
  request(name: RequestName, args: readonly unknown[]): Promise<unknown>
}

export function openConnections(settings: SipServerSettings, services: ConnectionServices): SipConnections {
  const { context, lines } = services
  const { log } = context
  let server: SipServer | undefined
  let isClosed = false
  let isDraining = false
  /** A trunk or telephone has changed, or could not be read. */
  let isChanged = true
  /** There was a trunk or telephone when they were read last. */
  let hasLines = false
  let isScheduled = false
  let updating: Promise<void> = Promise.resolve()

  /** Nothing is opened before there is a trunk or a telephone, and nothing that another process serves. */
  async function update(): Promise<void> {
    isScheduled = false
    const { accept } = services
    if (isClosed || isDraining || !accept) return
    const current = await lines.findServer()
    if (current !== undefined && current !== context.processId) {
      await stopServing()
      return
    }
    const isServed = server && current !== undefined && server.isComplete()
    if (!isChanged && (isServed || !hasLines)) return
    // What changes while it is read is read again.
    isChanged = false
    const [trunks, telephones] = await Promise.all([lines.listTrunks(), lines.listPhones()])
    hasLines = trunks.length + telephones.length > 0
    if (!server && !hasLines) return
    if ((await lines.claim()) !== context.processId) return
    server ??= createSipServer(settings, services, accept)
    server.use(trunks, telephones)
  }

  /** The process was away for so long that another one has taken its place. */
  async function stopServing(): Promise<void> {
    const former = server
    server = undefined
    if (former) log.warn('another process serves SIP now')
    await former?.[Symbol.asyncDispose]()
  }

  /** Changes that follow each other are read once. */
  function scheduleUpdate(): void {
    if (isScheduled) return
    isScheduled = true
    updating = updating.then(update).catch((error: unknown) => {
      isChanged = true
      log.warn({ error }, 'the SIP trunks could not be read, and will be read again')
    })
  }

  function noteChange(): void {
    isChanged = true
    scheduleUpdate()
  }

  /** New calls are for the next process while this one ends its own. */
  const servesHere = (name: RequestName): boolean => server !== undefined && !(isDraining && name === 'createCall')

  async function carryOut(name: RequestName, args: readonly unknown[]): Promise<unknown> {
    if (!server || isClosed || !servesHere(name)) throw noServer()
    return (server.requests[name] as (...given: unknown[]) => Promise<unknown>)(...args)
  }

  async function askOther(name: RequestName, args: readonly unknown[]): Promise<unknown> {
    const processId = await lines.findServer()
    if (processId === undefined || processId === context.processId) throw noServer()
    const request: RemoteRequest = { name, args }
    let text: string
    try {
      text = await services.ask(processId, JSON.stringify(request))
    } catch (cause) {
      throw new CarrierError('outcome_unknown', 'The process that serves SIP did not answer.', {
        code: 'no_answer',
        cause,
      })
    }
    const reply = JSON.parse(text, reviveDates) as RemoteReply
    if ('value' in reply) return reply.value ?? undefined
    const { outcome, message, retryable, code, reason } = reply.error
    throw new CarrierError(outcome, message, { retryable, code, ...(reason && { reason }) })
  }

  const release = (): Promise<void> =>
    lines.release().catch((error: unknown) => log.warn({ error }, 'the claim of SIP could not be released'))

  const stopListening = lines.onChange(noteChange)
  const timer = setInterval(scheduleUpdate, checkEveryMs).unref()
  scheduleUpdate()

  return {
    request: (name, args) => (servesHere(name) ? carryOut(name, args) : askOther(name, args)),
    async answer(text) {
      const { name, args } = JSON.parse(text, reviveDates) as RemoteRequest
      let reply: RemoteReply
      try {
        if (!requestNames.includes(name)) throw noServer()
        reply = { value: (await carryOut(name, args)) ?? null }
      } catch (error) {
        if (!(error instanceof CarrierError)) throw error
        const { outcome, message, retryable, code, reason } = error
        reply = { error: { outcome, message, retryable, code, reason } }
      }
      return JSON.stringify(reply)
    },
    async telephoneAddress() {
      scheduleUpdate()
      await updating
      return server?.address()
    },
    drain() {
      isDraining = true
      server?.drain()
      if (server) void release()
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearInterval(timer)
      stopListening()
      await updating
      if (!server) return
      await server[Symbol.asyncDispose]()
      await release()
    },
  }
}

const reviveDates = (key: string, value: unknown): unknown =>
  (key === 'since' || key === 'createdAt') && typeof value === 'string' ? new Date(value) : value
