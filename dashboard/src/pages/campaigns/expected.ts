// Tells which variables the texts of a campaign expect from its leads.
/** As the server substitutes them: a name has letters, marks and digits of any script, `_`, `.`, `-` and inner spaces. */
const placeholder = /\{\{([^{}\r\n]{1,192})\}\}/g
const plainName = /^[\p{L}\p{M}\p{N}_. -]{1,64}$/u

/** The assistant knows these without the lead. */
const builtIn = ['current_date', 'current_time', 'current_weekday', 'timezone', 'assistant_name', 'customer_phone']

export function findPlaceholders(text: string): string[] {
  const names = Array.from(text.matchAll(placeholder), ([, inner]) => inner!.trim())
  return [...new Set(names.filter((name) => plainName.test(name)))]
}

export interface ExpectedVariable {
  name: string
  /** What is used for leads without it; undefined if there is nothing. */
  fallback: string | undefined
}

interface AssistantTexts {
  initial_message: string | null
  system_prompt: string | null
  variables: Record<string, string>
}

/** The placeholders of the texts and the declared variables of the assistant. */
export function expectedByAssistant({ initial_message, system_prompt, variables }: AssistantTexts): ExpectedVariable[] {
  const found = [initial_message, system_prompt].flatMap((text) => findPlaceholders(text ?? ''))
  const names = [...new Set([...found, ...Object.keys(variables)])].filter((name) => !builtIn.includes(name))
  return names.map((name) => ({
    name,
    fallback: Object.hasOwn(variables, name) && variables[name] !== '' ? variables[name] : undefined,
  }))
}

/** Templates have placeholders with a position and a name. A mapping can use either; the position takes precedence. */
export function mappedName(name: string, index: number, mapping: Record<string, string>): string {
  const key = [String(index + 1), name].find((each) => Object.hasOwn(mapping, each))
  return key === undefined ? name : mapping[key]!
}

export const expectedByTemplate = (names: readonly string[], mapping: Record<string, string>): ExpectedVariable[] =>
  distinct(names.map((name, index) => mappedName(name, index, mapping)))

export const expectedBySms = (body: string, mapping: Record<string, string>): ExpectedVariable[] =>
  distinct(findPlaceholders(body).map((name) => (Object.hasOwn(mapping, name) ? mapping[name]! : name)))

const distinct = (names: readonly string[]): ExpectedVariable[] =>
  [...new Set(names)].map((name) => ({ name, fallback: undefined }))

export const missingOf = (expected: readonly ExpectedVariable[], given: readonly string[]): ExpectedVariable[] =>
  expected.filter(({ name }) => !given.includes(name))
