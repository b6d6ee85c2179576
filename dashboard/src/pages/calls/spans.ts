// Arithmetic with spans of time, such as those in which a side of a call speaks.
export interface Span {
  fromMs: number
  toMs: number
}

/** Sorts the spans, joins those that overlap or are closer than `gapMs`, and leaves out empty ones. */
export function union(spans: readonly Span[], gapMs = 0): Span[] {
  const sorted = spans.filter(({ fromMs, toMs }) => toMs > fromMs).sort((a, b) => a.fromMs - b.fromMs)
  const joined: Span[] = []
  for (const { fromMs, toMs } of sorted) {
    const last = joined.at(-1)
    if (last && fromMs <= last.toMs + gapMs) last.toMs = Math.max(last.toMs, toMs)
    else joined.push({ fromMs, toMs })
  }
  return joined
}

/** What is in both. Both must be results of `union`. */
export function intersect(a: readonly Span[], b: readonly Span[]): Span[] {
  const both: Span[] = []
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const [one, other] = [a[i]!, b[k]!]
    const fromMs = Math.max(one.fromMs, other.fromMs)
    const toMs = Math.min(one.toMs, other.toMs)
    if (toMs > fromMs) both.push({ fromMs, toMs })
    if (one.toMs < other.toMs) i++
    else k++
  }
  return both
}

/** What is between the spans, within the bounds. They must be a result of `union`. */
export function gapsOf(spans: readonly Span[], { fromMs, toMs }: Span): Span[] {
  const gaps: Span[] = []
  let at = fromMs
  for (const span of spans) {
    if (span.fromMs >= toMs) break
    if (span.fromMs > at) gaps.push({ fromMs: at, toMs: span.fromMs })
    at = Math.max(at, span.toMs)
  }
  if (at < toMs) gaps.push({ fromMs: at, toMs })
  return gaps
}

/** The spans without those parts that are in `removed`. Both must be results of `union`. */
export const subtract = (spans: readonly Span[], removed: readonly Span[]): Span[] =>
  spans.flatMap((span) => gapsOf(removed, span))

export const totalMs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

/** The index of the last item that begins at or before the time, or -1. The items must be sorted. */
export function indexAt(items: readonly { atMs: number }[], timeMs: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (items[middle]!.atMs <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
