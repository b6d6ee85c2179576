// Sends and receives chat-app messages, also with a million stored messages: `npm run bench -- messages`.
import { setTimeout as pause } from 'node:timers/promises'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { defineBench } from '../shared/bench.ts'
import { type Child, startChild } from '../shared/child.ts'
import { alternate, loadAtFixedRate, loadWork, median, medianRound, type Round, ratioOf } from '../shared/load.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { ms, percent, print, tableOf, whole } from '../shared/report.ts'
import { carrierEnvironment, maxConnections, openWorkspace, startParley } from '../shared/workspace.ts'
import type { BareSqlOrder } from './bare-sql.ts'
import type { AcceptedMessage } from './instant-carrier.ts'
import { createMessageLoad, type MessageLoad } from './message-load.ts'
import { insertMessages, messagesPerConversation } from './million.ts'
import { inputOf, prepareSenders } from './senders.ts'

/** One customer per sender writes again before the answer is due, which postpones it. Ten customers get their answers. */
const [unansweredCustomers, answeredCustomers] = [1, 10]

const parameters = {
  /** Each account may send five templates per second, so there are enough accounts to saturate the machine. */
  accounts: 240,
  connections: 10,
  seconds: 1,
  rounds: 5,
  sequentialSends: 200,
  /** Of inbound messages and callbacks. */
  perSecond: 200,
  fixedRateSeconds: 5,
  /** Compares with so many stored messages. */
  million: false,
  /** Stored before the comparison, so that every list is full. */
  initialMessages: 36_000,
  addedMessages: 1_000_000,
}

interface Setup {
  parameters: typeof parameters
  carrier: Child
  bare: Child
  client: MessageLoad
}

type Results = Awaited<ReturnType<typeof measure>>

export const bench = defineBench({
  about: 'sends, inbound messages and status callbacks of a chat app, compared with their SQL',
  parameters,
  short: {
    accounts: 30,
    connections: 2,
    seconds: 0.1,
    rounds: 1,
    sequentialSends: 2,
    perSecond: 10,
    fixedRateSeconds: 1,
    million: true,
    initialMessages: 120,
    addedMessages: 240,
  },
  async run(parameters) {
    const { accounts, connections, rounds, seconds, million, initialMessages, addedMessages } = parameters
    await using workspace = await openWorkspace(parameters)
    await using model = await startScriptedOpenAi({ models: ['bench'], script: 'We open at seven.' })
    await using carrier = startChild('messages/instant-carrier.ts')
    await using bare = startChild('messages/bare-sql.ts')
    const carrierUrl = await carrier.ask<string>('listen')
    const { senders, plan, uuids } = await prepareSenders(workspace, accounts)
    const { connectionString } = workspace
    const inputs = senders.map(inputOf)
    const order: BareSqlOrder = { connectionString, maxConnections, plan, inputs, uuids, phonePrefix: '+44772' }
    await bare.ask(order)
    const env = { OPENAI_BASE_URL: model.baseUrl, ...carrierEnvironment(carrierUrl) }
    await using parley = await startParley(workspace, env)
    const client = createMessageLoad({ baseUrl: parley.baseUrl, carrierUrl, senders })
    // Creates the contacts whose session status is requested.
    progress('receiving a message for every sender')
    for (let heard = 0; heard < accounts; heard++) await client.writeAsCustomer(unansweredCustomers)
    const setup: Setup = { parameters, carrier, bare, client }
    const load = `${accounts} accounts, ${connections} connections, median of ${rounds} rounds of ${seconds} s`
    print(`${load}; ${plan.statements.length} statements a send`)
    if (million) await insertMessages(workspace, senders, { messages: initialMessages, prefix: '44781' })
    const before = await measure(setup)
    print(...resultsOf(before, parameters))
    if (!million) return
    await insertMessages(workspace, senders, { messages: addedMessages, prefix: '44782' })
    print(changeTable(before, await measure(setup), addedMessages))
    const perAccount = (messages: number): number => Math.round(messages / messagesPerConversation / accounts)
    const [few, many] = [perAccount(initialMessages), perAccount(initialMessages + addedMessages)]
    print(`Lists count the conversations of the account: ${few} per account before, ${many} after.`)
  },
})

async function measure({ parameters, carrier, bare, client }: Setup) {
  const { connections, seconds, rounds, sequentialSends, perSecond, fixedRateSeconds } = parameters
  const load = { connections, seconds }
  progress('sending templates')
  const [ours, theirs] = await alternate(
    rounds,
    () => loadWork(client.sendTemplate, load),
    () => bare.ask<Round>(load),
  )
  const taken = await carrier.ask<AcceptedMessage[]>('taken')
  progress('sending one at a time')
  const { carrierMs, sendMs } = await sendSequentially(client, sequentialSends)
  progress(`status callbacks, ${perSecond} per second`)
  const byTheClock = { perSecond, seconds: fixedRateSeconds }
  const messages = taken.slice(-(perSecond * fixedRateSeconds) / 2)
  const callbacks = await loadAtFixedRate(
    (index) => client.postStatus(messages[index % messages.length]!, index < messages.length ? 'sent' : 'delivered'),
    byTheClock,
  )
  await pause(1_000)
  progress('session status and lists')
  const [session, list] = await alternate(
    rounds,
    () => loadWork(client.readSession, load),
    () => loadWork(client.listConversations, load),
  )
  progress(`inbound messages, ${perSecond} per second`)
  const inbound = await loadAtFixedRate(() => client.writeAsCustomer(unansweredCustomers), byTheClock)
  progress(`answered inbound messages, ${perSecond} per second`)
  const answeredInbound = await loadAtFixedRate(() => client.writeAsCustomer(answeredCustomers), byTheClock)
  return {
    sends: medianRound(ours),
    bareSends: medianRound(theirs),
    ratio: ratioOf(ours, theirs),
    carrierMs,
    addedMs: sendMs - carrierMs,
    inbound,
    answeredInbound,
    callbacks,
    session: medianRound(session),
    list: medianRound(list),
  }
}

async function sendSequentially(client: MessageLoad, count: number): Promise<{ carrierMs: number; sendMs: number }> {
  const times = { carrier: [] as number[], send: [] as number[] }
  for (let turn = 0; turn < count; turn++) {
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

function resultsOf(results: Results, { perSecond }: { perSecond: number }): string[] {
  const row = (name: string, { perSecond: rate, p50Ms, p99Ms }: Round) => [name, whole(rate), p50Ms, p99Ms]
  const table = tableOf(
    ['', 'per second', 'p50 ms', 'p99 ms'],
    [
      row('template sends', results.sends),
      row('the same SQL through pg', results.bareSends),
      row(`inbound messages, ${perSecond} per second`, results.inbound),
      row('inbound messages with answers', results.answeredInbound),
      row(`status callbacks, ${perSecond} per second`, results.callbacks),
      row('session status', results.session),
      row('list of conversations', results.list),
    ],
  )
  const single = `A single send adds ${ms(results.addedMs)} ms to the ${ms(results.carrierMs)} ms of the carrier (p50).`
  return [table, `Sending reaches ${percent(results.ratio)} of the rate of its SQL. ${single}`]
}

function changeTable(before: Results, after: Results, added: number): string {
  const row = (name: string, partOf: (results: Results) => number) => {
    const [one, other] = [partOf(before), partOf(after)]
    return [name, one, other, percent(other / one)]
  }
  return tableOf(
    ['', 'before', `with ${added.toLocaleString('en')}`, 'of before'],
    [
      row('template sends per second', ({ sends }) => sends.perSecond),
      row('the same SQL per second', ({ bareSends }) => bareSends.perSecond),
      row('single send, ms added to the carrier', ({ addedMs }) => addedMs),
      row('inbound messages, p50 ms', ({ inbound }) => inbound.p50Ms),
      row('inbound messages, p99 ms', ({ inbound }) => inbound.p99Ms),
      row('status callbacks, p50 ms', ({ callbacks }) => callbacks.p50Ms),
      row('session status per second', ({ session }) => session.perSecond),
      row('lists of conversations per second', ({ list }) => list.perSecond),
    ],
  )
}
