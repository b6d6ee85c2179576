// The paths of an endpoint.
import type { Endpoint } from './endpoint.ts'

/** The primary path first, then the aliases. Existing clients use `whatsapp` for `chatapp`. */
export function pathsOf({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  return [path, ...aliases].flatMap((one) =>
    one.includes('/chatapp/') ? [one, one.replace('/chatapp/', '/whatsapp/')] : [one],
  )
}

export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
