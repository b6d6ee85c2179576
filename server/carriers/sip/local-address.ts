// Finds the own address from which a provider is reached.
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'

/** The address of the network interface from which another one is reached. Nothing is sent. */
export async function localAddressTowards(host: string): Promise<string> {
  const address = isIP(host) ? host : await addressOf(host)
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  socket.once('error', reject)
  socket.connect(5060, address, () => resolve(socket.address().address))
  try {
    return await promise
  } finally {
    socket.close()
  }
}

/** Some providers have records of services only, so any public address shows the way. */
const anyPublicAddress = '192.0.2.1'

const addressOf = (host: string): Promise<string> =>
  lookup(host).then(
    ({ address }) => address,
    () => anyPublicAddress,
  )
