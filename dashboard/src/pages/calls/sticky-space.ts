// Keeps focused elements from being hidden behind a part of the page that stays at the top.
import { type RefObject, useEffect } from 'react'

/** Windows that are large enough for a part that stays, as the classes of that part say. */
const isLarge = '(min-width: 64rem) and (min-height: 56rem)'

/** The page scrolls so that the space of the element remains free above what gets the focus. */
export function useStickySpace(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [sticky, scroller] = [element.current, document.getElementById('content')]
    if (!sticky || !scroller) return
    const media = matchMedia(isLarge)
    const update = () => {
      scroller.style.scrollPaddingTop = media.matches ? `${sticky.offsetHeight}px` : ''
    }
    const observer = new ResizeObserver(update)
    observer.observe(sticky)
    media.addEventListener('change', update)
    return () => {
      observer.disconnect()
      media.removeEventListener('change', update)
      scroller.style.scrollPaddingTop = ''
    }
  }, [element])
}
