// Whether the panel to try an assistant is open: as the address says, otherwise on wide windows until it is closed.
import { useState } from 'react'
import type { TryTab } from '../../panels/try-tabs.tsx'
import { useIsWide } from './try-panel.tsx'

const key = 'parley.try-panel'
const closed = 'closed'

export function usePanel(
  inAddress: TryTab | undefined,
  isOpenByDefault: boolean,
  onChange: (panel: TryTab | undefined) => void,
) {
  const isWide = useIsWide()
  const [isClosed, setClosed] = useState(() => localStorage.getItem(key) === closed)
  const panel = inAddress ?? (isOpenByDefault && isWide && !isClosed ? ('chat' as const) : undefined)
  return {
    panel,
    open(next: TryTab) {
      localStorage.removeItem(key)
      setClosed(false)
      onChange(next)
    },
    close() {
      localStorage.setItem(key, closed)
      setClosed(true)
      onChange(undefined)
    },
  }
}
