/** The element of a field, by the name of the field (`members.0.nationalId`). */
export const fieldId = (field: string) => `f-${field.replaceAll('.', '-')}`
