// Checks that every import keeps to the rooms, the floors of the features and their front doors.
import type { Fault } from './fault.ts'
import { layerOf, publicIndex, compositionEntryPoints, mayImport, type ModulePath, modulePathOf, type Module } from './layers.ts'
import type { Import, Source, Tree } from './tree.ts'

const wayOut: Partial<Record<Module, string>> = {
  contract: 'move the shared part into contract/',
  ports: 'a port is an interface that knows nobody; move the type into the port',
  platform: 'platform knows no feature and no adapter; move the shared part down or hand it in',
  carriers: 'move the shared part into platform/ or the port',
  models: 'move the shared part into platform/ or the port',
  voice: 'hand it in through a port',
  features: 'move it down or emit an event',
  sdk: 'the SDK lives by the contract alone',
  dashboard: 'talk through the SDK',
  widget: 'talk through the SDK',
}

const packagesForbiddenInVoice = /^(?:pg|kysely|fastify|@fastify\/.*|graphile-worker)$/

export function checkModules(tree: Tree): Fault[] {
  return tree.sources.flatMap((source) => {
    const place = modulePathOf(source.path)
    if (!place)
      return [{ path: source.path, sentence: 'stands in no room of the plan; give it one in docs/architecture.md' }]
    if (place.room === 'features' && (place.unit === undefined || layerOf(place.unit) < 0))
      return [{ path: source.path, sentence: 'belongs to no feature of the plan; give the feature a floor' }]
    return source.imports.flatMap((one) => {
      const sentence = one.ours ? refuseOurs(source, place, one) : refusePackage(source, place, one)
      return sentence ? [{ path: source.path, line: one.line, sentence: `imports ${one.target}: ${sentence}` }] : []
    })
  })
}

function refuseOurs(source: Source, from: ModulePath, one: Import): string | undefined {
  const to = modulePathOf(one.target)
  if (!to) {
    const isRootFile = !one.target.includes('/') && !one.target.startsWith('.')
    return isRootFile || ['scripts', 'bench'].includes(from.room) ? undefined : 'that is in no room of the plan'
  }
  if (to.room === 'features' && !(from.room === 'features' && from.unit === to.unit))
    return refuseFeature(source, from, to)
  if (source.isTest || from.room === to.room) return source.isTest ? undefined : refuseNeighbour(from, to)
  if (mayImport[from.room].includes(to.room)) return undefined
  if (from.room === 'features' && ['carriers', 'models'].includes(to.room))
    return 'features may not import an adapter; ask its port in the context'
  if (to.room === 'testing') return 'only tests may import testing'
  return `${from.room} may not import ${to.room}; ${wayOut[from.room] ?? 'move it down'}`
}

function refuseFeature(source: Source, from: ModulePath, to: ModulePath): string | undefined {
  const feature = to.unit ?? to.inside
  if (layerOf(feature) < 0) return `${feature} is on no floor of the plan`
  if (from.room === 'features') {
    const [own, other] = [layerOf(from.unit!), layerOf(feature)]
    if (own === other) return `${from.unit} and ${feature} stand on one floor; move it down or emit an event`
    if (own < other && !source.isTest)
      return `${from.unit} stands below ${feature}; move it down, return it or emit an event`
  } else if (!source.isTest && !mayImport[from.room].includes('features')) {
    return `${from.room} may not import features; ${wayOut[from.room] ?? 'go through the house'}`
  }
  const doors = from.room === 'house' ? compositionEntryPoints : [publicIndex]
  return doors.includes(to.inside) ? undefined : `a feature is entered through its ${doors.join(', ')} alone`
}

function refuseNeighbour(from: ModulePath, to: ModulePath): string | undefined {
  const isAdapter = from.room === 'carriers' || from.room === 'models'
  if (!isAdapter || from.unit === to.unit || from.unit === undefined || to.unit === undefined) return undefined
  return `${from.unit} and ${to.unit} may not know each other; ${wayOut[from.room]}`
}

function refusePackage(source: Source, from: ModulePath, one: Import): string | undefined {
  if (source.isTest) return undefined
  if (from.room === 'contract' && !/^zod(?:\/|$)/.test(one.target)) return 'contract may import zod alone'
  if (from.room === 'ports' && !(one.typeOnly && one.target.startsWith('node:')))
    return `a port imports no package; describe what it needs as an interface`
  if (from.room === 'voice' && packagesForbiddenInVoice.test(one.target))
    return 'voice knows no SQL and no HTTP; hand it in through a port'
  return undefined
}
