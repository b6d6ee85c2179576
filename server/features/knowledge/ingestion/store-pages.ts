// stub
export const selectPages = async (
  ..._: unknown[]
): Promise<{ url: string; title: string | null; status: 'waiting' | 'done' | 'failed'; error: string | null }[]> => []
export async function* selectPageTexts(..._: unknown[]): AsyncGenerator<never> {}
