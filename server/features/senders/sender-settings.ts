// What an account may set on its sender: whose assistant answers, and where receipts go.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { Context } from '#server/platform/context.ts'
import { InvalidInput, invalidSelection } from '#server/platform/refusal.ts'
import type { Sender } from './sender.ts'

type Given = Partial<Pick<Sender, 'assistantId' | 'receiptsUrl' | 'receiptsActive'>>

/** Holds what is given, and what it leads to, against the rules. Nothing is asked over the network. */
export async function checkSettings(ctx: Context, given: Given, present?: Sender): Promise<void> {
  const { assistantId } = given
  const absent =
    assistantId !== undefined && assistantId !== null && !(await findAssistant(ctx.db, ctx.account.id, assistantId))
  const errors = {
    ...(absent ? invalidSelection('assistant_id').errors : {}),
    ...faultOfAddress(ctx, given),
    ...faultOfSwitch({ ...present, ...given }),
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

function faultOfAddress({ fetcher }: Context, { receiptsUrl }: Given): InvalidInput['errors'] {
  const sentence = receiptsUrl ? fetcher.refuses(receiptsUrl) : undefined
  return sentence === undefined ? {} : { receipts_webhook_url: [sentence] }
}

function faultOfSwitch({ receiptsActive, receiptsUrl }: Given): InvalidInput['errors'] {
  if (!receiptsActive || receiptsUrl) return {}
  return { receipts_webhook_url: ['The receipts webhook url field is required.'] }
}
