// The placeholders in the URL, the headers and the parameters of HTTP tools: which exist, and where they may be.
import type { AccountContext } from '#server/platform/context/context.ts'
import { findPlaceholders } from '#server/platform/text/render-template.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { HttpToolFields } from '../assistant/assistant.ts'
import { selectUsedVariables } from '../assistant/store.ts'

/** The variables that need no declaration in any text of an assistant. */
export const builtInVariables = [
  'current_date',
  'current_time',
  'current_weekday',
  'timezone',
  'assistant_name',
] as const

/** Known in every call or conversation; those that do not apply are empty. */
const builtIn: readonly string[] = [
  ...['customer_phone', 'customer_name', 'call_id', 'conversation_id'],
  ...builtInVariables,
]

/** Names a variable of calls that no assistant mentions, such as a column of an imported file of leads. */
export const variablePrefix = 'variables.'

const maxListed = 30

type Checked = Partial<Pick<HttpToolFields, 'url' | 'headers' | 'parameters'>>

/** Refuses names that no call of the account has, so that a misspelled one is noticed before a request is sent without it. */
export async function faultsOfPlaceholders(ctx: AccountContext, tool: Checked): Promise<FieldErrors> {
  if (tool.url !== undefined && hasPlaceholderInHost(tool.url))
    return { url: ['The url may have placeholders only after the host.'] }
  const found = Object.entries(placeholdersOf(tool)).flatMap(([field, names]) => {
    const checked = names.filter((name) => !builtIn.includes(name) && !name.startsWith(variablePrefix))
    return checked.map((name) => ({ field, name }))
  })
  if (found.length === 0) return {}
  const used = await selectUsedVariables(
    ctx.db,
    ctx.account.id,
    found.map(({ name }) => name),
  )
  const unknown = found.find(({ name }) => !used.known.includes(name))
  if (!unknown) return {}
  const known = [...builtIn, ...used.declared.filter((name) => !builtIn.includes(name)).slice(0, maxListed)]
  const { field, name } = unknown
  const contains = field === 'url' ? 'contains' : 'contain'
  return {
    [field]: [
      `The ${field} ${contains} the unknown placeholder {{${name}}}. Known are ${known.join(', ')}, and ${variablePrefix}name for other variables.`,
    ],
  }
}

function placeholdersOf({ url, headers, parameters }: Checked): Record<'url' | 'headers' | 'parameters', string[]> {
  return {
    url: findPlaceholders(url ?? ''),
    headers: Object.values(headers ?? {}).flatMap(findPlaceholders),
    parameters: Object.values(givenValuesOf(parameters ?? {})).flatMap(({ text }) => findPlaceholders(text)),
  }
}

export interface GivenValue {
  text: string
  /** The model cannot set it. */
  isFixed: boolean
}

/** The arguments whose `const` or `default` contains placeholders. */
export function givenValuesOf({ properties }: Record<string, unknown>): Record<string, GivenValue> {
  return Object.fromEntries(
    Object.entries((properties ?? {}) as Record<string, { const?: unknown; default?: unknown } | null>).flatMap(
      ([name, property]) => {
        const text = property?.const ?? property?.default
        if (typeof text !== 'string' || findPlaceholders(text).length === 0) return []
        return [[name, { text, isFixed: property?.const !== undefined }]]
      },
    ),
  )
}

/** A variable must not decide who receives the headers. */
const hasPlaceholderInHost = (url: string): boolean => /^[^:]*:\/*[^/?#]*\{\{/.test(url)
