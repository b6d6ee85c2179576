// Requests of Parley and of a bare Fastify server that runs the same SQL: `npm run bench`.
import { defineBench } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import {
  alternate,
  loadGet,
  loadWork,
  medianRound,
  percentile,
  percentiles,
  type Round,
  ratioOf,
} from '../shared/load.ts'
import { type BenchModel, startModel } from '../shared/model.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { percent, print, tableOf, whole } from '../shared/report.ts'
import { openWorkspace, startParley } from '../shared/workspace.ts'
import type { BareOrder } from './bare-server.ts'
import { prepare } from './prepare.ts'
import { createTurns, type Turns, timeModel } from './turns.ts'

const maxConnections = 20

export const bench = defineBench({
  about: 'requests, compared with a bare Fastify server that runs the same SQL',
  parameters: {
    only: ['keys', 'list', 'turn'],
    connections: 10,
    seconds: 1,
    rounds: 7,
    conversations: 10_000,
    /** The conversations of each side that take turns. */
    talkers: 100,
    turns: 200,
  },
  short: { connections: 2, seconds: 0.1, rounds: 1, conversations: 100, talkers: 4, turns: 2 },
  async run(parameters) {
    const { connections, seconds, rounds, turns } = parameters
    await using workspace = await openWorkspace(parameters)
    await using model = await startModel()
    progress('preparing')
    const { token, plans, modelBody, conversations } = await prepare(workspace, model, parameters)
    await using parley = await startParley(workspace, { OPENAI_BASE_URL: model.baseUrl })
    const modelUrl = `${model.baseUrl}/chat/completions`
    await using bare = startChild('requests/bare-server.ts')
    const { connectionString } = workspace
    const order: BareOrder = { connectionString, maxConnections, plans, model: { url: modelUrl, body: modelBody } }
    const bareUrl = await bare.ask<string>(order)

    const rows: (string | number)[][] = []
    const compare = async (name: string, ours: () => Promise<Round>, theirs: () => Promise<Round>): Promise<void> => {
      progress(name)
      const [allOurs, allTheirs] = await alternate(rounds, ours, theirs)
      const [one, other] = [medianRound(allOurs), medianRound(allTheirs)]
      const rates = [whole(one.perSecond), whole(other.perSecond), percent(ratioOf(allOurs, allTheirs))]
      rows.push([name, ...rates, one.p50Ms, one.p99Ms, other.p50Ms, other.p99Ms])
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
    const latencies: string[] = []
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
      latencies.push(await measureTurnLatency(turns, talkers, model, { url: modelUrl, body: modelBody }))
    }
    const head = ['', 'Parley/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99']
    const conditions = `${connections} connections, median of ${rounds} rounds of ${seconds} s`
    print(conditions, tableOf(head, rows), ...latencies)
  },
})

interface TurnSides {
  parley: Turns
  bare: Turns
}

/** Measures the latency that Parley adds to the model, one turn at a time. */
async function measureTurnLatency(
  turns: number,
  talkers: TurnSides,
  model: BenchModel,
  direct: { url: string; body: string },
): Promise<string> {
  const warmUps = Math.ceil(turns / 10)
  model.answerAtOnce()
  const samples = { parley: [] as number[], bare: [] as number[], model: [] as number[] }
  for (let turn = -warmUps; turn < turns; turn++) {
    stopIfAsked()
    const parley = (await talkers.parley.take()).elapsedMs
    const bare = (await talkers.bare.take()).elapsedMs
    const alone = await timeModel(direct.url, direct.body)
    if (turn < 0) continue
    samples.parley.push(parley)
    samples.bare.push(bare)
    samples.model.push(alone)
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

  const alone = percentile(samples.model, 0.5)
  const row = (name: string, sample: readonly number[], modelMs = 0) => [
    name,
    ...percentiles(sample, [0.5, 0.99]).map((value) => value - modelMs),
  ]
  return tableOf(
    [`one turn at a time, ${turns} turns`, 'p50 ms', 'p99 ms'],
    [
      row('the model alone', samples.model),
      row("added to the model's p50 by Parley", samples.parley, alone),
      row("added to the model's p50 by the bare server", samples.bare, alone),
      row("model's first piece to Parley's first", first.parley),
      row("model's first piece to the bare server's first", first.bare),
    ],
  )
}
