// Requests of Parley and of a bare Fastify server that runs the same SQL: `npm run bench`.

import { alternate, loadGet, loadWork, median, medianRound, percentile, type Round } from '../shared/load.ts'
import { type BenchModel, startModel } from '../shared/model.ts'
import type { Options } from '../shared/options.ts'
import { openWorkspace, startChild, startParleyProcess } from '../shared/processes.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { describeMachine, describePostgres, ms, percent, tableOf, whole } from '../shared/report.ts'
import type { BareOrder } from './bare-server.ts'
import { prepare } from './prepare.ts'
import { createTurns, type Turns, timeModel } from './turns.ts'

const rounds = 7
const maxConnections = 20

export async function benchRequests(options: Options): Promise<void> {
  const { connections, seconds, only } = options
  await using workspace = await openWorkspace()
  await using model = await startModel()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  const { token, plans, modelBody, conversations } = await prepare(workspace, model, only)
  await using parley = await startParleyProcess({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    OPENAI_BASE_URL: model.baseUrl,
  })
  const modelUrl = `${model.baseUrl}/chat/completions`
  await using bare = startChild('requests/bare-server.ts')
  const order: BareOrder = {
    connectionString: workspace.connectionString,
    maxConnections,
    plans,
    model: { url: modelUrl, body: modelBody },
  }
  const bareUrl = await bare.ask<string>(order)

  const rows: string[][] = []
  const compare = async (name: string, ours: () => Promise<Round>, theirs: () => Promise<Round>): Promise<void> => {
    progress(name)
    const [allOurs, allTheirs] = await alternate(rounds, ours, theirs)
    const [one, other] = [medianRound(allOurs), medianRound(allTheirs)]
    const ratio = median(allOurs.map((round, index) => round.perSecond / allTheirs[index]!.perSecond))
    rows.push([
      name,
      whole(one.perSecond),
      whole(other.perSecond),
      percent(ratio),
      ...[one.p50Ms, one.p99Ms, other.p50Ms, other.p99Ms].map(ms),
    ])
  }
  const load = { connections, seconds }
  const headers = { authorization: `Bearer ${token}` }
  for (const [subject, path] of Object.entries({ keys: '/api/user/api-keys', list: '/api/user/conversations' })) {
    if (!plans[subject]) continue
    await compare(
      `GET ${path}`,
      () => loadGet(parley.baseUrl + path, headers, load),
      () => loadGet(`${bareUrl}/${subject}`, {}, load),
    )
  }
  let latencies = ''
  if (plans['turn']) {
    const talkers: TurnSides = {
      parley: createTurns(conversations.parley, (uuid) => `${parley.baseUrl}/api/conversations/${uuid}/messages`),
      bare: createTurns(conversations.bare, (uuid) => `${bareUrl}/turn/${uuid}`),
    }
    model.answerAtOnce()
    for (const streams of [false, true]) {
      await compare(
        streams ? 'text turn, streamed' : 'text turn',
        () => loadWork(() => talkers.parley.take({ streams }), load),
        () => loadWork(() => talkers.bare.take({ streams }), load),
      )
    }
    progress('text turns one at a time')
    latencies = await measureTurnLatency(talkers, model, { url: modelUrl, body: modelBody })
  }
  const head = ['', 'Parley/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99']
  const conditions = `${connections} connections, median of ${rounds} rounds of ${seconds} s`
  process.stdout.write(
    `${describeMachine(postgres)}\n${conditions}\n\n${tableOf(head, rows)}\n${latencies && `\n${latencies}\n`}`,
  )
}

export interface TurnSides {
  parley: Turns
  bare: Turns
}

const turns = 200
const warmUps = 20

/** Measures the latency that Parley adds to the model, one turn at a time. */
export async function measureTurnLatency(
  talkers: TurnSides,
  model: BenchModel,
  direct: { url: string; body: string },
): Promise<string> {
  model.answerAtOnce()
  const whole = { parley: [] as number[], bare: [] as number[], model: [] as number[] }
  for (let turn = -warmUps; turn < turns; turn++) {
    stopIfAsked()
    const parley = (await talkers.parley.take()).elapsedMs
    const bare = (await talkers.bare.take()).elapsedMs
    const alone = await timeModel(direct.url, direct.body)
    if (turn < 0) continue
    whole.parley.push(parley)
    whole.bare.push(bare)
    whole.model.push(alone)
  }

  model.streamAnswer()
  const first = { parley: [] as number[], bare: [] as number[] }
  for (let turn = -warmUps; turn < turns; turn++) {
    stopIfAsked()
    for (const side of ['parley', 'bare'] as const) {
      const message = `Question ${turn} for ${side}`
      const { firstPieceAt } = await talkers[side].take({ streams: true, message })
      if (turn >= 0) first[side].push(firstPieceAt - model.answerStartedAt(message))
    }
  }

  const alone = percentile(whole.model, 0.5)
  const percentiles = (name: string, sample: readonly number[], modelMs = 0): string[] => [
    name,
    ...[0.5, 0.99].map((share) => ms(percentile(sample, share) - modelMs)),
  ]
  return tableOf(
    [`one turn at a time, ${turns} turns`, 'p50 ms', 'p99 ms'],
    [
      percentiles('the model alone', whole.model),
      percentiles("added to the model's p50 by Parley", whole.parley, alone),
      percentiles("added to the model's p50 by the bare server", whole.bare, alone),
      percentiles("model's first piece to Parley's first", first.parley),
      percentiles("model's first piece to the bare server's first", first.bare),
    ],
  )
}
