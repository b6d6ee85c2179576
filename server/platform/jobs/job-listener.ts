// Gives graphile-worker the notifications of new jobs from the connection that receives all notifications of the process.
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Notifications } from '../database/notifications.ts'

const channels = ['jobs:insert', 'worker:migrate']
/** Some notifications may have been lost, so all slots look for jobs. */
const allSlots = JSON.stringify({ count: 1_000 })

/**
 * After these errors graphile-worker does not look for jobs for up to three minutes, longer the longer the outage was.
 * Without its code, the error ends the attempt, and the next one follows within seconds.
 */
const patientCodes = ['57P03', 'EHOSTUNREACH', 'ETIMEDOUT']

function withoutPatience(error: Error & { code?: string }): Error {
  return patientCodes.includes(error.code ?? '') ? new Error(error.message, { cause: error }) : error
}

/**
 * Returns the pool for graphile-worker. A connection of its own to listen with would not be known to work, and would be
 * replaced only after up to a minute. graphile-worker asks for it with a callback, and for all others with a promise.
 */
export function listenForJobs(pool: pg.Pool, notifications: Pick<Notifications, 'on'>): pg.Pool {
  const listener = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }) })
  for (const channel of channels) {
    notifications.on(channel, (payload) => {
      if (payload === '' && channel !== 'jobs:insert') return
      listener.emit('notification', { channel, payload: payload || allSlots })
    })
  }
  type Callback = (error: undefined, client: unknown, release: () => void) => void
  const connect = (callback?: Callback): unknown =>
    callback
      ? setImmediate(callback, undefined, listener, () => {})
      : pool.connect().catch((error: Error) => {
          throw withoutPatience(error)
        })
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
