// The placeholders of a template: their keys at the carrier, and their names in the API.
export interface Placeholder {
  /** The text between the braces: `1`. */
  key: string
  /** Unique within the template, and not the key of another placeholder. */
  name: string
  /** The value that the reviewers saw. */
  sample: string
}

const pattern = /\{\{([^{}]*)\}\}/g

/** Returns each key in `text` once, in order of appearance. */
export function keysIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, key]) => key!.trim()))]
}

/** Placeholders without a value stay unchanged. Placeholders in values are not replaced. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(pattern, (match, key: string) => values.get(key.trim()) ?? match)
}

/** `names` and `samples` are in the order of the keys. A missing, long or ambiguous name is replaced by the key. */
export function placeholdersFrom(
  keys: readonly string[],
  names: readonly (string | undefined)[],
  samples: readonly (string | undefined)[],
): Placeholder[] {
  const taken = new Set(['', ...keys])
  return keys.map((key, index) => {
    const requested = names[index]?.trim() ?? ''
    const name = taken.has(requested) || requested.length > maxNameLength ? key : requested
    taken.add(name)
    return { key, name, sample: samples[index] ?? '' }
  })
}

const maxNameLength = 60

/**
 * `variables` maps the keys of a template at the carrier to their samples. Names come from `known` if the keys are the
 * same, and otherwise from the samples, where users of the carrier usually write them.
 */
export function placeholdersOfCarrier(
  variables: Readonly<Record<string, string>>,
  known: readonly Placeholder[] = [],
): Placeholder[] {
  const keys = Object.keys(variables)
  const samples = Object.values(variables)
  const isSame = keys.length === known.length && keys.every((key, index) => known[index]!.key === key)
  return placeholdersFrom(keys, isSame ? known.map(({ name }) => name) : samples, samples)
}
