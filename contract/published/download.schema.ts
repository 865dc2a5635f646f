import { optionalFormField } from '#contract/platform/crud.schema.ts'
import { fieldLabels } from '#contract/platform/field-labels.ts'
import {
  codeField,
  emailOrEmptyField,
  honeypotField,
  personNameField,
} from '#contract/platform/fields.schema.ts'
import { createMessageAndDataResponseSchema } from '#contract/platform/response.schema.ts'
import { z } from '#contract/platform/z.ts'
import {
  downloadPlatforms,
  downloadUserTypes,
  registrantLimits as limits,
} from '#contract/site/download-registrant.ts'
import { defineCalls } from '../platform/define-calls.ts'
import { langQuery } from '../platform/fields.schema.ts'

/** Missing fields have an error of their own ('Please fill in all fields...'), so the schema accepts them. */
const downloadRequest = z.object({
  name: personNameField(limits.name).default(''),
  email: emailOrEmptyField(limits.email).default(''),
  phone_number: codeField(limits.phone).default(''),
  country: codeField(limits.country)
    .transform((value) => value.toLowerCase() || 'egypt')
    .default('egypt'),
  download_type: optionalFormField(z.enum(downloadPlatforms)),
  user_type: z.enum(downloadUserTypes).default('student'),
  website: honeypotField,
})
downloadRequest.register(fieldLabels, { catalogue: 'contents', names: { phone_number: 'phone' } })
export type PublishedDownload = z.output<typeof downloadRequest>

const downloadResponse = createMessageAndDataResponseSchema({
  url: z
    .string()
    .nullable()
    .describe(
      'null when there is no file for the system yet: the registrant gets an email when there is one',
    ),
})

/** The calls about download. */
export const publishedDownloadCalls = defineCalls(
  { tag: 'downloads', audience: 'visitor' },
  {
    'POST /api/download-game': {
      summary: 'Register for the simulator: the reply says where the file is',
      rateLimit: { max: 300, timeWindow: '15 minutes' },
      query: langQuery,
      body: downloadRequest,
      consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
      response: downloadResponse,
    },
  },
)
