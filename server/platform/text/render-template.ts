// Substitutes values for `{{name}}` placeholders in one pass; values are never read as placeholders.

export type TemplateValues = ReadonlyMap<string, string> | Readonly<Record<string, string>>

/** The text between two pairs of braces on one line; the bound leaves room for spaces around a name. */
const placeholder = /\{\{([^{}\r\n]{1,192})\}\}/g

/** 1 to 64 letters, marks and digits of any script, `_`, `.`, `-` and inner spaces. */
const plainName = /^[\p{L}\p{M}\p{N}_. -]{1,64}$/u

/**
 * A placeholder with a plain name and no value becomes the empty string; one with any other name, such as `{{#if a}}`,
 * is substituted only if there is a value of that name. Values go through `cleanValue`, the text itself does not.
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

/** The plain names in `text`, each once, in order of appearance. */
export function findPlaceholders(text: string): string[] {
  const names = Array.from(text.matchAll(placeholder), ([, inner]) => inner!.trim())
  return [...new Set(names.filter((name) => plainName.test(name)))]
}

/** Without control characters (C0, DEL, C1) save tab and line feed. */
export function cleanValue(value: string): string {
  return value.replace(/[^\P{Cc}\t\n]/gu, '')
}

/** Own properties only: `constructor` is not a value. */
function findValue(values: TemplateValues, name: string): string | undefined {
  if (values instanceof Map) return values.get(name)
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, string>>)[name] : undefined
}
