// Keeps a scrolled list at its end while its content grows, unless the reader has scrolled up.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The reader is at the end if less than this is below. */
const toleranceRem = 3

export function useStickToEnd<E extends HTMLElement>(content: unknown): RefObject<E | null> {
  const scroller = useRef<E>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const note = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < toleranceRem * rem
    }
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides the height
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [content])
  return scroller
}
