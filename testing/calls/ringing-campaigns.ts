// Runs campaigns in tests whose phones ring until the test ends the call.
import type { CallingAssistant, TestApp } from '../app/test-app.ts'
import type { CampaignInput } from './campaigns.ts'

export function ringingCampaigns(parley: TestApp) {
  const { control } = parley.carrier
  let phones = 0
  const nextPhone = (): string => `+1303555${1000 + ++phones}`

  const callsOf = (number: string) => control.recentCalls(1_000).filter(({ from }) => from === number)

  async function createCampaign(fields: CampaignInput = {}, given?: CallingAssistant) {
    const owner = given ?? (await parley.createCallingAssistant())
    const { client } = owner
    const order = { name: 'Spring', assistant_id: owner.id, contact_gap: 0, retry_interval: 10, ...fields }
    const { id } = (await client.campaigns.create(order)).data
    return {
      ...owner,
      campaignId: id,
      async addLead(lead: { phone_number?: string; timezone?: string } = {}) {
        const phone_number = lead.phone_number ?? nextPhone()
        control.behaveOnCalls(phone_number, { pickUp: 'manual' })
        return (await client.leads.create({ campaign_id: id, ...lead, phone_number })).data
      },
      read: () => client.campaigns.get({ id }),
      readLead: (leadId: number) => client.leads.get({ id: leadId }),
      update: (changes: CampaignInput) => client.campaigns.update({ id, ...changes }),
      start: () => client.campaigns.updateStatus({ campaign_id: id, action: 'start' }),
      stop: () => client.campaigns.updateStatus({ campaign_id: id, action: 'stop' }),
      calls: () => callsOf(owner.number),
    }
  }

  const ringing = ({ number }: Pick<CallingAssistant, 'number'>) =>
    callsOf(number).filter(({ endedAtMs }) => endedAtMs === null)

  /** The calls end without an answer. */
  async function endCalls(caller: Pick<CallingAssistant, 'number'>): Promise<void> {
    for (const { sid } of ringing(caller)) control.hangUp(sid)
    await parley.runUntilIdle()
  }

  return { createCampaign, endCalls, nextPhone, ringing }
}
