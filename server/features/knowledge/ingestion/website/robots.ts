// Reads the rules of a robots.txt for Parley (RFC 9309), in time linear in its length.
export interface RobotsRules {
  allows(url: string): boolean
  crawlDelayMs: number
  sitemaps: string[]
}

const productToken = 'parley'
const maxCrawlDelayMs = 10_000
const maxSitemaps = 5
/** Parts of rules, between their wildcards. Further rules are ignored, so checking an address takes ten milliseconds at most. */
const maxParts = 10_000

interface Group {
  rules: Rule[]
  crawlDelayMs: number
}

interface Rule {
  /** The parts of the path between its wildcards. */
  parts: string[]
  isAnchored: boolean
  length: number
  isAllowed: boolean
}

/** Files are hostile: the package `robots-parser` takes a minute and gigabytes for one of 100 kB with many agents. */
export function parseRobots(text: string): RobotsRules {
  const ours: Group = { rules: [], crawlDelayMs: 0 }
  const others: Group = { rules: [], crawlDelayMs: 0 }
  const sitemaps: string[] = []
  let namesUs = false
  let partsLeft = maxParts
  let current = new Set<Group>()
  let isNamingAgents = false
  for (const line of text.split(/[\r\n]/)) {
    const [field, value] = readLine(line)
    if (field === 'user-agent') {
      if (!isNamingAgents) current = new Set()
      isNamingAgents = true
      const agent = value.toLowerCase().split('/')[0]!.trim()
      if (agent === productToken) namesUs = true
      if (agent === productToken) current.add(ours)
      if (agent === '*') current.add(others)
    } else if (field === 'allow' || field === 'disallow') {
      isNamingAgents = false
      if (value === '' || current.size === 0) continue
      const rule = readRule(value, field === 'allow')
      partsLeft -= rule.parts.length
      if (partsLeft >= 0) for (const { rules } of current) rules.push(rule)
    } else if (field === 'crawl-delay') {
      isNamingAgents = false
      for (const group of current) group.crawlDelayMs = readDelay(value)
    } else if (field === 'sitemap' && sitemaps.length < maxSitemaps) {
      sitemaps.push(value)
    }
  }
  const { rules, crawlDelayMs } = namesUs ? ours : others
  return { allows: (url) => isAllowed(rules, url), crawlDelayMs, sitemaps }
}

export const noRules: RobotsRules = parseRobots('')

function readLine(line: string): [field: string, value: string] {
  const content = line.split('#', 1)[0]!
  const colon = content.indexOf(':')
  return colon < 0 ? ['', ''] : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
}

function readRule(path: string, isAllowed: boolean): Rule {
  const isAnchored = path.endsWith('$')
  const pattern = normalizeEncoding(isAnchored ? path.slice(0, -1) : path)
  return { parts: pattern.split('*'), isAnchored, length: path.length, isAllowed }
}

function readDelay(text: string): number {
  const delayMs = Number(text) * 1_000
  return delayMs > 0 ? Math.min(delayMs, maxCrawlDelayMs) : 0
}

/** The longest rule wins; of equally long ones, one that allows. */
function isAllowed(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url)
  const path = normalizeEncoding(pathname + search)
  let winner: Rule | undefined
  for (const rule of rules) {
    const isLonger = rule.length > (winner?.length ?? -1) || (rule.length === winner?.length && rule.isAllowed)
    if (isLonger && matches(rule, path)) winner = rule
  }
  return winner?.isAllowed ?? true
}

function matches({ parts: [first, ...rest], isAnchored }: Rule, path: string): boolean {
  if (!path.startsWith(first!)) return false
  let position = first!.length
  const last = isAnchored ? rest.pop() : undefined
  for (const part of rest) {
    const found = path.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  if (!isAnchored) return true
  if (last === undefined) return position === path.length
  return path.length - last.length >= position && path.endsWith(last)
}

/** Percent-encodes other characters than ASCII, and writes the digits of encoded ones in upper case. */
function normalizeEncoding(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
}
