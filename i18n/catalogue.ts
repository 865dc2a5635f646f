import type { en } from './en.ts'

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/**
 * The shape of every other language: the keys of English; where English counts (`_other`), all the forms that
 * the language needs. A text about a person may have a feminine form (`_female`), which the context `female`
 * chooses.
 */
export type Catalogue<T = typeof en> = {
  [K in keyof T as K extends `${string}_${Plural}` ? never : K]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Catalogue<T[K]>
} & { [K in keyof T as K extends `${infer Base}_other` ? `${Base}_${Plural}` : never]: string } & {
  [K in keyof T as T[K] extends string ? `${K & string}_female` : never]?: string
}
