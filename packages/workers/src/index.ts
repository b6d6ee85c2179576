// The public interface of the package.
export { openWorker, type Worker, type WorkerOptions } from './worker.ts'
export { WorkerError, type WorkerErrorCode } from './worker-error.ts'
