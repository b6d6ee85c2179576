// Checks what an account sets on its sender: the assistant that answers, and the webhooks.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput, invalidSelection } from '#server/platform/refusal.ts'
import { senderWebhooks } from './receipts-webhook.ts'
import type { Sender } from './sender.ts'

type Webhooks = Pick<Sender, 'receiptsUrl' | 'receiptsActive' | 'messagesUrl' | 'messagesActive'>
type Given = Partial<Pick<Sender, 'assistantId'> & Webhooks>

export const noWebhooks: Webhooks = {
  receiptsUrl: null,
  receiptsActive: false,
  messagesUrl: null,
  messagesActive: false,
}

/** Holds what is given, and what it leads to, against the rules. Nothing is asked over the network. */
export async function checkSettings(ctx: AccountContext, given: Given, present?: Sender): Promise<void> {
  const { assistantId } = given
  const absent =
    assistantId !== undefined && assistantId !== null && !(await findAssistant(ctx.db, ctx.account.id, assistantId))
  const errors = {
    ...(absent ? invalidSelection('assistant_id').errors : {}),
    ...faultsOfWebhooks(ctx, given, { ...present, ...given }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

/** An address that Parley must not call, and an active webhook without an address. */
function faultsOfWebhooks({ fetcher }: AccountContext, given: Given, wanted: Given): InvalidInput['errors'] {
  const faults = Object.entries(senderWebhooks).map(([webhook, { url, active }]): [string, string | undefined] => {
    const address = given[url]
    const refused = address ? fetcher.refuses(address) : undefined
    const missing = wanted[active] && !wanted[url] ? `The ${webhook} webhook url field is required.` : undefined
    return [`${webhook}_webhook_url`, refused ?? missing]
  })
  return Object.fromEntries(
    faults.flatMap(([field, sentence]) => (sentence === undefined ? [] : [[field, [sentence]]])),
  )
}
