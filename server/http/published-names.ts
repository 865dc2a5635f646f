import { AppError } from '#server/lib/app-error.ts'

/** Maps a record, and the name of one of its fields, into the spelling of the specification. */
export type PublishedSpelling<R, P = unknown> = { record?: (record: R) => P; field: (field: string) => string }

/** Waits for `work`. An `AppError` of it names its fields, and the current record in `details`, in the published spelling. */
export const inPublishedNames = async <T, R>(work: Promise<T>, published: PublishedSpelling<R>): Promise<T> => {
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
