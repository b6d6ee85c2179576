// Parses the operator's list of allowed private addresses.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Address, readAddress } from './address-policy.ts'

export interface AllowList {
  /** `host` is the host of the URL, `address` the address to connect to. */
  covers(host: string, address: string, port: number): boolean
  /** Whether any entry could allow this port; the address is checked when connecting. */
  opensPort(port: number): boolean
  /** Whether an entry names this host. */
  names(host: string, port: number): boolean
}

type Rule = { port: number | undefined } & ({ name: string } | { network: Address; bits: number })

/**
 * Entries: `host:port`, `ip`, `ip:port`, `CIDR`, `CIDR:port`; IPv6 with a port needs brackets (`[fd00::/8]:8080`).
 * Without a port, all ports of the addresses are allowed. `host:port` allows all addresses that the name resolves to.
 * Throws an error that names the first invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const rules = entries.map(parseEntry)
  return {
    covers: (host, address, port) => {
      const dialled = readAddress(address)
      return dialled !== undefined && rules.some((rule) => matches(rule, host, dialled, port))
    },
    opensPort: (port) => rules.some((rule) => rule.port === undefined || rule.port === port),
    names: (host, port) => rules.some((rule) => 'name' in rule && rule.name === host && rule.port === port),
  }
}

function matches(rule: Rule, host: string, address: Address, port: number): boolean {
  if (rule.port !== undefined && rule.port !== port) return false
  if ('name' in rule) return rule.name === host
  return rule.network.kind() === address.kind() && address.match(rule.network, rule.bits)
}

function parseEntry(entry: string): Rule {
  const { target, port } = splitPort(entry)
  const [ip = '', prefix, ...rest] = target.split('/')
  if (isIP(ip) === 0) return { name: readName(entry, target, port), port }
  const network = ip.includes('%') ? undefined : ipaddr.parse(ip)
  if (network === undefined || network.range() === 'ipv4Mapped' || rest.length > 0) throw badEntry(entry)
  const width = network.kind() === 'ipv4' ? 32 : 128
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= width)) throw badEntry(entry)
  return { network, bits: prefix === undefined ? width : Number(prefix), port }
}

function splitPort(entry: string): { target: string; port: number | undefined } {
  if (isIP(entry.split('/')[0] ?? '') === 6) return { target: entry, port: undefined }
  const found = /^(?:\[(?=[0-9a-f.]*:)([0-9a-f:.]+(?:\/\d+)?)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry)
  const port = found?.[3] === undefined ? undefined : Number(found[3])
  if (!found || port === 0 || (port ?? 1) > 65_535) throw badEntry(entry)
  return { target: found[1] ?? found[2] ?? '', port }
}

function readName(entry: string, target: string, port: number | undefined): string {
  const name = target.toLowerCase()
  const isName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(name)
  // A numeric last label is a malformed IPv4 address (127.1, 10.0.0.300), never a name.
  if (!isName || /(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) throw badEntry(entry)
  if (port === undefined)
    throw new Error(`The allowed private address "${entry}" is a name and needs a port: ${name}:443.`)
  return name
}

function badEntry(entry: string): Error {
  return new Error(
    `The allowed private address "${entry}" is none of host:port, IP, IP:port or CIDR (10.0.0.0/8, [fd00::1]:8080).`,
  )
}
