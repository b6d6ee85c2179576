// The WebSocket server of the scripted speech servers, with scripted faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen } from './http-server.ts'

/** What happens to a connection instead of the protocol. */
export type SocketFault =
  /** In the handshake: an HTTP error, no response, or a closed connection. */
  | { handshake: number | 'no-response' | 'disconnect' }
  /** After the server has received this number of messages. */
  | { afterMessages: number; fault: StreamFault }

/** The answer to a request that tests a key. */
export function answerKeyTest(
  response: ServerResponse,
  { status, body = {} }: { status: number; body?: object },
): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export type StreamFault = 'disconnect' | 'policy-violation' | 'server-error' | 'garbage' | 'binary' | 'huge' | 'array'

export interface SocketServerOptions {
  apiKey?: string
  /** The fault of a connection; they are counted from 0. */
  faultOf?(connection: number): SocketFault | undefined
}

export interface ScriptedSocketServer extends AsyncDisposable {
  /** Begins with `http://`. */
  baseUrl: string
  /** What clients did that the vendor does not accept. */
  violations: string[]
  /** The URLs of the handshakes. */
  handshakes: URL[]
  openConnections(): number
  /** Ends all connections without a closing handshake. */
  disconnectAll(): void
}

export interface SocketProtocol {
  /** Messages are sent as binary messages. */
  sendsBinary?: boolean
  /** Returns the HTTP status and the reason of a refusal. */
  refuse(url: URL, request: IncomingMessage): { status: number; reason: string } | undefined
  /** Answers requests over HTTP. Default: only WebSockets are accepted. */
  answer?(request: IncomingMessage, response: ServerResponse): void
  /** Returns what to do with messages, and when the connection has closed. */
  connect(peer: Peer): { message(data: Buffer, isBinary: boolean): void; closed?(): void }
}

export interface Peer {
  url: URL
  send(fields: object): void
  close(code: number, reason: string): void
  /** Records the violation and closes the connection. */
  violate(reason: string): void
}

export async function startSocketServer(
  protocol: SocketProtocol,
  { faultOf = () => undefined }: SocketServerOptions,
): Promise<ScriptedSocketServer> {
  const violations: string[] = []
  const handshakes: URL[] = []
  const sockets = new Set<Duplex>()
  const server = createServer((request, response) =>
    protocol.answer ? protocol.answer(request, response) : response.writeHead(426).end(),
  )
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  server.on('upgrade', (request, tcp: Duplex, head) => {
    const url = new URL(request.url ?? '/', 'http://scripted')
    const fault = faultOf(handshakes.push(url) - 1)
    sockets.add(tcp)
    tcp.on('error', () => {}).once('close', () => sockets.delete(tcp))
    const refusal = protocol.refuse(url, request)
    if (refusal) violations.push(refusal.reason)
    const handshake = fault && 'handshake' in fault ? fault.handshake : refusal?.status
    if (handshake === 'no-response') return
    if (handshake === 'disconnect') return tcp.destroy()
    if (handshake !== undefined) return tcp.end(`HTTP/1.1 ${handshake} Refused\r\nContent-Length: 0\r\n\r\n`)
    upgrades.handleUpgrade(request, tcp, head, (socket) => serve(socket, url, fault))
  })

  function serve(socket: WebSocket, url: URL, fault: SocketFault | undefined): void {
    let messages = 0
    const connection = protocol.connect({
      url,
      send: (fields) => socket.send(JSON.stringify(fields), { binary: protocol.sendsBinary === true }),
      close: (code, reason) => socket.close(code, reason),
      violate(reason) {
        violations.push(reason)
        socket.close(1_008, reason)
      },
    })
    socket.on('message', (data, isBinary) => {
      if (fault && 'afterMessages' in fault && ++messages > fault.afterMessages) return play(socket, fault.fault)
      connection.message(data as Buffer, isBinary)
    })
    socket.on('error', () => {})
    socket.on('close', () => connection.closed?.())
  }

  const { origin, ...listening } = await listen(server)
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    baseUrl: origin,
    violations,
    handshakes,
    openConnections: () => sockets.size,
    disconnectAll,
    async [Symbol.asyncDispose]() {
      disconnectAll()
      await listening[Symbol.asyncDispose]()
    },
  }
}

function play(socket: WebSocket, fault: StreamFault) {
  if (fault === 'disconnect') socket.terminate()
  else if (fault === 'policy-violation') socket.close(1_008, 'Scripted.')
  else if (fault === 'server-error') socket.close(1_011, 'Scripted.')
  else if (fault === 'garbage') socket.send('{"type":"Results","cha')
  else if (fault === 'binary') socket.send(new Uint8Array(1_000))
  else if (fault === 'array') socket.send('[[[]]]')
  else socket.send(JSON.stringify({ text: 'x'.repeat(2 ** 20) }))
}

/** The type of a text message in JSON. */
export function typeOf(data: Buffer): string {
  try {
    return String((JSON.parse(data.toString()) as { type?: unknown } | null)?.type)
  } catch {
    return 'invalid JSON'
  }
}
