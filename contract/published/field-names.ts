/**
 * Fields of the support and contact forms as the specification spells them, and the product's names for them.
 */
const publishedMessageFields: Record<string, string> = {
  first_name: 'firstName',
  last_name: 'lastName',
  region: 'regionId',
  phone_number: 'phone',
  message: 'body',
}

/** Renames the published fields of a form to the product's names. A form may use either spelling. */
export const fromPublishedMessageFields = (form: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(form).map(([field, value]) => [publishedMessageFields[field] ?? field, value]),
  )
