// Limits how many pipelined requests of one connection are handled at the same time.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const maxConcurrent = 4

interface ConnectionQueue {
  running: number
  waiting: (() => void)[]
  isPaused: boolean
}

/** While requests of a connection wait, nothing more is read from it. */
export function limitPipelining(server: FastifyInstance): void {
  const queues = new WeakMap<Socket, ConnectionQueue>()

  function queueOf(socket: Socket): ConnectionQueue {
    const known = queues.get(socket)
    if (known) return known
    const queue: ConnectionQueue = { running: 0, waiting: [], isPaused: false }
    queues.set(socket, queue)
    socket.once('close', () => {
      queue.waiting = []
    })
    return queue
  }

  server.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const queue = queueOf(socket)
    const start = (): void => {
      queue.running++
      raw.once('close', () => {
        queue.running--
        queue.waiting.shift()?.()
        if (!queue.isPaused || queue.waiting.length > 0) return
        queue.isPaused = false
        socket.resume()
      })
      done()
    }
    if (queue.running < maxConcurrent) {
      start()
      return
    }
    queue.waiting.push(start)
    queue.isPaused = true
    socket.pause()
  })
}
