import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * A plain HTTP server that sends the headers and bytes of the file `REPLY` to every request, for comparison
 * with the product.
 */
const { headers, body } = JSON.parse(readFileSync(process.env.REPLY ?? '', 'utf8')) as {
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`bare at ${(server.address() as { port: number }).port}\n`)
})
process.on('SIGTERM', () => server.close(() => process.exit(0)))
