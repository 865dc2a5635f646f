import { z } from './z.ts'

/** The catalogues of labels that the forms show, by names of their own. */
export type LabelCatalogue =
  | 'badges'
  | 'competitions'
  | 'consents'
  | 'contents'
  | 'events'
  | 'general'
  | 'judges'
  | 'people'
  | 'schedule'
  | 'scores'
  | 'seasons'
  | 'settings'
  | 'teams'
  | 'users'

/**
 * Where the labels of the fields of a request are. `names` has the keys of labels that have another name than
 * their field.
 */
export type FieldLabels = { catalogue: LabelCatalogue; names?: Readonly<Record<string, string>> }

/**
 * The labels of request schemas in error messages. A schema also holds for the schemas inside of it that have
 * none of their own; a field whose catalogue has no label has a general one.
 */
export const fieldLabels = z.registry<FieldLabels>()
