// Tests of the ranges of UDP ports, with ports in memory and on the loopback interface.
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createPortRange, type DatagramPort, openMediaSocket } from '../../src/rtp/index.ts'

function memoryPorts({ first = 20_000, last = 20_009, taken = [] as number[] } = {}) {
  const bound = new Set<number>(taken)
  let nowMs = 0
  const closes: number[] = []
  const bind = (_: string, port: number): Promise<DatagramPort> => {
    if (bound.has(port)) return Promise.reject(Object.assign(new Error('taken'), { code: 'EADDRINUSE' }))
    bound.add(port)
    const close = () => {
      closes.push(port)
      bound.delete(port)
    }
    return Promise.resolve({ port, close, send: () => undefined, listen: () => undefined })
  }
  const range = createPortRange({ address: '127.0.0.1', first, last, bind, now: () => nowMs, randomInt: () => 0 })
  return { range, bound, closes, wait: (ms: number) => (nowMs += ms) }
}

describe('A range of ports', () => {
  it('gives pairs with an even port first, and single ports', async () => {
    const { range } = memoryPorts({ first: 20_001 })
    const pair = await range.open({ hasRtcpPort: true })
    assert.deepEqual([pair.rtp.port, pair.rtcp?.port], [20_002, 20_003])
    const single = await range.open({ hasRtcpPort: false })
    assert.deepEqual([single.rtp.port, single.rtcp], [20_001, undefined])
    assert.equal(range.openPorts, 3)
  })

  it('passes over pairs of which another program has one half, and gives the other half back', async () => {
    const { range, bound } = memoryPorts({ taken: [20_000, 20_003] })
    const pair = await range.open({ hasRtcpPort: true })
    assert.deepEqual([pair.rtp.port, pair.rtcp?.port], [20_004, 20_005])
    assert.deepEqual([...bound].toSorted(), [20_000, 20_003, 20_004, 20_005])
    assert.equal(range.openPorts, 2)
  })

  it('uses a port again only 30 seconds after it was closed, and closes it once', async () => {
    const { range, closes, wait } = memoryPorts({ last: 20_001 })
    const pair = await range.open({ hasRtcpPort: true })
    pair.close()
    pair.close()
    assert.deepEqual(closes, [20_000, 20_001])
    assert.equal(range.openPorts, 0)
    wait(29_999)
    await assert.rejects(range.open({ hasRtcpPort: true }), /No UDP port from 20000 to 20001 is free/)
    wait(1)
    const again = await range.open({ hasRtcpPort: true })
    pair.close()
    assert.equal(range.openPorts, 2)
    again.close()
  })

  it('never gives one port twice to calls that begin at the same time', async () => {
    const { range } = memoryPorts()
    const pairs = await Promise.all(Array.from({ length: 5 }, () => range.open({ hasRtcpPort: true })))
    assert.equal(new Set(pairs.map(({ rtp }) => rtp.port)).size, 5)
    await assert.rejects(range.open({ hasRtcpPort: false }))
    for (const pair of pairs) pair.close()
    assert.equal(range.openPorts, 0)
  })

  it('passes on other errors of the system', async () => {
    const denied = () => Promise.reject(Object.assign(new Error('denied'), { code: 'EACCES' }))
    const options = { address: '127.0.0.1', first: 80, last: 90, now: () => 0, randomInt: () => 0, bind: denied }
    const range = createPortRange(options)
    await assert.rejects(range.open({ hasRtcpPort: true }), /denied/)
    assert.equal(range.openPorts, 0)
  })
})

describe('A media socket', () => {
  for (const address of ['127.0.0.1', '::1'])
    it(`sends and receives on ${address}`, async (context) => {
      const [a, b] = await Promise.all([openMediaSocket(address, 0), openMediaSocket(address, 0)]).catch(() => [])
      if (!a || !b) return context.skip('The address is not available.')
      const arrived = Promise.withResolvers<string>()
      b.listen((bytes, from) => arrived.resolve(`${Buffer.from(bytes)} ${from.address} ${from.port}`))
      a.send(Buffer.from('hello, world'), 5, { address, port: b.port })
      assert.equal(await arrived.promise, `hello ${address} ${a.port}`)
      for (const socket of [a, b, a]) socket.close()
      a.send(Buffer.from('closed'), 5, { address, port: b.port })
    })

  it('rejects if the port is taken', async () => {
    const other = createSocket('udp4').bind(0, '127.0.0.1')
    await once(other, 'listening')
    await assert.rejects(openMediaSocket('127.0.0.1', other.address().port), { code: 'EADDRINUSE' })
    other.close()
  })
})
