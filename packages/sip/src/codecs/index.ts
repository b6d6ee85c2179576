// Codecs of telephones (G.711, G.722) and the concealment of lost audio.
export { type Concealer, createConcealer } from './concealment.ts'
export { alawOfMulaw, convertBytes, mulawOfAlaw } from './g711.ts'
export { createG722Decoder, createG722Encoder, type G722Decoder, type G722Encoder } from './g722.ts'
