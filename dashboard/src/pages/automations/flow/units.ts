// The units in which people write how long something takes.
export const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const

type Unit = (typeof units)[number]

/** The largest unit in which the time is a whole number. */
export const unitOf = (seconds: number): Unit =>
  units.find((unit) => seconds > 0 && seconds % unit.seconds === 0) ?? units[3]
