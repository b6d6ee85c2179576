// stub
export const readWebsite = async (..._: unknown[]): Promise<void> => {}
