// Reads an address whose values are texts and numbers only.
type Kinds = Readonly<Record<string, 'text' | 'number'>>

type SearchOf<K extends Kinds> = { [N in keyof K]?: K[N] extends 'number' ? number : string }

/** For `validateSearch` of a route: keeps what has a name of `kinds`, and ignores the rest. */
export const searchOf =
  <const K extends Kinds>(kinds: K) =>
  (search: Record<string, unknown>): SearchOf<K> => {
    const known = Object.entries(kinds).flatMap(([name, kind]) => {
      const value = search[name]
      if (typeof value !== 'string' && typeof value !== 'number') return []
      if (value === '') return []
      if (kind === 'text') return [[name, String(value)]]
      return Number.isFinite(Number(value)) ? [[name, Number(value)]] : []
    })
    return Object.fromEntries(known)
  }
