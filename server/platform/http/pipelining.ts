// Bounds how many requests of one connection are answered at a time; a client may send many without waiting for answers.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const mostAtOnce = 4

interface Line {
  running: number
  waiting: (() => void)[]
  isPaused: boolean
}

/** Nothing more is read from the connection while requests of it wait. */
export function boundPipelining(server: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>()

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket)
    if (known) return known
    const line: Line = { running: 0, waiting: [], isPaused: false }
    lines.set(socket, line)
    socket.once('close', () => {
      line.waiting = []
    })
    return line
  }

  server.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const line = lineOf(socket)
    const start = (): void => {
      line.running++
      raw.once('close', () => {
        line.running--
        line.waiting.shift()?.()
        if (!line.isPaused || line.waiting.length > 0) return
        line.isPaused = false
        socket.resume()
      })
      done()
    }
    if (line.running < mostAtOnce) {
      start()
      return
    }
    line.waiting.push(start)
    line.isPaused = true
    socket.pause()
  })
}
