// Reads the flow of a request, or refuses it with the path of each fault.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isMasked } from '#server/platform/security/mask-secret.ts'
import { selectConnectionNames } from '../connections/store.ts'
import { checkFlow } from './check-flow.ts'
import { type Flow, type FlowFault, type FlowVersion, type Step, withNested } from './flow.ts'
import { grantOf } from './grant.ts'
import { sealHeaders, unmaskHeaders } from './header-secrets.ts'
import { faultOfSchedule } from './schedule.ts'
import { sealTriggerSecret, unmask } from './trigger-secret.ts'
import { triggerInputs } from './triggers.ts'

interface Definition {
  trigger?: { type?: unknown; input?: { secret?: unknown } | null }
  steps?: unknown
}

/**
 * The masks of the secret and of the headers of `stored` are replaced by their values. Refuses with `no_steps`, `unsupported_trigger`,
 * `invalid_definition` and `needs_connection`.
 */
export async function readFlow(ctx: AccountContext, definition: unknown, stored?: FlowVersion): Promise<FlowVersion> {
  const { trigger, steps } = (definition ?? {}) as Definition
  if (!Array.isArray(steps) || steps.length === 0) throw new Refusal('no_steps')
  const type = trigger?.type
  if (typeof type !== 'string' || !Object.hasOwn(triggerInputs, type))
    throw new Refusal(
      'unsupported_trigger',
      `The type of the trigger must be one of ${Object.keys(triggerInputs).join(', ')}.`,
    )
  const { flow: given, faults } = checkFlow(withSecret(ctx, definition as Definition, stored))
  if (faults) throw invalid(faults)
  const { flow, faults: masks } = unmaskHeaders(ctx, given, stored)
  if (masks.length > 0) throw invalid(masks)
  const fault = faultOfSchedule(flow.trigger, ctx.now())
  if (fault) throw invalid([fault])
  await checkConnections(ctx, flow)
  const { flow: withMask, sealedSecret } = sealTriggerSecret(ctx, flow)
  return { ...sealHeaders(ctx, withMask), sealedSecret, scopes: grantOf(ctx.actor) }
}

/** Replaces the mask of the stored secret by the secret. */
function withSecret(ctx: AccountContext, definition: Definition, stored: FlowVersion | undefined): Definition {
  const mask = definition.trigger?.input?.secret
  if (typeof mask !== 'string' || !isMasked(mask)) return definition
  const secret = unmask(ctx, mask, stored)
  if (secret === undefined)
    throw invalid([{ path: 'trigger.input.secret', message: 'The secret is masked: give it in full.' }])
  return { ...definition, trigger: { ...definition.trigger, input: { ...definition.trigger?.input, secret } } }
}

function invalid(faults: readonly FlowFault[]): Refusal {
  const [{ path, message }] = faults as [FlowFault]
  return new Refusal('invalid_definition', `${path}: ${message}`, { faults })
}

/** Connections that the flow names without references. */
async function checkConnections({ db, account }: AccountContext, flow: Flow): Promise<void> {
  const named = connectionsOf(flow.steps)
  if (named.length === 0) return
  const known = await selectConnectionNames(db, account.id)
  const missing = named.find((name) => !known.includes(name))
  if (missing !== undefined) throw new Refusal('needs_connection', `The connection ${missing} does not exist.`)
}

const connectionsOf = (steps: readonly Step[]): string[] =>
  withNested(steps).flatMap(({ input: { connection } }) =>
    typeof connection === 'string' && !connection.includes('{{') ? [connection] : [],
  )
