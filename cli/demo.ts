// `parley demo`: the demonstration account and the ids of what is in it.
import { parseArgs } from 'node:util'
import { openDemo, settleDemo } from '#server/operator/demo.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'

export async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  return withAppContext(async ({ context }, config) => {
    const made = await openDemo(context, config)
    await settleDemo(context, made)
    const facts = {
      account_id: made.accountId,
      api_key: made.apiKey,
      assistant_id: made.assistantId,
      assistant_uuid: made.assistantUuid,
      ...(made.sender && { sender_id: made.sender.senderId, templates: made.sender.templates }),
    }
    if (values.json) process.stdout.write(`${JSON.stringify(facts)}\n`)
    else
      for (const [name, value] of Object.entries(facts))
        process.stdout.write(`${name.padEnd(16)}${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
    return 0
  })
}
