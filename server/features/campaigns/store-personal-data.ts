// Declares the personal data in leads and in the attempts to contact them, whose outcomes remain.
import { type RawBuilder, sql } from 'kysely'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { hasValue, type Person } from '#server/platform/person.ts'
import type { CountErased, PersonalTable } from '#server/platform/personal-data.ts'
import { wakeFor } from './campaign/dispatch-job.ts'
import { deleteLeadRows } from './lead/store.ts'

/** The leads that are the person or have the person as a further contact. */
function idsOf(accountId: number, { phoneNumbers, texts }: Person): RawBuilder<unknown> {
  const isOf = (table: string, variables: RawBuilder<unknown>) =>
    sql`(${sql.ref(`${table}.phone_number`)} = any(${phoneNumbers}::text[]) or ${hasValue(texts, variables)})`
  // Values that anyone could have given are no addresses of the person.
  const givenByAccount = sql`l.variables::jsonb - l.unverified_variables`
  return sql`
    select l.id from leads l where l.account_id = ${accountId} and ${isOf('l', givenByAccount)}
    union select s.lead_id from lead_contacts s where s.account_id = ${accountId} and ${isOf('s', sql`s.variables`)}`
}

interface LeadOfCampaign {
  id: number
  campaignId: number
}

const deleteLeads = (ctx: AccountContext, leads: readonly LeadOfCampaign[], count: CountErased): Promise<void> =>
  transaction(ctx, async (tx) => {
    // Campaigns may be complete.
    const campaignIds = [...new Set(leads.map(({ campaignId }) => campaignId))].sort((a, b) => a - b)
    for (const campaignId of campaignIds) await wakeFor(tx, campaignId)
    const ids = leads.map(({ id }) => id)
    await count(tx.db, 'leads', await deleteLeadRows(tx.db, tx.account.id, ids))
  })

const contactsOf = sql`from lead_contacts s where s.account_id = t.account_id and s.lead_id = t.id`

const personalLeads: PersonalTable = {
  name: 'leads',
  children: ['lead_contacts'],
  isOf: (person, { account }) => sql`t.id in (${idsOf(account.id, person)})`,
  finds: { addresses: sql`(array[t.phone_number] || array(select s.phone_number ${contactsOf}))` },
  removal: { batch: 100, columns: sql`t.id, t.campaign_id`, remove: deleteLeads },
  exported: {
    name: 'leads',
    columns: sql`t.id, t.campaign_id, t.phone_number, t.extension, t.time_zone, t.variables, t.status, t.outcome, t.attempts,
      t.created_at, t.updated_at, coalesce((
        select json_agg(json_build_object('phone_number', s.phone_number, 'extension', s.extension, 'variables', s.variables) order by s.position)
        ${contactsOf}), '[]') as secondary_contacts`,
  },
  retained: [
    {
      kind: 'leads',
      // Leads that wait are kept. The index is by the creation.
      isOld: (before) => sql`t.created_at < ${before} and t.updated_at < ${before}
        and t.status in ('completed', 'reached-max-retries', 'blacklisted') and not exists (
          select from campaign_attempts a
          where a.account_id = t.account_id and a.lead_id = t.id and a.ended_at is null)`,
      order: 'created_at',
      oldest: { time: 'created_at' },
    },
  ],
}

/** There is an index of this condition. */
const hasPerson = sql`t.phone_number <> ''`

const personalAttempts: PersonalTable = {
  name: 'campaign_attempts',
  isOf: ({ phoneNumbers }) => sql`t.phone_number = any(${phoneNumbers}::text[])`,
  erasedAs: 'attempts',
  removal: { set: () => sql`phone_number = '', decision = '{}', detail = null` },
  exported: {
    name: 'attempts',
    columns: sql`t.id, t.campaign_id, t.channel, t.phone_number, t.outcome, t.detail, t.decision, t.created_at,
      t.ended_at`,
  },
  retained: [
    {
      kind: 'leads',
      isOld: (before) => sql`${hasPerson} and t.created_at < ${before} and t.ended_at is not null`,
      order: 'created_at',
      oldest: { time: 'created_at', of: hasPerson },
    },
  ],
}

export const personalData = [personalLeads, personalAttempts]
