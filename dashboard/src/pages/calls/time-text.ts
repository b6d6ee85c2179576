// Writes positions in a recording.

/** Such as `1:05` or `1:02:03`, and `0:01.250` with thousandths. */
export function positionOf(ms: number, hasThousandths = false): string {
  const whole = Math.max(0, hasThousandths ? Math.round(ms) : Math.floor(ms))
  const seconds = Math.floor(whole / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
  const text = hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
  return hasThousandths ? `${text}.${pad(whole % 1000, 3)}` : text
}
