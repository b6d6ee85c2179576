// Exports what other parts use of the transport.
export { responseTarget, stampReceived } from './response-target.ts'
export type { Endpoint, Flow, Protocol, Target, Transport, TransportListener } from './transport.ts'
