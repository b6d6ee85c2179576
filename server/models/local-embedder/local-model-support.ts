// Tells whether the local embedding model can run on this system.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * ONNX Runtime is an optional dependency with native code for Linux with glibc, Windows, and macOS on ARM. It may also be
 * missing because its installation failed.
 */
export function canRunLocalModel({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): boolean {
  try {
    const main = import.meta.resolve('onnxruntime-node')
    const binding = new URL(`../bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`, main)
    return existsSync(fileURLToPath(binding)) && (platform !== 'linux' || usesGlibc())
  } catch {
    return false
  }
}

function usesGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}
