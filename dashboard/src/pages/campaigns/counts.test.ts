// Tests of the progress of campaigns and of the file of their leads.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomesOf, progressOf, usageFrom } from './counts.ts'
import { type ExportedLead, leadLines, readLeads } from './leads/lead-file.ts'

const lead = (id: number, variables: Record<string, string> = {}): ExportedLead => ({
  id,
  extension: null,
  phone_number: '+14155550100',
  status: 'completed',
  outcome: 'person',
  attempts: 1,
  timezone: null,
  created_at: '2026-11-26 09:00:00',
  updated_at: '2026-11-26 09:00:00',
  variables,
})

describe('the progress of a campaign', () => {
  it('counts leads that are done, in progress and waiting', () => {
    const leads = { total: 8, completed: 2, blacklisted: 1, 'reached-max-retries': 1, processing: 1, rescheduled: 3 }
    assert.deepEqual(progressOf(leads), { total: 8, done: 4, inProgress: 1, waiting: 3, share: 0.5 })
    assert.equal(progressOf({}).share, 0)
  })

  it('orders outcomes by group and frequency, also unknown ones', () => {
    const outcomes = outcomesOf({ total: 10, busy: 1, no_answer: 4, person: 3, something_new: 2 })
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['person', 'no_answer', 'something_new', 'busy'],
    )
    assert.equal(outcomes[0]?.share, 0.3)
  })

  it('asks for the usage since the campaign was created, within the limit of the API', () => {
    const now = Date.parse('2026-11-26T12:00:00Z')
    assert.equal(usageFrom('2026-11-20 09:00:00', now), '2026-11-20')
    assert.equal(usageFrom('2020-01-01 09:00:00', now), '2025-10-24')
  })
})

describe('the file of leads', () => {
  it('reads all pages, and each lead once although pages move', async () => {
    const all = Array.from({ length: 250 }, (_, index) => lead(index))
    const seen: number[] = []
    const leads = await readLeads(
      async ({ page, per_page }) => {
        const from = Math.max(0, (page - 1) * per_page - (page > 1 ? 1 : 0))
        return { data: all.slice(from, from + per_page), total: all.length }
      },
      (read) => seen.push(read),
    )
    assert.equal(new Set(leads.map(({ id }) => id)).size, leads.length)
    assert.deepEqual(seen, [100, 199, 250])
  })

  it('has a column for each variable, and no formulas', () => {
    const [header, first, second] = [...leadLines([lead(1, { name: '=1+1', status: 'new' }), lead(2)])]
    assert.equal(
      header,
      'id,phone_number,extension,status,outcome,attempts,timezone,created_at,updated_at,name,variable status\r\n',
    )
    assert.equal(first, "1,'+14155550100,,completed,person,1,,2026-11-26 09:00:00,2026-11-26 09:00:00,'=1+1,new\r\n")
    assert.ok(second?.endsWith(',,\r\n'))
  })
})
