// The plan of the house as data: its rooms, who may import whom, and the floors of the features.

export const sourceFolders = ['contract', 'server', 'sdk', 'cli', 'dashboard', 'widget', 'bench', 'scripts']

/** Low to high: a feature may import features of lower floors, never of its own. */
export const featureLayers: readonly (readonly string[])[] = [
  ['accounts'],
  ['billing', 'webhooks', 'catalogues'],
  ['knowledge'],
  ['assistants'],
  ['conversations', 'senders'],
  ['messages'],
  ['calls'],
  ['campaigns', 'automations'],
]

/** `house` is the files that stand in server/ itself: main, app, config. */
export type Module =
  | 'contract'
  | 'ports'
  | 'platform'
  | 'carriers'
  | 'models'
  | 'voice'
  | 'features'
  | 'migrations'
  | 'testing'
  | 'house'
  | 'sdk'
  | 'cli'
  | 'dashboard'
  | 'widget'
  | 'bench'
  | 'scripts'

const wholeServer: readonly Module[] = [
  'contract',
  'ports',
  'platform',
  'carriers',
  'models',
  'voice',
  'features',
  'migrations',
]
const everything: readonly Module[] = [...wholeServer, 'house', 'testing', 'sdk', 'cli', 'bench', 'scripts']

export const mayImport: Readonly<Record<Module, readonly Module[]>> = {
  contract: [],
  ports: [],
  platform: ['contract', 'ports'],
  carriers: ['ports', 'platform'],
  models: ['ports', 'platform'],
  voice: ['ports', 'platform'],
  features: ['contract', 'ports', 'platform', 'voice'],
  migrations: ['platform'],
  house: wholeServer,
  testing: [...wholeServer, 'house', 'sdk'],
  sdk: ['contract'],
  // The command line starts the server and keeps accounts in its database, through the doors of the house alone.
  cli: ['contract', 'sdk', 'house', 'scripts'],
  dashboard: ['contract', 'sdk'],
  widget: ['contract', 'sdk'],
  bench: everything,
  scripts: everything,
}

/** What one feature shows another is index.ts; the house joins these too. */
export const publicIndex = 'index.ts'
export const compositionEntryPoints = [publicIndex, 'routes.ts', 'jobs.ts', 'events.ts', 'callbacks.ts']

export interface ModulePath {
  room: Module
  /** The feature, or the adapter's folder in carriers and models. */
  unit?: string
  /** The path inside the unit or the room. */
  inside: string
}

export function modulePathOf(path: string): ModulePath | undefined {
  const parts = path.split('/')
  if (parts[0] !== 'server') {
    return sourceFolders.includes(parts[0]!) ? { room: parts[0] as Module, inside: parts.slice(1).join('/') } : undefined
  }
  if (parts.length === 2) return { room: 'house', inside: parts[1]! }
  const room = parts[1] as Module
  if (!wholeServer.includes(room) && room !== 'testing') return undefined
  if (!['features', 'carriers', 'models'].includes(room) || parts.length < 4)
    return { room, inside: parts.slice(2).join('/') }
  return { room, unit: parts[2]!, inside: parts.slice(3).join('/') }
}

export function layerOf(feature: string): number {
  return featureLayers.findIndex((floor) => floor.includes(feature))
}
