// A TCP front before PostgreSQL that can cut its connections, freeze them, and lose the answer to one statement.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export type DatabaseFront = Awaited<ReturnType<typeof openDatabaseFront>>

interface Connection {
  client: Socket
  server: Socket
  /** The `application_name`, known after the first data. */
  application: string
}

/** Names the application of the connections that a statement is counted on, or matches all of them. */
interface LostAnswer {
  /** The number of statements that are still answered. */
  left: number
  application: RegExp
  lost: () => void
}

/** Connect with the returned `connectionString`, which leads to the given one. */
export async function openDatabaseFront(connectionString: string) {
  const { host, port, user, password, database } = new pg.Client({ connectionString })
  const connections = new Set<Connection>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let losing: LostAnswer | undefined

  function forward(client: Socket): void {
    if (state === 'cut') return void client.resetAndDestroy()
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const connection: Connection = { client, server, application: '' }
    connections.add(connection)
    let isLost = false
    const end = (): void => {
      connections.delete(connection)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('data', (data) => {
      connection.application ||= /application_name\0([^\0]*)\0/.exec(data.toString('latin1'))?.[1] ?? ''
      if (losing?.application.test(connection.application) && losing.left-- === 0) isLost = true
      server.write(data)
    })
    server.on('data', (data) => {
      if (!isLost) return void client.write(data)
      losing?.lost()
      losing = undefined
      end()
    })
    if (state === 'frozen') pause(connection)
  }

  const pause = ({ client, server }: Connection): void => {
    client.pause()
    server.pause()
  }

  const front = createServer(forward).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const secret = password ? `:${encodeURIComponent(password)}` : ''
  const address = `127.0.0.1:${(front.address() as AddressInfo).port}`
  return {
    connectionString: `postgresql://${encodeURIComponent(user ?? '')}${secret}@${address}/${database}`,
    /** Ends all connections, and refuses new ones. */
    cut(): void {
      state = 'cut'
      for (const { client } of connections) client.resetAndDestroy()
    },
    /** Accepts connections, and forwards nothing, as a server that is stopped does. */
    freeze(): void {
      state = 'frozen'
      for (const connection of connections) pause(connection)
    },
    restore(): void {
      state = 'open'
      for (const { client, server } of connections) {
        client.resume()
        server.resume()
      }
    },
    /**
     * Ends a connection after PostgreSQL has answered and before the answer arrives: that of the statement after the next
     * `after` ones on connections of the application. Resolves when it has happened.
     */
    loseAnswer(after: number, application = /^parley(?: public)?$/): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      losing = { left: after, application, lost: resolve }
      return promise
    },
    /** Forgets what `loseAnswer` has asked for. Returns whether it had not happened yet. */
    keepAnswers(): boolean {
      const wasLosing = losing !== undefined
      losing = undefined
      return wasLosing
    },
    async [Symbol.asyncDispose](): Promise<void> {
      front.close()
      for (const { client } of connections) client.destroy()
      await once(front, 'close')
    },
  }
}
