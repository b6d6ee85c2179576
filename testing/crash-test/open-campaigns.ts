// Creates the campaigns of an account in the crash test: one for each channel.
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { Client, contract } from '#sdk/index.ts'

export interface CrashTestCampaign {
  id: number
  channel: 'call' | 'chatapp' | 'sms'
}

export interface CampaignParts {
  senderId: number
  templateId: number
  phoneNumberId: number
  campaignCallerId: number
}

type CampaignOrder = Partial<CallInput<typeof contract.campaigns.create>> & Pick<CrashTestCampaign, 'channel'>

export async function openCampaigns(client: Client, parts: CampaignParts): Promise<CrashTestCampaign[]> {
  const { senderId, templateId, phoneNumberId, campaignCallerId } = parts
  const common = { max_retries: 1, retry_interval: 10, contact_gap: 0, contacts_per_day: 10 }
  const text = { messages_per_minute: 10, text_variable_mapping: { 1: 'update' } }
  const orders: CampaignOrder[] = [
    { channel: 'call', assistant_id: campaignCallerId, phone_number_ids: [phoneNumberId] },
    { channel: 'chatapp', chatapp_sender_id: senderId, chatapp_template_id: templateId, ...text },
    { channel: 'sms', sms_from_phone_number_id: phoneNumberId, sms_body: 'An update: {{update}}.', ...text },
  ]
  const campaigns: CrashTestCampaign[] = []
  for (const order of orders) {
    const { id } = (await client.campaigns.create({ name: `Updates by ${order.channel}`, ...common, ...order })).data
    campaigns.push({ id, channel: order.channel })
  }
  return campaigns
}
