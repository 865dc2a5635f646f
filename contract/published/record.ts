import type { RecordMetadata } from '#contract/platform/crud.ts'

/** Returns the metadata of a record; published and own calls have the same names for it. */
export const pickRecordMetadata = ({
  version,
  position,
  createdAt,
  updatedAt,
  deletedAt,
}: RecordMetadata): RecordMetadata => ({
  version,
  position,
  createdAt,
  updatedAt,
  deletedAt,
})

/**
 * Convert between integer milliseconds and the seconds of published calls, which have up to three decimals.
 */
export const msToSeconds = (ms: number): number => ms / 1000
export const secondsToMs = (seconds: number): number => Math.round(seconds * 1000)

type RenameField = (field: string) => string

/**
 * Creates two functions that convert field names to the published names and back. Fields that are not listed
 * have the same name in both.
 */
export const createFieldNameTranslators = (
  published: Record<string, string>,
): [toPublished: RenameField, fromPublished: RenameField] => {
  const own = Object.fromEntries(
    Object.entries(published).map(([name, publishedName]) => [publishedName, name]),
  )
  return [(field) => published[field] ?? field, (field) => own[field] ?? field]
}
