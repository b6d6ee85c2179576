// The carrier SIP: calls over trunks of any provider and from telephones that register here, without anyone in between.
import type {
  CarrierAdapter,
  CarrierConnections,
  ConnectionServices,
  OpenedCarrier,
} from '#server/platform/carriers/carrier-adapter.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { VoiceCarrier } from '#server/ports/voice-carrier.ts'
import { openConnections } from './connections.ts'
import { noMessages } from './messages.ts'
import { noServer } from './no-server.ts'
import type { SipRequests } from './requests.ts'
import type { SipServerSettings } from './sip-server.ts'

export interface SipCarrierOptions {
  settings: SipServerSettings
  log: Log
}

const unsupported = async (): Promise<never> => {
  throw new CarrierError('refused', 'A SIP trunk cannot do that.', { reason: 'unsupported' })
}

function createSipCarrier({ settings }: SipCarrierOptions): OpenedCarrier {
  let requests: SipRequests | undefined
  const request = <Name extends keyof SipRequests>(name: Name): SipRequests[Name] =>
    // The functions of a request have different parameters, which are passed on as they are.
    ((...args: never[]) => {
      if (!requests) return Promise.reject(noServer())
      return (requests[name] as (...given: never[]) => unknown)(...args)
    }) as SipRequests[Name]

  const calls: VoiceCarrier = {
    createCall: request('createCall'),
    findCall: request('findCall'),
    listCalls: request('listCalls'),
    endCall: request('endCall'),
    callAgent: request('callAgent'),
    joinConference: request('joinConference'),
    testNumber: request('testNumber'),
    // Numbers are known from the trunks, and their calls arrive without further ado.
    listPhoneNumbers: async () => [],
    setNumberRoutes: async () => {},
    searchPhoneNumbers: unsupported,
    buyPhoneNumber: unsupported,
    releasePhoneNumber: unsupported,
  }

  return {
    name: sip.name,
    label: 'SIP',
    capabilities: ['listsCalls', 'conferences', 'testsNumbers'],
    messages: noMessages,
    calls,
    connect(services: ConnectionServices): CarrierConnections {
      const connections = openConnections(settings, services)
      requests = connections.requests
      return connections
    },
    async [Symbol.asyncDispose]() {},
  }
}

export const sip: CarrierAdapter<SipCarrierOptions> = { name: 'sip', open: createSipCarrier, callbacks: () => [] }
