// A speech server with OpenAI's protocol that has an address of its own in the environment.
export interface OwnServerOptions {
  /** Replaces `baseUrl` for this kind of speech only. */
  ownBaseUrl?: string
  ownApiKey?: string
}

interface ServerOptions extends OwnServerOptions {
  apiKey?: string
  baseUrl?: string
  model?: string
}

/** OpenAI's key is not sent to the own server. `usualModel` is the name that most servers accept for their model. */
export function useOwnServer<Options extends ServerOptions>(
  { ownBaseUrl, ownApiKey, ...others }: Options,
  usualModel: string,
): Omit<Options, keyof OwnServerOptions> {
  if (ownBaseUrl === undefined) return others
  return { ...others, apiKey: ownApiKey, baseUrl: ownBaseUrl, model: others.model ?? usualModel }
}
