// The visible part of the time axis: its width, how much it is enlarged, and how far it is scrolled.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { View } from './paths.ts'
import type { Player } from './player.ts'
import type { Span } from './spans.ts'

/** The shortest time that the whole width can show. */
const shortestViewMs = 2_000
/** A chosen span takes at least this share of the width, as far as the axis can be enlarged. */
const chosenShare = 0.25
const leadShare = 0.08

export interface TimeAxis {
  scroller: RefObject<HTMLDivElement | null>
  view: View
  /** The width of the whole axis. */
  contentPx: number
  zoom: number
  maxZoom: number
  onScroll(): void
  /** Keeps the time at the middle in its place. */
  setZoom(zoom: number): void
  /** Enlarges as needed, and scrolls, so that the span is well visible. */
  show(span: Span): void
}

export function useTimeAxis(durationMs: number, player: Player): TimeAxis {
  const scroller = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  const [zoom, setZoomState] = useState(1)
  const [scrollPx, setScrollPx] = useState(0)
  const wanted = useRef<number>(undefined)
  const maxZoom = Math.max(1, durationMs / shortestViewMs)
  const contentPx = Math.max(widthPx, widthPx * zoom)
  const msPerPx = durationMs / Math.max(1, contentPx)

  useLayoutEffect(() => {
    const element = scroller.current!
    const measure = () => setWidthPx(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // The content has its new width only after rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is set again whenever the width changes
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    scroller.current!.scrollLeft = wanted.current
    setScrollPx(scroller.current!.scrollLeft)
    wanted.current = undefined
  }, [contentPx])

  const moveTo = (nextZoom: number, atMs: number, share: number) => {
    const bounded = Math.min(maxZoom, Math.max(1, nextZoom))
    const left = (atMs / durationMs) * widthPx * bounded - share * widthPx
    if (bounded === zoom) {
      scroller.current!.scrollLeft = left
      return
    }
    wanted.current = left
    setZoomState(bounded)
  }

  // While it plays, the position stays in view.
  useEffect(
    () =>
      player.subscribe(() => {
        const element = scroller.current
        if (!element || !player.isPlaying() || zoom === 1) return
        const x = player.timeMs() / msPerPx
        const isInView = x >= element.scrollLeft && x <= element.scrollLeft + widthPx
        if (!isInView) element.scrollLeft = x - widthPx * leadShare
      }),
    [player, zoom, msPerPx, widthPx],
  )

  const onScroll = useCallback(() => setScrollPx(scroller.current!.scrollLeft), [])
  const fromMs = scrollPx * msPerPx
  return {
    scroller,
    view: { fromMs, toMs: fromMs + widthPx * msPerPx, widthPx },
    contentPx,
    zoom,
    maxZoom,
    onScroll,
    setZoom: (next) => moveTo(next, fromMs + (widthPx / 2) * msPerPx, 0.5),
    show: ({ fromMs: from, toMs: to }) => {
      const needed = (chosenShare * durationMs) / Math.max(1, to - from)
      moveTo(Math.max(zoom, needed), (from + to) / 2, 0.5)
    },
  }
}
