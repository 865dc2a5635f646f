/** The registration before the simulator's download. */
export const download = {
  title: 'Before you download',
  intro: 'Tell us who you are. We use it for nothing but news about the simulator.',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  phoneCountry: 'Country code',
  country: 'Country',
  who: 'I am a',
  student: 'Student',
  coach: 'Coach',
  submit: 'Download for {{system}}',
  submitting: 'One moment',
  close: 'Close',
  offline: 'The server cannot be reached. What you typed is still here: please try again in a moment.',
} as const
