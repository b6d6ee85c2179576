// The appearance of Parley's pages.
export { type AppearanceFile, appearanceFiles } from './appearance-files.ts'
