// The paths of an endpoint.
import type { Endpoint } from './endpoint.ts'

/** The primary path first, then the aliases. Existing clients use `whatsapp` for `chatapp`. */
export function pathsOf({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  return [path, ...aliases].flatMap((pattern) =>
    pattern.includes('/chatapp/') ? [pattern, pattern.replace('/chatapp/', '/whatsapp/')] : [pattern],
  )
}

export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
