// Types of the packages that have none, as far as they are used.
declare module 'sherpa-onnx-node' {
  interface Stream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void
  }
  class Vad {
    constructor(
      config: {
        sileroVad: {
          model: string
          threshold: number
          minSpeechDuration: number
          minSilenceDuration: number
          maxSpeechDuration: number
          windowSize: number
        }
        sampleRate: number
        numThreads: number
        provider: string
        debug: number
      },
      bufferSeconds: number,
    )
    acceptWaveform(samples: Float32Array): void
    isDetected(): boolean
    clear(): void
    reset(): void
  }
  class OfflineRecognizer {
    constructor(config: {
      featConfig: { sampleRate: number; featureDim: number }
      modelConfig: {
        moonshine?: Record<string, string>
        whisper?: Record<string, string>
        senseVoice?: Record<string, string | number>
        transducer?: Record<string, string>
        modelType?: string
        tokens: string
        numThreads: number
        provider: string
        debug: number
      }
    })
    createStream(): Stream
    setConfig(config: ConstructorParameters<typeof OfflineRecognizer>[0]): void
    decode(stream: Stream): void
    getResult(stream: Stream): { text: string }
  }
  class OfflineTts {
    constructor(config: {
      /** The paths of the files of one engine under its name, and how it runs. */
      model: Record<string, Record<string, string> | string | number>
      maxNumSentences: number
      silenceScale: number
    })
    readonly sampleRate: number
    readonly numSpeakers: number
    generate(request: {
      text: string
      generationConfig: { sid: number; speed: number; silenceScale: number; extra?: { lang: string } }
      enableExternalBuffer: boolean
    }): { samples: Float32Array; sampleRate: number }
  }
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; OfflineTts: typeof OfflineTts; Vad: typeof Vad }
  export = sherpa
}

declare module '@echogarden/fvad-wasm' {
  interface Fvad {
    /** The memory; another array after it has grown. */
    readonly HEAP16: Int16Array
    _malloc(bytes: number): number
    /** 0 if there is no memory. */
    _fvad_new(): number
    _fvad_free(detector: number): void
    _fvad_set_mode(detector: number, mode: number): number
    _fvad_set_sample_rate(detector: number, hertz: number): number
    /** 1 is speech, 0 is none, -1 is an invalid length. */
    _fvad_process(detector: number, frame: number, samples: number): number
  }
  function load(): Promise<Fvad>
  export = load
}
