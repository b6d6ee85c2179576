// Runs campaigns with virtual phones in tests.
import type { PhoneBehaviour } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import type { TestOptions } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { hangUp, line, type NewParty, startPhoneCalls } from './phone-calls.ts'

/** What phones do when they are called. */
export const phones = {
  person: { steps: [line('Yes, hello?', { afterMs: 100 }), hangUp()] },
  busy: { pickUp: 'busy' },
  silent: { pickUp: 'no-answer' },
  unknownNumber: { pickUp: 'not-in-service' },
  rings: { pickUp: 'manual' },
  voicemail: {
    answeredBy: 'machine',
    steps: [
      line('You have reached the voicemail of Anna. Please leave a message after the tone.', { afterMs: 100 }),
      { beep: true, afterMs: 100 },
      hangUp({ afterMs: 2_000 }),
    ],
  },
} satisfies Record<string, PhoneBehaviour>

export type CampaignInput = Partial<CallInput<typeof contract.campaigns.create>>

export async function startCampaigns(options: TestOptions = {}) {
  const started = await startPhoneCalls(options)
  const { parley } = started

  async function createCampaign({ party = {}, ...fields }: CampaignInput & { party?: NewParty } = {}) {
    const caller = await started.createParty({
      ...party,
      assistant: { ringing_time: 1, initial_message: 'Hello.', ...party.assistant },
    })
    const { client } = caller
    const { data } = await client.campaigns.create({ name: 'Spring', assistant_id: caller.id, ...fields })
    const campaignId = data.id
    const read = () => client.campaigns.get({ id: campaignId })
    return {
      ...caller,
      campaignId,
      read,
      async addLead(phone: PhoneBehaviour, lead: Partial<CallInput<typeof contract.leads.create>> = {}) {
        const number = started.nextPhone()
        parley.carrier.control.behaveOnCalls(number, phone)
        return (await client.leads.create({ campaign_id: campaignId, phone_number: number, ...lead })).data
      },
      start: () => client.campaigns.updateStatus({ campaign_id: campaignId, action: 'start' }),
      stop: () => client.campaigns.updateStatus({ campaign_id: campaignId, action: 'stop' }),
      reaches: (status: string) => until(async () => (await read()).status === status),
      readLead: (id: number) => client.leads.get({ id }),
    }
  }

  return { ...started, createCampaign }
}
