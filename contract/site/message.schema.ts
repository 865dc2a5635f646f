import { defineDeletedListAndPurgeCalls, idQuery } from '../platform/crud.schema.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { fieldLabels } from '../platform/field-labels.ts'
import {
  codeField,
  createPageAndSearchFields,
  emailField,
  honeypotField,
  idField,
  langQuery,
  multilineTextField,
  personNameField,
  sortField,
} from '../platform/fields.schema.ts'
import { langs } from '../platform/localized.ts'
import { pageSizes } from '../platform/page-sizes.ts'
import {
  createListResponseSchema,
  createMessageAndDataResponseSchema,
  messageOnlyResponse,
} from '../platform/response.schema.ts'
import { z } from '../platform/z.ts'
import { countWords, messageLimits as limits, maxMessageWords, messageStates } from './message.ts'

const email = emailField(limits.email)
const body = multilineTextField(limits.body)
  .min(1)
  .superRefine((value, context) => {
    if (countWords(value) > maxMessageWords)
      context.addIssue({
        code: 'custom',
        params: { code: 'too-many-words', values: { limit: maxMessageWords } },
      })
  })

/** The form 'Report an Issue'. The contact of the region `regionId` receives the message. */
const reportIssueRequest = z.object({
  firstName: personNameField(limits.name).min(1),
  lastName: personNameField(limits.name).min(1),
  email,
  body,
  regionId: z.preprocess((value) => (value === '' || value === null ? undefined : value), idField.optional()),
  website: honeypotField,
})
reportIssueRequest.register(fieldLabels, { catalogue: 'users', names: { body: 'message' } })

/** A reported issue; the contact of the region `regionId` gets it. */
export type IssueReport = Omit<z.output<typeof reportIssueRequest>, 'website'>

/** The contact form. */
export const contactUsRequest = z.object({
  name: personNameField(limits.name * 2).min(1),
  email,
  phone: codeField(limits.phone).default(''),
  body,
  website: honeypotField,
})
contactUsRequest.register(fieldLabels, { catalogue: 'users', names: { body: 'message' } })

/** The values of the contact form. */
export type ContactMessage = Omit<z.output<typeof contactUsRequest>, 'website'>

/**
 * `reference` names the report in emails; it is missing for a bot. `hasCopy`: the sender gets a copy by email.
 */
const reportIssueResponse = createMessageAndDataResponseSchema({
  reference: z.string().optional().describe('BT-1042'),
  hasCopy: z.boolean(),
})

/** A message from the support or contact page. */
const message = z
  .object({
    id: z.string(),
    reference: z.string().describe('BT-1042'),
    kind: z.enum(['issue', 'contact']),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    regionId: z.string().nullable(),
    body: z.string(),
    lang: z.enum(langs),
    state: z.enum(messageStates),
    createdAt: z.string().describe('ISO 8601'),
    replies: z.array(
      z.object({
        id: z.string(),
        body: z.string(),
        by: z.string().describe('empty: the account was deleted'),
        at: z.string().describe('ISO 8601'),
      }),
    ),
  })
  .meta({ id: 'Message' })

/** A message from the support or contact page, for administrators. */
export type Message = z.infer<typeof message>

/** An answer to a message. */
export type MessageReply = Message['replies'][number]

const messageListQuery = z.object({
  ...createPageAndSearchFields(pageSizes.short),
  state: z.enum(messageStates).optional(),
  sort: sortField('messages'),
})
const messageListResponse = createListResponseSchema('messages', message)
const setMessageStateRequest = z.object({ id: idField, state: z.enum(messageStates) })
const replyToMessageRequest = z.object({
  id: idField,
  body: multilineTextField(limits.body).pipe(z.string().min(1)),
})
replyToMessageRequest.register(fieldLabels, { catalogue: 'general', names: { body: 'message' } })
const savedMessageResponse = createMessageAndDataResponseSchema({ message })

/** The calls about message. */
export const messageCalls = {
  ...defineDeletedListAndPurgeCalls('/api/admin/messages', {
    tag: 'messages',
    sizes: pageSizes.short,
    permission: 'registration',
    purgePermission: 'privacy',
    regions: 'filtered',
  }),
  ...defineCalls(
    { tag: 'messages', audience: 'visitor' },
    {
      'POST /api/support': {
        summary: 'Report an issue',
        rateLimit: { max: 20, timeWindow: '15 minutes' },
        query: langQuery,
        body: reportIssueRequest,
        consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
        response: reportIssueResponse,
      },
      'POST /api/contact-us': {
        summary: 'The contact form',
        rateLimit: { max: 20, timeWindow: '15 minutes' },
        query: langQuery,
        body: contactUsRequest,
        consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
        response: messageOnlyResponse,
      },
    },
  ),
  ...defineCalls(
    { tag: 'messages', audience: 'admin', permission: 'registration', regions: 'filtered' },
    {
      'GET /api/admin/messages': {
        summary: 'List of messages',
        query: messageListQuery,
        response: messageListResponse,
      },
      'PATCH /api/admin/messages': {
        summary: 'Set the state of a message',
        body: setMessageStateRequest,
        response: savedMessageResponse,
      },
      'POST /api/admin/messages/reply': {
        summary: 'Answer a message by email',
        body: replyToMessageRequest,
        response: savedMessageResponse,
      },
      'DELETE /api/admin/messages': {
        summary: 'Delete a message; can be restored for 30 days',
        query: idQuery,
        response: messageOnlyResponse,
      },
      'POST /api/admin/messages/restore': {
        summary: 'Restore a deleted message',
        body: idQuery,
        response: savedMessageResponse,
      },
    },
  ),
}
