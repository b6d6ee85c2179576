// Requests of Parley and of a bare Fastify server that runs the same SQL: `npm run bench`.
import type { BareOrder } from './bare-server.ts'
import { alternate, type LoadOptions, loadGet, loadWork, median, medianRound, type Round } from './load.ts'
import { prepare } from './prepare.ts'
import { openWorkspace, startChild, startParleyProcess } from './processes.ts'
import { progress } from './progress.ts'
import { describeMachine, describePostgres, ms, percent, tableOf, whole } from './report.ts'
import { createTurns } from './turns.ts'

const rounds = 7

export async function benchRequests(load: LoadOptions): Promise<void> {
  await using workspace = await openWorkspace()
  const { connectionString, env, model } = workspace
  const postgres = await describePostgres(connectionString)
  progress('preparing')
  const { token, plans, modelBody, conversations } = await prepare(workspace)
  await using parley = await startParleyProcess(env)
  await using bare = startChild('bare-server.ts')
  const order: BareOrder = {
    connectionString,
    maxConnections: 20,
    plans,
    model: { url: `${model.baseUrl}/chat/completions`, body: modelBody },
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
  const headers = { authorization: `Bearer ${token}` }
  for (const [subject, path] of Object.entries({ keys: '/api/user/api-keys', list: '/api/user/conversations' }))
    await compare(
      `GET ${path}`,
      () => loadGet(parley.baseUrl + path, headers, load),
      () => loadGet(`${bareUrl}/${subject}`, {}, load),
    )
  const ours = createTurns(conversations.parley, (uuid) => `${parley.baseUrl}/api/conversations/${uuid}/messages`)
  const theirs = createTurns(conversations.bare, (uuid) => `${bareUrl}/turn/${uuid}`)
  await compare(
    'text turn',
    () => loadWork(ours, load),
    () => loadWork(theirs, load),
  )
  const head = ['', 'Parley/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99']
  const conditions = `${load.connections} connections, median of ${rounds} rounds of ${load.seconds} s`
  process.stdout.write(`${describeMachine(postgres)}\n${conditions}\n\n${tableOf(head, rows)}\n`)
}
