// The rule by which the assistant follows the language of the customer.

/** So many utterances in a row, of those whose language is known. */
const neededUtterances = 2

export interface HeardUtterance {
  /** If it is known. */
  language: string | undefined
  /** Otherwise, the languages of which it can be, although it is short. */
  fits: readonly string[]
}

export interface FollowedLanguage {
  /** In which the assistant speaks. */
  current: string
  /** In which the next utterance could make it speak, because the last one was in it. */
  expected: string | undefined
  /** The customer spoke these as well, which the assistant does not follow. */
  others: ReadonlySet<string>
}

/** A short utterance counts only if it shows that the customer still speaks the language of the assistant. */
export function followLanguage(
  heard: readonly HeardUtterance[],
  { language, follows }: { language: string; follows(language: string): boolean },
): FollowedLanguage {
  const others = new Set<string>()
  let current = language
  let last: string | undefined
  let count = 0
  for (const { language: known, fits } of heard) {
    const isStillSpoken = fits.includes(current) && (last === undefined || !fits.includes(last))
    const spoken = known ?? (isStillSpoken ? current : undefined)
    if (spoken === undefined) continue
    count = spoken === last ? count + 1 : 1
    last = spoken
    if (count < neededUtterances || spoken === current) continue
    if (spoken === language || follows(spoken)) current = spoken
    else others.add(spoken)
  }
  const expected = last !== undefined && last !== current && (last === language || follows(last)) ? last : undefined
  return { current, expected, others }
}
