// Prepares the database, and records the SQL of each request.
import type { FastifyInstance } from 'fastify'
import type { ScriptedServer } from '#testing/language-models/server.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { type BenchAccount, createBenchAccount, openPreparation, post, type Workspace } from '../shared/workspace.ts'
import { type Plan, planOf } from './plan.ts'
import { createRecorder, type Recorder, type Recording } from './record.ts'

export interface Conversation {
  uuid: string
  token: string
}

export interface Prepared {
  /** The token of the account whose conversations are listed. */
  token: string
  plans: Record<string, Plan>
  /** The body of a model request, with `{{message}}` for the last message. */
  modelBody: string
  /** Each has one turn. */
  conversations: { parley: Conversation[]; bare: Conversation[] }
}

const accountCount = 20

export async function prepare(
  workspace: Workspace,
  model: ScriptedServer,
  { only, conversations: listed, talkers }: { only: readonly string[]; conversations: number; talkers: number },
): Promise<Prepared> {
  using recorder = createRecorder()
  await using app = await openPreparation(workspace, { OPENAI_BASE_URL: model.baseUrl })
  const { http, context } = app
  model.use(() => {
    recorder.markModelRequest()
    return 'We open at seven and close at six, every day but Sunday.'
  })

  const owner = await createBenchAccount(context)
  const prepared: Prepared = {
    token: owner.token,
    plans: {},
    modelBody: '',
    conversations: { parley: [], bare: [] },
  }
  if (only.includes('keys')) prepared.plans['keys'] = await planGet(http, recorder, owner.token, '/api/user/api-keys')
  if (only.includes('list')) {
    progress(`starting ${listed.toLocaleString('en')} conversations to list`)
    for (let begun = 0; begun < listed; begun += 100) {
      stopIfAsked()
      await startConversations(http, [owner], 100)
    }
    prepared.plans['list'] = await planGet(http, recorder, owner.token, '/api/user/conversations')
  }
  if (only.includes('turn')) {
    progress(`starting ${2 * talkers} conversations for turns`)
    // One after the other, so that the ids of an account and its assistant differ by the same amount for all. A plan can
    // take one of them for the other if they are equal in the recordings.
    const people: BenchAccount[] = []
    for (let count = 0; count < Math.min(accountCount, talkers); count++) people.push(await createBenchAccount(context))
    const { parley, bare } = prepared.conversations
    parley.push(...(await startConversations(http, people, talkers)))
    bare.push(...(await startConversations(http, people, talkers)))
    await Promise.all([...parley, ...bare].map((conversation) => sendMessage(http, conversation, 'Hello?')))
    prepared.plans['turn'] = await planTurn(http, recorder, parley)
    prepared.modelBody = bodyWithPlaceholder(JSON.stringify(model.requests.at(-1)!.body))
  }
  return prepared
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

const sendMessage = (http: FastifyInstance, { uuid, token }: Conversation, message: string): Promise<unknown> =>
  post(http, `/api/conversations/${uuid}/messages`, token, { message })

/** Distributes the conversations evenly over the accounts. */
const startConversations = (http: FastifyInstance, accounts: readonly BenchAccount[], count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index): Promise<Conversation> => {
      const { token, assistantUuid } = accounts[index % accounts.length]!
      const order = { assistant_id: assistantUuid, type: 'widget' }
      const { conversation_id: uuid } = await post<{ conversation_id: string }>(
        http,
        '/api/conversations',
        token,
        order,
      )
      return { uuid, token }
    }),
  )

function bodyWithPlaceholder(body: string): string {
  const at = body.lastIndexOf(question)
  return `${body.slice(0, at)}{{message}}${body.slice(at + question.length)}`
}
