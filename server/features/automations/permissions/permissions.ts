// Lets a flow do only what its author, and the caller that starts it, may do over the API.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { whyForbidden } from '#server/platform/http/why-forbidden.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findAutomation, findFlow } from '../automation/store.ts'
import { type Flow, withNested } from '../flow/flow.ts'
import { type Grant, grantOf, whyNotGranted } from '../flow/grant.ts'
import { triggerReads } from '../flow/triggers.ts'
import { findStepType } from '../steps/library.ts'

type Ctx = Pick<AccountContext | Tx, 'db' | 'account' | 'actor'>

/** The endpoints that do the same as the trigger and the steps. */
const endpointsOf = ({ trigger, steps }: Flow): Endpoint[] => [
  ...(triggerReads[trigger.type] ?? []),
  ...withNested(steps).flatMap(({ type, input }) => findStepType(type)?.actsAs(input) ?? []),
]

/** The caller saves the flow, which needs the `others`, too. Refuses with `FORBIDDEN`. */
export const requireAuthor = (ctx: Ctx, flow: Flow, others: readonly Endpoint[] = []): Promise<void> =>
  requirePermission(ctx, flow, { others, isCalled: false })

/** The caller starts the flow, or lets it start. Refuses with `FORBIDDEN`. */
export const requireStarter = (ctx: Ctx, flow: Flow): Promise<void> =>
  requirePermission(ctx, flow, { others: [], isCalled: true })

async function requirePermission(
  ctx: Ctx,
  flow: Flow,
  { others, isCalled }: { others: readonly Endpoint[]; isCalled: boolean },
): Promise<void> {
  const { actor } = ctx
  // Jobs and the command line.
  if (!actor) return
  const grant = grantOf(actor)
  const own = [...others, ...endpointsOf(flow)]
    .map((endpoint) => whyForbidden(endpoint, actor))
    .find((reason) => reason !== undefined)
  const reason = own ?? (grant && (await findReason(ctx, flow, { grant, isCalled })))
  if (reason) throw new Refusal('FORBIDDEN', reason)
}

/** Undefined if a run with this grant may start the flow. */
export async function whyNotCalled(ctx: Ctx, grant: Grant, flow: Flow): Promise<string | undefined> {
  return grant === null ? undefined : findReason(ctx, flow, { grant, isCalled: true })
}

const unknownFlow = 'It calls an automation that is known only when it runs. This needs an API key without limits.'

interface Search {
  grant: Grant
  /** A flow that an expression chooses can be any flow of the account. Only the author's own runs check it when they call. */
  isCalled: boolean
  seen?: Set<string>
}

/** Why the flow, or a flow that it calls, is not allowed. */
async function findReason(
  ctx: Ctx,
  flow: Flow,
  { grant, isCalled, seen = new Set() }: Search,
): Promise<string | undefined> {
  const reason = whyNotGranted(grant, endpointsOf(flow))
  if (reason !== undefined) return reason
  for (const { type, input } of withNested(flow.steps)) {
    const id = type === 'call_flow' ? String(input['automation_id']) : undefined
    if (id?.includes('{{') && isCalled) return unknownFlow
    if (id === undefined || id.includes('{{') || seen.has(id)) continue
    seen.add(id)
    const called = await findAutomation(ctx.db, ctx.account.id, id)
    const next = called && (await findFlow(ctx.db, ctx.account.id, { automationId: id, version: called.version }))
    const below = next && (await findReason(ctx, next, { grant, isCalled: true, seen }))
    if (below !== undefined) return below
  }
  return undefined
}
