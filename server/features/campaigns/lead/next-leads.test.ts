// Tests of the order in which the waiting leads of a campaign are chosen, whichever channel they wait for.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import fc from 'fast-check'
import { leadStatus } from '#contract/campaigns/leads.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { isWaiting, type Lead } from './lead.ts'
import { findLead, findNextDue, lockDueLeads, saveProgress } from './store.ts'
import { resumeClosed, selectWaitingLeads, type WaitingPosition } from './store-waiting.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

const count = 8
const minuteMs = 60_000

const { account, client } = await parley.createAccount()
const campaignId = (await client.campaigns.create({ name: 'Spring' })).data.id
const ref = { accountId: account.id, campaignId }
const leads: Lead[] = []
for (let index = 0; index < count; index++) {
  const { data } = await client.leads.create({ campaign_id: campaignId, phone_number: `+1415555020${index}` })
  leads.push((await findLead(db, account.id, data.id))!)
}

const state = fc.record({
  status: fc.constantFrom(...leadStatus.options),
  isFallback: fc.boolean(),
  /** Minutes from now. */
  due: fc.constantFrom(-3, -2, -1, 60, 120),
})
type State = Pick<Lead, 'id' | 'status' | 'isFallback'> & { due: number }

const ids = (states: readonly { id: number }[]): number[] => states.map(({ id }) => id)

it('the leads that are due first are chosen, and those that wait for a message only if one may be sent', async () => {
  const states = fc.array(state, { minLength: count, maxLength: count })
  await fc.assert(
    fc.asyncProperty(states, fc.integer({ min: 1, max: count }), fc.boolean(), async (drawn, limit, withFallback) => {
      const now = parley.app.context.now().getTime()
      const all: State[] = drawn.map((each, index) => ({ ...each, id: leads[index]!.id }))
      for (const { due, ...each } of all) {
        const lead = leads.find(({ id }) => id === each.id)!
        await saveProgress(db, lead, { ...lead, ...each, dueAt: new Date(now + due * minuteMs) })
      }
      const waiting = all.filter(isWaiting).sort((a, b) => a.due - b.due || a.id - b.id)
      const due = waiting.filter((each) => each.due < 0 && (withFallback || !each.isFallback))
      const locked = await db.transaction().execute((tx) => lockDueLeads(tx, ref, { limit, withFallback }))
      assert.deepEqual(ids(locked), ids(due.slice(0, limit)))
      const next = await findNextDue(db, ref)
      assert.equal(next && Date.parse(next.dueAt), waiting[0] && now + waiting[0].due * minuteMs)
      const read: WaitingPosition[] = []
      for (;;) {
        const page = await selectWaitingLeads(db, ref, { after: read.at(-1), limit })
        if (page.length === 0) break
        read.push(...page)
      }
      assert.deepEqual(ids(read).sort(), ids(waiting).sort())
    }),
    { numRuns: 40 },
  )
})

it('the leads that wait for allowed hours are due again, in batches, and no others', async () => {
  const reasons = ['outside_hours', 'legal_hours', 'contact_gap', null]
  const later = new Date(parley.app.context.now().getTime() + 60 * minuteMs)
  for (const [index, lead] of leads.entries()) {
    const waitingReason = reasons[index % reasons.length]!
    await saveProgress(db, lead, { ...lead, status: 'rescheduled', isFallback: index > 3, dueAt: later, waitingReason })
  }
  let batches = 0
  for (let after: WaitingPosition | undefined; ; batches++) {
    after = await resumeClosed(db, ref, { after, limit: 3 })
    if (!after) break
  }
  assert.equal(batches, 2)
  const waiting = await Promise.all(leads.map(({ id }) => findLead(db, account.id, id)))
  assert.deepEqual(
    waiting.map((lead) => [lead!.waitingReason, Date.parse(lead!.dueAt) < later.getTime()]),
    leads.map((_, index) => [[null, null, 'contact_gap', null][index % 4], index % 4 < 2]),
  )
})
