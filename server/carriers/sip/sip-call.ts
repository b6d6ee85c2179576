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
  hangUp(): void
  sendKeys(keys: string): void
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
      const call: SipCall = {
        ...fields,
        externalId: newId(),
        createdAt: now(),
        leg: createLeg(),
        answeredAtMs: undefined,
        durationSeconds: null,
        isCanceled: false,
        phone: undefined,
        hangUp() {
          call.isCanceled ||= call.answeredAtMs === undefined
          call.phone?.hangUp()
        },
        sendKeys(keys) {
          if (!call.phone || call.phone.sendKeys(keys)) return
          // The other side takes no keys in its audio, so they are sent in the signaling.
          for (const key of keys) call.phone.signaling.sendKey(key).catch(() => {})
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
      call.leg.end()
      ended.push({ externalId: call.externalId, atMs: nowMs })
      forgetOld(nowMs)
    },
    find(carrierAccountId: string, externalId: string): SipCall | undefined {
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
