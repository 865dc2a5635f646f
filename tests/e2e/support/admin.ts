import { join } from 'node:path'

/** The administrator of the server under test. */
export const admin = { email: 'admin@botola.test', password: 'correct horse battery staple' }

/** The folder with the emails of a run. */
export const mailFolder = (data: string) => join(data, 'mails-of-the-test')
