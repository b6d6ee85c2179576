// How fast chat-app messages go out and come in, and what a million stored ones change: `npm run bench -- messages`.
import { setTimeout as pause } from 'node:timers/promises'
import { documentedAccount } from '@parley/carrier-sandbox'
import type { BareSqlOrder, BareSqlRound } from './bare-sql.ts'
import { type Child, startChild } from './child.ts'
import type { TakenMessage } from './instant-carrier.ts'
import { alternate, loadWork } from './load.ts'
import { describePostgres, machine } from './machine.ts'
import { createMessageLoad, type MessageLoad } from './message-load.ts'
import { fillWithMessages, perConversation } from './million.ts'
import { startModel } from './model.ts'
import { loadByTheClock } from './open-load.ts'
import type { Options } from './options.ts'
import { startParleyProcess } from './parley-process.ts'
import { progress } from './progress.ts'
import { inputOf, prepareSenders } from './senders.ts'
import { median, medianRound, percentile, type Round } from './statistics.ts'
import { stopIfAsked } from './stop.ts'
import { ms, percent, tableOf, whole } from './table.ts'
import { openWorkspace } from './workspace.ts'

/** Each account may send five templates a second: so many can send as fast as any machine of today does. */
const accounts = 240
/** A customer of each sender alone writes again before the answer is due, so that it waits; several do not. */
const typing = 1
const answered = 10
const maxConnections = 20
const rounds = 5
const alone = 200
const perSecond = 200
const clockSeconds = 5
/** Before the comparison: enough that every list is full. */
const few = 36_000
const many = 1_000_000

const perAccount = (messages: number): number => Math.round(messages / perConversation / accounts)
const ofOneAccount = `A list counts the account's own conversations: ${perAccount(few)} of each were stored before, ${perAccount(few + many)} after.`

interface Stage {
  load: { connections: number; seconds: number }
  carrier: Child
  bare: Child
  talk: MessageLoad
}

interface Figures {
  sends: Round
  bareSends: Round
  ratio: number
  carrierMs: number
  addedMs: number
  /** While the customers type on. */
  inbound: Round
  /** While as many are answered. */
  talks: Round
  news: Round
  session: Round
  list: Round
}

export async function benchMessages({ connections, seconds, million }: Options): Promise<void> {
  await using place = await openWorkspace()
  await using model = await startModel()
  model.speakAtOnce()
  await using carrier = startChild('instant-carrier.ts')
  await using bare = startChild('bare-sql.ts')
  const carrierUrl = await carrier.ask<string>('listen')
  const postgres = await describePostgres(place.connectionString)
  const { senders, plan, uuids } = await prepareSenders(place, accounts)
  const order: BareSqlOrder = {
    connectionString: place.connectionString,
    maxConnections,
    plan,
    inputs: senders.map(inputOf),
    uuids,
    phonePrefix: '+44772',
  }
  await bare.ask(order)
  await using parley = await startParleyProcess({
    DATABASE_URL: place.connectionString,
    DATA_DIR: place.dataDir,
    OPENAI_BASE_URL: model.baseUrl,
    TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
    TWILIO_AUTH_TOKEN: documentedAccount.authToken,
    TWILIO_API_BASE_URL: carrierUrl,
  })
  const talk = createMessageLoad({ baseUrl: parley.baseUrl, carrierUrl, senders })
  // Else the first sessions that are asked for would be of customers whom nobody knows.
  progress('every sender hears from its customer')
  for (let heard = 0; heard < accounts; heard++) await talk.writeAsCustomer(typing)
  const stage: Stage = { load: { connections, seconds }, carrier, bare, talk }
  const conditions = [
    machine(postgres),
    `${accounts} accounts, ${connections} connections, median of ${rounds} rounds of ${seconds} s; ${plan.statements.length} statements a send`,
  ].join('\n')
  if (million)
    await fillWithMessages(place.connectionString, senders, {
      messages: few,
      prefix: '44781',
      carrierAccountSid: documentedAccount.accountSid,
    })
  const before = await measure(stage)
  process.stdout.write(`${conditions}\n\n${tableOfFigures(before)}\n`)
  if (!million) return
  await fillWithMessages(place.connectionString, senders, {
    messages: many,
    prefix: '44782',
    carrierAccountSid: documentedAccount.accountSid,
  })
  const after = await measure(stage)
  process.stdout.write(`\n${tableOfChange(before, after)}\n\n${ofOneAccount}\n`)
}

async function measure({ load, carrier, bare, talk }: Stage): Promise<Figures> {
  progress('sending templates')
  const ofBare: BareSqlRound = load
  const [ours, theirs] = await alternate(
    rounds,
    () => loadWork(talk.sendTemplate, load),
    () => bare.ask<Round>(ofBare),
  )
  const taken = await carrier.ask<TakenMessage[]>('taken')
  progress('sending one at a time')
  const { carrierMs, sendMs } = await sendAlone(talk)
  progress(`the carrier's news, ${perSecond} a second`)
  const newsOf = taken.slice(-(perSecond * clockSeconds) / 2)
  const news = await loadByTheClock(
    (index) => talk.tellStatus(newsOf[index % newsOf.length]!, index < newsOf.length ? 'sent' : 'delivered'),
    { perSecond, seconds: clockSeconds },
  )
  await pause(1_000)
  progress('sessions and lists')
  const [session, list] = await alternate(
    rounds,
    () => loadWork(talk.readSession, load),
    () => loadWork(talk.listConversations, load),
  )
  const byTheClock = { perSecond, seconds: clockSeconds }
  progress(`customers write, ${perSecond} a second`)
  const inbound = await loadByTheClock(() => talk.writeAsCustomer(typing), byTheClock)
  progress(`customers write, ${perSecond} a second, and as many are answered`)
  const talks = await loadByTheClock(() => talk.writeAsCustomer(answered), byTheClock)
  return {
    sends: medianRound(ours),
    bareSends: medianRound(theirs),
    ratio: median(ours.map((round, index) => round.perSecond / theirs[index]!.perSecond)),
    carrierMs,
    addedMs: sendMs - carrierMs,
    inbound,
    talks,
    news,
    session: medianRound(session),
    list: medianRound(list),
  }
}

async function sendAlone(talk: MessageLoad): Promise<{ carrierMs: number; sendMs: number }> {
  const times = { carrier: [] as number[], send: [] as number[] }
  for (let turn = 0; turn < alone; turn++) {
    stopIfAsked()
    const beganAt = performance.now()
    await talk.askCarrier()
    const carrierAt = performance.now()
    await talk.sendTemplate()
    times.carrier.push(carrierAt - beganAt)
    times.send.push(performance.now() - carrierAt)
  }
  return { carrierMs: percentile(times.carrier, 0.5), sendMs: percentile(times.send, 0.5) }
}

function tableOfFigures(figures: Figures): string {
  const { sends, bareSends, ratio, carrierMs, addedMs, inbound, talks, news, session, list } = figures
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
      row('their SQL alone, through pg', bareSends),
      row(`a customer's message taken, ${perSecond} a second`, inbound),
      row('the same while as many are answered', talks),
      row(`the carrier's news taken, ${perSecond} a second`, news),
      row('session status', session),
      row('list of conversations', list),
    ],
  )
  return `${table}\n\nSending reaches ${percent(ratio)} of its SQL's rate; one send at a time adds ${ms(addedMs)} ms to the carrier's own ${ms(carrierMs)} ms (p50).`
}

function tableOfChange(before: Figures, after: Figures): string {
  const row = (name: string, one: number, other: number): string[] => [name, ms(one), ms(other), percent(other / one)]
  return tableOf(
    ['', 'before', 'with 1,000,000', 'of before'],
    [
      row('template sends per second', before.sends.perSecond, after.sends.perSecond),
      row('their SQL alone per second', before.bareSends.perSecond, after.bareSends.perSecond),
      row('one send, ms added to the carrier', before.addedMs, after.addedMs),
      row("a customer's message, p50 ms", before.inbound.p50Ms, after.inbound.p50Ms),
      row("a customer's message, p99 ms", before.inbound.p99Ms, after.inbound.p99Ms),
      row("the carrier's news, p50 ms", before.news.p50Ms, after.news.p50Ms),
      row('session status per second', before.session.perSecond, after.session.perSecond),
      row('lists of conversations per second', before.list.perSecond, after.list.perSecond),
    ],
  )
}
