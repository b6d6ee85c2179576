// The types of install.mjs, which runs before TypeScript can.
export function ensureInstalled(root: string): Promise<void>
export function markInstalled(root: string): void
