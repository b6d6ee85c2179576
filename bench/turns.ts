// Creates accounts and conversations, and sends messages to them.
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { createAccount } from '#server/features/accounts/index.ts'
import { createAssistant } from '#server/features/assistants/index.ts'
import { credit } from '#server/features/billing/index.ts'
import { type Account, type AppContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'

export interface BenchAccount {
  token: string
  account: Account
  assistantId: number
  assistantUuid: string
}

export interface Conversation {
  uuid: string
  token: string
}

export async function createBenchAccount(context: AppContext): Promise<BenchAccount> {
  const email = `bench-${context.newId()}@parley.example`
  const { account, token } = await transaction(context, async (tx) => {
    const made = await createAccount(tx, { name: 'Bench', email, kind: 'direct' })
    await credit({ ...tx, account: made.account }, { kind: 'top-up', ref: 'bench', amountMicros: 10_000_000_000 })
    return made
  })
  const assistant = await createAssistant(asAccount(context, account), {
    name: 'Ada',
    initialMessage: 'Hello, this is Ada.',
    systemPrompt: 'You are the receptionist of a bakery. It opens at seven. Answer in one sentence.',
  })
  return { token, account, assistantId: assistant.id, assistantUuid: assistant.uuid }
}

/** Distributes the conversations evenly over the accounts. */
export async function startConversations(
  http: FastifyInstance,
  accounts: readonly BenchAccount[],
  count: number,
): Promise<Conversation[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(http, accounts[index % accounts.length]!)))
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
  if (reply.statusCode !== 200) throw new Error(`Starting a conversation failed: ${reply.body}`)
  return { uuid: reply.json<{ conversation_id: string }>().conversation_id, token }
}

/** Shorter than the keep-alive timeout of the server, so that no connection is reused while the server closes it. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000 })

/** Sends messages in rotation to the conversations. `pathOf` returns the URL for the messages of a conversation. */
export function createTurns(conversations: readonly Conversation[], pathOf: (uuid: string) => string) {
  let next = 0
  return async (): Promise<void> => {
    const { uuid, token } = conversations[next++ % conversations.length]!
    const { statusCode, body } = await request(pathOf(uuid), {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'When do you open?' }),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`A turn failed with ${statusCode}: ${text}`)
  }
}
