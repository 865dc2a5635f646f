/** Texts of mails. Only the server reads them, so pages do not carry them. `{{…}}` is filled in. */
export const mail = {
  greeting: 'Hello {{name}}',
  signature: 'Botola',
  reset: {
    subject: 'Set a new password for Botola',
    why: 'Somebody, most likely you, asked for a new password for your Botola account. Set it here:',
    button: 'Set a new password',
    validity: 'The link works once, within {{minutes}} minutes.',
    notYou: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  message: {
    issue: 'An issue was reported on {{site}}',
    contact: 'A message from the contact form of {{site}}',
    from: 'From: {{name}}',
    email: 'E-mail: {{email}}',
    phone: 'Phone: {{phone}}',
    region: 'Region: {{region}}',
  },
} as const
