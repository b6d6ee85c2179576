// The telephone in the browser, for pages that are built: calls, live calls, and their words.
export { type Caption, type Captions, noCaptions, replaceCaptions, replaceWords } from './captions.js'
export { openListening } from './listening.js'
export { canUseAudio } from './telephone.js'
export type {
  Levels,
  LineState,
  Listening,
  ListeningEnd,
  MicrophoneState,
  SideLevels,
  WebCall,
  WebCallEnd,
} from './types.ts'
export { openWebCall } from './web-call.js'
