// Finds out what prevents a campaign from starting: its channel, its schedule or the balance.
import { findAssistant } from '#server/features/assistants/index.ts'
import { canPay } from '#server/features/billing/index.ts'
import { prepareCall } from '#server/features/calls/index.ts'
import { leastPrice } from '#server/features/messages/index.ts'
import { findPhoneNumber } from '#server/features/phone-numbers/index.ts'
import { findSender, findTemplate } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Campaign, Channel } from '../campaign/campaign.ts'

/** Returns a sentence, or undefined if the campaign can be started. */
export async function findProblem(ctx: AccountContext, campaign: Campaign): Promise<string | undefined> {
  const channels = [campaign.channel, ...(campaign.channel === 'call' ? [campaign.fallbackChannel] : [])]
  for (const channel of channels.filter((each) => each !== null)) {
    const problem = await findProblemOfChannel(ctx, campaign, channel)
    if (problem) return problem
  }
  return campaign.channel === 'call' ? findProblemOfGoal(ctx, campaign) : undefined
}

async function findProblemOfChannel(ctx: AccountContext, campaign: Campaign, channel: Channel) {
  if (ctx.settings.campaigns.disabledChannels.includes(channel))
    return `The channel ${channel} is disabled by the operator of this installation.`
  if (channel === 'call') return findProblemOfCalls(ctx, campaign)
  return channel === 'chatapp' ? findProblemOfChatapp(ctx, campaign) : findProblemOfSms(ctx, campaign)
}

async function findProblemOfCalls(ctx: AccountContext, { assistantId, phoneNumberIds }: Campaign) {
  if (assistantId === null) return 'The campaign needs an assistant that calls.'
  try {
    for (const phoneNumberId of phoneNumberIds.length > 0 ? phoneNumberIds : [undefined])
      await prepareCall(ctx, { assistantId, ...(phoneNumberId && { phoneNumberId }) })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'ASSISTANT_NOT_FOUND' ? 'The assistant of the campaign no longer exists.' : error.message
  }
}

async function findProblemOfChatapp(ctx: AccountContext, { chatappSenderId, chatappTemplateId }: Campaign) {
  if (chatappSenderId === null) return 'The campaign needs a sender of chat-app messages.'
  if (chatappTemplateId === null) return 'The campaign needs a template.'
  const sender = await findSender(ctx.db, ctx.account.id, chatappSenderId)
  if (!sender) return 'The sender of the campaign no longer exists.'
  if (sender.status !== 'online') return `The sender of the campaign is not online. Current status: ${sender.status}`
  const template = await findTemplate(ctx.db, ctx.account.id, chatappSenderId, chatappTemplateId)
  if (!template) return 'The template of the campaign does not belong to its sender.'
  if (template.status !== 'approved')
    return `The template of the campaign is not approved. Current status: ${template.status}`
  return sender.assistantId === null ? 'The sender of the campaign has no assistant that answers.' : undefined
}

async function findProblemOfSms(ctx: AccountContext, { smsPhoneNumberId, smsBody }: Campaign) {
  if (smsPhoneNumberId === null) return 'The campaign needs a phone number that sends SMS.'
  if (smsBody === null) return 'The campaign needs the text of its SMS.'
  const number = await findPhoneNumber(ctx.db, ctx.account.id, smsPhoneNumberId)
  if (!number) return 'The phone number of the campaign no longer exists.'
  return number.smsCapable ? undefined : `The phone number ${number.phoneNumber} cannot send SMS.`
}

async function findProblemOfGoal(ctx: AccountContext, { assistantId, goalCompletionVariable, ...rest }: Campaign) {
  if (goalCompletionVariable === null)
    return rest.retryOnGoalIncomplete ? 'A retry on an incomplete goal needs a goal completion variable.' : undefined
  const assistant = await findAssistant(ctx.db, ctx.account.id, assistantId!)
  if (assistant?.postCallEvaluation && assistant.postCallSchema.some(({ name }) => name === goalCompletionVariable))
    return undefined
  return `The assistant of the campaign does not evaluate ${goalCompletionVariable} after calls.`
}

/** Whether the balance suffices for one attempt: a minute of a call, or the shortest message. */
export const canPayNext = ({ db, account, settings }: AccountContext, { channel }: Campaign): Promise<boolean> =>
  canPay(db, account.id, channel === 'call' ? settings.prices.callMinuteMicros : leastPrice(settings, channel))
