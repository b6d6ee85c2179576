// The types of WebAssembly, which the configured library lacks, as far as they are used.
export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module'
}

interface WebAssemblyApi {
  Instance: new (module: WasmModule, imports: object) => object
  compile(bytes: Uint8Array): Promise<WasmModule>
}

export const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi }
