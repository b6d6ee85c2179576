// The paths at which an endpoint answers.
import type { Endpoint } from './endpoint.ts'

/** Its own path first, then its aliases; clients in the wild say `whatsapp` where the interface says `chatapp`. */
export function pathsOf({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  return [path, ...aliases].flatMap((one) =>
    one.includes('/chatapp/') ? [one, one.replace('/chatapp/', '/whatsapp/')] : [one],
  )
}

/** The names of a path's parameters, in their order. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
