// The carriers that Parley knows. A carrier is a folder of server/carriers and one line of this list.
import { twilio } from './carriers/twilio/index.ts'
import type { CarrierAdapter } from './platform/carriers/carrier-adapter.ts'
import { CarrierError } from './platform/carriers/carrier-error.ts'
import type { Carrier, Carriers } from './ports/carriers.ts'

export const carrierAdapters: readonly Pick<CarrierAdapter<never>, 'name' | 'callbacks' | 'openMedia'>[] = [twilio]

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
