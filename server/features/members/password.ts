// Hashes passwords with argon2id, and refuses those that are easy to guess.
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooBusy } from '#server/platform/database/public-pool.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createSlots } from '#server/platform/slots.ts'
import { trimEnd } from '#server/platform/text/trim-end.ts'

/** Memory in KiB. */
const settings = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltBytes = 16

/** A hash takes 20 MiB and tens of milliseconds of a core, so only a few are computed at the same time. */
const slots = createSlots(2)
const mostWaiting = 50
let waiting = 0

const derive = promisify(argon2)

async function hashOf(password: string, salt: Buffer, cost: typeof settings): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'))
  if (waiting >= mostWaiting) throw new TooBusy('Too many passwords are being checked.')
  waiting++
  return slots
    .run(() => derive('argon2id', { message, nonce: salt, tagLength, ...cost }))
    .finally(() => {
      waiting--
    })
}

/** In the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await hashOf(password, salt, settings)
  const { memory, passes, parallelism } = settings
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Takes the same time without a hash, so that the time does not tell whether a user exists. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? '')
  if (!parsed) {
    await hashOf(password, Buffer.alloc(saltBytes), settings)
    return false
  }
  const [, memory, passes, parallelism, salt, expected] = parsed
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await hashOf(password, Buffer.from(salt!, 'base64'), cost), Buffer.from(expected!, 'base64'))
}

const base64 = (bytes: Buffer): string => trimEnd(bytes.toString('base64'), '=')

const leastDifferentCharacters = 5
const beginnings = [
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  '123456',
  'letmein',
  'welcome',
  'iloveyou',
  'administrator',
]

/** Refuses with `WEAK_PASSWORD`. `known` are texts that a guesser would try, such as the email. */
export function requireStrength(password: string, known: readonly string[]): void {
  const lower = password.toLowerCase()
  const parts = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u)).filter((part) => part.length >= 4)
  const rest = [...beginnings, ...parts].reduce((text, part) => text.replaceAll(part, ''), lower)
  if (new Set(rest).size < leastDifferentCharacters || rest.length < 6) throw new Refusal('WEAK_PASSWORD')
}
