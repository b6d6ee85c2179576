// Puts values in the place of `{{name}}`: one pass, no logic, nothing in a value is ever read as a placeholder.

export type TemplateValues = ReadonlyMap<string, string> | Readonly<Record<string, string>>

/** Names have 1 to 64 of `A-Z a-z 0-9 _ . -`, spaces around them allowed; anything else is plain text. */
const placeholder = /\{\{ *([A-Za-z0-9_.-]{1,64}) *\}\}/g

/** A placeholder without a value becomes the empty string; values go through `cleanValue`, the text itself does not. */
export function renderTemplate(text: string, values: TemplateValues): string {
  // A function, for a replacement string would read `$&` in a value; an own lookup, for `constructor` is no value.
  return text.replace(placeholder, (_, name: string) => cleanValue(findValue(values, name) ?? ''))
}

/** The names in `text`, each once, in order of appearance. */
export function collectPlaceholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!))]
}

/** Without control characters (C0, DEL, C1) save tab and line feed. */
export function cleanValue(value: string): string {
  return value.replace(/[^\P{Cc}\t\n]/gu, '')
}

function findValue(values: TemplateValues, name: string): string | undefined {
  if (values instanceof Map) return values.get(name)
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, string>>)[name] : undefined
}
