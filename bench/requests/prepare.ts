// Prepares the database, and records the SQL of each request.
import type { FastifyInstance } from 'fastify'
import type { BenchModel } from '../shared/model.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import { type BenchAccount, createBenchAccount, openPreparation, type Workspace } from '../shared/workspace.ts'
import { type Plan, planOf } from './plan.ts'
import { createRecorder, type Recorder, type Recording } from './record.ts'
import { type Conversation, startConversations } from './turns.ts'

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
  model: BenchModel,
  { only, conversations: listed, talkers }: { only: readonly string[]; conversations: number; talkers: number },
): Promise<Prepared> {
  using recorder = createRecorder()
  await using app = await openPreparation(workspace, { OPENAI_BASE_URL: model.baseUrl })
  const { http, context } = app
  model.answerAtOnce(() => recorder.markModelRequest())

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
    prepared.modelBody = bodyWithPlaceholder(model.lastBody())
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

async function sendMessage(http: FastifyInstance, { uuid, token }: Conversation, message: string): Promise<void> {
  const reply = await http.inject({
    method: 'POST',
    url: `/api/conversations/${uuid}/messages`,
    headers: { authorization: `Bearer ${token}` },
    payload: { message },
  })
  if (reply.statusCode !== 200) throw new Error(`A turn failed: ${reply.body}`)
}

function bodyWithPlaceholder(body: string): string {
  const at = body.lastIndexOf(question)
  return `${body.slice(0, at)}{{message}}${body.slice(at + question.length)}`
}
