// Whether the window is as narrow as that of a phone, where lists and filters have another form.
import { useSyncExternalStore } from 'react'

/** The breakpoint `md` of the styles. */
const narrow = matchMedia('(width < 48rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
