// Holds the database, the carrier's log, the receiver's log and what clients were told against each other.
import type { Message as CarrierMessage } from '@parley/carrier-sandbox'
import type { Fault } from './database.ts'
import type { Journal } from './journal.ts'
import type { CrashTestSetup } from './setup.ts'

export interface StoredMessage {
  account_id: number
  id: number
  uuid: string
  direction: 'inbound' | 'outbound'
  kind: string
  head_uuid: string
  part: number
  state: string
  status: string
  sid: string | null
  address: string
  body: string | null
  error_code: number | null
  price_micros: number
  charged_micros: number
  ledger_ref: string | null
  charges: number
  paid_micros: number
  refunded_micros: number
}

export interface Findings {
  faults: Fault[]
  stored: StoredMessage[]
  accepted: number
  charged: number
  refunded: number
}

const failed = new Set(['failed', 'undelivered', 'canceled'])

/** Where the carrier was to tell of the message: it has our uuid. */
export const uuidOf = ({ statusCallback }: Pick<CarrierMessage, 'statusCallback'>): string | undefined =>
  /\/status\/([0-9a-f-]{36})\//.exec(statusCallback ?? '')?.[1]

/** Before holds lapse: what they are for is known. */
export async function verifyHeld({ database }: CrashTestSetup): Promise<Fault[]> {
  return (await database.read<{ account_id: number; fault: string }>('held')).map(asFault('I1'))
}

export async function verify(stage: CrashTestSetup, journal: Journal): Promise<Findings> {
  const { database, carrier } = stage
  const stored = await database.read<StoredMessage>('messages')
  const accepted = carrier.messages().filter(({ direction }) => direction === 'outbound-api')
  const byUuid = Map.groupBy(accepted, (message) => uuidOf(message) ?? 'nobody')
  const bySql = await Promise.all(
    Object.entries(sqlChecks).map(async ([name, invariant]) =>
      (await database.read<{ account_id: number; fault: string }>(name)).map(asFault(invariant)),
    ),
  )
  const outbound = stored.filter(({ direction }) => direction === 'outbound')
  return {
    faults: [
      ...bySql.flat(),
      ...checkAcceptedOnce(byUuid, stored),
      ...checkReadOnce(accepted, journal),
      ...outbound.flatMap((message) => checkMessage(message, byUuid.get(message.uuid), stage)),
      ...checkMoney(outbound, byUuid),
      ...checkAcknowledged(stored, byUuid, journal),
      ...checkReceived(stored, journal),
      ...(await checkTalks(stage, journal)),
      ...checkStoredOnce(outbound, journal),
      ...(await checkStarted(stage, journal)),
      ...journal.unanswered.map((what) => ({ invariant: 'I9', sentence: `a ${what} under a key had no answer` })),
      ...(await checkWebhooks(stage)),
    ],
    stored,
    accepted: accepted.length,
    charged: outbound.reduce((sum, { charges }) => sum + charges, 0),
    refunded: outbound.filter(({ refunded_micros }) => refunded_micros > 0).length,
  }
}

/** Files of `sql` whose rows are faults. */
const sqlChecks = {
  money: 'I1',
  turns: 'I2',
  'unmatched-money': 'I2',
  steps: 'I5',
  endings: 'I6',
  'given-up': 'I7',
  order: 'I8',
  unanswered: 'I8',
}

const asFault =
  (invariant: string) =>
  ({ account_id, fault }: { account_id: number; fault: string }): Fault => ({
    invariant,
    account: account_id,
    sentence: fault,
  })

/** I4: the carrier took each message of ours once, and none that we do not know. */
function checkAcceptedOnce(byUuid: Map<string, CarrierMessage[]>, stored: readonly StoredMessage[]): Fault[] {
  const known = new Set(stored.map(({ uuid }) => uuid))
  return [...byUuid].flatMap(([uuid, messages]) => {
    const sids = messages.map(({ sid }) => sid).join(', ')
    if (!known.has(uuid)) return [{ invariant: 'I4', uuid, sentence: `the carrier took ${sids}, which we do not know` }]
    if (messages.length === 1) return []
    return [{ invariant: 'I4', uuid, sentence: `the carrier took ${uuid} ${messages.length} times: ${sids}` }]
  })
}

/** I4 and I8: nobody reads the same twice, under whatever uuid: no message, and no answer. */
function checkReadOnce(accepted: readonly CarrierMessage[], journal: Journal): Fault[] {
  const seen = new Map<string, CarrierMessage>()
  return accepted.flatMap((message) => {
    const { body, sid, to } = message
    const text = /(?:News|Word|Customer) [\d-]+ no\. \d+/.exec(body)?.[0]
    if (text === undefined || !journal.texts.has(text)) return []
    const uuid = uuidOf(message)!
    const first = seen.get(body)
    seen.set(body, message)
    if (!first) return []
    return [{ invariant: 'I4', uuid, sentence: `“${text}” went out as ${first.sid} and as ${sid} to ${to}` }]
  })
}

/** I2, I5, I7: what we know of a message is what the carrier has. */
function checkMessage(
  message: StoredMessage,
  taken: CarrierMessage[] | undefined,
  { carrier }: CrashTestSetup,
): Fault[] {
  const { uuid, state, status, sid } = message
  const fault = (invariant: string, sentence: string): Fault[] => [
    { invariant, account: message.account_id, uuid, sentence: `message ${message.id} (${uuid}) ${sentence}` },
  ]
  if (state !== 'accepted' && state !== 'refused') return fault('I7', `is ${state}`)
  const theirs = taken?.[0]
  if (!theirs) return state === 'refused' ? [] : fault('I2', 'counts as accepted, and the carrier does not have it')
  if (state === 'refused') return fault('I2', `counts as refused, and the carrier has it as ${theirs.sid}`)
  if (sid !== theirs.sid) return fault('I4', `has the sid ${sid}, and is ${theirs.sid} at the carrier`)
  const isFailed = failed.has(status)
  if (isFailed && !failed.has(theirs.status)) return fault('I2', `counts as ${status}, and is ${theirs.status} there`)
  const toldOfFailure = carrier.webhooks.some(
    ({ messageSid, form, outcome }) =>
      messageSid === sid && failed.has(form['MessageStatus']!) && (outcome === 200 || outcome === 204),
  )
  if (toldOfFailure && !isFailed && theirs.arrivedAtMs === null)
    return fault('I5', `is ${status} although its failure was told`)
  return []
}

/** I2: one charge for each message that was accepted, given back exactly when a part of it failed. */
function checkMoney(outbound: readonly StoredMessage[], byUuid: Map<string, CarrierMessage[]>): Fault[] {
  const parts = Map.groupBy(outbound, ({ head_uuid }) => head_uuid)
  return outbound.flatMap((head) => {
    if (head.part !== 1) return []
    const all = parts.get(head.head_uuid) ?? [head]
    const isTaken = byUuid.has(head.uuid)
    const hasFailed = isTaken && all.some(({ status }) => failed.has(status))
    const { charges, paid_micros, refunded_micros, charged_micros, price_micros } = head
    const fault = (sentence: string): Fault[] => [
      {
        invariant: 'I2',
        account: head.account_id,
        uuid: head.uuid,
        sentence: `message ${head.id} (${head.uuid}) ${sentence}`,
      },
    ]
    if (charges > 1) return fault(`was charged ${charges} times`)
    if (!isTaken && charges !== refunds(head)) return fault('was not sent and was charged')
    if (isTaken && charges === 0 && price_micros > 0 && !hasFailed) return fault('was sent and not charged')
    if (hasFailed && refunded_micros !== paid_micros)
      return fault(`failed: paid ${paid_micros}, back ${refunded_micros}`)
    if (isTaken && !hasFailed && refunded_micros > 0) return fault('was given back without a failure')
    if (!hasFailed && isTaken && charged_micros !== paid_micros)
      return fault(`counts ${charged_micros}, paid ${paid_micros}`)
    return []
  })
}

const refunds = ({ refunded_micros }: StoredMessage): number => (refunded_micros > 0 ? 1 : 0)

/** I3: what a client was told of is there, here and at the carrier. */
function checkAcknowledged(
  stored: readonly StoredMessage[],
  byUuid: Map<string, CarrierMessage[]>,
  { sent }: Journal,
): Fault[] {
  const byId = new Map(stored.map((message) => [`${message.account_id}:${message.id}`, message]))
  return sent.flatMap(({ accountId, id, sid, text }) => {
    const message = byId.get(`${accountId}:${id}`)
    const isThere = message?.sid === sid && byUuid.get(message.uuid)?.[0]?.sid === sid
    if (isThere) return []
    return [
      {
        invariant: 'I3',
        account: accountId,
        uuid: message?.uuid,
        sentence: `“${text}” was acknowledged as ${sid} and is not there`,
      } as Fault,
    ]
  })
}

/** I8: what the carrier was thanked for is stored once. */
function checkReceived(stored: readonly StoredMessage[], { received }: Journal): Fault[] {
  const inbound = Map.groupBy(
    stored.filter(({ direction }) => direction === 'inbound'),
    ({ sid }) => sid,
  )
  return received.flatMap(({ accountId, sid, text }) => {
    const count = inbound.get(sid)?.length ?? 0
    if (count === 1) return []
    return [{ invariant: 'I8', account: accountId, sentence: `“${text}” (${sid}) is stored ${count} times` }]
  })
}

/** I3: what a visitor read is what the conversation holds. */
async function checkTalks({ database }: CrashTestSetup, { talked }: Journal): Promise<Fault[]> {
  const rows = await database.read<{ uuid: string; said: string; heard: string | null }>('spoken')
  const heard = Map.groupBy(rows, ({ uuid, said }) => `${uuid} ${said}`)
  return talked.flatMap((one) => {
    const there = heard.get(`${one.uuid} ${one.said}`) ?? []
    const answers = there.flatMap((row) => row.heard ?? [])
    if (answers.length === 1 && answers[0] === one.heard) return []
    const sentence = `“${one.said}” in ${one.uuid} was answered “${one.heard}”, and what is stored is ${JSON.stringify(there)}`
    return [{ invariant: 'I3', sentence }]
  })
}

/** I9: whoever asks for a message once, under a key or without, has stored one at most. */
function checkStoredOnce(outbound: readonly StoredMessage[], journal: Journal): Fault[] {
  const heads = outbound.filter(({ part, body }) => part === 1 && body !== null)
  const byText = Map.groupBy(heads, ({ body }) => /(?:News|Word) [\d-]+ no\. \d+/.exec(body!)?.[0] ?? '')
  return [...byText].flatMap(([text, messages]) => {
    if (messages.length === 1 || !journal.texts.has(text)) return []
    const [{ uuid }] = messages as [StoredMessage]
    return [{ invariant: 'I9', uuid, sentence: `“${text}” was asked for once and is stored ${messages.length} times` }]
  })
}

/** I9: a conversation that was asked for under a key is started once, and whoever asked knows it. */
async function checkStarted({ database }: CrashTestSetup, { started }: Journal): Promise<Fault[]> {
  const rows = await database.read<{ account_id: number; uuid: string }>('started')
  const stored = new Set(rows.map(({ uuid }) => uuid))
  return [
    ...rows.flatMap(({ account_id, uuid }) =>
      started.has(uuid)
        ? []
        : [{ invariant: 'I9', account: account_id, sentence: `nobody knows conversation ${uuid}` }],
    ),
    ...[...started].flatMap((uuid) =>
      stored.has(uuid) ? [] : [{ invariant: 'I3', sentence: `the conversation ${uuid} was started and is not there` }],
    ),
  ]
}

interface Delivery {
  account_id: number
  id: number
  message_id: string
  kind: string
  status: string
  body: string
}

/** I6: what counts as delivered has come, and an id never comes with two bodies. */
async function checkWebhooks({ database, receiver }: CrashTestSetup): Promise<Fault[]> {
  const came = Map.groupBy(receiver.requests, ({ headers }) => String(headers['webhook-id']))
  const deliveries = await database.read<Delivery>('deliveries')
  const known = new Set(deliveries.map(({ message_id }) => message_id))
  const strangers = [...came.keys()].filter((id) => !known.has(id))
  return [
    ...strangers.map((id) => ({ invariant: 'I6', sentence: `the webhook ${id} came and nobody states it` })),
    ...deliveries.flatMap(({ account_id, message_id, kind, body }) => {
      const requests = came.get(message_id) ?? []
      if (requests.length === 0)
        return [{ invariant: 'I6', account: account_id, sentence: `the webhook ${message_id} (${kind}) never came` }]
      if (requests.every((request) => request.body.toString() === body)) return []
      return [
        { invariant: 'I6', account: account_id, sentence: `the webhook ${message_id} (${kind}) came with two bodies` },
      ]
    }),
  ]
}
