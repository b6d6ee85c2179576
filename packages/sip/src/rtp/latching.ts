// Decides from which address media are accepted: a pure state machine against injected and misdirected audio.
// CVE-2025-53399: a stream that follows the source of any packet can be taken over by anyone who finds its port.

export interface Source {
  address: string
  port: number
}

interface Candidate extends Source {
  ssrc: number
  packets: number
  sinceMs: number
}

export interface LatchState {
  /** The address of the session description. */
  described: Source
  /** Where packets come from, once it is known. */
  source: Source | undefined
  /** When another source than the described one was learned. */
  learnedMs: number
  candidates: readonly Candidate[]
}

export interface Arrival extends Source {
  ssrc: number
  /** The packet has an agreed payload type and, with SRTP, it is authentic. */
  isValid: boolean
}

/** How many packets of one source and one SSRC are needed, and within which time. */
const packetsToLearn = 5
const timeToLearnMs = 2_000
/** More are not observed at the same time. */
const maxCandidates = 4

/** Signaling has described an address, so learning begins again. */
export const firstLatchState = (described: Source): LatchState => ({
  ...{ described, source: undefined, learnedMs: 0, candidates: [] },
})

export const isSame = (a: Source, b: Source): boolean => a.port === b.port && a.address === b.address

/** Whether a packet from this source could change the state, so that it is worth authenticating. */
export const isOpenTo = ({ described, source, learnedMs }: LatchState, arrival: Source, nowMs: number): boolean =>
  source === undefined ||
  isSame(source, arrival) ||
  // The described source may take over in the first two seconds.
  (isSame(described, arrival) && nowMs - learnedMs < timeToLearnMs)

/**
 * Takes a packet. The described address is accepted at once. Another one, as behind a NAT, is accepted after five
 * packets in two seconds if none came from the described address, and then no other until the next description.
 */
export function takeArrival(
  state: LatchState,
  arrival: Arrival,
  nowMs: number,
): { state: LatchState; isAccepted: boolean } {
  if (!arrival.isValid || !isOpenTo(state, arrival, nowMs)) return { state, isAccepted: false }
  if (state.source && isSame(state.source, arrival)) return { state, isAccepted: true }
  const { address, port, ssrc } = arrival
  if (isSame(state.described, arrival))
    return { state: { ...state, source: { address, port }, candidates: [] }, isAccepted: true }
  const candidates = state.candidates.filter(({ sinceMs }) => nowMs - sinceMs < timeToLearnMs)
  const known = candidates.find((candidate) => isSame(candidate, arrival) && candidate.ssrc === ssrc)
  const packets = (known?.packets ?? 0) + 1
  if (packets >= packetsToLearn)
    return { state: { ...state, source: { address, port }, learnedMs: nowMs, candidates: [] }, isAccepted: true }
  if (!known && candidates.length >= maxCandidates) return { state: { ...state, candidates }, isAccepted: false }
  const candidate: Candidate = { address, port, ssrc, packets, sinceMs: known?.sinceMs ?? nowMs }
  const others = candidates.filter((other) => other !== known)
  return { state: { ...state, candidates: [...others, candidate] }, isAccepted: false }
}
