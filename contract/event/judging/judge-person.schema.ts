import {
  createCrudResponseSchemas,
  defineCrudCalls,
  formMetadataFields,
  listFormField,
  nullableFormField,
  optionalFormField,
  recordMetadataFields,
} from '../../platform/crud.schema.ts'
import { fieldLabels } from '../../platform/field-labels.ts'
import { emailField, idField, personNameField, sortField } from '../../platform/fields.schema.ts'
import { defineImportCall } from '../../platform/import.schema.ts'
import { pageSizes } from '../../platform/page-sizes.ts'
import { z } from '../../platform/z.ts'
import { judgeLanguages, judgePersonLimits as limits } from './judge-person.ts'

/** A person who judges for the organizer, in any event. A judge of an event may be one of them. */
const judgePerson = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    languages: z.array(z.string()).describe('ISO 639 codes'),
    competitionIds: z.array(z.string()).describe('the competitions whose rules the person knows'),
    ...recordMetadataFields,
  })
  .meta({ id: 'JudgePerson' })
export type JudgePerson = z.infer<typeof judgePerson>
export type JudgePersonFields = Pick<JudgePerson, 'name' | 'email' | 'languages' | 'competitionIds'>

const judgePersonResponses = createCrudResponseSchemas('judge', 'judges', judgePerson)

const saveJudgePersonRequest = z.object({
  ...formMetadataFields,
  name: optionalFormField(personNameField(limits.name)),
  email: nullableFormField(emailField(limits.email)),
  languages: listFormField(z.enum(judgeLanguages), limits.languages),
  competitionIds: listFormField(idField, limits.competitions),
})
saveJudgePersonRequest.register(fieldLabels, { catalogue: 'judges' })

/** A line of a CSV file of people who judge. */
const judgePersonImportRow = z.object({
  line: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  languages: z.array(z.string()),
  competitionIds: z.array(z.string()),
})

/** The calls about the people who judge. */
export const judgePersonCalls = {
  ...defineCrudCalls(
    '/api/admin/judges',
    {
      responses: judgePersonResponses,
      sizes: pageSizes.short,
      permission: 'results',
      purgePermission: 'privacy',
      form: saveJudgePersonRequest,
      toggle: undefined,
      filters: {
        sort: sortField('judges'),
        language: z.enum(judgeLanguages).optional(),
        competition: idField.optional(),
        notInEvent: idField.optional().describe('only people who are no judges of this event'),
      },
    },
    {},
  ),
  ...defineImportCall('judges', {
    tag: 'judges',
    summary: 'Import people who judge from a CSV file, all or none',
    columns:
      'Columns: `name`, `email`, `languages` (codes or names), `competitions` (slugs or names), the last two separated by semicolons.',
    row: judgePersonImportRow,
  }),
}
