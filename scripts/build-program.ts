import { rmSync } from 'node:fs'
import { rolldown } from 'rolldown'

/**
 * Bundles the server and its tools into build/program, each with a source map: from the sources, Node spends a second and 200 MB on
 * loading packages of which the server uses a part.
 */
const outside = [
  // native code, found by their own paths
  'sharp',
  '@node-rs/argon2',
  'pg-native',
  // brings files that it reads from its own folder
  '@fastify/swagger-ui',
  // only the page build and development know them
  'vite',
  '@fastify/middie',
]

rmSync('build/program', { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: 'server/main.ts', db: 'server/db/cli.ts', demo: 'server/db/seed/demo/cli.ts', admin: 'server/admin-cli.ts' },
  platform: 'node',
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  logLevel: 'warn',
})
await bundle.write({
  dir: 'build/program',
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
