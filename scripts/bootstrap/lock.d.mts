// The types of lock.mjs, which runs before TypeScript can.
export function acquireLock(name: string, onWait: () => void): Promise<{ release(): void }>
