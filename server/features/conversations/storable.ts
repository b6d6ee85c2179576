// Text and data from outside in a form that PostgreSQL stores: no NUL, no half of a surrogate pair.

export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** As `storableText`, through the whole of a JSON value; what JSON cannot say is left out. */
export function storableJson<T>(value: T): T {
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storableText(part)
    if (part !== null && typeof part === 'object' && !Array.isArray(part))
      return Object.fromEntries(Object.entries(part).map(([name, field]) => [storableText(name), field]))
    return part
  })
  return json === undefined ? (null as T) : JSON.parse(json)
}
