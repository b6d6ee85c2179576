// Creates and changes folders and labels, whose names are unique within the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { nameTaken } from '../tools/tool-rules.ts'
import { type Group, type GroupTable, insertGroup, updateGroup } from './store-groups.ts'

export async function createGroup(
  ctx: AccountContext,
  table: GroupTable,
  group: Pick<Group, 'name' | 'color'>,
): Promise<Group> {
  const created = await insertGroup(ctx.db, table, ctx.account.id, group)
  if (!created) throw new InvalidInput(nameTaken)
  return created
}

/** Returns undefined when the account has no such group. */
export async function changeGroup(
  ctx: AccountContext,
  table: GroupTable,
  change: { id: number; name: string | undefined; color: string | null | undefined },
): Promise<Group | undefined> {
  try {
    return await updateGroup(ctx.db, table, ctx.account.id, change)
  } catch (error) {
    if (isUniqueViolation(error)) throw new InvalidInput(nameTaken)
    throw error
  }
}
