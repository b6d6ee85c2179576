// Writes positions in a recording.
import { durationText } from '@parley/rules'

/** Such as `1:05` or `1:02:03`, and `0:01.250` with thousandths. */
export function positionOf(ms: number, hasThousandths = false): string {
  const whole = Math.max(0, hasThousandths ? Math.round(ms) : Math.floor(ms))
  const text = durationText(Math.floor(whole / 1000))
  return hasThousandths ? `${text}.${String(whole % 1000).padStart(3, '0')}` : text
}
