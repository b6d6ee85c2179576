// Loads the texts of the pages. Each language has one catalogue for each part of the pages, in `texts`.
import { use } from 'react'
import type { Area, Catalogues, Texts } from '../texts/catalogues.ts'
import { currentLanguage, type Language } from './languages.ts'

/** Refers to the texts of a page: `textsOf('calls', 'filters')` are those under `filters` in `texts/en/calls.ts`. */
export interface TextsRef<T> {
  area: Area
  key: string
  /** Only in types. */
  texts?: T
}

/** The texts behind a reference. */
export type TextsBehind<R> = R extends TextsRef<infer T> ? T : never

const areas = new Set<Area>(['words'])
const loaded = new Map<string, Record<string, object>>()
const loading = new Map<string, Promise<Record<string, object>>>()

/** Loading an area again after a failure is possible: the connection can be back. */
export function loadCatalogue(language: Language, area: Area): Promise<Record<string, object>> {
  const name = `${language}/${area}`
  let promise = loading.get(name)
  if (!promise) {
    promise = import(`../texts/${language}/${area}.ts`).then(({ texts }) => {
      loaded.set(name, texts)
      return texts
    })
    promise.catch(() => loading.delete(name))
    loading.set(name, promise)
  }
  return promise
}

export function textsOf<A extends Area, K extends keyof Catalogues[A] & string>(
  area: A,
  key: K,
): TextsRef<Texts<Catalogues[A][K]>> {
  areas.add(area)
  return { area, key }
}

/** Loads the texts of all modules that are loaded, so that their pages can be shown at once. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all([...areas].map((area) => loadCatalogue(language, area)))
}

/** Loads a module and its texts. A component without its texts would suspend, and with it the page around it. */
export async function withTexts<M>(load: () => Promise<M>): Promise<M> {
  const module = await load()
  await loadTexts(currentLanguage())
  return module
}

/** Suspends until the catalogue is loaded. */
export function useCatalogue(language: Language, area: Area): Record<string, object> {
  return loaded.get(`${language}/${area}`) ?? use(loadCatalogue(language, area))
}

/** For code outside of components; undefined until the catalogue is loaded. */
export function loadedTexts<T>({ area, key }: TextsRef<T>): T | undefined {
  return loaded.get(`${currentLanguage()}/${area}`)?.[key] as T | undefined
}
