// `parley demo`: creates the demo account, or shows it if it exists.
import { parseArgs } from 'node:util'
import { awaitDemoReviews, openDemo } from '#server/operator/demo.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { print } from './command.ts'

export async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async ({ context }, config) => {
    const made = await openDemo(context, config)
    await awaitDemoReviews(context, made)
    const facts = {
      account_id: made.accountId,
      api_key: made.apiKey,
      assistant_id: made.assistantId,
      assistant_uuid: made.assistantUuid,
      knowledgebase_id: made.knowledgebaseId,
      campaign_id: made.campaignId,
      ...(made.sender && { sender_id: made.sender.senderId, templates: made.sender.templates }),
    }
    const lines = Object.entries(facts).map(
      ([name, value]) => `${name.padEnd(18)}${typeof value === 'object' ? JSON.stringify(value) : value}\n`,
    )
    print(values.json, facts, lines.join(''))
    return 0
  })
}
