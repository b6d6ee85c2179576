// Runs campaigns in tests: calls them at a time of day at which the law allows calls, and waits for their leads.
import type { PhoneBehaviour } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/endpoint.ts'
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

type CampaignFields = Partial<CallInput<typeof contract.campaigns.create>>

const dayMs = 86_400_000
/** Calls are allowed in all time zones of the United States at this hour, in UTC. */
const allowedHour = 20

export async function startCampaigns(options: TestOptions = {}) {
  const started = await startPhoneCalls(options)
  const { parley } = started
  const now = parley.app.context.now().getTime()
  const midnight = Math.floor(now / dayMs) * dayMs
  await parley.turnClock((midnight + allowedHour * 3_600_000 - now + dayMs) % dayMs)

  async function createCampaign({ party = {}, ...fields }: CampaignFields & { party?: NewParty } = {}) {
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
