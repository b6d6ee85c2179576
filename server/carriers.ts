// The carriers that Parley knows. A carrier is a folder of server/carriers and one line of this list.
import { sip } from './carriers/sip/index.ts'
import type { SipServerSettings } from './carriers/sip/sip-server.ts'
import { twilio } from './carriers/twilio/index.ts'
import type { CarrierAdapter, OpenedCarrier } from './platform/carriers/carrier-adapter.ts'
import { CarrierError } from './platform/carriers/carrier-error.ts'
import type { Log } from './platform/observability/log.ts'
import type { Carrier, Carriers } from './ports/carriers.ts'

interface CarrierOptions {
  publicUrl: string
  log: Log
  /** The URL of Twilio's API or of the sandbox carrier. */
  apiBaseUrl: string | undefined
  sip: SipServerSettings
}

interface CarrierEntry {
  adapter: Pick<CarrierAdapter<never>, 'name' | 'callbacks' | 'openMedia'>
  open(options: CarrierOptions): OpenedCarrier
}

const entries: readonly CarrierEntry[] = [
  { adapter: twilio, open: twilio.open },
  { adapter: sip, open: ({ sip: settings, log }) => sip.open({ settings, log }) },
]

export const carrierAdapters = entries.map(({ adapter }) => adapter)

export function openCarriers(options: CarrierOptions): { carriers: OpenedCarrier[] } & AsyncDisposable {
  const stack = new AsyncDisposableStack()
  return {
    carriers: entries.map(({ open }) => stack.use(open(options))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export function createCarriers(opened: readonly Carrier[]): Carriers {
  const byName = new Map(opened.map((carrier) => [carrier.name, carrier]))
  return {
    of({ carrier: name }) {
      const carrier = byName.get(name)
      if (carrier) return carrier
      throw new CarrierError('refused', `This server has no carrier ${name}.`, { reason: 'unsupported' })
    },
  }
}
