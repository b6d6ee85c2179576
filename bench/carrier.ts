// What a send costs through our carrier adapter and through Twilio's package: `node bench/carrier.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, cpus } from 'node:os'
import { type CarrierClient, type ClientCost, carrierClients } from './carrier-client.ts'
import { progress } from './progress.ts'
import { median } from './statistics.ts'
import { tableOf, whole } from './table.ts'

const rounds = 5

const answer = JSON.stringify({
  sid: `SM${'1'.repeat(32)}`,
  status: 'queued',
  date_created: 'Thu, 24 Aug 2023 05:01:45 +0000',
  direction: 'outbound-api',
  error_code: null,
  num_segments: '1',
  subresource_uris: {},
})

/** The carrier answers at once. */
async function benchCarrier(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const costs: Record<CarrierClient, ClientCost[]> = { ours: [], 'package over undici': [], package: [] }
  for (let round = 1; round <= rounds; round++) {
    for (const client of carrierClients) {
      progress(`${client}, ${round} of ${rounds}`)
      costs[client].push(await measure(client, `http://127.0.0.1:${port}`))
    }
  }
  server.close()
  const rows = carrierClients.map((client) => {
    const of = (name: keyof ClientCost) => median(costs[client].map((cost) => cost[name]))
    return [client, whole(of('perSecond')), whole(of('cpuMicros')), of('p50Ms').toFixed(2), of('memoryMb').toFixed(1)]
  })
  console.log(`${cpus()[0]?.model.trim()}, ${availableParallelism()} cores; Node ${process.version}\n`)
  console.log(tableOf(['client', 'sends/s', 'CPU µs/send', 'p50 ms alone', 'memory MB beside undici'], rows))
}

/** A process each, for what one has loaded the others would have too. */
async function measure(client: CarrierClient, baseUrl: string): Promise<ClientCost> {
  const args = ['--expose-gc', `${import.meta.dirname}/carrier-client.ts`, client, baseUrl]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  await once(child, 'close')
  return JSON.parse(output) as ClientCost
}

await benchCarrier()
