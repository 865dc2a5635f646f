/** The registration before the simulator's download. */
export const download = {
  title: 'Before you download',
  intro: 'Tell us about yourself. We only use this for news about the simulator.',
  titleWithoutFile: 'Not available for {{system}} yet',
  introWithoutFile:
    'The simulator is not available for {{system}} yet. Tell us about yourself, and we’ll email you once, as soon as it is.',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  otherCountry: 'This looks like a number from {{country}}.',
  chooseCountry: 'Choose {{country}}',
  phoneCountry: 'Country code',
  country: 'Country',
  who: 'I am a',
  student: 'Student',
  coach: 'Coach',
  submit: 'Download for {{system}}',
  submitWithoutFile: 'Email me when it’s available',
  submitting: 'Please wait…',
  close: 'Close',
  offline: 'Can’t reach the server. Your input is still here. Please try again in a moment.',
} as const
