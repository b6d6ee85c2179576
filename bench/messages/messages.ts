// Sends and receives chat-app messages, also with a million stored messages: `npm run bench -- messages`.
import { setTimeout as pause } from 'node:timers/promises'
import { documentedAccount } from '@parley/carrier-sandbox'
import { alternate, loadAtFixedRate, loadWork, median, medianRound, percentile, type Round } from '../shared/load.ts'
import { startModel } from '../shared/model.ts'
import type { Options } from '../shared/options.ts'
import { type Child, openWorkspace, startChild, startParleyProcess } from '../shared/processes.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { describeMachine, describePostgres, ms, percent, tableOf, whole } from '../shared/report.ts'
import type { BareSqlOrder, BareSqlRound } from './bare-sql.ts'
import type { AcceptedMessage } from './instant-carrier.ts'
import { createMessageLoad, type MessageLoad } from './message-load.ts'
import { insertMessages, messagesPerConversation } from './million.ts'
import { inputOf, prepareSenders } from './senders.ts'

/** Each account may send five templates per second, so there are enough accounts to saturate the machine. */
const accounts = 240
/** One customer per sender writes again before the answer is due, which postpones it. Ten customers get their answers. */
const unansweredCustomers = 1
const answeredCustomers = 10
const maxConnections = 20
const rounds = 5
const sequentialSends = 200
const perSecond = 200
const fixedRateSeconds = 5
/** Stored before the comparison, so that every list is full. */
const initialMessages = 36_000
const addedMessages = 1_000_000

const perAccount = (messages: number): number => Math.round(messages / messagesPerConversation / accounts)
const listNote = `Lists count the conversations of the account: ${perAccount(initialMessages)} per account before, ${perAccount(initialMessages + addedMessages)} after.`

interface Setup {
  load: { connections: number; seconds: number }
  carrier: Child
  bare: Child
  client: MessageLoad
}

interface Results {
  sends: Round
  bareSends: Round
  ratio: number
  carrierMs: number
  addedMs: number
  /** Inbound messages that are not answered yet. */
  inbound: Round
  /** Inbound messages that are answered. */
  answeredInbound: Round
  callbacks: Round
  session: Round
  list: Round
}

export async function benchMessages({ connections, seconds, million }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  await using model = await startModel()
  model.answerAtOnce()
  await using carrier = startChild('messages/instant-carrier.ts')
  await using bare = startChild('messages/bare-sql.ts')
  const carrierUrl = await carrier.ask<string>('listen')
  const postgres = await describePostgres(workspace.connectionString)
  const { senders, plan, uuids } = await prepareSenders(workspace, accounts)
  const order: BareSqlOrder = {
    connectionString: workspace.connectionString,
    maxConnections,
    plan,
    inputs: senders.map(inputOf),
    uuids,
    phonePrefix: '+44772',
  }
  await bare.ask(order)
  await using parley = await startParleyProcess({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    OPENAI_BASE_URL: model.baseUrl,
    TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
    TWILIO_AUTH_TOKEN: documentedAccount.authToken,
    TWILIO_API_BASE_URL: carrierUrl,
  })
  const client = createMessageLoad({ baseUrl: parley.baseUrl, carrierUrl, senders })
  // Creates the contacts whose session status is requested.
  progress('receiving a message for every sender')
  for (let heard = 0; heard < accounts; heard++) await client.writeAsCustomer(unansweredCustomers)
  const stage: Setup = { load: { connections, seconds }, carrier, bare, client }
  const conditions = [
    describeMachine(postgres),
    `${accounts} accounts, ${connections} connections, median of ${rounds} rounds of ${seconds} s; ${plan.statements.length} statements a send`,
  ].join('\n')
  if (million)
    await insertMessages(workspace.connectionString, senders, {
      messages: initialMessages,
      prefix: '44781',
      carrierAccountSid: documentedAccount.accountSid,
    })
  const before = await measure(stage)
  process.stdout.write(`${conditions}\n\n${resultsTable(before)}\n`)
  if (!million) return
  await insertMessages(workspace.connectionString, senders, {
    messages: addedMessages,
    prefix: '44782',
    carrierAccountSid: documentedAccount.accountSid,
  })
  const after = await measure(stage)
  process.stdout.write(`\n${changeTable(before, after)}\n\n${listNote}\n`)
}

async function measure({ load, carrier, bare, client }: Setup): Promise<Results> {
  progress('sending templates')
  const ofBare: BareSqlRound = load
  const [ours, theirs] = await alternate(
    rounds,
    () => loadWork(client.sendTemplate, load),
    () => bare.ask<Round>(ofBare),
  )
  const taken = await carrier.ask<AcceptedMessage[]>('taken')
  progress('sending one at a time')
  const { carrierMs, sendMs } = await sendSequentially(client)
  progress(`status callbacks, ${perSecond} per second`)
  const messages = taken.slice(-(perSecond * fixedRateSeconds) / 2)
  const callbacks = await loadAtFixedRate(
    (index) => client.postStatus(messages[index % messages.length]!, index < messages.length ? 'sent' : 'delivered'),
    { perSecond, seconds: fixedRateSeconds },
  )
  await pause(1_000)
  progress('session status and lists')
  const [session, list] = await alternate(
    rounds,
    () => loadWork(client.readSession, load),
    () => loadWork(client.listConversations, load),
  )
  const byTheClock = { perSecond, seconds: fixedRateSeconds }
  progress(`inbound messages, ${perSecond} per second`)
  const inbound = await loadAtFixedRate(() => client.writeAsCustomer(unansweredCustomers), byTheClock)
  progress(`answered inbound messages, ${perSecond} per second`)
  const answeredInbound = await loadAtFixedRate(() => client.writeAsCustomer(answeredCustomers), byTheClock)
  return {
    sends: medianRound(ours),
    bareSends: medianRound(theirs),
    ratio: median(ours.map((round, index) => round.perSecond / theirs[index]!.perSecond)),
    carrierMs,
    addedMs: sendMs - carrierMs,
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
  return { carrierMs: percentile(times.carrier, 0.5), sendMs: percentile(times.send, 0.5) }
}

function resultsTable(results: Results): string {
  const { sends, bareSends, ratio, carrierMs, addedMs, inbound, answeredInbound, callbacks, session, list } = results
  const row = (name: string, { perSecond: rate, p50Ms, p99Ms }: Round): string[] => [
    name,
    whole(rate),
    ms(p50Ms),
    ms(p99Ms),
  ]
  const table = tableOf(
    ['', 'per second', 'p50 ms', 'p99 ms'],
    [
      row('template sends', sends),
      row('the same SQL through pg', bareSends),
      row(`inbound messages, ${perSecond} per second`, inbound),
      row('inbound messages with answers', answeredInbound),
      row(`status callbacks, ${perSecond} per second`, callbacks),
      row('session status', session),
      row('list of conversations', list),
    ],
  )
  return `${table}\n\nSending reaches ${percent(ratio)} of the rate of its SQL. A single send adds ${ms(addedMs)} ms to the ${ms(carrierMs)} ms of the carrier (p50).`
}

function changeTable(before: Results, after: Results): string {
  const row = (name: string, one: number, other: number): string[] => [name, ms(one), ms(other), percent(other / one)]
  return tableOf(
    ['', 'before', 'with 1,000,000', 'of before'],
    [
      row('template sends per second', before.sends.perSecond, after.sends.perSecond),
      row('the same SQL per second', before.bareSends.perSecond, after.bareSends.perSecond),
      row('single send, ms added to the carrier', before.addedMs, after.addedMs),
      row('inbound messages, p50 ms', before.inbound.p50Ms, after.inbound.p50Ms),
      row('inbound messages, p99 ms', before.inbound.p99Ms, after.inbound.p99Ms),
      row('status callbacks, p50 ms', before.callbacks.p50Ms, after.callbacks.p50Ms),
      row('session status per second', before.session.perSecond, after.session.perSecond),
      row('lists of conversations per second', before.list.perSecond, after.list.perSecond),
    ],
  )
}
