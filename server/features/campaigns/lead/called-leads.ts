// Leads as the webhooks of their calls show them.
import type { Db } from '#server/platform/database/database.ts'
import { selectLeadsById } from './store.ts'

export async function loadCalledLeads(db: Db, accountId: number, ids: readonly number[]) {
  const leads = await selectLeadsById(db, accountId, ids)
  return new Map(
    leads.map(({ id, phoneNumber, variables, status, attempts, campaignId, campaignName, createdAt, updatedAt }) => [
      id,
      {
        id,
        phoneNumber,
        variables,
        status,
        callTries: attempts,
        campaign: { id: campaignId, name: campaignName },
        createdAt,
        updatedAt,
      },
    ]),
  )
}
