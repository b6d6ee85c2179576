// Compares the calls in the database with those of the carrier and of the clients.
import type { ClientLog } from './client-log.ts'
import type { Fault, Invariant } from './database.ts'
import type { CrashTestSetup } from './setup.ts'

interface StoredCall {
  account_id: number
  id: number
  uuid: string
  phone: string
  campaign_id: number | null
  sid: string | null
  status: string
  ended_reason: string | null
  duration_seconds: number | null
  cost_micros: number
  is_ended: boolean
  charges: number
  paid_micros: number
  deliveries: number
}

type CarrierCall = ReturnType<CrashTestSetup['carrier']['control']['recentCalls']>[number]

const uuidOf = ({ callback }: CarrierCall): string =>
  /call-status\/([0-9a-f-]{36})\//.exec(callback?.url ?? '')?.[1] ?? ''

export async function verifyCalls({ database, carrier }: CrashTestSetup, { called }: ClientLog): Promise<Fault[]> {
  const stored = await database.read<StoredCall>('calls')
  const placed = carrier.control.recentCalls(1_000_000)
  const byUuid = Map.groupBy(placed, uuidOf)
  const byPhone = Map.groupBy(
    stored.filter(({ campaign_id }) => campaign_id === null),
    ({ phone }) => phone,
  )
  const byId = new Set(stored.map(({ account_id, id, phone }) => `${account_id}:${id}:${phone}`))
  const known = new Set(stored.map(({ uuid }) => uuid))
  return [
    ...stored.flatMap((call) => checkCall(call, byUuid.get(call.uuid) ?? [])),
    ...placed.flatMap((call) => {
      const faults: Fault[] = []
      if (call.endedAtMs === null) faults.push({ invariant: 'calls', message: `${call.sid} is open at the carrier.` })
      if (!known.has(uuidOf(call))) faults.push({ invariant: 'duplicates', message: `${call.sid} is not stored.` })
      return faults
    }),
    ...[...byPhone].flatMap(([phone, calls]): Fault[] =>
      calls.length === 1 ? [] : [{ invariant: 'idempotency', message: `${phone} has ${calls.length} calls.` }],
    ),
    ...called.flatMap(({ accountId, callId, phone }): Fault[] => {
      if (byId.has(`${accountId}:${callId}:${phone}`)) return []
      return [{ invariant: 'acknowledged', account: accountId, message: `Call ${callId} to ${phone} is missing.` }]
    }),
  ]
}

function checkCall(call: StoredCall, atCarrier: readonly CarrierCall[]): Fault[] {
  const { account_id: account, id, uuid, sid, duration_seconds: seconds, cost_micros: costMicros } = call
  const faults: Fault[] = []
  const check = (isTrue: boolean, invariant: Invariant, problem: string): void => {
    if (!isTrue) faults.push({ invariant, account, message: `Call ${id} (${uuid}, ${call.ended_reason}) ${problem}.` })
  }
  const [theirs] = atCarrier
  check(atCarrier.length <= 1, 'duplicates', `was dialed ${atCarrier.length} times`)
  check(sid === null || sid === theirs?.sid, 'duplicates', `has ${sid}, but is ${theirs?.sid} at the carrier`)
  check(call.is_ended, 'unfinished', `is ${call.status}`)
  const talkSeconds = theirs?.answeredAtMs ? Math.ceil(((theirs.endedAtMs ?? 0) - theirs.answeredAtMs) / 1000) : 0
  // The carrier's clock and Parley's are rounded separately.
  const isPaidTime = (seconds ?? 0) === 0 || (seconds ?? 0) <= talkSeconds + 1
  check(isPaidTime, 'charges', `was charged for ${seconds} s, but lasted ${talkSeconds} s`)
  check(call.charges <= 1, 'charges', `was charged ${call.charges} times`)
  check(call.paid_micros === costMicros, 'charges', `costs ${costMicros}, but ${call.paid_micros} were paid`)
  check(call.deliveries === 1, 'webhooks', `has ${call.deliveries} webhooks`)
  return faults
}
