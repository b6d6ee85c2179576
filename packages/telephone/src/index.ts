// The audio of telephones, for programs and browsers.
export { dtmfTone } from '../browser/dtmf.js'
export { decodeMulaw, encodeMulaw, encodeMulawSample, mulawSamples, mulawSilence, toSample } from '../browser/mulaw.js'
export { createResampler, type Resampler, resample, sampleRates, toSamples } from '../browser/resample.js'
export { alawSamples, alawSilence, decodeAlaw, encodeAlaw } from './alaw.ts'
export {
  maxWavBytes,
  openWav,
  readWav,
  type WavAudio,
  WavError,
  type WavFile,
  wavChunk,
  wavHead,
  writeWav,
} from './wav.ts'
