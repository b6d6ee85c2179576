// Creates the automation of an account in the crash test: its runs send requests and an SMS, wait, and add a lead.
import type { Client } from '#sdk/index.ts'

export interface CrashTestAutomation {
  id: string
  /** Without the host. */
  webhookPath: string
}

interface AutomationParts {
  phoneNumberId: number
  /** The campaign of the leads. */
  campaignId: number
  receiverUrl: string
}

const step = (name: string, type: string, input: object) => ({ name, type, input })

/** The steps of every run that succeeds, in their order. */
export const automationSteps = ['announce', 'label', 'text', 'wait', 'lead', 'report'] as const

export async function openAutomation(client: Client, parts: AutomationParts): Promise<CrashTestAutomation> {
  const { phoneNumberId, campaignId, receiverUrl } = parts
  const post = (name: string) =>
    step(name, 'http_request', {
      method: 'POST',
      url: `${receiverUrl}/${name}`,
      idempotent: true,
      body: { run: '{{run.id}}', text: '{{trigger.text}}' },
    })
  const flow = {
    trigger: { type: 'webhook', input: {} },
    steps: [
      post('announce'),
      step('label', 'set', { values: { update: '{{trigger.text}}' } }),
      step('text', 'send_sms', { from: phoneNumberId, to: '{{trigger.phone}}', body: '{{trigger.text}}' }),
      step('wait', 'delay', { seconds: 5 }),
      step('lead', 'create_lead', {
        campaign_id: campaignId,
        phone_number: '{{trigger.lead_phone}}',
        variables: { update: '{{trigger.lead_text}}' },
      }),
      post('report'),
    ],
  }
  const { automation_id: id, webhook_url: url } = await client.automations.create({ name: 'Updates', flow })
  return { id, webhookPath: new URL(url).pathname }
}
