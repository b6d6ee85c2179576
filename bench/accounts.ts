// The accounts of a bench and their conversations.
import type { FastifyInstance } from 'fastify'
import { createAccount } from '#server/features/accounts/index.ts'
import { createAssistant } from '#server/features/assistants/index.ts'
import { credit } from '#server/features/billing/index.ts'
import { type Account, type AppContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Conversation } from './turns.ts'

export interface BenchAccount {
  token: string
  account: Account
  assistantId: number
  assistantUuid: string
}

const balanceMicros = 10_000_000_000

export async function createBenchAccount(context: AppContext): Promise<BenchAccount> {
  const email = `bench-${context.newId()}@parley.example`
  const { account, token } = await transaction(context, async (tx) => {
    const made = await createAccount(tx, { name: 'Bench', email, kind: 'direct' })
    await credit({ ...tx, account: made.account }, { kind: 'top-up', ref: 'bench', amountMicros: balanceMicros })
    return made
  })
  const assistant = await createAssistant(asAccount(context, account), {
    name: 'Ada',
    initialMessage: 'Hello, this is Ada.',
    systemPrompt: 'You are the receptionist of a bakery. It opens at seven. Answer in one sentence.',
  })
  return { token, account, assistantId: assistant.id, assistantUuid: assistant.uuid }
}

/** Evenly over the people, through Parley's own door. */
export async function startConversations(
  http: FastifyInstance,
  people: readonly BenchAccount[],
  count: number,
): Promise<Conversation[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(http, people[index % people.length]!)))
}

async function start(
  http: FastifyInstance,
  { token, assistantUuid }: Pick<BenchAccount, 'token' | 'assistantUuid'>,
): Promise<Conversation> {
  const reply = await http.inject({
    method: 'POST',
    url: '/api/conversations',
    headers: { authorization: `Bearer ${token}` },
    payload: { assistant_id: assistantUuid, type: 'widget' },
  })
  if (reply.statusCode !== 200) throw new Error(`A conversation could not be started: ${reply.body}`)
  return { uuid: reply.json<{ conversation_id: string }>().conversation_id, token }
}
