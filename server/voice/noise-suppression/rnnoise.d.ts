// Types of the noise suppression library, as far as they are used.
declare module '@echogarden/rnnoise-wasm' {
  interface Rnnoise {
    /** The memory; another array after it has grown. */
    readonly HEAPF32: Float32Array
    _malloc(bytes: number): number
    /** The built-in model is 0. Returns 0 if there is no memory. */
    _rnnoise_create(model: number): number
    _rnnoise_destroy(state: number): void
    /** 480 samples at 48,000 Hz in the range of 16 bits. Returns the probability of speech. */
    _rnnoise_process_frame(state: number, output: number, input: number): number
  }
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it.
  export default function load(): Promise<Rnnoise>
}
