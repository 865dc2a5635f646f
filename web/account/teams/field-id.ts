/** Returns the id of the element of a field (`members.0.nationalId`). */
export const toFieldId = (field: string) => `f-${field.replaceAll('.', '-')}`
