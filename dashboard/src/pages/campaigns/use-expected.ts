// Reads the assistant or the template of a campaign, and returns the variables that they expect from the leads.
import { useRead } from '../../api/query.ts'
import { type ExpectedVariable, expectedByAssistant, expectedBySms, expectedByTemplate } from './expected.ts'
import type { CampaignRecord } from './words.ts'

/** Empty until they are known. */
export function useExpectedVariables(campaign: CampaignRecord): ExpectedVariable[] {
  const { channel, fallback_channel: fallback, assistant_id: assistantId, chatapp_sender_id: senderId } = campaign
  const channels = [channel, ...(channel === 'call' && fallback !== null ? [fallback] : [])]
  const hasAssistant = channels.includes('call') && assistantId !== null
  const hasTemplate = channels.includes('chatapp') && senderId !== null
  const assistant = useRead('assistants', 'get', { id: assistantId ?? 0 }, { isEnabled: hasAssistant })
  const templates = useRead(
    'senders',
    'listTemplates',
    { senderId: senderId ?? 0, status: 'all' },
    { isEnabled: hasTemplate },
  )
  const template = templates.data?.data.find(({ id }) => id === campaign.chatapp_template_id)
  const mapping = campaign.text_variable_mapping
  const expected = [
    ...(hasAssistant && assistant.data ? expectedByAssistant(assistant.data.data) : []),
    ...(hasTemplate && template ? expectedByTemplate(template.variables, mapping) : []),
    ...(channels.includes('sms') ? expectedBySms(campaign.sms_body ?? '', mapping) : []),
  ]
  return expected.filter(({ name }, index) => expected.findIndex((other) => other.name === name) === index)
}
