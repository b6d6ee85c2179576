// Extension points: a feature declares what it asks of higher features, such as fields that they add to its replies.

export interface ExtensionPoint<T> {
  name: string
  /** Used if no feature extends the point. */
  fallback: T
}

export interface Extension {
  point: ExtensionPoint<unknown>
  value: unknown
}

export type Extensions = ReadonlyMap<ExtensionPoint<unknown>, unknown>

export const extensionPoint = <T>(name: string, fallback: T): ExtensionPoint<T> => ({ name, fallback })

/** For the manifest of the feature that extends the point. */
export const extend = <T>(point: ExtensionPoint<T>, value: T): Extension => ({ point, value })

export function extensionOf<T>({ extensions }: { extensions: Extensions }, point: ExtensionPoint<T>): T {
  return extensions.has(point) ? (extensions.get(point) as T) : point.fallback
}

/** Throws if two features extend the same point. */
export function extensionsOf(all: readonly Extension[]): Extensions {
  const extensions = new Map<ExtensionPoint<unknown>, unknown>()
  for (const { point, value } of all) {
    if (extensions.has(point)) throw new Error(`Two features extend ${point.name}.`)
    extensions.set(point, value)
  }
  return extensions
}
