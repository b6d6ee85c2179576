// Creates keys under which a request is processed once.

/** `crypto.randomUUID` exists on secure pages only. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
