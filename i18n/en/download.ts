/** The registration before the simulator's download. */
export const download = {
  title: 'Before you download',
  intro: 'Tell us about yourself. We only use this for news about the simulator.',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  phoneCountry: 'Country code',
  country: 'Country',
  who: 'I am a',
  student: 'Student',
  coach: 'Coach',
  submit: 'Download for {{system}}',
  submitting: 'Please wait',
  close: 'Close',
  offline: 'The server can’t be reached. Your input is still here; please try again in a moment.',
} as const
