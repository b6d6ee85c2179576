// Requests of Parley and of a bare Fastify server that runs the same SQL: `npm run bench`.
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { defineBench } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import { alternate, exchange, loadWork, medianRound, ratioOf } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { percent, print, tableOf, whole } from '../shared/report.ts'
import { maxConnections, openWorkspace, startParley } from '../shared/workspace.ts'
import type { BareOrder } from './bare-server.ts'
import { type Conversation, prepare } from './prepare.ts'

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
  },
  short: { connections: 2, seconds: 0.1, rounds: 1, conversations: 100, talkers: 4 },
  async run(parameters) {
    const { connections, seconds, rounds } = parameters
    await using workspace = await openWorkspace(parameters)
    await using model = await startScriptedOpenAi({ models: ['bench'] })
    progress('preparing')
    const { token, plans, modelBody, conversations } = await prepare(workspace, model, parameters)
    await using parley = await startParley(workspace, { OPENAI_BASE_URL: model.baseUrl })
    await using bare = startChild('requests/bare-server.ts')
    const { connectionString } = workspace
    const bareUrl = await bare.ask<string>({
      connectionString,
      maxConnections,
      plans,
      model: { url: `${model.baseUrl}/chat/completions`, body: modelBody },
    } satisfies BareOrder)

    const rows: (string | number)[][] = []
    const load = { connections, seconds }
    const compare = async (
      name: string,
      ours: () => Promise<unknown>,
      theirs: () => Promise<unknown>,
    ): Promise<void> => {
      progress(name)
      const [allOurs, allTheirs] = await alternate(
        rounds,
        () => loadWork(ours, load),
        () => loadWork(theirs, load),
      )
      const [one, other] = [medianRound(allOurs), medianRound(allTheirs)]
      const rates = [whole(one.perSecond), whole(other.perSecond), percent(ratioOf(allOurs, allTheirs))]
      rows.push([name, ...rates, one.p50Ms, one.p99Ms, other.p50Ms, other.p99Ms])
    }
    const headers = { authorization: `Bearer ${token}` }
    for (const [subject, path] of Object.entries({ keys: '/api/user/api-keys', list: '/api/user/conversations' })) {
      if (!plans[subject]) continue
      await compare(
        `GET ${path}`,
        () => exchange(parley.baseUrl + path, { headers }),
        () => exchange(`${bareUrl}/${subject}`, { headers }),
      )
    }
    if (plans['turn'])
      await compare(
        'text turn',
        takeTurns(conversations.parley, (uuid) => `${parley.baseUrl}/api/conversations/${uuid}/messages`),
        takeTurns(conversations.bare, (uuid) => `${bareUrl}/turn/${uuid}`),
      )
    const head = ['', 'Parley/s', 'bare/s', 'ratio', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99']
    print(`${connections} connections, median of ${rounds} rounds of ${seconds} s`, tableOf(head, rows))
  },
})

/** Uses the conversations in rotation. `urlOf` returns the URL for the messages of a conversation. */
function takeTurns(conversations: readonly Conversation[], urlOf: (uuid: string) => string): () => Promise<unknown> {
  const body = JSON.stringify({ message: 'When do you open?' })
  let next = 0
  return () => {
    const { uuid, token } = conversations[next++ % conversations.length]!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return exchange(urlOf(uuid), { headers, body })
  }
}
