// The tool that records that a customer wants no more messages, as the assistant has one in calls.
import type { AccountContext } from '#server/platform/context/context.ts'
import { channelOf } from '../conversation/channel.ts'
import type { Conversation, FunctionCall } from '../conversation/conversation.ts'
import type { Tool } from './tool.ts'

const name = 'record_opt_out'

/** Undefined in conversations without a channel, in which the account sends nothing by itself. */
export function optOutTool(ctx: AccountContext, conversation: Pick<Conversation, 'type' | 'id'>): Tool | undefined {
  const channel = channelOf(ctx, conversation)
  if (!channel) return undefined
  const description =
    'Records that the customer wants no more messages, and ends the messages to them. Always use it when they say so, for example "do not write to me again", "take me off your list" or "stop texting me". Confirm it politely in the same answer, in the language of the customer, and say that they can write START to get messages again. Do not use it if they only decline an offer, cancel an order or an appointment, or want to be contacted at another time.'
  return {
    definition: { name, description, parameters: { type: 'object', properties: {} } },
    async run() {
      try {
        const says = await channel.recordOptOut(ctx, conversation.id)
        return { result: { recorded: true }, says, completes: true }
      } catch (error) {
        ctx.log.error({ error, conversation: conversation.id }, 'an opt-out could not be recorded')
        return { result: { error: 'This could not be recorded.' } }
      }
    },
  }
}

/** Whether the answer confirms an opt-out: it is the last message that the customer gets. */
export const confirmsOptOut = (calls: readonly FunctionCall[]): boolean =>
  calls.some((call) => call.name.startsWith(name) && Object.hasOwn(call.result ?? {}, 'recorded'))
