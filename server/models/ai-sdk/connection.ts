// The HTTP connections to model vendors, kept open between the turns of a conversation.
import { Agent, fetch as undiciFetch } from 'undici'

/**
 * People take longer than the four seconds after which connections are closed by default, and a new one costs a
 * handshake before the first word. A minute stays well below what vendors and gateways cut.
 */
const agent = new Agent({
  keepAliveTimeout: 60_000,
  keepAliveMaxTimeout: 60_000,
  connect: { timeout: 5_000 },
})

export const vendorFetch = ((input: string, init?: object) =>
  undiciFetch(input, { ...init, dispatcher: agent })) as unknown as typeof fetch
