// The load of campaigns in the crash test: clients add leads, and start and stop campaigns at random.
import type { PhoneBehaviour } from '@parley/carrier-sandbox'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { logAcknowledged } from './client-log.ts'
import { type Activity, type ClientContext, newText, sendUntilAnswered } from './client-request.ts'
import type { CrashTestCampaign } from './open-campaigns.ts'

const speech = (say: string) => ({ say, audio: encodeScriptedSpeech(say, 400) })

const phoneBehaviours: readonly PhoneBehaviour[] = [
  { steps: [{ ...speech('Yes, hello?'), afterMs: 50 }, { hangUp: true }] },
  { steps: [speech('Yes, hello?'), { hangUp: true, afterMs: 200 }] },
  { pickUp: 'busy' },
  { pickUp: 'no-answer' },
  { answeredBy: 'machine', steps: [{ ...speech('Please leave a message.'), afterMs: 50 }, { hangUp: true }] },
]

/** Adds a lead, or starts or stops the campaign of the account at this position. */
export function runCampaign(position: number): Activity {
  return async (context) => {
    const campaign = context.account.campaigns[position]
    if (!campaign) return
    const kind = context.random()
    if (kind < 0.6) await addLead(context, campaign)
    // Most of the time, the campaign is in progress.
    else await changeStatus(context, campaign, kind < 0.9 ? 'start' : 'stop')
  }
}

/** Starts the campaigns that have leads left. */
export async function finishCampaigns(context: Omit<ClientContext, 'random'>): Promise<void> {
  for (const campaign of context.account.campaigns) await changeStatus(context, campaign, 'start')
}

const changeStatus = (
  context: Omit<ClientContext, 'random'>,
  { id }: CrashTestCampaign,
  action: 'start' | 'stop',
): Promise<unknown> =>
  sendUntilAnswered(context, {
    name: action,
    hasKey: true,
    call: (options) => context.client.campaigns.updateStatus({ campaign_id: id, action }, options),
  })

let leads = 0
/** Every lead has a number of its own, which is reserved for fiction, so that no law restricts the hours. */
export const newLeadPhone = (): string =>
  `+1${300 + Math.floor(++leads / 10_000)}555${String(leads % 10_000).padStart(4, '0')}`

async function addLead(context: ClientContext, { id, channel }: CrashTestCampaign): Promise<void> {
  const { setup, log, account, client, random } = context
  const { accountId } = account
  const phone = newLeadPhone()
  const behaviour = phoneBehaviours[Math.floor(random() * phoneBehaviours.length)]!
  if (channel === 'call') setup.carrier.control.behaveOnCalls(phone, { ringMs: 10, ...behaviour })
  const variables = { update: newText(log, `Lead ${account.index}`) }
  const reply = await sendUntilAnswered(context, {
    name: 'lead',
    hasKey: random() < 0.7,
    call: (options) => client.leads.create({ campaign_id: id, phone_number: phone, variables }, options),
  })
  if (reply) logAcknowledged(log, 'leads', { accountId, leadId: reply.data.id, phone })
}
