// The clock that everything but the database asks for the time.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
