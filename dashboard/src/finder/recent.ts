// The pages that were open in this tab, the latest first, as the history of the browser knows them.
import type { Found } from './found.ts'
import { type Reference, useReferences } from './records.ts'

const shown = 6

const forms: readonly [RegExp, Reference['kind']][] = [
  [/^\/assistants\/(\d+)$/, 'assistant'],
  [/^\/campaigns\/(\d+)$/, 'campaign'],
  [/^\/automations\/([\w-]+)$/, 'automation'],
  [/^\/calls\/(\d+)$/, 'call'],
]

function referenceOf({ pathname, searchParams }: URL): Reference | undefined {
  const conversation = pathname === '/inbox' ? searchParams.get('conversation') : null
  if (conversation !== null) return { kind: 'conversation', id: conversation }
  for (const [form, kind] of forms) {
    const id = form.exec(pathname)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

const keyOf = (place: Reference | string): string =>
  typeof place === 'string' ? `page ${place}` : `${place.kind} ${place.id}`

/** Records, and paths of pages. Older browsers do not tell their history. */
function recentPlaces(): (Reference | string)[] {
  const history = 'navigation' in window ? window.navigation : undefined
  const at = history?.currentEntry?.index ?? 0
  const urls = (history?.entries() ?? []).slice(0, at + 1).flatMap(({ url }) => (url === null ? [] : [new URL(url)]))
  const places = new Map<string, Reference | string>()
  for (const url of urls.reverse()) {
    const place = referenceOf(url) ?? url.pathname
    if (!places.has(keyOf(place))) places.set(keyOf(place), place)
  }
  const [, ...others] = places.values()
  return others.slice(0, shown)
}

/** Without the page that is open now. */
export function useRecent(pages: readonly Found[]): Found[] {
  const places = recentPlaces()
  const records = useReferences(places.filter((place) => typeof place !== 'string')).found
  return places.flatMap((place) => [...pages, ...records].find(({ id }) => id === keyOf(place)) ?? [])
}
