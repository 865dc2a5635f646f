import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Puts a Brotli and a gzip form beside each text file of the built pages, made once as small as they get; the server sends what the browser takes. */
const folder = 'build/client'
const texts = /\.(js|css|svg|json|webmanifest|txt)$/
const worthIt = 600

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !texts.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const bytes = readFileSync(path)
  if (bytes.length < worthIt) continue
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  )
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
