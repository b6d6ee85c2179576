// Reads the values that the address of a page can contain. What is not valid is left out.

export const oneOf = <const V>(values: readonly V[], value: unknown): V | undefined =>
  values.find((each) => each === value)

/** A positive whole number. */
export const idOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined

/** The router passes a text of digits as a number. */
export const textOf = (value: unknown, maxCharacters = 255): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, maxCharacters) || undefined
    : undefined

/** A day as `YYYY-MM-DD`. */
export const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value) ? value : undefined

function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** How many of the filters are set. */
export const countSet = (filters: object): number =>
  Object.values(filters).filter((value) => value !== undefined).length

export const flagOf = (value: unknown): true | undefined => (value === true ? true : undefined)

type Readers = Readonly<Record<string, (value: unknown) => unknown>>

/**
 * For `validateSearch` of a route: reads each value with the function of its name. All others are undefined, because the
 * router passes a page the values of the address that this function leaves out.
 */
export const addressOf =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): { [N in keyof R]?: ReturnType<R[N]> } => {
    const read = (name: string) => (Object.hasOwn(readers, name) ? readers[name]!(search[name]) : undefined)
    const values = Object.keys(search).map((name) => [name, read(name)] as const)
    return Object.fromEntries(values) as { [N in keyof R]?: ReturnType<R[N]> }
  }

/** For a value that is one of these. */
export const choiceOf =
  <const V>(values: readonly V[]) =>
  (value: unknown): V | undefined =>
    oneOf(values, value)

export const lineOf =
  (maxCharacters: number) =>
  (value: unknown): string | undefined =>
    textOf(value, maxCharacters)
