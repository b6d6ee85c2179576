// The placeholders of a template: their keys at the carrier, and the names that people know them by.

export interface Placeholder {
  /** As it stands between the braces: `1`. */
  key: string
  /** Unique within the template, and no other placeholder's key. */
  name: string
  /** What the reviewers saw in its place. */
  sample: string
}

const pattern = /\{\{([^{}]*)\}\}/g

/** The keys in `text`, each once, in order of appearance. */
export function keysIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, key]) => key!.trim()))]
}

/** One pass: nothing in a value is read as a placeholder. What has no value stays as it is. */
export function putValues(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(pattern, (whole, key: string) => values.get(key.trim()) ?? whole)
}

/** `wished` are names in the order of the keys; one that could be taken for another's gives way to the key. */
export function placeholdersFrom(
  keys: readonly string[],
  wished: readonly (string | undefined)[],
  samples: readonly (string | undefined)[],
): Placeholder[] {
  const taken = new Set<string>()
  return keys.map((key, index) => {
    const wish = wished[index]?.trim() ?? ''
    const isFree = wish !== '' && wish.length <= longestName && !taken.has(wish) && !keys.includes(wish)
    const name = isFree ? wish : key
    taken.add(name)
    return { key, name, sample: samples[index] ?? '' }
  })
}

const longestName = 60

/**
 * Of a template found at the carrier, by key and sample: names are those of `known` while the keys are the same, else
 * the samples, which is where the carrier's users write them.
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
