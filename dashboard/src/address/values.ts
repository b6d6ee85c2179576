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
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined

export const flagOf = (value: unknown): true | undefined => (value === true ? true : undefined)

type Readers = Readonly<Record<string, (value: unknown) => unknown>>

/** For `validateSearch` of a route: reads each value with the function of its name, and ignores the rest. */
export const addressOf =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): { [N in keyof R]?: ReturnType<R[N]> } => {
    const values = Object.entries(readers).map(([name, read]) => [name, read(search[name])] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as {
      [N in keyof R]?: ReturnType<R[N]>
    }
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
