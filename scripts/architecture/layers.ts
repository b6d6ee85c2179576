// The architecture as data: the modules, their allowed imports, and the layers of the features.
export const sourceFolders = [
  'contract',
  'packages',
  'server',
  'sdk',
  'cli',
  'dashboard',
  'widget',
  'testing',
  'eval',
  'bench',
  'scripts',
]

/** From low to high. A feature may import features of lower layers only. */
export const featureLayers: readonly (readonly string[])[] = [
  ['mail'],
  ['accounts'],
  ['audit'],
  ['members'],
  ['webhooks', 'catalogues', 'carrier-accounts', 'vendors'],
  ['billing', 'contacts'],
  ['knowledge', 'phone-numbers', 'calendars', 'consents', 'voice-packs'],
  ['sip-trunks'],
  ['assistants'],
  ['conversations', 'senders'],
  ['messages', 'widgets'],
  ['calls'],
  ['assistant-tests', 'campaigns'],
  ['assistant-templates'],
  ['automations'],
  ['privacy'],
  ['live-events'],
]

/** Tables that moved to another feature after the migration that created them. */
export const movedTables: ReadonlyMap<string, string> = new Map([['carrier_accounts', 'carrier-accounts']])

const wholeServer = [
  'contract',
  'ports',
  'platform',
  'carriers',
  'mail',
  'models',
  'voice',
  'features',
  'migrations',
] as const
const everything = [
  ...wholeServer,
  'packages',
  'composition',
  'sdk',
  'cli',
  'testing',
  'eval',
  'bench',
  'scripts',
] as const

/** What adapters in models share; they import nothing else of each other. */
export const sharedByAdapters: readonly string[] = ['vendor-speech']

/** Packages that the platform and other packages may import, because they import nothing of ours themselves. */
export const basePackages: readonly string[] = ['appearance', 'telephone', 'workers']

/** Packages without Node.js, which pages may import, too. */
export const browserPackages: readonly string[] = ['appearance', 'telephone']

/** The package of the rules that several programs apply. It imports nothing, so every module may import it. */
export const commonPackage = 'rules'

/** The packages that one carrier may import, by its folder. */
export const carrierPackages: Readonly<Record<string, readonly string[]>> = { sip: ['sip'] }

/** What a package may import besides. The sandbox carrier speaks when it runs without Parley. */
export const packageImports: Readonly<Record<string, readonly string[]>> = { 'carrier-sandbox': ['speech'] }

/** `composition` is the code that connects all other modules: the files directly in server/ and its composition folders. */
const importsOf = {
  contract: [],
  // Independent npm packages, which Parley imports by name. See basePackages.
  packages: [],
  ports: [],
  platform: ['contract', 'ports'],
  carriers: ['ports', 'platform'],
  mail: ['ports', 'platform'],
  models: ['ports', 'platform', 'packages'],
  voice: ['ports', 'platform', 'packages'],
  features: ['contract', 'ports', 'platform', 'voice', 'packages'],
  migrations: ['platform'],
  composition: [...wholeServer, 'packages'],
  sdk: ['contract'],
  // The command line starts the server and manages accounts through the composition module.
  cli: ['contract', 'packages', 'sdk', 'composition', 'scripts'],
  dashboard: ['contract', 'sdk', 'widget'],
  widget: ['contract', 'sdk'],
  // Test servers, suites and the tests of the whole system. Only tests, benchmarks and scripts import it.
  testing: [...wholeServer, 'packages', 'composition', 'sdk', 'eval'],
  eval: ['contract', 'packages', 'platform', 'sdk'],
  bench: everything,
  scripts: everything,
} as const

export type Module = keyof typeof importsOf
export const mayImport: Readonly<Record<Module, readonly Module[]>> = importsOf

/** Features import each other through index.ts. The composition module may also import the other entry points. */
export const publicIndex = 'index.ts'
export const compositionEntryPoints = [publicIndex, 'feature.ts']

const compositionFolders = ['startup', 'operator', 'lab', 'dashboard']

export interface ModulePath {
  module: Module
  /** The feature, the adapter's folder in carriers and models, or the package. */
  unit?: string
  /** The path inside the unit or the module. */
  inside: string
}

export function modulePathOf(path: string): ModulePath | undefined {
  const parts = path.split('/')
  if (parts[0] === 'packages') return { module: 'packages', unit: parts[1]!, inside: parts.slice(2).join('/') }
  if (parts[0] !== 'server') {
    return sourceFolders.includes(parts[0]!)
      ? { module: parts[0] as Module, inside: parts.slice(1).join('/') }
      : undefined
  }
  if (parts.length === 2 || compositionFolders.includes(parts[1]!))
    return { module: 'composition', inside: parts.slice(1).join('/') }
  const module = parts[1] as Module
  if (!(wholeServer as readonly Module[]).includes(module)) return undefined
  if (!['features', 'carriers', 'models'].includes(module) || parts.length < 4)
    return { module, inside: parts.slice(2).join('/') }
  return { module, unit: parts[2]!, inside: parts.slice(3).join('/') }
}

export function layerOf(feature: string): number {
  return featureLayers.findIndex((layer) => layer.includes(feature))
}
