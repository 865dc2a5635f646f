import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server that stores received emails and rejects those to some addresses. `next` waits for the
 * `count`th email to an address.
 */
export const startMailServer = async (isRejected: (address: string) => boolean = () => false) => {
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
        arrived.push(await PostalMime.parse(Buffer.concat(chunks)))
        for (const wake of waiting.splice(0)) wake()
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as { port: number }
  const to = (address: string) => arrived.filter((mail) => mail.to?.some((each) => each.address === address))
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    next: async (address: string, count = 1): Promise<Email> => {
      while (to(address).length < count) await new Promise<void>((wake) => waiting.push(wake))
      return to(address)[count - 1] as Email
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
