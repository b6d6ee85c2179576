// Sends and receives chat-app messages, also with a million stored messages: `npm run bench -- messages`.
import { setTimeout as pause } from 'node:timers/promises'
import { documentedAccount } from '@parley/carrier-sandbox'
import type { AcceptedMessage } from './instant-carrier.ts'
import { alternate, type LoadOptions, loadAtFixedRate, loadWork, median, medianRound, type Round } from './load.ts'
import { createMessageLoad, type MessageLoad } from './message-load.ts'
import { insertMessages, messagesPerConversation } from './million.ts'
import { type Child, openWorkspace, startChild, startParleyProcess } from './processes.ts'
import { progress, stopIfAsked } from './progress.ts'
import { describeMachine, describePostgres, ms, percent, tableOf, whole } from './report.ts'
import { prepareSenders } from './senders.ts'

/** Each account may send five templates per second, so there are enough accounts to saturate the machine. */
const accounts = 240
/** One customer per sender writes again before the answer is due, which postpones it. Ten customers get their answers. */
const unansweredCustomers = 1
const answeredCustomers = 10
const rounds = 5
const sequentialSends = 200
const fixedRate = { perSecond: 200, seconds: 5 }
/** Stored before the comparison, so that every list is full. */
const initialMessages = 36_000
const addedMessages = 1_000_000

const perAccount = (messages: number): number => Math.round(messages / messagesPerConversation / accounts)
const listNote = `Lists count the conversations of the account: ${perAccount(initialMessages)} per account before, ${perAccount(initialMessages + addedMessages)} after.`

type Results = Awaited<ReturnType<typeof measure>>

export async function benchMessages({ million, ...load }: LoadOptions & { million: boolean }): Promise<void> {
  await using workspace = await openWorkspace()
  await using carrier = startChild('instant-carrier.ts')
  const { connectionString, env } = workspace
  const carrierUrl = await carrier.ask<string>('listen')
  const postgres = await describePostgres(connectionString)
  const senders = await prepareSenders(env, accounts)
  await using parley = await startParleyProcess({
    ...env,
    TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
    TWILIO_AUTH_TOKEN: documentedAccount.authToken,
    TWILIO_API_BASE_URL: carrierUrl,
  })
  const client = createMessageLoad(parley.baseUrl, carrierUrl, senders)
  // Creates the contacts whose session status is requested.
  progress('receiving a message for every sender')
  for (let received = 0; received < accounts; received++) await client.writeAsCustomer(unansweredCustomers)
  if (million) await insertMessages(connectionString, senders, initialMessages, '44781')
  const before = await measure(load, carrier, client)
  const conditions = `${accounts} accounts, ${load.connections} connections, median of ${rounds} rounds of ${load.seconds} s`
  process.stdout.write(`${describeMachine(postgres)}\n${conditions}\n\n${resultsTable(before)}\n`)
  if (!million) return
  await insertMessages(connectionString, senders, addedMessages, '44782')
  const after = await measure(load, carrier, client)
  process.stdout.write(`\n${changeTable(before, after)}\n\n${listNote}\n`)
}

async function measure(load: LoadOptions, carrier: Child, client: MessageLoad) {
  progress('sending templates')
  const sends: Round[] = []
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++) {
    stopIfAsked()
    const result = await loadWork(client.sendTemplate, load)
    if (round >= 0) sends.push(result)
  }
  const taken = await carrier.ask<AcceptedMessage[]>('taken')
  progress('sending one at a time')
  const { carrierMs, sendMs } = await sendSequentially(client)
  progress(`status callbacks, ${fixedRate.perSecond} per second`)
  const messages = taken.slice(-(fixedRate.perSecond * fixedRate.seconds) / 2)
  const callbacks = await loadAtFixedRate(
    (index) => client.postStatus(messages[index % messages.length]!, index < messages.length ? 'sent' : 'delivered'),
    fixedRate,
  )
  await pause(1_000)
  progress('session status and lists')
  const [session, list] = await alternate(
    rounds,
    () => loadWork(client.readSession, load),
    () => loadWork(client.listConversations, load),
  )
  progress(`inbound messages, ${fixedRate.perSecond} per second`)
  const inbound = await loadAtFixedRate(() => client.writeAsCustomer(unansweredCustomers), fixedRate)
  progress(`answered inbound messages, ${fixedRate.perSecond} per second`)
  const answeredInbound = await loadAtFixedRate(() => client.writeAsCustomer(answeredCustomers), fixedRate)
  return {
    sends: medianRound(sends),
    carrierMs,
    addedMs: sendMs - carrierMs,
    /** Not answered yet. */
    inbound,
    answeredInbound,
    callbacks,
    session: medianRound(session),
    list: medianRound(list),
  }
}

async function sendSequentially(client: MessageLoad): Promise<{ carrierMs: number; sendMs: number }> {
  const times = { carrier: [] as number[], send: [] as number[] }
  for (let turn = 0; turn < sequentialSends; turn++) {
    stopIfAsked()
    const beganAt = performance.now()
    await client.sendToCarrier()
    const carrierAt = performance.now()
    await client.sendTemplate()
    times.carrier.push(carrierAt - beganAt)
    times.send.push(performance.now() - carrierAt)
  }
  return { carrierMs: median(times.carrier), sendMs: median(times.send) }
}

function resultsTable(results: Results): string {
  const { sends, carrierMs, addedMs, inbound, answeredInbound, callbacks, session, list } = results
  const row = (name: string, round: Round) => [name, whole(round.perSecond), ms(round.p50Ms), ms(round.p99Ms)]
  const table = tableOf(
    ['', 'per second', 'p50 ms', 'p99 ms'],
    [
      row('template sends', sends),
      row(`inbound messages, ${fixedRate.perSecond} per second`, inbound),
      row('inbound messages with answers', answeredInbound),
      row(`status callbacks, ${fixedRate.perSecond} per second`, callbacks),
      row('session status', session),
      row('list of conversations', list),
    ],
  )
  return `${table}\n\nA single send adds ${ms(addedMs)} ms to the ${ms(carrierMs)} ms of the carrier (p50).`
}

function changeTable(before: Results, after: Results): string {
  const row = (name: string, one: number, other: number): string[] => [name, ms(one), ms(other), percent(other / one)]
  return tableOf(
    ['', 'before', 'with 1,000,000', 'of before'],
    [
      row('template sends per second', before.sends.perSecond, after.sends.perSecond),
      row('single send, ms added to the carrier', before.addedMs, after.addedMs),
      row('inbound messages, p50 ms', before.inbound.p50Ms, after.inbound.p50Ms),
      row('inbound messages, p99 ms', before.inbound.p99Ms, after.inbound.p99Ms),
      row('status callbacks, p50 ms', before.callbacks.p50Ms, after.callbacks.p50Ms),
      row('session status per second', before.session.perSecond, after.session.perSecond),
      row('lists of conversations per second', before.list.perSecond, after.list.perSecond),
    ],
  )
}
