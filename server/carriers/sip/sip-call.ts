// One call over a trunk or from a telephone, and the calls that this process has or has had.
import type { PhoneCall } from '@parley/sip'
import type { CallStatus, CarrierCall } from '#server/ports/voice-carrier.ts'
import type { Leg } from './leg.ts'
import type { Outcome } from './outcomes.ts'

export interface SipCall {
  readonly externalId: string
  readonly carrierAccountId: string
  /** E.164, an extension, or `anonymous`. */
  readonly from: string
  readonly to: string
  readonly createdAt: Date
  readonly leg: Leg
  status: CallStatus
  answeredAtMs: number | undefined
  durationSeconds: number | null
  /** Undefined until the INVITE is sent. */
  phone: PhoneCall | undefined
  /** `canceled` before the answer, otherwise as if the call was complete. */
  hangUp(): void
  sendKeys(keys: string): void
}

const isOver = ({ durationSeconds }: SipCall): boolean => durationSeconds !== null

/** Ended calls can be looked up for this time. */
const keptMs = 10 * 60_000
const maxKept = 5_000

export function createCallList(now: () => Date) {
  const calls = new Map<string, SipCall>()
  const ended: { externalId: string; atMs: number }[] = []

  function forgetOld(): void {
    const beforeMs = now().getTime() - keptMs
    while (ended.length > maxKept || (ended[0] && ended[0].atMs < beforeMs)) calls.delete(ended.shift()!.externalId)
  }

  return {
    add: (call: SipCall): void => void calls.set(call.externalId, call),
    /** Of this carrier account only. */
    find(carrierAccountId: string, externalId: string): SipCall | undefined {
      const call = calls.get(externalId)
      return call?.carrierAccountId === carrierAccountId ? call : undefined
    },
    list: (carrierAccountId: string): SipCall[] =>
      [...calls.values()].filter((call) => call.carrierAccountId === carrierAccountId),
    open: (): SipCall[] => [...calls.values()].filter((call) => !isOver(call)),
    /** Takes the result of a call. */
    end(call: SipCall, { status }: Outcome): void {
      const { answeredAtMs } = call
      call.status = status
      call.durationSeconds =
        answeredAtMs === undefined ? 0 : Math.max(1, Math.ceil((now().getTime() - answeredAtMs) / 1_000))
      call.leg.end()
      ended.push({ externalId: call.externalId, atMs: now().getTime() })
      forgetOld()
    },
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
