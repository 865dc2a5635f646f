import { backgroundTaskStates } from '../platform/background-task.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { localizedText } from '../platform/fields.schema.ts'
import { langs } from '../platform/localized.ts'
import {
  createMessageAndDataResponseSchema,
  createSuccessResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { printSelection } from './print.schema.ts'
import { printedDocuments } from './print.ts'

/** A PDF file of the signed-in user. Instants are ISO 8601. */
const printFile = z
  .object({
    id: z.string(),
    event: z.object({ id: z.string(), title: localizedText }),
    document: z.enum(printedDocuments),
    lang: z.enum(langs),
    taskId: z.string().describe('the task that makes it, by which it is cancelled'),
    state: z.enum(backgroundTaskStates),
    done: z.number().describe('how many of its steps are done'),
    total: z.number().describe('0 until it is known'),
    isCancelRequested: z.boolean(),
    reason: z.string().describe('why it failed, in the language of the request; empty for other states'),
    pageCount: z.number().nullable().describe('null until it is finished'),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'PrintFile' })
export type PrintFile = z.infer<typeof printFile>

const eventParams = z.object({ eventId: z.uuid() })
const fileParams = z.object({ eventId: z.uuid(), fileId: z.uuid() })

/** The calls about PDF files of printed documents. */
export const printFileCalls = defineCalls(
  { tag: 'print files', audience: 'admin', permission: 'none' },
  {
    'GET /api/admin/print-files': {
      summary: 'The PDF files that the user made in the last day and may download, the newest first',
      regions: 'same',
      response: createSuccessResponseSchema({ files: z.array(printFile) }),
    },
    'POST /api/admin/events/:eventId/print-files': {
      summary: 'Make a PDF file of a printed document; its task tells when it is ready, and an email does',
      permission: ['registration', 'results'],
      conditionalChecks: [
        { when: 'for certificates, score sheets, a schedule, or badges of judges', permission: 'results' },
        { when: 'for badges of members or coaches', permission: ['registration', 'privacy'] },
      ],
      regions: 'event',
      params: eventParams,
      body: z.object({ selection: printSelection, lang: z.enum(langs) }),
      response: createMessageAndDataResponseSchema({ fileId: z.string() }),
    },
    'GET /api/admin/events/:eventId/print-files/:fileId/file': {
      summary: 'Download an own PDF file, with the permission of its document',
      conditionalChecks: [
        { when: 'for certificates, score sheets, a schedule, or badges of judges', permission: 'results' },
        { when: 'for badges of members or coaches', permission: ['registration', 'privacy'] },
      ],
      permission: ['registration', 'results'],
      regions: 'event',
      params: fileParams,
    },
    'DELETE /api/admin/events/:eventId/print-files/:fileId': {
      summary: 'Delete an own PDF file, and cancel its task',
      regions: 'event',
      params: fileParams,
      response: messageOnlyResponse,
    },
  },
)
