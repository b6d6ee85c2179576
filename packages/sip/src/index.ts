// The public interface of the package.
export * from './phone/index.ts'
