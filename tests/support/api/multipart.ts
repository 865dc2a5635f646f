import { type ClientRequest, request as httpRequest } from 'node:http'

type Reply = { status: number; headers: Record<string, unknown>; json: Record<string, unknown> }
export const megabyte = 1024 * 1024
const boundary = 'test-boundary'
export const fileHead = (field: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
export const textHead = (field: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`
export const end = `\r\n--${boundary}--\r\n`

/**
 * Opens a multipart request, with this Content-Length or else in chunks. The caller writes the body, or a
 * part of it only.
 */
export const openForm = (url: string, length?: number): { request: ClientRequest; reply: Promise<Reply> } => {
  const request = httpRequest(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': length }),
    },
  })
  const reply = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        // the server has replied; the rest of the request does not matter
        request.on('error', () => {})
        request.destroy()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          json: JSON.parse(Buffer.concat(chunks).toString()),
        })
      })
    })
  })
  request.flushHeaders()
  return { request, reply }
}
