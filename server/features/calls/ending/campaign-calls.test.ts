// Tests of calls that a campaign makes: their webhook, and the list of a campaign's calls.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { asAccount } from '#server/platform/context/context.ts'
import { extend, extensionsOf } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { inTransaction, subscriptionsOf } from '#server/platform/jobs/subscriptions.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import {
  type CallCampaigns,
  type CalledLead,
  callCampaignsPoint,
  cancelUndialed,
  placeCall,
  prepareCall,
} from '../index.ts'
import { listCalls, loadParts } from '../list-calls.ts'
import { presentCall } from '../present.ts'
import { reportCall } from './report-call.ts'

const receiver = await openReceiver()
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())

const filter = {
  status: undefined,
  type: undefined,
  phoneNumber: undefined,
  contactId: undefined,
  assistantId: undefined,
  dateFrom: undefined,
  dateTo: undefined,
  page: 1,
  perPage: 10,
}

it('the webhook of a call contains its lead as the subscribers to its evaluation left it', async () => {
  const assistant = await parley.createCallingAssistant({
    assistant: {
      is_webhook_active: true,
      webhook_url: `${receiver.url}/ended`,
      send_webhook_only_on_completed: false,
    },
  })
  let status = 'processing'
  const campaigns: CallCampaigns = {
    nameCampaigns: async (_ctx, ids) => new Map(ids.filter((id) => id === 7).map((id) => [id, 'Renewals'])),
    findLeads: async (_ctx, ids) => {
      const campaign = { id: 7, name: 'Renewals' }
      const lead: Omit<CalledLead, 'id'> = {
        phoneNumber: '+12025550131',
        variables: { city: 'Graz' },
        status,
        callTries: 2,
        campaign,
        createdAt: '2026-01-31 09:30:00.123456+00',
        updatedAt: '2026-02-01 09:30:00+00',
      }
      return new Map(ids.map((id) => [id, { id, ...lead }]))
    },
  }
  const ctx = {
    ...asAccount(parley.app.context, assistant.account),
    extensions: extensionsOf([extend(callCampaignsPoint, campaigns)]),
    subscriptions: subscriptionsOf([
      inTransaction('call.evaluated', async () => {
        status = 'completed'
      }),
    ]),
  }
  const prepared = await prepareCall(ctx, { assistantId: assistant.id })
  const order = { phoneNumber: '+12025550131', variables: {}, uuid: ctx.newId() }
  const { id } = await transaction(ctx, (tx) => placeCall(tx, prepared, { ...order, campaignId: 7, leadId: 11 }))
  await transaction(ctx, (tx) => placeCall(tx, prepared, { ...order, uuid: ctx.newId() }))
  await transaction(ctx, (tx) => cancelUndialed(tx, [id]))
  await reportCall(ctx, { accountId: ctx.account.id, callId: id })
  await parley.runJobs()
  const payload = JSON.parse(receiver.requests[0]!.body.toString())
  assert.deepEqual(payload.campaign, { id: 7, name: 'Renewals' })
  assert.deepEqual(payload.lead, {
    id: 11,
    phone_number: '+12025550131',
    variables: { city: 'Graz' },
    status: 'completed',
    call_tries: 2,
    campaign: { id: 7, name: 'Renewals' },
    created_at: '2026-01-31T09:30:00.123456Z',
    updated_at: '2026-02-01T09:30:00.000000Z',
  })
  const { rows } = await listCalls(ctx, { ...filter, campaignId: 7 })
  const partsOf = await loadParts(ctx, rows)
  const shown = rows.map((call) => presentCall(call, partsOf(call)))
  assert.deepEqual(
    shown.map((call) => [call.id, call.campaign_id, call.campaign_name]),
    [[id, 7, 'Renewals']],
  )
  await assert.rejects(listCalls(ctx, { ...filter, campaignId: 8 }), {
    errors: { campaign_id: ['The selected campaign id is invalid.'] },
  })
})
