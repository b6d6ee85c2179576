// One call over a trunk or from a telephone, and the calls that this process has or has had.
import type { PhoneCall } from '@parley/sip'
import type { CallStatus, CarrierCall } from '#server/ports/voice-carrier.ts'
import { createLeg, type Leg } from './leg.ts'
import type { Outcome } from './outcomes.ts'

interface CallFields {
  carrierAccountId: string
  /** E.164, an extension, or `anonymous`. */
  from: string
  to: string
  status: CallStatus
}

export interface SipCall extends CallFields {
  readonly externalId: string
  readonly createdAt: Date
  readonly leg: Leg
  answeredAtMs: number | undefined
  /** Null while the call runs. */
  durationSeconds: number | null
  /** This side has ended the call before it was answered. */
  isCanceled: boolean
  /** Undefined until the INVITE is sent. */
  phone: PhoneCall | undefined
  /** Ends a call that has taken too long. */
  endTimer: NodeJS.Timeout | undefined
  hangUp(): void
  sendKeys(keys: string): void
  /** Presses keys in their order with the audio. */
  press(keys: string): void
}

/** Ended calls can be looked up for this time. */
const keptMs = 10 * 60_000
const maxKept = 5_000

export function createCallList({ now, newId }: { now(): Date; newId(): string }) {
  const calls = new Map<string, SipCall>()
  const ended: { externalId: string; atMs: number }[] = []

  function forgetOld(nowMs: number): void {
    while (ended.length > maxKept || (ended[0] && ended[0].atMs < nowMs - keptMs))
      calls.delete(ended.shift()!.externalId)
  }

  return {
    open(fields: CallFields): SipCall {
      let keysBySignaling: Promise<unknown> = Promise.resolve()
      const call: SipCall = {
        ...fields,
        externalId: newId(),
        createdAt: now(),
        leg: createLeg(),
        answeredAtMs: undefined,
        durationSeconds: null,
        isCanceled: false,
        phone: undefined,
        endTimer: undefined,
        hangUp() {
          call.isCanceled ||= call.answeredAtMs === undefined
          call.phone?.hangUp()
        },
        press: (keys) => call.leg.out.press(keys, call.sendKeys),
        sendKeys(keys) {
          const { phone } = call
          if (!phone || phone.sendKeys(keys)) return
          // The other side takes no keys in its audio, so they are sent in the signaling, one after the other.
          for (const key of keys)
            keysBySignaling = keysBySignaling.then(() => phone.signaling.sendKey(key)).catch(() => false)
        },
      }
      calls.set(call.externalId, call)
      return call
    },
    answer(call: SipCall): void {
      call.status = 'in-progress'
      call.answeredAtMs = now().getTime()
    },
    end(call: SipCall, { status }: Pick<Outcome, 'status'>): void {
      const nowMs = now().getTime()
      const { answeredAtMs } = call
      call.status = status
      call.durationSeconds = answeredAtMs === undefined ? 0 : Math.max(1, Math.ceil((nowMs - answeredAtMs) / 1_000))
      clearTimeout(call.endTimer)
      call.leg.end()
      // It refers to the packets and requests of the call.
      call.phone = undefined
      ended.push({ externalId: call.externalId, atMs: nowMs })
      forgetOld(nowMs)
    },
    find(carrierAccountId: string, externalId: string): SipCall | undefined {
      forgetOld(now().getTime())
      const call = calls.get(externalId)
      return call?.carrierAccountId === carrierAccountId ? call : undefined
    },
    list: (carrierAccountId: string): SipCall[] =>
      [...calls.values()].filter((call) => call.carrierAccountId === carrierAccountId),
  }
}

export type CallList = ReturnType<typeof createCallList>

export const presentCall = ({ externalId, status, from, to, durationSeconds, createdAt }: SipCall): CarrierCall => ({
  externalId,
  status,
  from,
  to,
  durationSeconds,
  createdAt,
})
