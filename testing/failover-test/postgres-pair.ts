// A primary and a hot standby of PostgreSQL with synchronous replication, which change their roles over and over.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { giveToOwner, ownedFolder } from '../database/debian-postgres.ts'
import { openPostgresServer, type PostgresServer, standbyName } from '../database/postgres-server.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'

export type PostgresPair = Awaited<ReturnType<typeof openPostgresPair>>

interface Node {
  server: PostgresServer
  /** Undefined if the system does not allow a file system of its own. */
  disk: SmallDisk | undefined
}

/** With `diskBytes`, each server has a file system of this size. */
export async function openPostgresPair({ diskBytes }: { diskBytes?: number } = {}) {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await ownedFolder(), (path) => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  const openNode = async (name: string): Promise<Node> => {
    const path = join(folder, name)
    await mkdir(path)
    const disk = diskBytes === undefined ? undefined : await openSmallDisk(path, diskBytes)
    if (disk) opened.use(disk)
    await giveToOwner(path)
    const server = await openPostgresServer(path)
    opened.defer(() => server.kill())
    return { server, disk }
  }
  let primary = await openNode('one')
  let standby = await openNode('two')

  async function setSynchronous(isOn: boolean): Promise<void> {
    await primary.server.query(`alter system set synchronous_standby_names = '${isOn ? standbyName : ''}'`)
    await primary.server.query('select pg_reload_conf()')
  }

  async function openStandby(): Promise<void> {
    await standby.server.copy(primary.server)
    await standby.server.start()
    await untilTrue(async () => {
      await standby.server.query('select')
      const rows = await primary.server.query<{ state: string }>('select state from pg_stat_replication')
      return rows[0]?.state === 'streaming'
    })
    await setSynchronous(true)
  }

  await primary.server.create()
  await primary.server.start()
  await openStandby()
  const stack = opened.move()
  return {
    primary: () => primary.server,
    standby: () => standby.server,
    disk: () => primary.disk,
    /** The standby becomes the primary, without a standby of its own. The old primary is not touched. */
    async promote(): Promise<void> {
      await standby.server.promote()
      ;[primary, standby] = [standby, primary]
      await setSynchronous(false)
    },
    /** Makes the server that is not the primary a standby again. */
    async restoreStandby(): Promise<void> {
      if (!primary.server.isRunning()) await primary.server.start()
      const [state] = await primary.server.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_replication where state = 'streaming'",
      )
      if (standby.server.isRunning() && state?.count === 1) return
      await setSynchronous(false)
      await standby.server.kill()
      await openStandby()
    },
    /** Resolves when the primary commits a transaction that writes. */
    untilWritable: (): Promise<void> =>
      untilTrue(async () => {
        // It may have ended because its disk was full.
        if (!primary.server.isRunning()) await primary.server.start()
        await primary.server.query('create table if not exists writable (); drop table writable')
        return true
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** An error counts as false. Throws the last one after a minute. */
async function untilTrue(check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      if (await check()) return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    if (performance.now() > deadline) throw new Error('PostgreSQL was not ready in time.')
    await setTimeout(20)
  }
}
