// The port to the vendors of models and voices: which there are, whose keys answer, and tests of keys.
export type VendorCode = 'openai' | 'anthropic' | 'google' | 'deepgram' | 'elevenlabs' | 'cartesia' | 'azure'

/** Kinds of services that a vendor's key opens. */
export type VendorKind = 'language' | 'recognition' | 'voice' | 'realtime' | 'embeddings'

export interface VendorFacts {
  vendor: VendorCode
  /** The name that people know. */
  name: string
  /** Only the key of the installation opens `embeddings`. */
  kinds: readonly VendorKind[]
  /** The fields that a key of the vendor can have. */
  accepts: readonly ('server_url' | 'region')[]
}

export interface VendorKey {
  vendor: VendorCode
  /** Empty for another server that needs none. */
  apiKey: string
  /** Another server with the vendor's protocol, for its language models only. */
  baseUrl: string | null
  region: string | null
}

/** The keys that were entered in the dashboard, in memory. */
export interface StoredKeys {
  /** Returns the keys of an account or, without an id, of the installation: the same list until they change. */
  of(accountId: number | undefined): readonly VendorKey[]
  /** Returns the chosen servers. The list of the installation's keys is another one when they have changed. */
  localServers(): readonly ChosenServer[]
}

export type KeyTest =
  | { outcome: 'accepted' | 'rejected' | 'timeout' | 'unreachable' }
  /** The vendor answered with a status that says nothing about the key. */
  | { outcome: 'unclear'; status: number }
  /** The address may not be used. */
  | { outcome: 'address_refused'; reason: string }

/** Where the key comes from that a service uses. */
export type KeySource = 'account' | 'installation' | 'environment' | 'built_in'

export interface Answering {
  /** A vendor code, `offline` or `scripted`, or `none`. */
  vendor: string
  /** Null if the assistant or the server chooses it. */
  model: string | null
  source: KeySource
}

/** Kinds of services that a server on this machine can offer. */
export const localKinds = ['language', 'recognition', 'voice'] as const
export type LocalKind = (typeof localKinds)[number]

export interface LocalOffer {
  kind: LocalKind
  /** At least one. */
  models: readonly string[]
}

/** A server with OpenAI's protocol on this machine. */
export interface LocalServer {
  name: string
  /** Such as `http://127.0.0.1:11434/v1`. */
  url: string
  offers: readonly LocalOffer[]
}

/** A server on this machine that an operator has chosen for one kind of service. */
export interface ChosenServer {
  kind: LocalKind
  name: string
  url: string
  model: string
}

export interface Vendors {
  all: readonly VendorFacts[]
  /** The environment variable that configures the vendor for the installation. */
  variableOf(vendor: VendorCode): string | undefined
  /** Whose key is used for an account, or for the installation; undefined if the vendor is not configured. */
  sourceOf(vendor: VendorCode, accountId: number | undefined): Exclude<KeySource, 'built_in'> | undefined
  /** What answers for an account, or for the installation, unless an assistant chooses another configured vendor. */
  answering(accountId: number | undefined): Record<VendorKind, Answering>
  /** Returns the servers on this machine, after at most half a second. */
  findLocalServers(): Promise<readonly LocalServer[]>
  /** Whether the chosen server answers for accounts without a key of their own. */
  usesLocalServer(kind: LocalKind): boolean
  /** Sends one small request to the vendor. */
  test(key: VendorKey): Promise<KeyTest>
  /** Reads the changed keys, and returns when this process uses them. Other processes are notified. */
  refresh(accountId: number | undefined): Promise<void>
}
