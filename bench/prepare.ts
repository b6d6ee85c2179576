// Prepares the database, and records the SQL of each request.
import type { FastifyInstance } from 'fastify'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type Plan, planOf } from './plan.ts'
import { type BenchWorkspace, modelAnswer } from './processes.ts'
import { progress, stopIfAsked } from './progress.ts'
import { createRecorder, type Recorder, type Recording } from './record.ts'
import { type Conversation, createBenchAccount, startConversations } from './turns.ts'

export type Prepared = Awaited<ReturnType<typeof prepare>>

const listedConversations = 10_000
const accountCount = 20
const conversationsPerSide = 100

export async function prepare({ env, model }: BenchWorkspace) {
  using recorder = createRecorder()
  const log = createLog({ level: 'warn', pretty: false })
  await using app = await openApp(configFrom({ ...env, PARLEY_ROLES: 'api' }), { log })
  const { http, context } = app
  await http.ready()
  model.use(() => {
    recorder.markModelRequest()
    return modelAnswer
  })

  const owner = await createBenchAccount(context)
  const keys = await planGet(http, recorder, owner.token, '/api/user/api-keys')
  progress(`starting ${listedConversations.toLocaleString('en')} conversations to list`)
  for (let begun = 0; begun < listedConversations; begun += 100) {
    stopIfAsked()
    await startConversations(http, [owner], 100)
  }
  const list = await planGet(http, recorder, owner.token, '/api/user/conversations')
  progress(`starting ${2 * conversationsPerSide} conversations for turns`)
  const people = await Promise.all(Array.from({ length: accountCount }, () => createBenchAccount(context)))
  const parley = await startConversations(http, people, conversationsPerSide)
  const bare = await startConversations(http, people, conversationsPerSide)
  await Promise.all([...parley, ...bare].map((conversation) => sendMessage(http, conversation, 'Hello?')))
  const turn = await planTurn(http, recorder, parley)
  return {
    /** The token of the account whose conversations are listed. */
    token: owner.token,
    plans: { keys, list, turn },
    modelBody: bodyWithPlaceholder(JSON.stringify(model.requests.at(-1)!.body)),
    /** Each has one turn. */
    conversations: { parley, bare },
  }
}

async function planGet(http: FastifyInstance, recorder: Recorder, token: string, url: string): Promise<Plan> {
  const headers = { authorization: `Bearer ${token}` }
  // The first request looks up the key; later ones find it in the cache.
  await http.inject({ url, headers })
  const record = (): Promise<Recording> => recorder.record({}, () => http.inject({ url, headers }))
  return planOf(await record(), await record())
}

const question = 'And when do you close?'

/** Two conversations of two accounts, with different numbers of turns. */
async function planTurn(http: FastifyInstance, recorder: Recorder, all: readonly Conversation[]): Promise<Plan> {
  const [one, other] = [all[0]!, all[1]!]
  for (let turn = 0; turn < 3; turn++) await sendMessage(http, other, 'Hello?')
  const record = (conversation: Conversation, message: string): Promise<Recording> =>
    recorder.record({ uuid: conversation.uuid, message }, () => sendMessage(http, conversation, message))
  return planOf(await record(other, `Well. ${question}`), await record(one, question))
}

async function sendMessage(http: FastifyInstance, { uuid, token }: Conversation, message: string): Promise<void> {
  const reply = await http.inject({
    method: 'POST',
    url: `/api/conversations/${uuid}/messages`,
    headers: { authorization: `Bearer ${token}` },
    payload: { message },
  })
  if (reply.statusCode !== 200) throw new Error(`A turn failed: ${reply.body}`)
}

/** Replaces the last message by `{{message}}`. */
function bodyWithPlaceholder(body: string): string {
  const at = body.lastIndexOf(question)
  return `${body.slice(0, at)}{{message}}${body.slice(at + question.length)}`
}
