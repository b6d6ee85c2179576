// Checks whether the npm registry can be reached, because npm repeats its requests for minutes before it gives up.
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'

/** A connection over a slow network takes a few seconds. */
const limitMs = 10_000
/** A name can have dozens of addresses. */
const addressesPerFamily = 4

/**
 * Says what cannot be reached and why. Returns undefined if the registry or a proxy accepts connections: npm reports
 * errors that come later. `settings` is the output of `npm config get registry https-proxy proxy`.
 */
export async function findUnreachable(settings, env = process.env) {
  const read = (name) => new RegExp(`^${name} ?= ?(.+)$`, 'm').exec(settings)?.[1].trim()
  const proxies = Object.keys(env).filter((name) => /^(https?_)?proxy$/i.test(name))
  const urls = [read('registry'), read('https-proxy'), read('proxy'), ...proxies.map((name) => env[name])]
  const [registry, ...others] = urls.map(readUrl)
  if (!registry) return undefined
  const hosts = new Map([registry, ...others].filter(Boolean).map((url) => [url.host, url]))
  const faults = []
  const checks = [...hosts.values()].map(async (url) => {
    const fault = await faultOf(url)
    if (fault === undefined) return
    faults.push(url === registry ? `the npm registry ${url.host} ${fault}` : `the proxy ${url.host} ${fault}`)
    throw new Error(fault)
  })
  return Promise.any(checks).then(
    () => undefined,
    () => faults.join(', and '),
  )
}

/** npm prints null for settings that are not set. A proxy can have no scheme. */
function readUrl(text = 'null') {
  const url = text.includes('://') ? text : `http://${text}`
  return text !== 'null' && URL.canParse(url) ? new URL(url) : undefined
}

async function faultOf({ protocol, hostname, port }) {
  const expired = AbortSignal.timeout(limitMs)
  const silence = new Promise((_, reject) => expired.addEventListener('abort', () => reject({ code: 'ETIMEDOUT' })))
  const number = Number(port) || (protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 1080)
  try {
    await Promise.race([open(hostname.replace(/^\[|\]$/g, ''), number, expired), silence])
    return undefined
  } catch (error) {
    const { code } = error.errors?.[0] ?? error
    return reasons[code] ?? `cannot be reached (${code})`
  }
}

/** Tries the addresses at the same time: one after the other, Node gives each only a quarter of a second. */
async function open(hostname, port, signal) {
  const found = await lookup(hostname, { all: true })
  const some = [4, 6].flatMap((family) => found.filter((each) => each.family === family).slice(0, addressesPerFamily))
  await Promise.any(some.map(({ address }) => openSocket({ host: address, port, signal })))
}

function openSocket(target) {
  return new Promise((resolve, reject) => {
    const socket = connect(target)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

const reasons = {
  ENOTFOUND: 'has a name that cannot be resolved',
  EAI_AGAIN: 'has a name that cannot be resolved',
  ECONNREFUSED: 'refuses connections',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'cannot be reached: there is no route to it',
  ENETUNREACH: 'cannot be reached: there is no route to it',
}
