// A queue in which keys take turns, so that one with many items does not delay the others.
export interface FairQueue<Item> {
  /** Returns false if the queue, or the part of this key, is full. */
  add(key: string, item: Item): boolean
  /** Removes and returns the next item. */
  take(): Item | undefined
  remove(key: string, item: Item): void
}

export function createFairQueue<Item>(limits: { total: number; perKey: number }): FairQueue<Item> {
  /** In the order of turns. A key without items is absent. */
  const itemsByKey = new Map<string, Set<Item>>()
  let size = 0

  function remove(key: string, item: Item): void {
    const items = itemsByKey.get(key)
    if (!items?.delete(item)) return
    size--
    if (items.size === 0) itemsByKey.delete(key)
  }

  return {
    add(key, item) {
      const items = itemsByKey.get(key) ?? new Set()
      if (size >= limits.total || items.size >= limits.perKey) return false
      size++
      itemsByKey.set(key, items.add(item))
      return true
    },
    take() {
      for (const [key, items] of itemsByKey) {
        itemsByKey.delete(key)
        itemsByKey.set(key, items)
        for (const item of items) {
          remove(key, item)
          return item
        }
      }
      return undefined
    },
    remove,
  }
}
