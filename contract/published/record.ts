import type { RecordMetadata } from '#contract/crud.ts'

/** The metadata of a record, which published and own calls spell alike. */
export const pickRecordMetadata = ({ version, position, createdAt, updatedAt, deletedAt }: RecordMetadata): RecordMetadata => ({
  version,
  position,
  createdAt,
  updatedAt,
  deletedAt,
})

type RenameField = (field: string) => string

/** Functions that map the names of fields into the published spelling and back. Fields that are not listed have the same name in both. */
export const createFieldNameMappers = (published: Record<string, string>): [toPublished: RenameField, fromPublished: RenameField] => {
  const own = Object.fromEntries(Object.entries(published).map(([name, publishedName]) => [publishedName, name]))
  return [(field) => published[field] ?? field, (field) => own[field] ?? field]
}
