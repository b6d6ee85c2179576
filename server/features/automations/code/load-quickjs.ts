// Loads QuickJS with a limit of memory. The types of WebAssembly are declared as far as they are used.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'

type Customization = Parameters<typeof newVariant>[1]

const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    compile(binary: Uint8Array): Promise<NonNullable<Customization['wasmModule']>>
    Memory: new (pages: { initial: number; maximum: number }) => NonNullable<Customization['wasmMemory']>
  }
}

const pageBytes = 65_536
/** The module needs this much to start. */
const initialPages = 256

// The declared type is that of CommonJS, where the variant is a property of the module.
const quickjsVariant = variant as unknown as (typeof variant)['default']

/** Returns a function that starts an instance of the module, which has its own memory. */
export async function loadQuickJs(): Promise<(memoryBytes: number) => Promise<QuickJSWASMModule>> {
  const binary = await readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
  const wasmModule = await webAssembly.compile(binary)
  return (memoryBytes) => {
    const maximum = Math.max(initialPages, Math.ceil(memoryBytes / pageBytes))
    const wasmMemory = new webAssembly.Memory({ initial: initialPages, maximum })
    return newQuickJSWASMModuleFromVariant(newVariant(quickjsVariant, { wasmModule, wasmMemory }))
  }
}
