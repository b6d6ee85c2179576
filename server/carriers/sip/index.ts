// The carrier SIP: calls over trunks of any provider and from telephones that register here, without anyone in between.
import type {
  CarrierAdapter,
  CarrierConnections,
  ConnectionServices,
  OpenedCarrier,
} from '#server/platform/carriers/carrier-adapter.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'
import { openConnections, type SipConnections } from './connections.ts'
import { noServer } from './no-server.ts'
import { type RequestName, requestNames, type SipRequests } from './requests.ts'
import type { SipServerSettings } from './sip-server.ts'
import { noMessages, unsupported } from './unsupported.ts'

export interface SipCarrierOptions {
  settings: SipServerSettings
  log: Log
}

function createSipCarrier({ settings }: SipCarrierOptions): OpenedCarrier {
  let connections: SipConnections | undefined

  const request =
    (name: RequestName) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (!connections) throw noServer()
      return connections.request(name, args)
    }

  const calls: VoiceCarrier = {
    ...(Object.fromEntries(requestNames.map((name) => [name, request(name)])) as unknown as SipRequests),
    // Numbers are known from the trunks, and their calls arrive without a webhook.
    listPhoneNumbers: async () => [],
    setNumberRoutes: async () => {},
    searchPhoneNumbers: unsupported,
    buyPhoneNumber: unsupported,
    releasePhoneNumber: unsupported,
  }

  return {
    name: sip.name,
    label: 'SIP',
    capabilities: ['listsCalls', 'conferences', 'testsNumbers', 'telephones'],
    messages: noMessages,
    calls,
    connect(services: ConnectionServices): CarrierConnections {
      connections = openConnections(settings, services)
      return connections
    },
    async [Symbol.asyncDispose]() {},
  }
}

export const sip: CarrierAdapter<SipCarrierOptions> = { name: 'sip', open: createSipCarrier, callbacks: () => [] }
