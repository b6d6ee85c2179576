// Checks that the words and error codes of a carrier are used only in its folder.
import type { Fault } from './fault.ts'
import { lineAt, type Source, type Tree } from './tree.ts'

/** By the folder of the carrier in server/carriers. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  twilio: /[Tt]wilio|TWILIO|[Tt]wiml|TwiML|(?<![\w-])sids?\b|[a-z]Sids?\b|\bSIDs?\b/g,
}

/** Carriers are chosen and configured in the composition module; the contract has names of public fields. */
const mustBeNeutral = /^server\/(?:features|platform|ports|voice|models|mail|lab|carriers)\//
/** Names the headers by which many services identify their deliveries. */
const exempt: readonly string[] = ['server/features/automations/triggers/delivery-id.ts']

export function checkCarrierWords(tree: Tree): Fault[] {
  return Object.entries(wordsOf).flatMap(([carrier, words]) => {
    const folder = `server/carriers/${carrier}/`
    const codes = codesIn(tree.sources.filter(({ path }) => path.startsWith(folder)))
    return tree.sources
      .filter(({ path, isTest }) => mustBeNeutral.test(path) && !isTest && !path.startsWith(folder))
      .filter(({ path }) => !exempt.includes(path))
      .flatMap((source) => [...faultsIn(source, words, carrier), ...faultsIn(source, codes, carrier)])
  })
}

/** Matches every number of five digits that the folder has in a table of error codes. */
function codesIn(sources: readonly Source[]): RegExp {
  const tables = sources.filter(({ path, isTest }) => !isTest && /(?:meaning|codes-data)\.ts$/.test(path))
  const codes = new Set(tables.flatMap(({ text }) => text.match(/\b\d{5}\b/g) ?? []))
  return new RegExp(`\\b(?:${[...codes].join('|') || '(?!)'})\\b`, 'g')
}

const faultsIn = ({ path, text }: Source, pattern: RegExp, carrier: string): Fault[] =>
  [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    path,
    line: lineAt(text, index),
    message: `uses "${word}", which is a word or code of ${carrier}; use the words of server/ports`,
  }))
