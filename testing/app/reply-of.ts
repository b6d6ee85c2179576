// What a customer gets for an answer in a test.
import type { TestAssistant } from './test-accounts.ts'

/** The answer to "Hello" in a new conversation. */
export async function replyOf({ client, id }: Pick<TestAssistant, 'client' | 'id'>): Promise<string> {
  const { reply } = await client.conversations.generateReply({
    assistant_id: id,
    customer_identifier: crypto.randomUUID(),
    message: 'Hello',
  })
  return reply!
}
