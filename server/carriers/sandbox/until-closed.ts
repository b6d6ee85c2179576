// Waiting for the end of a sandbox that another process serves.

/** Resolves when the stream of its events ends, or is not served. */
export async function untilClosed(baseUrl: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(`${baseUrl}/sandbox/events`, { signal })
    for await (const _ of body!);
  } catch {}
}
