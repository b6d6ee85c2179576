// Passes requests between the same carrier in two processes.
import type { AcceptLink } from '../links/link.ts'
import type { ProcessLinks } from '../links/process-links.ts'
import type { CarrierConnections } from './carrier-adapter.ts'

const prefix = 'carrier:'
const answerWithinMs = 15_000
const maxRequestBytes = 100_000

/** Rejects if the other process refuses, ends, or does not answer in time. The request may then have been carried out. */
export function askCarrier(links: ProcessLinks, carrier: string, processId: string, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const link = links.connect(processId, prefix + carrier, {
    received(message) {
      resolve(Buffer.from(message).toString())
      link.close()
    },
    closed: () => reject(new Error('The other process has closed the link.')),
  })
  link.send(Buffer.from(request))
  const timer = setTimeout(() => {
    reject(new Error('The other process did not answer in time.'))
    link.close()
  }, answerWithinMs)
  return promise.finally(() => clearTimeout(timer))
}

/** Answers the requests of other processes, and passes other links on. */
export const answerCarriers =
  (connections: ReadonlyMap<string, CarrierConnections>, acceptOther: AcceptLink): AcceptLink =>
  (text, link) => {
    if (!text.startsWith(prefix)) return acceptOther(text, link)
    const carrier = connections.get(text.slice(prefix.length))
    return (
      carrier && {
        received(message) {
          if (message.length > maxRequestBytes) {
            link.close()
            return
          }
          carrier
            .answer(Buffer.from(message).toString())
            .then((reply) => link.send(Buffer.from(reply)))
            .catch(() => {})
            .finally(() => link.close())
        },
        closed() {},
      }
    )
  }
