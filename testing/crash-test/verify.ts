// Compares the database, the carrier's log, the webhook receiver's log and the clients' log with one another.
import type { Message as CarrierMessage } from '@parley/carrier-sandbox'
import type { ClientLog } from './client-log.ts'
import type { Fault, Invariant } from './database.ts'
import type { CrashTestSetup } from './setup.ts'
import { verifyRuns } from './verify-automations.ts'
import { verifyCalls } from './verify-calls.ts'
import { verifyLeads } from './verify-campaigns.ts'

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

/** Reads the message's UUID from its status callback URL. */
export const uuidOf = ({ statusCallback }: Pick<CarrierMessage, 'statusCallback'>): string | undefined =>
  /\/status\/([0-9a-f-]{36})\//.exec(statusCallback ?? '')?.[1]

/** Runs a query of `sql` whose rows are faults. */
async function checkBySql({ database }: CrashTestSetup, name: string, invariant: Invariant): Promise<Fault[]> {
  const rows = await database.read<{ account_id: number; fault: string }>(name)
  return rows.map((row) => fault(invariant, row.fault, { account: row.account_id }))
}

/** Must run before holds expire. */
export const verifyHeld = (setup: CrashTestSetup): Promise<Fault[]> => checkBySql(setup, 'held', 'ledger')

export async function verify(setup: CrashTestSetup, log: ClientLog): Promise<Findings> {
  const { database, carrier } = setup
  const stored = await database.read<StoredMessage>('messages')
  const accepted = carrier.messages().filter(({ direction }) => direction === 'outbound-api')
  const byUuid = Map.groupBy(accepted, (message) => uuidOf(message) ?? 'unknown')
  const bySql = await Promise.all(
    Object.entries(sqlChecks).map(([name, invariant]) => checkBySql(setup, name, invariant)),
  )
  const outbound = stored.filter(({ direction }) => direction === 'outbound')
  return {
    faults: [
      ...bySql.flat(),
      ...checkAcceptedOnce(byUuid, stored),
      ...checkSentOnce(accepted, log),
      ...outbound.flatMap((message) => checkMessage(message, byUuid.get(message.uuid), setup)),
      ...checkMoney(outbound, byUuid),
      ...checkAcknowledged(stored, byUuid, log),
      ...checkReceived(stored, log),
      ...(await checkAnswers(setup, log)),
      ...checkStoredOnce(outbound, log),
      ...(await checkStarted(setup, log)),
      ...log.unanswered.map((name) => fault('idempotency', `A ${name} request with a key never got a response.`)),
      ...(await checkWebhooks(setup)),
      ...(await verifyCalls(setup, log)),
      ...(await verifyLeads(setup, log)),
      ...(await verifyRuns(setup, log)),
    ],
    stored,
    accepted: accepted.length,
    charged: outbound.reduce((sum, { charges }) => sum + charges, 0),
    refunded: outbound.filter(({ refunded_micros }) => refunded_micros > 0).length,
  }
}

/** Queries in `sql` whose rows are faults. */
const sqlChecks: Record<string, Invariant> = {
  campaigns: 'campaigns',
  automations: 'automations',
  money: 'ledger',
  turns: 'charges',
  'unmatched-money': 'charges',
  'status-changes': 'status',
  endings: 'webhooks',
  failed: 'unfinished',
  order: 'inbound',
  unanswered: 'inbound',
}

const fault = (invariant: Invariant, message: string, concerned: { account?: number; uuid?: string } = {}): Fault => ({
  invariant,
  message,
  ...concerned,
})

/** The carrier accepted each message once, and no other messages. */
function checkAcceptedOnce(byUuid: Map<string, CarrierMessage[]>, stored: readonly StoredMessage[]): Fault[] {
  const known = new Set(stored.map(({ uuid }) => uuid))
  return [...byUuid].flatMap(([uuid, messages]) => {
    const sids = messages.map(({ sid }) => sid).join(', ')
    if (!known.has(uuid)) return [fault('duplicates', `The carrier has ${sids}, which is not stored.`, { uuid })]
    if (messages.length === 1) return []
    return [fault('duplicates', `The carrier has ${uuid} ${messages.length} times: ${sids}.`, { uuid })]
  })
}

/** No recipient gets the same text twice, even under different UUIDs. */
function checkSentOnce(accepted: readonly CarrierMessage[], { texts }: ClientLog): Fault[] {
  const first = new Map<string, CarrierMessage>()
  return accepted.flatMap((message) => {
    const { body, sid, to } = message
    const text = /(?:Template|Freeform|Customer) [\d-]+ no\. \d+/.exec(body)?.[0]
    if (text === undefined || !texts.has(text)) return []
    const earlier = first.get(body)
    first.set(body, message)
    if (!earlier) return []
    return [
      fault('duplicates', `“${text}” was sent as ${earlier.sid} and as ${sid} to ${to}.`, { uuid: uuidOf(message)! }),
    ]
  })
}

/** The stored state of a message agrees with the carrier's. */
function checkMessage(
  message: StoredMessage,
  atCarrier: CarrierMessage[] | undefined,
  { carrier }: CrashTestSetup,
): Fault[] {
  const { state, status, sid } = message
  const faults = (invariant: Invariant, text: string): Fault[] => [faultOfMessage(invariant, message, text)]
  if (state !== 'accepted' && state !== 'refused') return faults('unfinished', `is ${state}`)
  const theirs = atCarrier?.[0]
  if (!theirs) return state === 'refused' ? [] : faults('charges', 'is accepted, but the carrier does not have it')
  if (state === 'refused') return faults('charges', `is refused, but the carrier has it as ${theirs.sid}`)
  if (sid !== theirs.sid) return faults('duplicates', `has the sid ${sid}, but is ${theirs.sid} at the carrier`)
  const isFailed = failed.has(status)
  if (isFailed && !failed.has(theirs.status))
    return faults('charges', `is ${status}, but is ${theirs.status} at the carrier`)
  const wasReportedFailed = carrier.webhooks.some(
    ({ messageSid, form, outcome }) =>
      messageSid === sid && failed.has(form['MessageStatus']!) && (outcome === 200 || outcome === 204),
  )
  if (wasReportedFailed && !isFailed && theirs.arrivedAtMs === null)
    return faults('status', `is ${status}, but the carrier reported its failure`)
  return []
}

const faultOfMessage = (invariant: Invariant, { account_id, id, uuid }: StoredMessage, text: string): Fault =>
  fault(invariant, `Message ${id} (${uuid}) ${text}.`, { account: account_id, uuid })

/** An accepted message is charged once, and refunded only if a part of it failed. */
function checkMoney(outbound: readonly StoredMessage[], byUuid: Map<string, CarrierMessage[]>): Fault[] {
  const parts = Map.groupBy(outbound, ({ head_uuid }) => head_uuid)
  return outbound.flatMap((head) => {
    if (head.part !== 1) return []
    const all = parts.get(head.head_uuid) ?? [head]
    const isSent = byUuid.has(head.uuid)
    const hasFailed = isSent && all.some(({ status }) => failed.has(status))
    const { charges, paid_micros, refunded_micros, charged_micros, price_micros } = head
    const refunds = refunded_micros > 0 ? 1 : 0
    const faults = (text: string): Fault[] => [faultOfMessage('charges', head, text)]
    if (charges > 1) return faults(`was charged ${charges} times`)
    if (!isSent && charges !== refunds) return faults('was not sent, but was charged')
    if (isSent && charges === 0 && price_micros > 0 && !hasFailed) return faults('was sent, but not charged')
    if (hasFailed && refunded_micros !== paid_micros)
      return faults(`failed with ${paid_micros} paid and ${refunded_micros} refunded`)
    if (isSent && !hasFailed && refunds > 0) return faults('was refunded, but did not fail')
    if (!hasFailed && isSent && charged_micros !== paid_micros)
      return faults(`shows a charge of ${charged_micros}, but ${paid_micros} were paid`)
    return []
  })
}

/** Every acknowledged message is stored, and the carrier has it. */
function checkAcknowledged(
  stored: readonly StoredMessage[],
  byUuid: Map<string, CarrierMessage[]>,
  { sent }: ClientLog,
): Fault[] {
  const byId = new Map(stored.map((message) => [`${message.account_id}:${message.id}`, message]))
  return sent.flatMap(({ accountId, messageId, sid, text }) => {
    const message = byId.get(`${accountId}:${messageId}`)
    if (message?.sid === sid && byUuid.get(message.uuid)?.[0]?.sid === sid) return []
    const concerned = { account: accountId, ...(message && { uuid: message.uuid }) }
    return [fault('acknowledged', `“${text}” was acknowledged as ${sid}, but is missing.`, concerned)]
  })
}

/** Every customer's message whose webhook was acknowledged is stored once. */
function checkReceived(stored: readonly StoredMessage[], { received }: ClientLog): Fault[] {
  const inbound = Map.groupBy(
    stored.filter(({ direction }) => direction === 'inbound'),
    ({ sid }) => sid,
  )
  return received.flatMap(({ accountId, sid, text }) => {
    const count = inbound.get(sid)?.length ?? 0
    if (count === 1) return []
    return [fault('inbound', `“${text}” (${sid}) is stored ${count} times.`, { account: accountId })]
  })
}

/** Every answer that a visitor got is the one in the conversation. */
async function checkAnswers({ database }: CrashTestSetup, { answered }: ClientLog): Promise<Fault[]> {
  const rows = await database.read<{ uuid: string; text: string; answer: string | null }>('answers')
  const stored = Map.groupBy(rows, ({ uuid, text }) => `${uuid} ${text}`)
  return answered.flatMap(({ uuid, text, answer }) => {
    const found = stored.get(`${uuid} ${text}`) ?? []
    const answers = found.flatMap((row) => row.answer ?? [])
    if (answers.length === 1 && answers[0] === answer) return []
    const details = `“${text}” in ${uuid} was answered “${answer}”, but ${JSON.stringify(found)} is stored.`
    return [fault('acknowledged', details)]
  })
}

/** A message that was requested once is stored at most once, with or without a key. */
function checkStoredOnce(outbound: readonly StoredMessage[], { texts }: ClientLog): Fault[] {
  const heads = outbound.filter(({ part, body }) => part === 1 && body !== null)
  const byText = Map.groupBy(heads, ({ body }) => /(?:Template|Freeform) [\d-]+ no\. \d+/.exec(body!)?.[0] ?? '')
  return [...byText].flatMap(([text, messages]) => {
    if (messages.length === 1 || !texts.has(text)) return []
    const { uuid } = messages[0]!
    return [fault('idempotency', `“${text}” was requested once, but is stored ${messages.length} times.`, { uuid })]
  })
}

/** A conversation that was requested with a key is started once, and the client has its UUID. */
async function checkStarted({ database }: CrashTestSetup, { started }: ClientLog): Promise<Fault[]> {
  const rows = await database.read<{ account_id: number; uuid: string }>('started')
  const stored = new Set(rows.map(({ uuid }) => uuid))
  return [
    ...rows
      .filter(({ uuid }) => !started.has(uuid))
      .map(({ account_id, uuid }) =>
        fault('idempotency', `No client has conversation ${uuid}.`, { account: account_id }),
      ),
    ...[...started]
      .filter((uuid) => !stored.has(uuid))
      .map((uuid) => fault('acknowledged', `The conversation ${uuid} was started, but is missing.`)),
  ]
}

/** Every delivery reached the receiver, and every webhook ID always came with the same body. */
async function checkWebhooks({ database, receiver }: CrashTestSetup): Promise<Fault[]> {
  const received = Map.groupBy(receiver.requests, ({ headers }) => String(headers['webhook-id']))
  const deliveries = await database.query<{ account_id: number; message_id: string; kind: string; body: string }>(
    'select account_id, message_id, kind, body from webhook_deliveries',
  )
  const known = new Set(deliveries.map(({ message_id }) => message_id))
  return [
    ...[...received.keys()]
      .filter((id) => !known.has(id))
      .map((id) => fault('webhooks', `The webhook ${id} was received, but is not stored.`)),
    ...deliveries.flatMap(({ account_id, message_id, kind, body }) => {
      const requests = received.get(message_id) ?? []
      const webhook = `The webhook ${message_id} (${kind})`
      if (requests.length === 0) return [fault('webhooks', `${webhook} was never received.`, { account: account_id })]
      if (requests.every((request) => request.body.toString() === body)) return []
      return [fault('webhooks', `${webhook} was received with two different bodies.`, { account: account_id })]
    }),
  ]
}
