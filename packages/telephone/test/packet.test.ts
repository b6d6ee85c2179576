// Tests of the binary messages of a live call.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readPacket } from '../browser/packet.js'

const message = (...bytes: number[]): ArrayBuffer => Uint8Array.from(bytes).buffer

it('a packet has the time and equally much of both sides', () => {
  const packet = readPacket(message(0, 1, 0, 2, 10, 11, 20, 21))!
  assert.equal(packet.atMs, 65_538)
  assert.deepEqual([...packet.customer, ...packet.assistant], [10, 11, 20, 21])
})

it('other messages are ignored', () => {
  for (const bytes of [[], [0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1, 10, 11, 20]])
    assert.equal(readPacket(message(...bytes)), undefined)
})
