// Checks that the records a patch refers to belong to the account.
import { rolesOf } from '#contract/wire/roles.ts'
import { findCalendarOf } from '#server/features/calendars/index.ts'
import { selectOwnedKnowledgebases } from '#server/features/knowledge/index.ts'
import { findMember } from '#server/features/members/index.ts'
import { selectOwnedPhoneNumbers } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, BuiltInTool } from '../assistant/assistant.ts'
import { selectOwnedAssistants } from '../assistant/store.ts'
import { selectOwnedGroups } from '../groups/store-groups.ts'
import { selectOwnedTools } from '../tools/store-tools.ts'
import type { Fault } from './fault.ts'

type Owned = (ctx: AccountContext | Tx, ids: number[]) => Promise<number[]>

const owners = {
  folderId: (ctx, ids) => selectOwnedGroups(ctx.db, 'folders', ctx.account.id, ids),
  labelIds: (ctx, ids) => selectOwnedGroups(ctx.db, 'labels', ctx.account.id, ids),
  toolIds: (ctx, ids) => selectOwnedTools(ctx.db, ctx.account.id, ids),
  knowledgebaseId: (ctx, ids) => selectOwnedKnowledgebases(ctx.db, ctx.account.id, ids),
  phoneNumberId: (ctx, ids) => selectOwnedPhoneNumbers(ctx.db, ctx.account.id, ids),
} satisfies Partial<Record<keyof AssistantPatch, Owned>>

export async function checkOwnership(ctx: AccountContext | Tx, patch: AssistantPatch): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [name, owned] of Object.entries(owners) as [keyof typeof owners, Owned][]) {
    const idOrIds = patch[name]
    if (idOrIds === undefined || idOrIds === null) continue
    const ids = [idOrIds].flat()
    if (ids.length === 0) continue
    const found = new Set(await owned(ctx, ids))
    for (const [index, id] of ids.entries()) {
      if (!found.has(id)) faults.push({ setting: name, ...(Array.isArray(idOrIds) ? { path: [index] } : {}) })
    }
  }
  return [...faults, ...(await faultsOfTools(ctx, patch)), ...(await faultsOfHandover(ctx, patch))]
}

async function faultsOfHandover(ctx: AccountContext | Tx, { handover }: AssistantPatch): Promise<Fault[]> {
  const to = handover?.to
  if (typeof to !== 'number') return []
  const member = await findMember(ctx.db, ctx.account.id, to)
  return member && rolesOf.answer.includes(member.role) ? [] : [{ setting: 'handover', path: ['to'] }]
}

async function faultsOfTools(ctx: AccountContext | Tx, { tools }: AssistantPatch): Promise<Fault[]> {
  const faults: Fault[] = []
  const targetOf = (data: Record<string, unknown>) => data['assistant_id'] as number
  const transfers = (tools ?? []).filter(({ type }) => type === 'assistant_transfer')
  const targets = new Set(
    await selectOwnedAssistants(
      ctx.db,
      ctx.account.id,
      transfers.map(({ data }) => targetOf(data)),
    ),
  )
  for (const [index, { type, data }] of (tools ?? []).entries()) {
    if (type === 'assistant_transfer' && !targets.has(targetOf(data)))
      faults.push({ setting: 'tools', path: [index, 'assistant_id'] })
    if (type !== 'calendar_integration') continue
    for (const field of await unknownEventTypes(ctx, data)) {
      faults.push({
        setting: 'tools',
        path: [index, field],
        message: 'The event type does not belong to a calendar that is connected to this account.',
      })
    }
  }
  return faults
}

const eventTypeFields = [
  ['calendly_event_type_uri', 'calendly'],
  ['calcom_event_type', 'calcom'],
] as const

/** Returns the fields of the tool whose event types belong to no calendar of the account. */
async function unknownEventTypes(ctx: AccountContext | Tx, data: BuiltInTool['data']): Promise<string[]> {
  const unknown: string[] = []
  for (const [field, provider] of eventTypeFields) {
    const ref = data[field]
    if (typeof ref !== 'string') continue
    if (!(await findCalendarOf(ctx.db, ctx.account.id, { provider, ref }))) unknown.push(field)
  }
  return unknown
}
