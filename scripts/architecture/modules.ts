// Checks every import against the modules, the layers of the features, and their entry points.
import type { Fault } from './fault.ts'
import {
  basePackages,
  browserPackages,
  carrierPackages,
  commonPackage,
  compositionEntryPoints,
  layerOf,
  type Module,
  type ModulePath,
  mayImport,
  modulePathOf,
  packageImports,
  publicIndex,
  sharedByAdapters,
} from './layers.ts'
import type { Import, Source, Tree } from './tree.ts'

const remedies: Partial<Record<Module, string>> = {
  contract: 'move the shared part into contract/',
  ports: 'a port imports nothing; move the type into the port',
  platform: 'platform does not depend on features or adapters; move the shared part down or pass it in',
  carriers: 'move the shared part into platform/ or the port',
  models: 'move the shared part into platform/, vendor-speech or the port',
  voice: 'pass it in through a port',
  features: 'move it down or emit an event',
  sdk: 'the SDK depends only on the contract',
  packages: 'a package is independent of Parley; pass it in as an option',
  dashboard: 'use the SDK',
  widget: 'use the SDK',
}

const packagesForbiddenInVoice = /^(?:pg|kysely|fastify|@fastify\/.*|graphile-worker)$/

export function checkModules(tree: Tree): Fault[] {
  return tree.sources.flatMap((source) => {
    const location = modulePathOf(source.path)
    if (!location)
      return [
        {
          path: source.path,
          message: 'belongs to no module; add the module to scripts/architecture/layers.ts and docs/architecture.md',
        },
      ]
    if (location.module === 'features' && (location.unit === undefined || layerOf(location.unit) < 0))
      return [{ path: source.path, message: 'belongs to no known feature; add the feature to a layer' }]
    return source.imports.flatMap((imported) => {
      const message = imported.ours ? refuseOurs(source, location, imported) : refusePackage(source, location, imported)
      return message
        ? [{ path: source.path, line: imported.line, message: `imports ${imported.target}: ${message}` }]
        : []
    })
  })
}

function refuseOurs(source: Source, from: ModulePath, imported: Import): string | undefined {
  const to = modulePathOf(imported.target)
  if (!to) {
    const isRootFile = !imported.target.includes('/') && !imported.target.startsWith('.')
    return isRootFile || ['scripts', 'bench'].includes(from.module) ? undefined : 'it belongs to no module'
  }
  // A name can end with an entry point of the package.
  const packageName = to.module === 'packages' && !to.inside.includes('.') ? to.unit! : ''
  if (packageName === commonPackage) return undefined
  if (basePackages.includes(packageName) && ['packages', 'platform'].includes(from.module)) return undefined
  if (browserPackages.includes(packageName) && ['dashboard', 'widget'].includes(from.module)) return undefined
  if (from.module === 'packages' && packageImports[from.unit!]?.includes(packageName)) return undefined
  if (from.module === 'carriers' && carrierPackages[from.unit!]?.includes(packageName)) return undefined
  if (from.module === 'packages')
    return to.module === 'packages' && to.unit === from.unit
      ? undefined
      : `a package imports nothing of ours; ${remedies.packages}`
  if (to.module === 'packages' && to.inside.endsWith('.ts')) return 'import a package by its name'
  if (to.module === 'features' && !(from.module === 'features' && from.unit === to.unit))
    return refuseFeature(source, from, to)
  if (source.isTest || from.module === to.module) return source.isTest ? undefined : refuseNeighbour(from, to)
  if (mayImport[from.module].includes(to.module)) return undefined
  if (from.module === 'features' && ['carriers', 'models'].includes(to.module))
    return 'features may not import an adapter; use its port in the context'
  if (to.module === 'testing') return 'only tests may import testing'
  return `${from.module} may not import ${to.module}; ${remedies[from.module] ?? 'move it down'}`
}

function refuseFeature(source: Source, from: ModulePath, to: ModulePath): string | undefined {
  const feature = to.unit ?? to.inside
  // The fixtures of a feature's tests may use its internals.
  if (source.path.startsWith(`testing/features/${feature}`)) return undefined
  if (layerOf(feature) < 0) return `${feature} belongs to no layer`
  if (from.module === 'features') {
    const [own, other] = [layerOf(from.unit!), layerOf(feature)]
    if (own === other) return `${from.unit} and ${feature} are in the same layer; move it down or emit an event`
    if (own < other && !source.isTest)
      return `${from.unit} is below ${feature}; move it down, return it or emit an event`
  } else if (!source.isTest && !mayImport[from.module].includes('features')) {
    return `${from.module} may not import features; ${remedies[from.module] ?? 'use the composition module'}`
  }
  const entryPoints = from.module === 'composition' ? compositionEntryPoints : [publicIndex]
  return entryPoints.includes(to.inside) ? undefined : `import a feature only through its ${entryPoints.join(', ')}`
}

function refuseNeighbour(from: ModulePath, to: ModulePath): string | undefined {
  const isAdapter = from.module === 'carriers' || from.module === 'models'
  if (!isAdapter || from.unit === to.unit || from.unit === undefined || to.unit === undefined) return undefined
  if (from.module === 'models' && sharedByAdapters.includes(to.unit)) return undefined
  return `${from.unit} and ${to.unit} may not import each other; ${remedies[from.module]}`
}

function refusePackage(source: Source, from: ModulePath, imported: Import): string | undefined {
  if (source.isTest) return undefined
  if (from.module === 'contract' && !/^zod(?:\/|$)/.test(imported.target)) return 'contract may import only zod'
  if (from.module === 'ports' && !(imported.typeOnly && imported.target.startsWith('node:')))
    return 'a port imports no package; describe what it needs as an interface'
  if (from.module === 'voice' && packagesForbiddenInVoice.test(imported.target))
    return 'voice contains no SQL and no HTTP; pass it in through a port'
  return undefined
}
