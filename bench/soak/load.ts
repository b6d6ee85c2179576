// The mixed load of the soak benchmark: calls, turns, documents and searches, and clients that disconnect.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { contract } from '#contract/index.ts'
import type { Client } from '#sdk/client.ts'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import type { CallTarget, DriverOrder } from '../calls/voice-driver.ts'
import { uploadHostileFile } from '../knowledge/calls.ts'
import { createTextGenerator, makeHostileFiles } from '../knowledge/generated-files.ts'
import { createKnowledgebase, untilEnded, uploadText } from '../knowledge/server.ts'
import type { Child } from '../shared/child.ts'

export interface SoakLoad {
  baseUrl: string
  client: Client
  assistantUuid: string
  driver: Child
  target: CallTarget
  secondsPerCall: number
  /** See `makeHostileFiles`. */
  fileSize: number
}

/** What has been done. */
export type SoakCounts = Record<'calls' | 'turns' | 'documents' | 'searches' | 'disconnections', number>

const calls = 4
const turnsPerConversation = 3
const sectionsPerText = 10
const searchesPerText = 5
const disconnectEveryMs = 200
const megabyte = 2 ** 20

/** Resolves some seconds after the signal is aborted, when everything has ended. */
export async function runSoakLoad(load: SoakLoad, signal: AbortSignal): Promise<SoakCounts> {
  const counts: SoakCounts = { calls: 0, turns: 0, documents: 0, searches: 0, disconnections: 0 }
  const parts = [callAndHangUp, converse, uploadAndSearch, disconnect]
  await Promise.all(parts.map((part) => part(load, counts, signal)))
  return counts
}

/** Every second time, the connections are cut. */
async function callAndHangUp(load: SoakLoad, counts: SoakCounts, signal: AbortSignal): Promise<void> {
  const { driver, target, secondsPerCall } = load
  const ask = (order: DriverOrder) => driver.ask<unknown>(order)
  for (let round = 0; !signal.aborted; round++) {
    await ask({ kind: 'connect', target, calls, waitMs: Math.min(5_000, secondsPerCall * 1_000) })
    await ask({ kind: 'measure', seconds: secondsPerCall })
    await ask({ kind: round % 2 === 0 ? 'hangUp' : 'cut' })
    counts.calls += calls
  }
}

/** The last turn of each conversation is given up while it is streamed. */
async function converse({ client, assistantUuid }: SoakLoad, counts: SoakCounts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { conversation_id: uuid } = await client.conversations.create({ assistant_id: assistantUuid, type: 'widget' })
    for (let turn = 1; turn < turnsPerConversation; turn++) {
      await client.conversations.sendMessage({ uuid, message: 'When do you open?' })
      counts.turns++
    }
    for await (const _piece of client.stream(contract.conversations.sendMessage, { uuid, message: 'And on Sunday?' }))
      break
    counts.turns++
    await pause(disconnectEveryMs)
  }
}

async function uploadAndSearch({ client, fileSize }: SoakLoad, counts: SoakCounts, signal: AbortSignal): Promise<void> {
  const generator = await createTextGenerator(5)
  const files = await makeHostileFiles(generator, fileSize)
  for (let round = 0; !signal.aborted; round++) {
    const id = await createKnowledgebase(client, 'Soak')
    await uploadText(client, id, 'Text', generator.text(sectionsPerText))
    await uploadHostileFile(client, id, files[round % files.length]!)
    await untilEnded(client, id, signal)
    counts.documents += 2
    for (let search = 0; search < searchesPerText; search++) {
      await client.knowledge.search({ id, query: generator.question(), limit: 5 })
      counts.searches++
    }
    await client.knowledge.delete({ id })
  }
}

async function disconnect(load: SoakLoad, counts: SoakCounts, signal: AbortSignal): Promise<void> {
  const kinds = [abandonUpload, abandonMediaConnection, sendNonsense]
  while (!signal.aborted) {
    for (const kind of kinds) await kind(load)
    counts.disconnections += kinds.length
    await pause(disconnectEveryMs)
  }
}

/** A body that ends before its announced length. */
async function abandonUpload({ baseUrl }: SoakLoad): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const head = [
    'POST /api/conversations HTTP/1.1',
    'host: parley',
    'content-type: application/json',
    `content-length: ${20 * megabyte}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(megabyte, ' '))
  await pause(20)
  socket.destroy()
}

/** A connection of a stranger, which sends audio before it is authenticated. */
async function abandonMediaConnection({ baseUrl }: SoakLoad): Promise<void> {
  const url = `${baseUrl.replace(/^http/, 'ws')}/carrier/twilio/media`
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken: 'wrong', url }) }
  const socket = new WebSocket(url, { headers }).on('error', () => {})
  await once(socket, 'open')
  const media = { payload: Buffer.alloc(30_000, 0xff).toString('base64') }
  socket.send(JSON.stringify({ event: 'connected' }))
  socket.send(JSON.stringify({ event: 'media', media }))
  await pause(20)
  socket.terminate()
}

async function sendNonsense({ baseUrl }: SoakLoad): Promise<void> {
  const body = JSON.stringify({ assistant_id: 'x'.repeat(megabyte), type: {} })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/api/conversations`, { method: 'POST', headers, body })
  await response.body?.cancel()
}
