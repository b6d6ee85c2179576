// The secret of a webhook trigger: stored encrypted beside the flow, and shown masked.
import type { AccountContext } from '#server/platform/context/context.ts'
import { maskSecret } from '#server/platform/security/mask-secret.ts'
import { BoxError, open, seal } from '#server/platform/security/secret-box.ts'
import type { Flow, FlowVersion } from './flow.ts'

type SecretContext = Pick<AccountContext, 'settings' | 'account'>

export function sealTriggerSecret(
  { settings, account }: SecretContext,
  flow: Flow,
): Pick<FlowVersion, 'flow' | 'sealedSecret'> {
  const { secret } = flow.trigger.input
  if (typeof secret !== 'string') return { flow, sealedSecret: null }
  const trigger = { ...flow.trigger, input: { ...flow.trigger.input, secret: maskSecret(secret) } }
  return { flow: { ...flow, trigger }, sealedSecret: seal(settings.masterKey, secret, boxContext(account.id)) }
}

/**
 * Undefined if the trigger has no secret. Null if it cannot be decrypted, for example because it was encrypted under
 * another master key.
 */
export function openTriggerSecret(
  { settings, account }: SecretContext,
  { flow, sealedSecret }: Pick<FlowVersion, 'flow' | 'sealedSecret'>,
): string | null | undefined {
  if (flow.trigger.input['secret'] === undefined) return undefined
  if (!sealedSecret) return null
  try {
    return open(settings.masterKey, sealedSecret, boxContext(account.id))
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    return null
  }
}

/** Returns the stored secret if this is its mask. A mask without a stored secret must not become a secret. */
export function unmask(ctx: SecretContext, mask: string, stored: FlowVersion | undefined): string | undefined {
  const secret = stored && openTriggerSecret(ctx, stored)
  return typeof secret === 'string' && maskSecret(secret) === mask ? secret : undefined
}

const boxContext = (accountId: number): string => `automation_versions:${accountId}`
