import { rmSync } from 'node:fs'
import { rolldown } from 'rolldown'
import { unbundledPackages } from './unbundled-packages.ts'

/**
 * Bundles the server and its command-line tools to build/program with source maps. Without bundling, Node
 * needs more time and memory to load the packages, of which the server uses a part.
 */
const external = [
  ...unbundledPackages,
  'pg-native',
  // only for development
  'vite',
  '@fastify/middie',
]

rmSync('build/program', { recursive: true, force: true })
const bundle = await rolldown({
  input: {
    main: 'server/main.ts',
    db: 'server/database-cli.ts',
    demo: 'server/seed/demo/cli.ts',
    admin: 'server/admin-cli.ts',
    keys: 'server/keys-cli.ts',
    results: 'server/results-cli.ts',
    // the child process that writes PDF files
    pdf: 'server/platform/print/compile-pdf.ts',
  },
  platform: 'node',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  logLevel: 'warn',
})
await bundle.write({
  dir: 'build/program',
  format: 'esm',
  sourcemap: true,
  // the log needs the positions only
  sourcemapExcludeSources: true,
  // V8 stores a script with characters outside Latin-1 in two bytes for each character
  charset: 'ascii',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
