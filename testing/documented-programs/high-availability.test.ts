// Checks that HAProxy and Patroni accept the configurations of docs/high-availability.md.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../embedded-postgres/harness.ts'
import { findProgram, readBlock, replaceAll } from './block.ts'

const page = 'high-availability.md'
const folder = await temporaryFolder({ after })
const haproxy = await findProgram('haproxy')
const patroni = await findProgram('patroni')

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

it('HAProxy accepts the configuration for the database', {
  skip: haproxy === undefined && 'HAProxy is not installed.',
}, async () => {
  const path = await write('haproxy.cfg', await readBlock(page, '/etc/haproxy/haproxy.cfg'))
  await promisify(execFile)(haproxy!, ['-c', '-f', path])
})

const hasPatroni = patroni !== undefined && existsSync('/usr/lib/postgresql/15/bin/postgres')

it('Patroni accepts its configuration', {
  skip: !hasPatroni && 'Patroni or PostgreSQL 15 is not installed.',
}, async () => {
  const block = await readBlock(page, '/etc/patroni/config.yml')
  const path = await write('patroni.yml', replaceAll(block, { '10.0.0.1': '127.0.0.21' }))
  const { stdout, stderr } = await promisify(execFile)(patroni!, ['--validate-config', path]).catch((error) => error)
  // Patroni also reports optional settings that are missing, and services that do not run here.
  const optional = /^(?:bootstrap\.pg_hba|postgresql\.authentication\.rewind) {2}is not defined\.$/
  const isExpected = (line: string) => optional.test(line) || /is not reachable|is already in use/.test(line)
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !isExpected(line))
  assert.deepEqual(lines, [])
})
