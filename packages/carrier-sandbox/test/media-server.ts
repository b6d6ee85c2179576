// A WebSocket server that takes the media streams of calls, for tests.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

interface StreamMessage {
  event: string
  sequenceNumber: string
  streamSid: string
  start: { accountSid: string; callSid: string; tracks: string[]; mediaFormat: unknown; customParameters: unknown }
  media: { track: string; chunk: string; timestamp: string; payload: string }
  mark: { name: string }
  dtmf: { digit: string }
  stop: { accountSid: string; callSid: string }
}

export type MediaConnection = ReturnType<typeof createConnection>

export async function startMediaServer() {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const connections: MediaConnection[] = []
  const waiting: { number: number; resolve: (connection: MediaConnection) => void }[] = []
  sockets.on('connection', (socket, request) => {
    const number = connections.push(createConnection(socket, request))
    for (const waiter of waiting) if (waiter.number === number) waiter.resolve(connections[number - 1]!)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/media`
  return {
    url,
    /** TwiML that connects the call to this server. */
    twiml: (after = '', parameters = '') =>
      `<Response><Connect><Stream url="${url}">${parameters}</Stream></Connect>${after}</Response>`,
    connections,
    /** The connection with this number, from 1, now or later. */
    connection(number: number): Promise<MediaConnection> {
      const existing = connections[number - 1]
      if (existing) return Promise.resolve(existing)
      const { promise, resolve } = Promise.withResolvers<MediaConnection>()
      waiting.push({ number, resolve })
      return promise
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createConnection(socket: WebSocket, request: IncomingMessage) {
  const messages: StreamMessage[] = []
  const waiting = new Set<() => void>()
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<number>()
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as StreamMessage)
    for (const check of [...waiting]) check()
  })
  socket.on('close', onClosed)
  const streamSid = () => messages.find(({ event }) => event === 'start')!.streamSid
  const connection = {
    request,
    messages,
    closed,
    close: () => socket.close(1000),
    /** Stops reading. */
    pause: () => socket.pause(),
    sendRaw: (data: string | Buffer) => socket.send(data),
    sendAudio: (audio: Uint8Array) =>
      connection.send({ event: 'media', media: { payload: Buffer.from(audio).toString('base64') } }),
    sendMark: (name: string) => connection.send({ event: 'mark', mark: { name } }),
    clear: () => connection.send({ event: 'clear' }),
    send: (message: object) => socket.send(JSON.stringify({ streamSid: streamSid(), ...message })),
    of: (event: string) => messages.filter((message) => message.event === event),
    /** The audio that was received, one frame per message; with a number, the latest ones. */
    frames: (count = Number.POSITIVE_INFINITY) =>
      connection
        .of('media')
        .slice(-count)
        .map(({ media }) => Buffer.from(media.payload, 'base64')),
    /** The first message that matches, now or later. */
    async until(matches: (message: StreamMessage) => boolean): Promise<StreamMessage> {
      const { promise, resolve, reject } = Promise.withResolvers<StreamMessage>()
      const check = () => {
        const found = messages.find(matches)
        if (found) resolve(found)
      }
      waiting.add(check)
      void closed.then(() => reject(new Error('The stream has ended.')))
      check()
      return promise.finally(() => waiting.delete(check))
    },
    /** Resolves after this many frames. */
    untilFrame: (number: number) => connection.until(({ media }) => Number(media?.chunk) >= number),
  }
  return connection
}
