// Texts whose names come from the server.

/** The text with a name that comes from the server; undefined if the pages do not know it. */
export function textNamed(texts: object, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? (texts as Record<string, string>)[name] : undefined
}
