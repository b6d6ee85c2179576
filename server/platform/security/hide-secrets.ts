// Hides the secrets in URLs and settings that are stored for a log, or shown to callers who may not change them.
import { stars } from './mask-secret.ts'
import { isSecretName, isSecretParameter, looksRandom } from './request-secrets.ts'

/** The text can contain expressions in double braces, so it need not be a URL. With `hidesAll`, hides every parameter. */
export function hideInUrl(text: string, { hidesAll }: { hidesAll: boolean }): string {
  const [start, query, fragment] = partsOf(text)
  const shownQuery = query?.split('&').map((parameter) => {
    const [name = '', value] = splitAt(parameter, '=')
    const isHidden = value !== undefined && !isExpression(value) && (hidesAll || isSecretParameter(name, value))
    return isHidden && value !== '' ? `${name}=${stars}` : parameter
  })
  const shownFragment = fragment !== undefined && hidesAll ? stars : fragment
  return [
    hideInPath(start),
    shownQuery && `?${shownQuery.join('&')}`,
    shownFragment !== undefined && `#${shownFragment}`,
  ]
    .filter((part) => typeof part === 'string')
    .join('')
}

function partsOf(text: string): [string, string | undefined, string | undefined] {
  const [address, fragment] = splitAt(text, '#')
  const [start, query] = splitAt(address, '?')
  return [start, query, fragment]
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Webhooks of chat services have their secret in the path. */
function hideInPath(address: string): string {
  const [scheme, rest] = splitAt(address, '//')
  if (rest === undefined) return address
  const [authority = '', ...segments] = rest.split('/')
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const shownAuthority = host === authority ? host : `${stars}@${host}`
  const shown = segments.map((segment) => (looksRandom(segment) ? stars : segment))
  return `${scheme}//${[shownAuthority, ...shown].join('/')}`
}

const isExpression = (text: string): boolean => /^\s*\{\{[^{}]*\}\}\s*$/.test(text)

/** Fields whose values are all hidden. */
const hiddenGroups: ReadonlySet<string> = new Set(['headers', 'query'])

/** Hides what can be a credential in the settings of a flow. Expressions are shown, without their texts if they name one. */
export function hideInSettings(value: unknown, name = '', isHidden = false): unknown {
  if (typeof value === 'string') return hideInText(value, isHidden || isSecretName(name))
  if (Array.isArray(value)) return value.map((item) => hideInSettings(item, name, isHidden))
  if (typeof value !== 'object' || value === null) return isHidden ? stars : value
  const hidesAll = isHidden || hiddenGroups.has(name) || isSecretName(name)
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, hideInSettings(item, field, hidesAll)]),
  )
}

function hideInText(text: string, isHidden: boolean): string {
  if (isHidden && !isExpression(text)) return text === '' ? text : stars
  if (/^\s*https?:\/\//i.test(text)) return hideInUrl(text, { hidesAll: true })
  const namesSecret = isSecretName(text)
  return text.replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, (quoted) =>
    namesSecret || looksRandom(quoted.slice(1, -1)) ? `${quoted[0]}${stars}${quoted[0]}` : quoted,
  )
}

/** Hides the values of fields that are called a secret, in a request that is stored for a log. */
export function hideNamedSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideNamedSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && isSecretName(name) ? stars : hideNamedSecrets(item),
    ]),
  )
}
