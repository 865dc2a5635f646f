/** The field errors of public forms, which every page loads; `fieldErrors` has all. */
export const formErrors = {
  required: 'This is required.',
  'too-short': 'This is too short (at least {{limit}}).',
} as const
