// Opens the file store of the installation: the configured bucket, or a folder of the data directory.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDiskFiles } from '../platform/files/disk-files.ts'
import { openS3Files } from '../platform/files/s3-files.ts'
import type { FileStore } from '../ports/file-store.ts'

export const filesFolder = (dataDir: string): string => join(dataDir, 'files')

export async function openFiles({ s3, dataDir }: Config): Promise<FileStore & AsyncDisposable> {
  if (s3) return openS3Files(s3)
  return { ...(await openDiskFiles(filesFolder(dataDir))), [Symbol.asyncDispose]: async () => {} }
}
