/** The element of a field, by the name of the field (`members.0.nationalId`). */
export const toFieldId = (field: string) => `f-${field.replaceAll('.', '-')}`
