// The messages between the main thread and a worker thread of the noise suppression.
/** 20 ms of mu-law audio. */
export const frameBytes = 160

/** Several frames are sent together, because a message costs more than a frame. */
export interface Batch {
  /** The call of each frame. */
  calls: number[]
  /** Calls that have ended. */
  closed: number[]
  audio: Uint8Array<ArrayBuffer>
}

/** The frames of one batch in the same order. Batches are answered in the order in which they were sent. */
export interface BatchResult {
  audio: Uint8Array<ArrayBuffer>
}
