import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server that stores received emails and rejects those to some addresses. `next` waits for the
 * first email to an address, for the `count`th, or for the first with a subject. An email that is sent again
 * arrives after later ones, so a test that expects different emails names their subjects. `beforeAccepted` delays the
 * answer to an email that has arrived.
 */
export const startMailServer = async (
  isRejected: (address: string) => boolean = () => false,
  beforeAccepted: (email: Email) => Promise<void> = async () => {},
) => {
  const arrived: Email[] = []
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(isRejected(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks))
        arrived.push(email)
        for (const wake of waiting.splice(0)) wake()
        await beforeAccepted(email)
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  const find = (address: string, which: number | string) => {
    const mails = arrived.filter(({ to }) => to?.some((each) => each.address === address))
    return typeof which === 'number' ? mails[which - 1] : mails.find(({ subject }) => subject === which)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    next: async (address: string, which: number | string = 1): Promise<Email> => {
      for (;;) {
        const mail = find(address, which)
        if (mail) return mail
        await new Promise<void>((wake) => waiting.push(wake))
      }
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
