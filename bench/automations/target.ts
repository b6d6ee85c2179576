// A server process that receives the HTTP requests of flows, and remembers when those with a key arrived.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Arrival {
  key: string
  /** Milliseconds since 1970, on the clock of `wallClock`. */
  atMs: number
}

export type TargetOrder = 'listen' | 'take arrivals' | 'take count'

/** Has fractions of milliseconds, and is the same in all processes of a machine. */
export const wallClock = (): number => performance.timeOrigin + performance.now()

/** The first request with a key to this path fails. */
export const failsOncePath = '/fails-once'

const arrivals: Arrival[] = []
const failed = new Set<string>()
let count = 0

const answer = JSON.stringify({ tier: 'gold', credit: 1_250, contact: { name: 'Ann', city: 'Springfield' } })

const server = createServer((request, response) => {
  const atMs = wallClock()
  count++
  const { pathname, searchParams } = new URL(request.url!, 'http://target')
  const key = searchParams.get('key')
  if (key !== null) arrivals.push({ key, atMs })
  const fails = pathname === failsOncePath && key !== null && !failed.has(key)
  if (fails) failed.add(key)
  request.resume().once('end', () => {
    response.writeHead(fails ? 404 : 200, { 'content-type': 'application/json' }).end(answer)
  })
})

function takeCount(): number {
  const taken = count
  count = 0
  return taken
}

process.on('message', (order: TargetOrder) => {
  if (order === 'take arrivals') process.send!(arrivals.splice(0))
  else if (order === 'take count') process.send!(takeCount())
  else
    server.listen(0, '127.0.0.1', () => {
      process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
})
process.once('disconnect', () => process.exit(0))
