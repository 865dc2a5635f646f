import type { DateOrder, ImportCall, ImportKind, ImportReply } from '#contract/platform/import.schema.ts'
import { csvImports } from '#contract/platform/import.ts'
import type { ApiCall, ApiError, CallResponse } from '#web/shared/api/call.ts'

/** What the import of a kind, or its preview, replies. */
export type ReplyOfImport<Kind extends ImportKind> = ImportReply & {
  rows: { line: number }[]
} & CallResponse<ImportCall<Kind>>

/**
 * What a person says about the dates of a file, and about its columns: pairs of a header and the name of its
 * column, empty for none.
 */
export type ImportAnswers = {
  dateOrder?: DateOrder | undefined
  assignment?: readonly (readonly [header: string, column: string])[] | undefined
}
/**
 * A file and what it is imported into. `acceptRepeat` imports it again, `skipInvalidRows` leaves out the rows that
 * have problems. The key is the same when the import of a chosen file is repeated.
 */
type ImportRequest<Kind extends ImportKind> = ImportAnswers & {
  kind: Kind
  eventId?: string | undefined
  file: Blob
  acceptRepeat?: boolean
  skipInvalidRows?: boolean
  idempotencyKey?: string
}

/** Creates the calls that preview and run the import of a CSV file. */
export const createImportApi = (call: ApiCall) => {
  // the calls of all kinds have the same form
  const callAny = call as unknown as <Kind extends ImportKind>(
    name: string,
    options: { params: { eventId: string }; form: FormData; headers: Record<string, string> },
  ) => Promise<ReplyOfImport<Kind>>
  const send = <Kind extends ImportKind>(request: ImportRequest<Kind>, preview: boolean) => {
    const { kind, eventId = '', file, acceptRepeat = false, idempotencyKey, dateOrder, assignment } = request
    const { skipInvalidRows = false } = request
    const { path, ...options } = csvImports[kind]
    const form = new FormData()
    form.append('preview', String(preview))
    form.append('acceptRepeat', String(acceptRepeat))
    if (skipInvalidRows) form.append('skipInvalidRows', 'true')
    if (dateOrder) form.append('dateOrder', dateOrder)
    if (assignment) form.append('assignment', JSON.stringify(assignment))
    form.append('file', file)
    const hasKey = 'hasIdempotencyKey' in options && idempotencyKey !== undefined
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': idempotencyKey } : {}
    return callAny<Kind>(`POST ${path}`, { params: { eventId }, form, headers })
  }
  return {
    /** Returns what an import would do. */
    preview: <Kind extends ImportKind>(request: ImportRequest<Kind>) => send(request, true),
    /**
     * Imports all lines, with `skipInvalidRows` those without problems, or none (`import-rejected`: see
     * `findImportProblemsInError`). Throws `imported-before` unless `acceptRepeat` is set.
     */
    run: <Kind extends ImportKind>(request: ImportRequest<Kind>) => send(request, false),
  }
}

type RejectedImport = Pick<ImportReply, 'problems' | 'problemCount' | 'skippedRows'>
/** Returns the problems of a rejected file from an `import-rejected` error; undefined for other errors. */
export const findImportProblemsInError = ({ details }: ApiError): RejectedImport | undefined =>
  details.problems === undefined ? undefined : (details as RejectedImport)
