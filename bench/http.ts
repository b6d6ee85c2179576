// How fast Parley answers, beside a bare Fastify server that runs the same SQL: `npm run bench`.
import { startBareProcess } from './bare-process.ts'
import { alternate, loadGet, loadWork } from './load.ts'
import { describePostgres, machine } from './machine.ts'
import { benchMessages } from './messages.ts'
import { startModel } from './model.ts'
import { type Options, readOptions, usage } from './options.ts'
import { startParleyProcess } from './parley-process.ts'
import { prepare } from './prepare.ts'
import { progress } from './progress.ts'
import { benchStart } from './start.ts'
import { median, medianRound, type Round } from './statistics.ts'
import { Stopped } from './stop.ts'
import { ms, percent, tableOf, whole } from './table.ts'
import { benchTurns, type Talkers } from './turn-latency.ts'
import { createTurns } from './turns.ts'
import { openWorkspace } from './workspace.ts'

const rounds = 7
const maxConnections = 20

async function benchHttp(options: Options): Promise<void> {
  const { connections, seconds, only } = options
  await using place = await openWorkspace()
  await using model = await startModel()
  const postgres = await describePostgres(place.connectionString)
  progress('preparing')
  const { token, plans, modelBody, conversations } = await prepare(place, model, only)
  await using parley = await startParleyProcess({
    DATABASE_URL: place.connectionString,
    DATA_DIR: place.dataDir,
    OPENAI_BASE_URL: model.baseUrl,
  })
  const modelUrl = `${model.baseUrl}/chat/completions`
  await using bare = await startBareProcess({
    connectionString: place.connectionString,
    maxConnections,
    plans,
    model: { url: modelUrl, body: modelBody },
  })

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
      () => loadGet(`${bare.baseUrl}/${subject}`, {}, load),
    )
  }
  let latencies = ''
  if (plans['turn']) {
    const talkers: Talkers = {
      parley: createTurns(conversations.parley, (uuid) => `${parley.baseUrl}/api/conversations/${uuid}/messages`),
      bare: createTurns(conversations.bare, (uuid) => `${bare.baseUrl}/turn/${uuid}`),
    }
    model.speakAtOnce()
    for (const streams of [false, true]) {
      await compare(
        streams ? 'text turn, streamed' : 'text turn',
        () => loadWork(() => talkers.parley.take({ streams }), load),
        () => loadWork(() => talkers.bare.take({ streams }), load),
      )
    }
    progress('text turns one at a time')
    latencies = await benchTurns(talkers, model, { url: modelUrl, body: modelBody })
  }
  const head = ['', 'Parley/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99']
  const conditions = `${connections} connections, median of ${rounds} rounds of ${seconds} s`
  process.stdout.write(
    `${machine(postgres)}\n${conditions}\n\n${tableOf(head, rows)}\n${latencies && `\n${latencies}\n`}`,
  )
}

let options: Options | undefined
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
  process.exitCode = 2
}
if (options) {
  try {
    await { http: benchHttp, start: benchStart, messages: benchMessages }[options.bench](options)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 130
  }
}
