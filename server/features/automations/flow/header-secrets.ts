// The headers of HTTP requests in flows: stored encrypted beside the flow, and shown masked, because they can contain API keys.
import type { AccountContext } from '#server/platform/context/context.ts'
import { isMasked, maskSecret } from '#server/platform/security/mask-secret.ts'
import { isPlainHeader, isSecretHeader } from '#server/platform/security/request-secrets.ts'
import { BoxError, open, seal } from '#server/platform/security/secret-box.ts'
import { splitTemplate } from '../expressions/split-template.ts'
import { isObject } from '../expressions/values.ts'
import { type Flow, type FlowFault, type FlowVersion, nestedFields, type Step, withNested } from './flow.ts'

interface SecretContext extends Pick<AccountContext, 'settings'> {
  account: Pick<AccountContext['account'], 'id'>
}

/** By the name of the step and that of the header. */
type Values = Record<string, Record<string, string>>

type Sealed = Pick<FlowVersion, 'flow' | 'sealedHeaders'>

/** Flows that were stored before their headers were encrypted are returned like all others. */
export function withSealedHeaders<Version extends Sealed>(ctx: SecretContext, version: Version): Version {
  return version.sealedHeaders === null ? { ...version, ...sealHeaders(ctx, version.flow) } : version
}

export function sealHeaders({ settings, account }: SecretContext, flow: Flow): Sealed {
  const values: Values = {}
  const masked = mapHeaders(flow, (step, name, value) => {
    if (!holdsSecret(name, value)) return value
    values[step] = { ...values[step], [name]: value }
    return maskSecret(value)
  })
  if (Object.keys(values).length === 0) return { flow, sealedHeaders: null }
  return { flow: masked, sealedHeaders: seal(settings.masterKey, JSON.stringify(values), boxContext(account.id)) }
}

/** Headers that cannot be decrypted stay masked. */
export function openHeaders(ctx: SecretContext, { flow, sealedHeaders }: Sealed): Flow {
  const values = valuesOf(ctx, sealedHeaders)
  return mapHeaders(flow, (step, name, value) => values[step]?.[name] ?? value)
}

/**
 * Replaces the masks of stored headers by their values: of the same step, or of another step whose header has this name and
 * mask, because steps are renamed and copied. A mask without a stored value must not become a value.
 */
export function unmaskHeaders(
  ctx: SecretContext,
  flow: Flow,
  stored: Sealed | undefined,
): { flow: Flow; faults: FlowFault[] } {
  const values = valuesOf(ctx, stored?.sealedHeaders ?? null)
  const faults: FlowFault[] = []
  const unmasked = mapHeaders(flow, (step, name, text) => {
    if (!isMasked(text)) return text
    const found = [values[step] ?? {}, ...Object.values(values)].map((headers) => findMasked(headers, name, text))
    const [own, ...others] = found
    const candidates = new Set(others.filter((value) => value !== undefined))
    const value = own ?? (candidates.size === 1 ? [...candidates][0] : undefined)
    if (value === undefined)
      faults.push({ path: `steps.${step}.input.headers.${name}`, message: 'The header is masked: give it in full.' })
    return value ?? text
  })
  return { flow: unmasked, faults }
}

const findMasked = (headers: Record<string, string>, name: string, mask: string): string | undefined =>
  Object.entries(headers).find(
    ([known, value]) => known.toLowerCase() === name.toLowerCase() && maskSecret(value) === mask,
  )?.[1]

function valuesOf({ settings, account }: SecretContext, sealed: Buffer | null): Values {
  if (sealed === null) return {}
  try {
    return JSON.parse(open(settings.masterKey, sealed, boxContext(account.id)))
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    return {}
  }
}

/** Expressions are no secrets, unless a text in them or around them is. */
function holdsSecret(name: string, value: string): boolean {
  if (value === '' || isMasked(value)) return false
  if (!value.includes('{{')) return !isPlainHeader(name)
  return splitTemplate(value).some((part) => {
    const texts =
      typeof part === 'string'
        ? [part]
        : [...part.source.matchAll(/"[^"\n]*"|'[^'\n]*'/g)].map(([text]) => text.slice(1, -1))
    return texts.some((text) => withoutScheme(text).length >= minSecretLength && isSecretHeader(name, text))
  })
}

const minSecretLength = 6

const withoutScheme = (text: string): string => text.trim().replace(/^(?:api-?key|basic|bearer|token)$/i, '')

function mapHeaders(flow: Flow, map: (step: string, name: string, value: string) => string): Flow {
  if (!withNested(flow.steps).some(({ input }) => isObject(input['headers']))) return flow
  return { ...flow, steps: flow.steps.map((step) => mapStep(step, map)) }
}

function mapStep(step: Step, map: (step: string, name: string, value: string) => string): Step {
  const input = Object.entries(step.input).map(([field, value]) => {
    if (nestedFields.some((nested) => nested === field) && Array.isArray(value))
      return [field, value.map((inner) => mapStep(inner, map))]
    if (step.type !== 'http_request' || field !== 'headers' || !isObject(value)) return [field, value]
    const headers = Object.entries(value).map(([name, text]) => [
      name,
      typeof text === 'string' ? map(step.name, name, text) : text,
    ])
    return [field, Object.fromEntries(headers)]
  })
  return { ...step, input: Object.fromEntries(input) }
}

const boxContext = (accountId: number): string => `automation_headers:${accountId}`
