// Keeps the loaded part of the list in order while its first page is read again.
import type { Item } from './records.ts'

export interface LoadedList {
  /** The latest activity first. */
  items: readonly Item[]
  /** For the conversations after these. Null if there are none. */
  cursor: string | null
}

interface Page {
  data: readonly Item[]
  next_cursor: string | null
}

const byActivity = (one: Item, other: Item): number =>
  one.last_activity_at < other.last_activity_at ? 1 : one.last_activity_at > other.last_activity_at ? -1 : 0

/**
 * The page replaces all conversations that are as recent as its own, because the others are no longer in the list; only
 * the open one stays. If more than a page is new, the rest is dropped and read again.
 */
export function withFirstPage(known: LoadedList | undefined, page: Page, openId: string | undefined): LoadedList {
  if (!known || page.next_cursor === null) {
    const open = known?.items.filter(({ id }) => id === openId && !page.data.some((item) => item.id === id)) ?? []
    return { items: [...page.data, ...open].toSorted(byActivity), cursor: page.next_cursor }
  }
  const inPage = new Set(page.data.map(({ id }) => id))
  if (!known.items.some(({ id }) => inPage.has(id))) return { items: page.data, cursor: page.next_cursor }
  const oldest = page.data.at(-1)!.last_activity_at
  const rest = known.items.filter(
    ({ id, last_activity_at }) => !inPage.has(id) && (last_activity_at <= oldest || id === openId),
  )
  const isOnlyPage = !rest.some(({ id }) => id !== openId)
  return {
    items: [...page.data, ...rest].toSorted(byActivity),
    cursor: isOnlyPage ? page.next_cursor : known.cursor,
  }
}

export function withNextPage(known: LoadedList, page: Page): LoadedList {
  const ids = new Set(known.items.map(({ id }) => id))
  return { items: [...known.items, ...page.data.filter(({ id }) => !ids.has(id))], cursor: page.next_cursor }
}

/** Returns the same list if it does not contain the conversation. */
export function withItem(known: LoadedList, changed: Item): LoadedList {
  if (!known.items.some(({ id }) => id === changed.id)) return known
  const items = known.items.map((item) => (item.id === changed.id ? { ...item, ...changed } : item))
  return { ...known, items: items.toSorted(byActivity) }
}
