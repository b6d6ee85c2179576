// Reads times as the API writes them.

/** The returned function reads ISO 8601, and `YYYY-MM-DD HH:mm:ss` in the time zone of the account. */
export function instantReader(timeZone: string): (text: string) => Date {
  // Creating a format takes longer than using it.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (text) => {
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text)) return new Date(text)
    const local = Date.parse(`${text.replace(' ', 'T')}Z`)
    // The offset at the local time taken as UTC can be that of the other side of a change of summer time.
    const guess = local - offsetMs(local, format)
    return new Date(local - offsetMs(guess, format))
  }
}

export const instantOf = (text: string, timeZone: string): Date => instantReader(timeZone)(text)

/** How far the time zone of the format is ahead of UTC at this instant. */
function offsetMs(instant: number, format: Intl.DateTimeFormat): number {
  const parts = format.formatToParts(instant)
  const part = (type: string): number => Number(parts.find((each) => each.type === type)!.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(instant / 1000) * 1000
}
