// Substitutes values for `{{name}}` placeholders in one pass; placeholders in values are not substituted.
export type TemplateValues = ReadonlyMap<string, string> | Readonly<Record<string, string>>

/** The text between double braces on one line. The limit allows spaces around the name. */
const placeholder = /\{\{([^{}\r\n]{1,192})\}\}/g

/** A name has 1 to 64 letters, marks and digits of any script, `_`, `.`, `-` and inner spaces. */
const plainName = /^[\p{L}\p{M}\p{N}_. -]{1,64}$/u

/**
 * A placeholder with a valid name and no value becomes an empty string. One with any other name, such as `{{#if a}}`, is
 * substituted only if that value exists. `cleanValue` is applied to values, not to the text.
 */
export function renderTemplate(text: string, values: TemplateValues): string {
  // A function, because a replacement string would interpret `$&` in a value.
  return text.replace(placeholder, (whole, inner: string) => {
    const name = inner.trim()
    const value = findValue(values, name)
    if (value !== undefined) return cleanValue(value)
    return plainName.test(name) ? '' : whole
  })
}

/** Returns each valid name in `text` once, in order of appearance. */
export function findPlaceholders(text: string): string[] {
  const names = Array.from(text.matchAll(placeholder), ([, inner]) => inner!.trim())
  return [...new Set(names.filter((name) => plainName.test(name)))]
}

/** Removes control characters (C0, DEL, C1) except tab and line feed. */
export function cleanValue(value: string): string {
  return value.replace(/[^\P{Cc}\t\n]/gu, '')
}

/** Ignores inherited properties such as `constructor`. */
function findValue(values: TemplateValues, name: string): string | undefined {
  if (values instanceof Map) return values.get(name)
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, string>>)[name] : undefined
}
