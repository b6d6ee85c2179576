// Steps that change campaigns: they create and update leads, and start campaigns.
import { z } from 'zod'
import { campaigns } from '#contract/campaigns/campaigns.ts'
import { leads, leadVariables, newLeadStatus } from '#contract/campaigns/leads.ts'
import { phoneNumberInput } from '#contract/contacts/contact-permissions.ts'
import { id, text } from '#contract/wire/fields.ts'
import { createLead, getCampaign, type Lead, updateLead, updateStatus } from '#server/features/campaigns/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type StepContext, stepType } from './step-type.ts'

const outputOf = ({ id, campaignId, phoneNumber, status, variables }: Lead) => ({
  lead_id: id,
  campaign_id: campaignId,
  phone_number: phoneNumber,
  status,
  variables,
})

export const createLeadStep = stepType({
  type: 'create_lead',
  description: 'Adds a person to a campaign.',
  input: z.object({
    campaign_id: id,
    phone_number: phoneNumberInput,
    variables: leadVariables.optional(),
    timezone: text(64).nullable().optional().meta({ description: 'IANA, of the person.' }),
  }),
  actsAs: () => [leads.create],
  hasSideEffects: true,
  async run({ ctx, effectKey: key, isResumed }, input) {
    const order = {
      campaignId: input.campaign_id,
      phoneNumber: input.phone_number,
      variables: input.variables ?? {},
      unverifiedVariables: Object.keys(input.variables ?? {}),
      timeZone: input.timezone ?? null,
      isRequested: false,
      allowsDuplicate: false,
      secondaryContacts: [],
    }
    return outputOf(await createLead(ctx, order, { key, isResumed }))
  },
})

export const updateLeadStep = stepType({
  type: 'update_lead',
  description: 'Changes the status or the variables of a lead.',
  input: z.object({
    lead_id: id,
    status: newLeadStatus.optional().meta({ description: 'A lead that becomes `created` is contacted again.' }),
    variables: leadVariables.optional().meta({ description: 'Merged with those of the lead.' }),
  }),
  actsAs: () => [leads.update],
  hasSideEffects: true,
  async run({ ctx }, { lead_id: leadId, status, variables }) {
    const others = {
      campaignId: undefined,
      phoneNumber: undefined,
      extension: undefined,
      timeZone: undefined,
      isRequested: undefined,
    }
    return outputOf(await updateLead(ctx, leadId, { ...others, status, variables, variablesAreUnverified: true }))
  },
})

export const startCampaignStep = stepType({
  type: 'start_campaign',
  description: 'Starts a campaign.',
  input: z.object({ campaign_id: id }),
  actsAs: () => [campaigns.updateStatus],
  hasSideEffects: true,
  async run(step, { campaign_id: campaignId }) {
    const { id, status } = await start(step, campaignId)
    return { campaign_id: id, status }
  },
})

const startedStatuses: readonly string[] = ['in-progress', 'scheduled', 'completed']

/** A campaign that an interrupted run has started cannot be started again. */
async function start({ ctx, isResumed }: StepContext, campaignId: number) {
  try {
    return (await updateStatus(ctx, { campaignId, action: 'start' })).campaign
  } catch (error) {
    if (!isResumed || !(error instanceof Refusal) || error.code !== 'CANNOT_START') throw error
    const campaign = await getCampaign(ctx, campaignId)
    if (!startedStatuses.includes(campaign.status)) throw error
    return campaign
  }
}
