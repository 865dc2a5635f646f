import { AppError } from '#server/lib/app-error.ts'

/** Maps a record, and the names of its fields, to the published names of the specification. */
export type PublishedNames<R, P = unknown> = { record?: (record: R) => P; field: (field: string) => string }

/** Awaits `work`. When it throws an `AppError`, maps the names of its fields, and the current record in `details`, to the published names. */
export const withPublishedErrorNames = async <T, R>(work: Promise<T>, published: PublishedNames<R>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields.map((problem) => ({ ...problem, field: published.field(problem.field) }))
    const current = error.details?.current as R | undefined
    throw new AppError(error.code, fields, current && published.record ? { current: published.record(current) } : error.details, {
      cause: error.cause,
    })
  }
}
