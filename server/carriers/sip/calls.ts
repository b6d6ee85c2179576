// Places and takes calls, and reports what becomes of them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { IncomingPhoneCall, PhoneCallEvents } from '@parley/sip'
import type { ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { whenAvailable } from '#server/platform/database/once-available.ts'
import type { CarrierAccount, ReportKey } from '#server/ports/carrier.ts'
import type { MediaLine } from '#server/ports/media-line.ts'
import type { AgentCall, CallUpdate, ConferenceTarget, InboundCall, OutgoingCall } from '#server/ports/voice-carrier.ts'
import { createConferences } from './conferences.ts'
import { createLeg } from './leg.ts'
import type { TrunkLine } from './lines.ts'
import { formatFor } from './numbers.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { createCallList, presentCall, type SipCall } from './sip-call.ts'

/** A caller hears the ringing tone for at most this time while the assistant is prepared. */
const answerWithinMs = 10_000
/** After the briefing. */
const decideWithinMs = 10_000
const pauseMs = 500

type Report = (context: ConnectionServices['context'], key: ReportKey, update: CallUpdate) => Promise<unknown>

interface Placing {
  line: TrunkLine
  from: string
  to: string
  report: ReportKey
  ringingSeconds: number
  maxSeconds: number
  update: Report
  answered(call: SipCall): Promise<void>
}

/** An INVITE whose source has been admitted. */
export interface Arrival extends Pick<InboundCall, 'carrierAccountId' | 'from' | 'to' | 'forwardedFrom' | 'accountId'> {
  /** Undefined for a telephone of the account. */
  line: TrunkLine | undefined
}

export function createCalls(
  { context, events, accept, speak }: ConnectionServices,
  findLine: (carrierAccountId: string, number: string) => TrunkLine | undefined,
  lastCall: (line: TrunkLine, error: string | null) => void,
) {
  const { log, newId, now, stopping } = context
  const calls = createCallList(now)
  const conferences = createConferences()

  /** Reports of one call arrive in their order. A report waits for a database that is away. */
  function createReporter(call: SipCall, update: Report, key: ReportKey | undefined) {
    let last: Promise<unknown> = Promise.resolve()
    let sequence = 0
    return (outcome: Outcome): void => {
      if (!key) return
      const { externalId, carrierAccountId } = call
      const { durationSeconds } = call
      const report = { ...outcome, externalId, carrierAccountId, durationSeconds, sequence: sequence++ }
      last = last
        .then(() => whenAvailable(stopping, () => update(context, key, report)))
        .catch((error: unknown) => log.error({ error, externalId }, 'the state of a SIP call could not be stored'))
    }
  }

  const open = (status: 'ringing' | 'in-progress'): Outcome => {
    return { status, sipCode: null, failureReason: null, errorCode: null, errorMessage: null }
  }

  function createCall(fields: Pick<SipCall, 'carrierAccountId' | 'from' | 'to' | 'status'>): SipCall & {
    ownCause: 'canceled' | undefined
  } {
    const call = {
      ...fields,
      externalId: newId(),
      createdAt: now(),
      leg: createLeg(),
      answeredAtMs: undefined,
      durationSeconds: null,
      phone: undefined as SipCall['phone'],
      ownCause: undefined as 'canceled' | undefined,
      hangUp() {
        if (call.answeredAtMs === undefined) call.ownCause = 'canceled'
        call.phone?.hangUp()
      },
      sendKeys(keys: string) {
        call.phone?.sendKeys(keys)
      },
    }
    calls.add(call)
    return call
  }

  async function place({ line, from, to, ...placing }: Placing): Promise<SipCall> {
    const { trunk } = line
    if (!accept) throw noServer()
    if (trunk.maxCalls !== null && line.calls.size >= trunk.maxCalls)
      throw new CarrierError('refused', `All ${trunk.maxCalls} channels of the trunk are in use.`, {
        reason: 'overloaded',
        retryable: true,
      })
    const call = createCall({ carrierAccountId: trunk.carrierAccountId, from, to, status: 'initiated' })
    const report = createReporter(call, placing.update, placing.report)
    line.calls.add(call)
    let endTimer: NodeJS.Timeout | undefined
    const handlers: PhoneCallEvents = {
      ...call.leg.handlers,
      ringing() {
        if (call.status !== 'initiated') return
        call.status = 'ringing'
        report(open('ringing'))
      },
      answered() {
        call.status = 'in-progress'
        call.answeredAtMs = now().getTime()
        endTimer = setTimeout(() => call.hangUp(), placing.maxSeconds * 1_000).unref()
        report(open('in-progress'))
        placing.answered(call).catch((error: unknown) => fail(call, error))
      },
      silent: (silentMs) => endSilent(call, line, silentMs),
      ended(end) {
        clearTimeout(endTimer)
        line.calls.delete(call)
        const ringingIsOver = end.cause === 'canceled' && end.by === 'local' ? ('no-answer' as const) : undefined
        const outcome = outcomeOf(end, call.ownCause ?? ringingIsOver)
        calls.end(call, outcome)
        report(outcome)
        lastCall(line, outcome.errorMessage)
      },
    }
    try {
      call.phone = await line.call(formatFor(trunk, to), formatFor(trunk, from), placing.ringingSeconds, handlers)
    } catch (error) {
      line.calls.delete(call)
      calls.end(call, { ...open('ringing'), status: 'failed' })
      throw new CarrierError('not_sent', 'The call could not be placed, because no port for its audio is free.', {
        code: 'no_port',
        retryable: true,
        cause: error,
      })
    }
    return call
  }

  function fail(call: SipCall, error: unknown): void {
    log.error({ error, externalId: call.externalId }, 'a SIP call failed')
    call.hangUp()
  }

  function endSilent(call: SipCall, line: TrunkLine | undefined, silentMs: number): void {
    log.info({ externalId: call.externalId, silentMs }, 'a SIP call was ended because no audio arrived')
    if (line) lastCall(line, `No audio arrived for ${Math.round(silentMs / 1_000)} seconds.`)
    call.hangUp()
  }

  /** Connects an answered call with its assistant. Returns false if there is none. */
  async function openMedia(call: SipCall, token: string, answer?: () => Promise<void>): Promise<boolean> {
    const { externalId, carrierAccountId, leg } = call
    const openListener = await accept!({ token, externalId, carrierAccountId })
    if (!openListener) {
      log.warn({ externalId }, 'a SIP call has no assistant any more')
      return false
    }
    await answer?.()
    let isOpen = true
    const line: MediaLine = {
      sendAudio(audio) {
        if (isOpen && !leg.out.push(audio)) fail(call, new Error('Too much audio is waiting to be played.'))
      },
      sendMark: (name) => leg.out.mark(() => isOpen && listener.mark(name)),
      clear: () => leg.out.clear(),
      close() {
        if (isOpen) call.hangUp()
      },
    }
    const listener = openListener(line)
    leg.listen({
      audio: listener.audio,
      keyPressed: listener.keyPressed,
      closed() {
        isOpen = false
        listener.closed()
      },
    })
    return true
  }

  async function pressKeys(call: SipCall, keys = ''): Promise<void> {
    for (const part of keys.match(/w|[^w]+/g) ?? []) {
      if (part === 'w') await sleep(pauseMs)
      else call.sendKeys(part)
    }
  }

  function getLine({ externalId }: Pick<CarrierAccount, 'externalId'>, number: string): TrunkLine {
    const line = findLine(externalId, number)
    if (line) return line
    throw new CarrierError('refused', `There is no trunk with the number ${number}.`, { reason: 'not_found' })
  }

  /** Speaks to the person, and asks whether the customer is connected. */
  async function brief(call: SipCall, agent: AgentCall): Promise<void> {
    const { externalId, carrierAccountId, leg } = call
    const decided = Promise.withResolvers<string | undefined>()
    leg.listen({ audio() {}, keyPressed: decided.resolve, closed: () => decided.resolve(undefined) })
    await pressKeys(call, agent.keysAfterAnswer)
    if (agent.briefing !== undefined) {
      leg.out.push(await speak(agent.briefing, agent.language))
      leg.out.mark(() => {
        if (!agent.needsKey) decided.resolve(undefined)
        else setTimeout(decided.resolve, decideWithinMs, undefined).unref()
      })
    } else decided.resolve(undefined)
    const key = await decided.promise
    if (call.durationSeconds !== null) return
    const answer = await events.agentDecided(context, agent.report, { externalId, carrierAccountId, key })
    if (answer === 'unknown' || !answer.join) call.hangUp()
    else conferences.join(call, answer.join)
  }

  return {
    async createCall(account: CarrierAccount, call: OutgoingCall) {
      const { externalId } = await place({
        ...call,
        line: getLine(account, call.from),
        update: events.callUpdated,
        async answered(one) {
          await pressKeys(one, call.keysAfterAnswer)
          if (!(await openMedia(one, call.mediaToken))) one.hangUp()
        },
      })
      return { externalId, status: 'initiated' as const }
    },

    async callAgent(account: CarrierAccount, call: AgentCall) {
      const { externalId } = await place({
        ...call,
        line: getLine(account, call.from),
        update: events.agentUpdated,
        answered: (one) => brief(one, call),
      })
      return { externalId, status: 'initiated' as const }
    },

    async findCall({ externalId }: CarrierAccount, id: string) {
      const found = calls.find(externalId, id)
      return found && presentCall(found)
    },

    async listCalls({ externalId }: CarrierAccount, { from, to, since }: { from: string; to: string; since: Date }) {
      return calls
        .list(externalId)
        .filter((call) => call.from === from && call.to === to && call.createdAt >= since)
        .map(presentCall)
        .toReversed()
    },

    async endCall({ externalId }: CarrierAccount, id: string) {
      calls.find(externalId, id)?.hangUp()
    },

    async joinConference({ externalId }: CarrierAccount, id: string, conference: ConferenceTarget) {
      const call = calls.find(externalId, id)
      if (!call || call.durationSeconds !== null)
        throw new CarrierError('refused', 'The call is over.', { reason: 'not_found' })
      conferences.join(call, conference)
    },

    /** Returns the handlers of a call that has arrived. It is answered when the assistant can speak. */
    take(incoming: IncomingPhoneCall, { line, ...arrival }: Arrival): PhoneCallEvents {
      const call = createCall({ ...arrival, status: 'ringing' })
      call.phone = incoming
      line?.calls.add(call)
      let report: ((outcome: Outcome) => void) | undefined
      let result: Outcome | undefined

      async function answer(): Promise<void> {
        const { externalId } = call
        const ending = AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)])
        const received = () => events.callReceived(context, { externalId, ...arrival })
        const answered = await whenAvailable(ending, received)
        if ('reject' in answered) {
          incoming.reject(answered.reject === 'busy' ? 486 : 480)
          return
        }
        const { mediaToken, report: key } = answered.connect
        report = createReporter(call, events.callUpdated, key)
        if (result) {
          report(result)
          return
        }
        const connected = await openMedia(call, mediaToken, async () => {
          if (!(await incoming.answer())) return
          call.status = 'in-progress'
          call.answeredAtMs = now().getTime()
        })
        if (!connected) incoming.reject(480)
      }

      incoming.ring()
      answer().catch((error: unknown) => {
        log.error({ error, externalId: call.externalId }, 'an incoming SIP call could not be answered')
        if (call.answeredAtMs === undefined) incoming.reject(480)
        else call.hangUp()
      })
      return {
        ...call.leg.handlers,
        silent: (silentMs) => endSilent(call, line, silentMs),
        ended(end) {
          line?.calls.delete(call)
          result = outcomeOf(end, call.ownCause)
          calls.end(call, result)
          report?.(result)
          if (line) lastCall(line, result.errorMessage)
        },
      }
    },

    open: calls.open,
  }
}

export type Calls = ReturnType<typeof createCalls>

export const noServer = (cause?: unknown): CarrierError =>
  new CarrierError('not_sent', 'No process with the role voice serves SIP at the moment.', {
    code: 'no_server',
    retryable: true,
    cause,
  })
