// Decides which process serves SIP, and passes the requests of the others to it.
import type { CarrierConnections, ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { CarrierFault } from '#server/ports/carrier.ts'
import { noServer } from './no-server.ts'
import { type RequestName, requestNames, type SipRequests } from './requests.ts'
import { createSipServer, type SipServer, type SipServerSettings } from './sip-server.ts'

/** How soon a process takes the place of one that has ended. */
const claimEveryMs = 5_000
/** How soon the process that serves SIP tries again what it could not open. */
const retryEveryMs = 60_000

/** A request to another process, as JSON. */
interface RemoteRequest {
  name: RequestName
  args: readonly unknown[]
}

type RemoteReply =
  | { value: unknown }
  | { error: Pick<CarrierError, 'outcome' | 'message' | 'retryable'> & { reason: CarrierFault['failureReason'] } }

export function openConnections(
  settings: SipServerSettings,
  services: ConnectionServices,
): CarrierConnections & { requests: SipRequests } {
  const { context, lines } = services
  const { log } = context
  let server: SipServer | undefined
  let isClosed = false
  let updating: Promise<void> = Promise.resolve()

  /** Nothing is opened before there is a trunk or a telephone. */
  async function update(): Promise<void> {
    const { accept } = services
    if (isClosed || !accept) return
    const [trunks, telephones] = await Promise.all([lines.listTrunks(), lines.listPhones()])
    if (!server && trunks.length + telephones.length === 0) return
    if (!server && (await lines.claim()) !== context.processId) return
    server ??= createSipServer(settings, services, accept)
    await server.use(trunks, telephones)
  }

  function scheduleUpdate(): void {
    updating = updating
      .then(update)
      .catch((error: unknown) => log.warn({ error }, 'the SIP trunks could not be read, and will be read again'))
  }

  function carryOut(name: RequestName, args: readonly unknown[]): Promise<unknown> {
    if (!server || isClosed) throw noServer()
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
    const { outcome, message, retryable, reason } = reply.error
    throw new CarrierError(outcome, message, { retryable, ...(reason && { reason }) })
  }

  const request =
    (name: RequestName) =>
    async (...args: unknown[]): Promise<unknown> =>
      server ? carryOut(name, args) : askOther(name, args)

  const stopListening = lines.onChange(scheduleUpdate)
  let updatedAtMs = performance.now()
  const timer = setInterval(() => {
    if (server && performance.now() - updatedAtMs < retryEveryMs) return
    updatedAtMs = performance.now()
    scheduleUpdate()
  }, claimEveryMs).unref()
  scheduleUpdate()

  return {
    requests: Object.fromEntries(requestNames.map((name) => [name, request(name)])) as unknown as SipRequests,
    async answer(text) {
      const { name, args } = JSON.parse(text, reviveDates) as RemoteRequest
      let reply: RemoteReply
      try {
        if (!requestNames.includes(name)) throw noServer()
        reply = { value: (await carryOut(name, args)) ?? null }
      } catch (error) {
        if (!(error instanceof CarrierError)) throw error
        const { outcome, message, retryable, reason } = error
        reply = { error: { outcome, message, retryable, reason } }
      }
      return JSON.stringify(reply)
    },
    async telephoneAddress() {
      scheduleUpdate()
      await updating
      return server?.address()
    },
    drain: () => server?.drain(),
    async [Symbol.asyncDispose]() {
      isClosed = true
      clearInterval(timer)
      stopListening()
      await updating
      if (!server) return
      await server[Symbol.asyncDispose]()
      await lines.release().catch((error: unknown) => log.warn({ error }, 'the claim of SIP could not be released'))
    },
  }
}

const reviveDates = (key: string, value: unknown): unknown =>
  (key === 'since' || key === 'createdAt') && typeof value === 'string' ? new Date(value) : value
